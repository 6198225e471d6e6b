// Sentences that no verdict waits for.

export const LATER = {
  recorded: "A recorded result",
  recordedMeans:
    "Its documents are not here: no rule can be tried on them, and what is masked cannot be shown.",
  noReport: (at: string, expected: string) =>
    `This is no report of whyreplace: ${at === "" ? "it" : at} should be ${expected}.`,
};
