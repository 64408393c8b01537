/** Verdicts of `validate` in the formats that CI systems and code scanners read. */
import type { Extra } from "../../extra.ts";

export const verdictFormatsExtra: Extra = {
  name: "verdict-formats",
  hooks: { verdicts: async () => (await import("./formats.ts")).verdictsIn },
};
