/** How a run ended. */
export const EXIT = { fine: 0, failed: 1, refused: 2 } as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** What each means, for the help. */
export const EXITS: readonly (readonly [Exit, string])[] = [
  [EXIT.fine, "the report was made, and nothing that --fail-on names happens"],
  [EXIT.failed, "something that --fail-on names happens, or may happen"],
  [EXIT.refused, "the arguments, a document or a rule file cannot be used"],
];
