import {
  type AnswerSchema,
  answer,
  approvals,
  checking,
  endLine,
  following,
  foreign,
  head,
  jsonSchemaOf,
  lineOf,
  listOf,
  maybe,
  records,
  stopped,
  text,
  whole,
} from "../../answers/index.ts";
import { dryRunShape, entryShape, logShape, resultShape, statusShape } from "../../render/index.ts";
import { listRowShape } from "../acceptance/from-list.ts";
import { acceptanceListAnswer } from "../acceptance/list.ts";
import { recordedShape } from "../acceptance/record.ts";
import { profileShape } from "../answer/profile-report.ts";
import { supplierAnswerShape } from "../answer/supplier-answers.ts";
import { decisionShape, requestedShape } from "../approval/decisions-report.ts";
import { policyShape } from "../approval/policy-report.ts";
import { dueShape } from "../due/report.ts";
import { attemptShape } from "../evidence/history-entries.ts";
import { overviewShape } from "../follow/overview-report.ts";
import { foundShape } from "../help/search.ts";
import { missingItemShape } from "../items/missing.ts";
import { itemShape } from "../items/report.ts";
import { acceptedShape } from "../journal/accept-elsewhere.ts";
import { listAnswer } from "../list/from-journal.ts";
import { outageShape, singleFailureShape } from "../outage/report.ts";
import { profilesImported } from "../profiles/import.ts";
import { comparedShape } from "../report/compare.ts";
import { reportShape } from "../report/report-json.ts";
import { reconcileShape } from "../resolve/reconcile-json.ts";
import { doubtShape, settledShape } from "../resolve/report.ts";
import { exitShape, listedRuleShape, problemCodeShape, ruleShape } from "../rules/explained.ts";
import { lifeShape } from "../show/json.ts";
import { recordedHandoverShape } from "../suppliers/handed-over.ts";
import { handoverListAnswer } from "../suppliers/handover-list.ts";
import { reachShape } from "../suppliers/reach.ts";

const created = answer({ results: listOf(resultShape.schema), journal: head.optional() });
const dryRunResult = resultShape.schema.extend({ request: dryRunShape.schema.shape.request ?? maybe });
const dryRun = answer({ results: listOf(dryRunResult) });
const resultLine = lineOf(resultShape.schema);

const dueAnswer = answer({
  parts: listOf(following.duePart).optional(),
  without_status: whole.optional(),
  due: listOf(dueShape.schema),
  recorded: listOf(following.recordedDue).optional(),
});

/** The documents of a period, their totals, and how they differ from the books. */
const reportAnswer = answer({
  ...reportShape.schema.shape,
  differences: listOf(foreign).nullable(),
  // With --compare.
  compared: comparedShape.schema.optional(),
  files: listOf(text),
  journal: head.optional(),
});

const recordedAnswers = supplierAnswerShape.schema.extend(recordedShape.schema.shape);

