/**
 * The sandbox in a browser. Pages work without scripts and load nothing from elsewhere; `render` escapes all text.
 */
import type { Extra } from "../../extra.ts";

export const consoleExtra: Extra = {
  name: "console",
  parts: { sandbox: async () => (await import("./console.ts")).consoleOfSandbox },
};
