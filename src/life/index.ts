/**
 * Works out what state a document is in, what was done about it, and what is still due. The kinds of due
 * items are in `stages.ts`, and `life.ts` decides which of them apply.
 */

export type { DocumentName } from "./by-document.ts";
export {
  deliveryNote,
  type HandedOver,
  type Handovers,
  type HeardOfAddress,
  handedOverNote,
  handoversIn,
  type SentTo,
  showsMore,
} from "./handover.ts";
export {
  type CreditedBy,
  changesIn,
  type Dealt,
  documentGross,
  documentSums,
  hasForeignCredit,
  hoursOfPatience,
  type IdleCredit,
  idleCreditOf,
  isCreditSentForAll,
  isEffective,
  type Life,
  type LifeFacts,
  lifeOf,
  mayBeReplaced,
  needsCredit,
  type Related,
} from "./life.ts";
export { isMissingOnce, type MissingCall, missingCallNote, replacesDocuments } from "./missing-call.ts";
export { calculatedHere, type DocumentMoney, documentMoney, moneyFrom, moneySources } from "./money.ts";
export {
  authorityNote,
  type BegunCorrection,
  correctionNote,
  type DoneWord,
  doneNote,
  type SaidOfDocuments,
  saidIn,
} from "./notes.ts";
export { type OwedLives, owedLives, type WhichOwed } from "./owed-lives.ts";
export { type LifeWish, type Lives, lastStatus, livesIn, pastOfCredit } from "./read-life.ts";
export {
  neverCounted,
  type RejectedAdvice,
  type RejectedDocument,
  rejectedAdvice,
  rejectedSteps,
} from "./rejected-advice.ts";
export {
  type BegunRun,
  isRunName,
  type NotedRun,
  notedRuns,
  type OpenRun,
  type RunDocument,
  type RunRemark,
  type RunsFound,
  runCalled,
  runEndedNote,
  runNote,
  runsIn,
} from "./runs.ts";
export {
  type Owed,
  type OwedPart,
  type OwedRow,
  owedKinds,
  owedParts,
  stageOf,
  worstOf,
} from "./stages.ts";
export { type AnswerWord, answerWordOf, supplierAnswers } from "./supplier-answer.ts";
export { type UntriedDocument, untriedIn, untriedNote } from "./untried.ts";