/** What a command may answer besides `stopped`: each a whole document. */
export const answers: Readonly<Record<string, readonly AnswerSchema[]>> = {
  new: [created, checking.drafts, checking.discarded, checking.written],
  "create-invoice": [created, dryRun, checking.written],
  "create-credit-note": [created, dryRun, checking.written, checking.prepared],
  cancel: [created, dryRun],
  resubmit: [created, dryRun],
  resolve: [answer({ resolved: listOf(settledShape.schema), doubts: listOf(doubtShape.schema) })],
  reconcile: [answer(reconcileShape.schema.shape)],
  // `xml` is there with --xml.
  status: [
    answer({ results: listOf(statusShape.schema), xml: text.optional() }),
    answer({ results: listOf(overviewShape.schema) }),
  ],
  logs: [answer(logShape.schema.shape)],
  history: [answer({ history: listOf(attemptShape.schema), journal: head.optional() })],
  due: [dueAnswer],
  report: [reportAnswer],
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
    answer({ accepted: acceptedShape.schema }),
    records.journalSignedIn,
    records.journalSignedOut,
  ],
  numbers: [records.numbers],
  policy: [approvals.keyMade, answer({ policy: policyShape.schema, result: maybe })],
  request: [approvals.requested, dryRun],
  approve: [answer({ decisions: listOf(decisionShape.schema) })],
  // `at_service` is a document that this journal does not have.
  show: [answer({ documents: listOf(lifeShape.schema), at_service: foreign.nullable() })],
  get: [following.fetched],
  list: [answer({ ...listAnswer.schema.shape, files: listOf(text), journal: head.optional() }), following.listed],
  download: [following.downloaded],
  validate: [checking.validated],
  explain: [
    answer({
      rules: listOf(ruleShape.schema),
      problem_codes: listOf(problemCodeShape.schema),
      exit_codes: listOf(exitShape.schema),
    }),
    answer({ rules: listOf(listedRuleShape.schema) }),
  ],
  rules: [checking.editions, checking.editionChanges, checking.editionTried],
  import: [checking.imported],
  map: [checking.mapped],
  preview: [checking.previewed, answer({ ...approvals.previewedRequest, documents: listOf(requestedShape.schema) })],
  templates: [checking.templates, checking.shownTemplate, checking.files],
  schema: [checking.jsonSchema],
  xml: [checking.xml],
  outage: [answer({ outages: listOf(outageShape.schema), single_failures: listOf(singleFailureShape.schema) })],
  correct: [checking.corrected],
  convert: [checking.converted, checking.convertedFile],
  certify: [checking.cases, checking.certified],
  sandbox: [records.sandboxStarted, records.recorderStarted, records.gaps],
  suppliers: [
    records.suppliers,
    records.oneSupplier,
    records.removedSupplier,
    records.importedSuppliers,
    records.missingSuppliers,
    records.supplierHeadings,
    records.supplierAgreement,
    records.checkedSuppliers,
    answer({ reach: listOf(reachShape.schema) }),
    answer({ recorded: listOf(recordedAnswers), rows: listOf(listRowShape.schema).optional() }),
    answer({ ...acceptanceListAnswer.schema.shape, files: listOf(text) }),
    answer({ ...handoverListAnswer.schema.shape, files: listOf(text) }),
    answer({ recorded: listOf(recordedHandoverShape.schema) }),
  ],
  items: [
    answer({ path: text, items: listOf(itemShape.schema) }),
    answer({ item: itemShape.schema }),
    answer({ items: listOf(missingItemShape.schema), files: listOf(text) }),
    records.importedItems,
    records.exportedItems,
    records.removedItem,
  ],
  handover: [records.handedOver, records.takenOver],
  completion: [checking.printed],
  help: [checking.topics, checking.page, checking.printed, answer({ words: text, found: listOf(foundShape.schema) })],
  doctor: [records.examined],
  login: [records.signedIn],
  logout: [records.signedOut],
  auth: [records.signedIn, records.signedOut, records.signInStatus],
  profile: [answer({ profile: profileShape.schema }), records.profiles, profilesImported.schema],
};

/** What a command writes line by line (--json-lines; validate --format jsonl; journal export). */
export const printedLines: Readonly<Record<string, readonly AnswerSchema[]>> = {
  "create-invoice": [resultLine, endLine],
  "create-credit-note": [resultLine, endLine],
  cancel: [resultLine, endLine],
  resubmit: [resultLine, endLine],
  logs: [entryShape.schema],
  history: [attemptShape.schema],
  validate: [checking.verdictLine],
  journal: [records.exportLine],
};

/** All documents that a command may print with --json; undefined for a command that has none. */
export function answersOf(command: string): readonly AnswerSchema[] | undefined {
  const own = Object.hasOwn(answers, command) ? answers[command] : undefined;
  return own && [...own, stopped];
}

/** What a line of --json-lines may be; undefined for a command that has none. */
export function linesOf(command: string): readonly AnswerSchema[] | undefined {
  return Object.hasOwn(printedLines, command) ? printedLines[command] : undefined;
}

type Json = Record<string, unknown>;

const dialect = "https://json-schema.org/draft/2020-12/schema";

function anyOf(variants: readonly AnswerSchema[]): Json {
  const made = variants.map(jsonSchemaOf);
  return made.length === 1 ? (made[0] ?? {}) : { anyOf: made };
}

/** The JSON Schema of what a command prints with --json, or of each of its lines; undefined where it prints none. */
export function printedSchema(command: string, form: "document" | "line" = "document"): Json | undefined {
  const variants = form === "document" ? answersOf(command) : linesOf(command);
  if (variants === undefined) return undefined;
  const what = form === "document" ? "--json" : "--json-lines";
  return { $schema: dialect, title: `selfbill ${command} ${what}`, ...anyOf(variants) };
}

/** All of them as definitions of one schema, by command; those of lines are called `COMMAND line`. */
export function allAnswerSchemas(): Json {
  const documents = Object.keys(answers).map((name) => [name, anyOf(answersOf(name) ?? [])]);
  const each = Object.entries(printedLines).map(([name, variants]) => [`${name} line`, anyOf(variants)]);
  return { $schema: dialect, title: "selfbill --json", $defs: Object.fromEntries([...documents, ...each]) };
}
