/**
 * Converts an HTML page to PDF/A-3 with the electronic document attached. The page is the same one that a browser
 * shows, so the two cannot differ. Optional packages are loaded on first use; no other files are read, and neither
 * the clock nor the network is used.
 */
export { openPress, type Press, type Pressed, type PressedPage } from "./press.ts";
