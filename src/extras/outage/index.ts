/** Finds in the journal when sending failed, which documents waited for it, and until when that must be reported. */
import type { Extra } from "../../extra.ts";

export const outageExtra: Extra = {
  name: "outage",
  commands: { outage: { after: "download", load: async () => (await import("./command.ts")).outageCommand } },
  hooks: { owes: async () => (await import("./lasting.ts")).lastingProblems },
};
