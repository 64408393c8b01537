/**
 * A document that may be sent → sent once: it is claimed and recorded before anything leaves, waits for its turn, and is closed by what
 * came back. Journal, service and person are reached through the desk.
 */
export type { SentBefore } from "./intent-of.ts";
export { paceOf, type Waiting, waitingFrom } from "./pace.ts";
export { type StopWatch, watchForStop } from "./stop.ts";
export { type Submission, type SubmitOptions, submit } from "./submit.ts";
