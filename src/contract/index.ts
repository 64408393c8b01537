/**
 * The service's wire truth: endpoints, headers, limits, versions, bodies. Used by send and sandbox alike; it sends nothing.
 */

export {
  codeListSchema,
  documentAnswerSchema,
  errorsSchema,
  pageSchema,
  profileAnswerSchema,
  statusLogEntrySchema,
  statusSnapshotSchema,
  tokenSchema,
} from "./answer-schemas.ts";
export {
  overallStatusOf,
  sideStatusesOf,
  type TotalName,
  totalNames,
  totalsOf,
  totalsShown,
  type ValidationResult,
  validationResultsOf,
} from "./document-answer.ts";
export { documentWithin, hasUnreadStatus, memberText, unknownIn } from "./document-more.ts";
export { type Endpoint, endpoints, pathOf } from "./endpoints.ts";
export { fromAnswer } from "./from-answer.ts";
export { limits, serviceVersions, versionHeader } from "./limits.ts";
export { listIn } from "./lists.ts";
export { memberNamed, objectNamed, textNamed } from "./members.ts";
export { isFailedState, overallStatuses, type StatusClass, stateOfLegs, statusClassOf } from "./overall-status.ts";
export { type Comparison, compareDocuments, type Difference } from "./same-document.ts";
export { type BothSides, bothSides, isContradicted, type SideSays } from "./sides.ts";
export {
  hasAnswered,
  isFatal,
  type MlsAnswer,
  type StatusLeg,
  type StatusSnapshot,
  statusSnapshotOf,
  type Transmission,
} from "./status-answer.ts";
export { type StatusEvent, type StatusLog, statusLogOf } from "./status-events.ts";
export { asObject, cutShort, type ToldMember, toldOf } from "./told.ts";
export { fromWire, toWire } from "./wire.ts";
