import type * as z from "zod";
import * as approvals from "./approvals.ts";
import * as checking from "./checking.ts";
import { created, dryRun, endLine, resultLine, stopped } from "./common.ts";
import * as following from "./following.ts";
import * as records from "./records.ts";

/** What a command may answer besides `stopped`: each a whole document. */
export const answers: Readonly<Record<string, readonly z.ZodObject[]>> = {
  new: [created, checking.drafts, checking.discarded, checking.written],
  "create-invoice": [created, dryRun, checking.written],
  "create-credit-note": [created, dryRun, checking.written, checking.prepared],
  cancel: [created, dryRun],
  resubmit: [created, dryRun],
  resolve: [following.resolve],
  reconcile: [following.reconcile],
  status: [following.status, following.overview],
  logs: [following.logs],
  history: [following.history],
  due: [following.due],
  report: [following.report],
  archive: [following.archived, following.archiveVerified],
  export: [following.exported],
  codes: [checking.codeLists, checking.codesFound],
  evidence: [following.evidence],
  journal: [
    records.verified,
    records.backedUp,
    records.exported,
    records.restored,
    records.moved,
    records.initialised,
    records.shownSql,
    records.merged,
    records.purged,
    records.accepted,
    records.journalSignedIn,
    records.journalSignedOut,
  ],
  numbers: [records.numbers],
  policy: [approvals.keyMade, approvals.policyShown],
  request: [approvals.requested, dryRun],
  approve: [approvals.decided],
  show: [following.shown],
  get: [following.fetched],
  list: [following.listed],
  download: [following.downloaded],
  validate: [checking.validated],
  explain: [checking.explained, checking.rulesListed],
  rules: [checking.editions, checking.editionChanges, checking.editionTried],
  import: [checking.imported],
  map: [checking.mapped],
  preview: [checking.previewed, approvals.requestShown],
  templates: [checking.templates, checking.shownTemplate, checking.files],
  schema: [checking.jsonSchema],
  xml: [checking.xml],
  outage: [records.outages],
  correct: [checking.corrected],
  convert: [checking.converted, checking.convertedFile],
  certify: [checking.cases, checking.certified],
  sandbox: [records.sandboxStarted, records.gaps],
  suppliers: [
    records.suppliers,
    records.oneSupplier,
    records.removedSupplier,
    records.importedSuppliers,
    records.supplierAgreement,
    records.supplierAnswers,
  ],
  completion: [checking.printed],
  help: [checking.topics, checking.page, checking.printed],
  doctor: [records.examined],
  login: [records.signedIn],
  logout: [records.signedOut],
  auth: [records.signedIn, records.signedOut, records.signInStatus],
  profile: [records.oneProfile, records.profiles],
};

/** What a command writes line by line (--json-lines; validate --format jsonl; journal export). */
export const lines: Readonly<Record<string, readonly z.ZodObject[]>> = {
  "create-invoice": [resultLine, endLine],
  "create-credit-note": [resultLine, endLine],
  cancel: [resultLine, endLine],
  resubmit: [resultLine, endLine],
  logs: [following.event],
  history: [following.attempt],
  validate: [checking.verdictLine],
  journal: [records.exportLine],
};

/** All documents that a command may print with --json; undefined for a command that has none. */
export function answersOf(command: string): readonly z.ZodObject[] | undefined {
  const own = Object.hasOwn(answers, command) ? answers[command] : undefined;
  return own && [...own, stopped];
}

/** What a line of --json-lines may be; undefined for a command that has none. */
export function linesOf(command: string): readonly z.ZodObject[] | undefined {
  return Object.hasOwn(lines, command) ? lines[command] : undefined;
}
