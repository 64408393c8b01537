/**
 * Tests another program's client with transport faults, and reports the faults after which it sent a document twice,
 * lost one or misread a status. Uses the sandbox but not selfbill's own sending code.
 */
import type { Extra } from "../../extra.ts";

export const certifyExtra: Extra = {
  name: "certify",
  commands: { certify: { after: "sandbox", load: async () => (await import("./command.ts")).certifyClient } },
};
