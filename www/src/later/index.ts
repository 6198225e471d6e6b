// What no verdict waits for: a script of its own, which is loaded behind the first result.

export { Recorded } from "./recorded.js";
export { recordedInput } from "./recorded-input.js";
export { take } from "./take.js";
export { Takeaways } from "./takeaways.js";
