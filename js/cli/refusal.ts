/** An end that is the user's to change: its message says what was wrong and what to do next, and holds no value. */
export class Refusal extends Error {}
