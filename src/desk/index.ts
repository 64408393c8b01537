/**
 * The only way to the world: files, clock, settings, service, journal and the person at the terminal, as an interface. A command, and
 * what it calls, touches nothing else. The real one is in real/, which main alone opens.
 */
export type { Asked, Choice, PromptReply, Refusal } from "./asked.ts";
export { type BrokenOutput, watchOutput } from "./broken-output.ts";
export type { Ask, Connection, ConnectionWords, Desk, GrowingFile, JournalPlace, Output } from "./desk.ts";
export { type NotOurs, notRecorded } from "./not-ours.ts";
