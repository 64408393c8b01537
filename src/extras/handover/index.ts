/** Takes settings, journal and supplier book of one computer to another, in one file. */
import type { Extra } from "../../extra.ts";

export const handoverExtra: Extra = {
  name: "handover",
  commands: { handover: { after: "doctor", load: async () => (await import("./command.ts")).handoverCommand } },
};
