/**
 * Implements the desk with the real files, network, settings and terminal. Loaded when a command runs, never for help.
 */
export type { DeskParts } from "./desk-parts.ts";
export { type OpenDesk, openDesk } from "./real-desk.ts";
