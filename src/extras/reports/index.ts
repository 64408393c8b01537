/** What was issued in a period, as figures, as entries for the books, and held against the list of the service. */
import type { Extra } from "../../extra.ts";

export const reportsExtra: Extra = {
  name: "reports",
  commands: {
    report: { after: "list", load: async () => (await import("./command.ts")).report },
    export: { after: "history", load: async () => (await import("./books/command.ts")).exportBooks },
    reconcile: { after: "export", load: async () => (await import("./reconcile/command.ts")).reconcile },
  },
};
