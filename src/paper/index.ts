/**
 * Converts a page of HTML to PDF/A-3 with the electronic document attached. It lays out the same page that a browser shows, so that the two cannot
 * differ. It needs optional packages, loads them on first use, reads no other file, and uses neither clock nor network.
 */
export { openPress, type Press, type Pressed, type PressedPage } from "./press.ts";
