// What no verdict waits for: a script of its own, which is loaded behind the first result.

export { help } from "./help.js";
export { inside } from "./inside.js";
export { notes } from "./notes.js";
export { planInput } from "./plan/input.js";
export { PlanPart } from "./plan/part.js";
export { problem } from "./problem.js";
export { quiet } from "./quiet.js";
export { Recorded } from "./recorded.js";
export { recordedInput } from "./recorded-input.js";
export { loadedFiles, withFiles } from "./rule-files.js";
export { exchanged, withProposal, withWords } from "./rules-edit.js";
export { sharingViews } from "./share.js";
export { Sharing } from "./sharing.js";
export { take } from "./take.js";
export { Takeaways } from "./takeaways.js";
