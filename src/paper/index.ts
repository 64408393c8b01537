/**
 * Converts an HTML page to PDF/A-3 with the electronic document attached. Uses the same page as a browser, so that the
 * two cannot differ. Loads optional packages on first use; reads no other file, and uses neither clock nor network.
 */
export { openPress, type Press, type Pressed, type PressedPage } from "./press.ts";
