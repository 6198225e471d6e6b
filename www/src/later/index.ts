// What no verdict waits for: a script of its own, which is loaded behind the first result.

export { take } from "./take.js";
export { Takeaways } from "./takeaways.js";
