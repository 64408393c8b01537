/**
 * Access to files, clock, settings, service, journal and user. Commands reach them only through the desk. The
 * implementation is in real/, which only main imports.
 */
export type { Asked, Choice, PromptReply, Refusal } from "./asked.ts";
export { type BrokenOutput, watchOutput } from "./broken-output.ts";
export type { Ask, Connection, ConnectionWords, Desk, GrowingFile, JournalPlace, Output } from "./desk.ts";
export type {
  Books,
  ExtraHooks,
  Filler,
  ForeseeingDesk,
  ForeseenRun,
  ForeseenSend,
  HookScope,
  JournalCheck,
  KeptBook,
} from "./hooks.ts";
export { type NotOurs, notRecorded } from "./not-ours.ts";
export type { Press, Pressed, PressedPage } from "./press.ts";
