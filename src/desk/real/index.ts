/**
 * The real desk: this computer's files, terminal, settings and journal, and the network. Loaded when a command runs, never for help.
 */
export type { DeskParts } from "./desk-parts.ts";
export { type OpenDesk, openDesk } from "./real-desk.ts";
