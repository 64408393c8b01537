/**
 * The service's wire format: endpoints, headers, limits, versions, bodies. Used by both send and sandbox. This folder
 * does not send anything itself.
 */

export { answerSchemas, errorsSchema, profileNotFoundSchema } from "./answer-schemas.ts";
export {
  type AnsweredAs,
  type AnswerMembers,
  answeredAs,
  type Meaning,
  schemaOf,
  type Understood,
} from "./answers/define.ts";
export { embeddedBytes } from "./answers/embedded-document.ts";
export { isFatal, networkFinding, peppolStatus, type ValidationResult } from "./answers/finding.ts";
export { type AnsweredPage, issuedToken, pageCounts } from "./answers/page.ts";
export { jsonMembersOf, shownMembersOf } from "./answers/shown.ts";
export {
  hasAnswered,
  type MlsAnswer,
  peppolSnapshot,
  type StatusLeg,
  type StatusSnapshot,
  statusLeg,
  statusSnapshotOf,
  type Transmission,
} from "./answers/snapshot.ts";
export { type LogEntry, logEntry, type StatusLog, statusLogOf } from "./answers/status-log.ts";
export { type Amounts, amountsOf, buyerOf, cannotBe, hasOtherContent, provesOther, type Sought } from "./could-be.ts";
export {
  overallStatusOf,
  sideStatusesOf,
  type ToldStatus,
  type TotalName,
  toldStatusOf,
  totalNames,
  totalsOf,
  totalsShown,
  validationResultsOf,
} from "./document-answer.ts";
export {
  type AnsweredId,
  type IdType,
  idIn,
  idOf,
  isId,
  isSameId,
  isUuid,
  longestId,
  notInPath,
} from "./document-id.ts";
export { documentWithin, hasUnreadStatus, memberText, unknownIn } from "./document-more.ts";
export { type EndpointDefinition, type EndpointKind, endpointKinds, type Parameter } from "./endpoints/define.ts";
export {
  type AnswerName,
  type ChangeName,
  type DefinitionName,
  type DefinitionOf,
  type Definitions,
  definitions,
  type Endpoint,
  endpointOf,
  endpoints,
  pathOf,
  queryOf,
  type ReadName,
  segmentNames,
  segmentWords,
} from "./endpoints/index.ts";
export { routeOf } from "./endpoints/route.ts";
export { fromAnswer, keptDocument } from "./from-answer.ts";
export { limits, serviceVersions, versionHeader } from "./limits.ts";
export { listIn } from "./lists.ts";
export { isLoopbackHost } from "./loopback.ts";
export { memberNamed, objectNamed, textNamed } from "./members.ts";
export { isFailedState, isStateOfLegs, noWordOfLegs, stateOfLegs, statusClassOf } from "./overall-status.ts";
export { type Comparison, compareDocuments, type Difference } from "./same-document.ts";
export { type BothSides, bothSides, deliveryTold, isContradicted, type SideSays } from "./sides.ts";
export { asObject, cutShort, type ToldMember, toldOf } from "./told.ts";
export { fromWire, toWire } from "./wire.ts";
