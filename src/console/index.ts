/**
 * The sandbox in a browser. Pages work without scripts and load nothing from elsewhere; `render` escapes all text.
 */
export { type ConsoleParts, openConsole } from "./console.ts";
