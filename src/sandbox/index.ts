/**
 * The whole service, locally: over real HTTP on loopback or inside the process, with real storage and statuses that
 * change over time. It must not import send, journal, render or commands. Where the service's description leaves the
 * behaviour unspecified, the choice is recorded as a numbered gap.
 */
export type { InsideAnswer, InsideRequest } from "./answer-inside.ts";
export type { Clock } from "./clock.ts";
export type { FaultOrder } from "./control/fault-schema.ts";
export type { LoggedRequest } from "./control/request-log.ts";
export type { ClientCheck, ClientVerification } from "./control/verify.ts";
export type { SandboxSettings } from "./endpoint.ts";
export { arrivesWhole } from "./faults.ts";
export { foreignDocumentId, type Gap, gaps } from "./gaps.ts";
export { openInside, type SandboxInside, type SeedDocument, type SeededSalesCreditNote } from "./inside.ts";
export type { Controls } from "./office.ts";
export { exampleBody } from "./openapi/example-answers.ts";
export {
  optionProblem,
  type SandboxOptionName,
  type SandboxOptionValues,
  sandboxOptions,
  unknownOption,
} from "./options.ts";
export type { OwnPaths, OwnVisit } from "./own-paths.ts";
export { compareRecording, type GapShown } from "./record/compare.ts";
export { readRecording } from "./record/recorded-call.ts";
export type { Reply } from "./reply.ts";
export { openSandbox, type RunningSandbox, type StartOptions } from "./start.ts";
export type { LegState } from "./state.ts";
export { eventNames } from "./status/event-names.ts";
export type { HistoryEvent } from "./status/history.ts";
export { salesSeeds } from "./status/sales-seeds.ts";
export { type TestSupplier, testSuppliers } from "./test-suppliers.ts";
export type { Watch, WatchedDocument } from "./watch.ts";

/** The recorder needs node:http, which a sandbox inside a command does not load. */
export const loadRecorder = () => import("./record/recorder.ts");
