/** Lists of suppliers: taken over from other programs, and written to be filled in. */
import type { Extra } from "../../extra.ts";

export const supplierListsExtra: Extra = {
  name: "supplier-lists",
  parts: {
    suppliers: async () => (await import("./actions.ts")).listActions,
    import: async () => ({ workbookOf: (await import("./missing.ts")).workbookOf }),
  },
};
