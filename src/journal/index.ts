/**
 * Durable records, shared by all processes of a user, of documents about to be sent, sent, answered and in doubt.
 * They determine whether a document may be sent. The storage is behind the Journal interface. This folder does not
 * contact any service.
 */
export type { Belongs, JournalAccounts, RelatedAccount } from "./accounts/accounts.ts";
export { businessProfileIn, isPracticeAccount, serviceOf } from "./accounts/names.ts";
export type { ServicesWord } from "./accounts/services.ts";
export { noRight } from "./approving/approvals.ts";
export type { Delegations, ForgedDelegation, RecordedDelegation } from "./approving/delegations.ts";
export type { ApprovalAsked, Policies, Unapproved, WhichUnapproved } from "./approving/policies.ts";
export type { ApprovalQueue, HandedRequest, QueuedDecision, QueuedRequest } from "./approving/queue.ts";
export type { CompanyRight, Team, TeamMember, TeamRole } from "./approving/team.ts";
export { type CreditCap, type Crediting, eachOnce, takesBack } from "./content/crediting.ts";
export {
  type BilledTwice,
  type ContentState,
  type Known,
  type StandingFacts,
  type StandsElsewhere,
  standingOf,
} from "./content/standing.ts";
export { firstState, type OverallNow, overallNow, stateNow } from "./content/state-now.ts";
export {
  type AnsweredDocument,
  type SupplierAnswer,
  type SupplierAnswers,
  supplierAnswerNote,
  supplierAnswersIn,
} from "./content/supplier-answers.ts";
export { journalOn } from "./database-journal.ts";
export type {
  Attempt,
  Begun,
  Doubt,
  Journal,
  JournalOptions,
  NumberUse,
  Priority,
  RateLimitNotice,
  Together,
} from "./journal.ts";
export { alikeKey, isNear, lookAlikeKeys } from "./keys/alike.ts";
export { intentKey, type KeyIn, sha256, twinKey } from "./keys/intent-key.ts";
export { isSamePlace, type MachineTime, type SendingPlace } from "./keys/machine-time.ts";
export { type AgainstMark, againstMark } from "./mark/against-mark.ts";
export type { Mark, MarkPlace, Marks, PolicyMark, TokenNotes } from "./mark/mark.ts";
export { marksIn, type OtherMarks } from "./mark/marks-in.ts";
export { type OpenNotes, tokenNotes } from "./mark/token-notes.ts";
export type { Numbering } from "./numbering/numbers.ts";
export { openJournal } from "./open.ts";
export { closedBy, closedFile } from "./places/closed.ts";
export type { Disk } from "./places/disk.ts";
export { syncedFolder } from "./places/synced-folder.ts";
export { isSameJournal, isServerAddress, readServerAddress, type ServerAddress } from "./server/address.ts";
export { openServerJournal } from "./server/open.ts";
export { type Along, readAlong } from "./store/along.ts";
export type { Caller } from "./store/callers.ts";
export { notesOfType } from "./store/notes.ts";
export type {
  AttemptResult,
  CreatedDocument,
  CreatedLine,
  CreditedInvoices,
  Intent,
  JournalNote,
  JournalRecord,
  Resolution,
  SeenState,
} from "./store/records.ts";
export { schema as journalSchema } from "./store/schema.ts";
export type { SentDocument } from "./store/sent-to.ts";
export { documentIdOf, type Past } from "./tried/past.ts";
export type { Unfinished } from "./tried/tried-queries.ts";
export { attemptPages } from "./tried/tries.ts";
export type { OfAccounts, Wanted } from "./tried/wanted.ts";
export { isOnlyLost, type ServerPatience } from "./trouble/lost.ts";
export type { ApprovalsGiven } from "./verify/approvals-given.ts";
export type { Verified } from "./verify/recorded.ts";
