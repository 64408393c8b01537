/** Writes what an auditor asks for: the audit file of one document, and the archive of a period, which it verifies too. */
import type { Extra } from "../../extra.ts";

export const archiveExtra: Extra = {
  name: "archive",
  commands: {
    evidence: { after: "export", load: async () => (await import("./evidence/command.ts")).evidence },
    archive: { after: "evidence", load: async () => (await import("./command.ts")).archive },
  },
};
