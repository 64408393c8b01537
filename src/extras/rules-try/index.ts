/** Editions of the Peppol rules: lists and compares them, and tries what was sent, and files, by another one. */
import type { Extra } from "../../extra.ts";

export const rulesTryExtra: Extra = {
  name: "rules-try",
  commands: { rules: { after: "schema", load: async () => (await import("./command.ts")).rules } },
};
