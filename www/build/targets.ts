/** The first browsers that know light-dark(). */
export const TARGETS = {
  target: "es2022",
  cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
};
