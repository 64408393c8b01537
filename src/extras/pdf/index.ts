/**
 * Converts an HTML page to PDF/A-3 with the electronic document attached. The page is the same one that a browser
 * shows, so the two cannot differ. Optional packages are loaded on first use; no other files are read, and neither
 * the clock nor the network is used.
 */
import type { Extra } from "../../extra.ts";

export const pdfExtra: Extra = {
  name: "pdf",
  hooks: {
    press: async () => {
      const { openPress } = await import("./press.ts");
      return async () => openPress();
    },
  },
};
