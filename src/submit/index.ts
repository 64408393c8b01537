/**
 * Sends a document exactly once: it is claimed and recorded before anything is sent, waits for its turn, and is
 * completed by the answer. Several documents in a run may be under way at once. The journal, the service and the user
 * are accessed through the desk.
 */

export { type CorrectedDocument, correctedBy, correctedChain } from "./corrected.ts";
export { addressInWords } from "./elsewhere-words.ts";
export { heldByExtras } from "./extras-gate.ts";
export { Gate } from "./gate.ts";
export {
  type Following,
  type Guard,
  type Guarded,
  guardOf,
  type HeldMarks,
  holdMarks,
  letMarkFollow,
  markOf,
} from "./guard.ts";
export { intentOf, keyIn, type SentBefore } from "./intent-of.ts";
export { interrupted, paceOf, type Waiting, waitingFrom } from "./pace.ts";
export type { Elsewhere, Submission, SubmitOptions } from "./sending.ts";
export { type StopWatch, watchForStop } from "./stop.ts";
export { type Shared, start, submit } from "./submit.ts";
export { createdBy, type KnownBy, withoutSending } from "./without-sending.ts";
export { correctedProblem } from "./words.ts";
