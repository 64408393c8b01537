/**
 * The real desk. Loaded when a command runs, never for help.
 */
export type { DeskParts } from "./desk-parts.ts";
export { type OpenDesk, openDesk } from "./real-desk.ts";
