/**
 * The sandbox in a browser: documents with their two legs, requests as they come, switches for faults and the clock. Pages are made here
 * on the server and readable without scripts; nothing is loaded from elsewhere, and every text passes the escaper of `render`.
 */
export { type ConsoleParts, openConsole } from "./console.ts";
