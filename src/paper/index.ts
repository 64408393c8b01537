/**
 * A page of HTML → PDF/A-3 with the electronic document inside. It lays out the very page that a browser shows, so that the two cannot
 * say different things. It needs optional packages, loads them on first use, reads no other file, and knows neither clock nor network.
 */
export { openPress, type Press, type Pressed, type PressedPage } from "./press.ts";
