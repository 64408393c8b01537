/** The item book: codes, units and VAT of what is bought, filled into spreadsheets and offered by questions. */
import type { Extra } from "../../extra.ts";

export const itemsExtra: Extra = {
  name: "items",
  commands: { items: { after: "suppliers", load: async () => (await import("./command.ts")).items } },
  parts: {
    new: async () => (await import("./memory.ts")).wizardPart,
    handover: async () => (await import("./kept-book.ts")).itemBookAlong,
  },
  hooks: { fill: async () => (await import("./fill.ts")).itemFiller },
};
