/**
 * The sandbox in a browser: documents with both legs, requests as they arrive, switches for faults and the clock. Pages are made
 * on the server and work without scripts; nothing is loaded from elsewhere, and `render` escapes every text.
 */
export { type ConsoleParts, openConsole } from "./console.ts";
