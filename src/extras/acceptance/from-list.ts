import { kind, maybe, shape, whole, words } from "../../answers/index.ts";
import { tableView } from "../../commands/answer/columns.ts";
import { journalIfAny } from "../../commands/answer/journal-head.ts";
import { stoppedBy } from "../../commands/answer/stopped-by.ts";
import { supplierAnswersOf } from "../../commands/answer/supplier-answers.ts";
import { documentNamed, issuedLater, type NamedDocument } from "../../commands/suppliers/named-documents.ts";
import type { Desk } from "../../desk/index.ts";
import type { Journal, SupplierAnswer, SupplierAnswers } from "../../journal/index.ts";
import { mapAll, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { type AnswerRow, readAnswers } from "./read-list.ts";
import { answerSaid, answerSays, type GivenAnswer, isSame, noteAnswers, recordedShape } from "./record.ts";

export interface AnswerListWords {
  readonly file: string;
  readonly sheet: string | undefined;
  /** The day for rows that do not state one. */
  readonly on: string | undefined;
  readonly by: string | undefined;
  /** Undefined without a profile. */
  readonly account: string | undefined;
}

interface RowResult {
  readonly at: AnswerRow;
  readonly document?: NamedDocument | undefined;
  readonly said?: SupplierAnswer | undefined;
  readonly result: "recorded" | "known" | "no-answer" | "not-recorded";
  readonly problems: readonly Problem[];
}

/**
 * Errors are reported at the cells of the invalid rows; the other rows are recorded. The corrected list can be read
 * again, because nothing is recorded twice (Decision 134). Problems: any problem from `readAnswers`, `not-found`,
 * `bad-usage`, `journal-unusable`.
 */
export async function recordList(given: AnswerListWords, desk: Desk): Promise<Report> {
  const rows = await readAnswers(given.file, given.sheet, desk);
  if (!rows.ok) return stoppedBy(rows.problems);
  const opened = await journalIfAny(desk);
  if (!opened.ok) return stoppedBy(opened.problems);
  if (!opened.value) return stoppedBy([nothingSent()]);
  const journal = opened.value;
  const before = await supplierAnswersOf(journal);
  if (!before.ok) return stoppedBy(before.problems);
  const place = { given, journal, before: before.value };
  const judged = await mapAll(rows.value, (row) => judgeRow(row, place, desk));
  if (!judged.ok) return stoppedBy(judged.problems);
  const results = withoutContradictions(judged.value);
  const noted = await noteAnswers(answersIn(results), journal);
  return noted.ok ? listReport(results) : stoppedBy(noted.problems);
}

const nothingSent = () =>
  problem(
    "not-found",
    "This journal has no documents yet. Nothing was recorded.",
    `${suggest`history --state created`} lists what exists.`,
  );

const answersIn = (results: readonly RowResult[]): GivenAnswer[] =>
  results.flatMap(({ document, said, result }) =>
    result === "recorded" && document && said ? [{ document, said }] : [],
  );

interface Place {
  readonly given: AnswerListWords;
  readonly journal: Journal;
  readonly before: SupplierAnswers;
}

async function judgeRow(at: AnswerRow, place: Place, desk: Desk): Promise<Result<RowResult>> {
  const no = (...problems: Problem[]): Result<RowResult> => ok({ at, result: "not-recorded", problems });
  const { number, id } = at.values;
  if (at.problems.length > 0) return no(...at.problems);
  const name = id ?? number;
  if (name === undefined) {
    const hint = "Write its number or its id.";
    return no(problem("missing-field", "The row names no document.", hint, { where: at.spot("number") }));
  }
  const found = await documentNamed(name, { journal: place.journal, account: place.given.account }, desk);
  if (!found.ok) return found;
  const where = at.spot(id === undefined ? "number" : "id");
  if ("why" in found.value) return no({ ...found.value.why, where });
  const document = found.value;
  if (id !== undefined && number !== undefined && number !== document.past.documentNumber) {
    const message = `The document of this id has the number ${document.past.documentNumber ?? "(none)"}, and the row says ${number}.`;
    return no(problem("wrong-value", message, "Correct one of the two.", { where: at.spot("number") }));
  }
  if (at.answer === "none") return ok({ at, document, result: "no-answer", problems: [] });
  const said = saidIn(at, at.answer, place.given, desk);
  if (!said.ok) return no(...said.problems);
  const later = issuedLater(document, name, { on: said.value.on, means: "supplier answered" });
  if (later) return no({ ...later, where: at.spot("on") });
  const answers = place.before.of(document);
  if (answers.some((each) => isSame(each, said.value)))
    return ok({ at, document, said: said.value, result: "known", problems: [] });
  const newer = answers.at(-1);
  if (newer && newer.on > said.value.on) return no(olderAnswer(name, newer, said.value, at));
  return ok({ at, document, said: said.value, result: "recorded", problems: [] });
}

/** Builds the answer from a row; the command's options fill in what the row omits. */
function saidIn(
  { values, spot }: AnswerRow,
  answer: SupplierAnswer["answer"],
  { on, by }: AnswerListWords,
  desk: Desk,
): Result<SupplierAnswer> {
  const day = values.on ?? on;
  const who = values.by ?? by;
  const lacks = (message: string, hint: string, field: "on" | "by") =>
    ({ ok: false, problems: [problem("missing-field", message, hint, { where: spot(field) })] }) as const;
  if (day === undefined)
    return lacks("The day of the answer is missing.", "Write it in Answered on, or add --on for all such rows.", "on");
  if (who === undefined)
    return lacks("Who answered is missing.", "Write it in Answered by, or add --by for all such rows.", "by");
  const how = values.reason === undefined ? who : `${who}: ${values.reason}`;
  const said = answerSaid({ answer, on: day, by: how }, desk);
  if (said.ok) return said;
  const [first, ...others] = said.problems;
  const field = first.message.startsWith("--on") ? "on" : values.reason === undefined ? "by" : "reason";
  return { ok: false, problems: [{ ...first, where: spot(field) }, ...others] };
}

function olderAnswer(name: string, newer: SupplierAnswer, said: SupplierAnswer, at: AnswerRow): Problem {
  const message = `A later answer to ${name} is recorded: ${answerSays[newer.answer]} on ${newer.on}.`;
  const action = said.answer === "accepted" ? "accept" : "object";
  const { on: day } = said;
  const hint = `If this one counts all the same: ${suggest`suppliers ${action} ${name} --on ${day} --by ${said.how}`}`;
  return problem("wrong-value", message, hint, { where: at.spot("on") });
}

/** Drops all rows of a document that has contradictory answers; keeps only the first of identical rows. */
function withoutContradictions(results: readonly RowResult[]): RowResult[] {
  const keyOf = ({ document }: RowResult): string => (document ? `${document.account} ${document.id}` : "");
  const groups = new Map<string, RowResult[]>();
  for (const each of results) {
    const isAnswer = each.result === "recorded" || each.result === "known";
    if (isAnswer) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  }
  return results.map((each): RowResult => {
    const all = groups.get(keyOf(each)) ?? [];
    const first = all[0];
    if (!all.includes(each) || all.length === 1 || first === undefined || each.said === undefined) return each;
    const { said } = each;
    if (all.every((other) => isSame(other.said, said))) return each === first ? each : { ...each, result: "known" };
    const rows = all.map(({ at }) => at.row).join(", ");
    const message = `Rows ${rows} give this document different answers.`;
    const found = problem("wrong-value", message, "Keep the row that counts.", { where: each.at.spot("answer") });
    return { ...each, result: "not-recorded", problems: [found] };
  });
}

const results = {
  recorded: "recorded",
  known: "recorded before",
  "no-answer": "no answer",
  "not-recorded": "NOT RECORDED",
};

export const listRowShape = shape<RowResult>({
  row: [whole, ({ at }) => at.row],
  document_number: [maybe, ({ at, document }) => document?.past.documentNumber ?? at.values.number],
  id: [maybe, ({ at, document }) => document?.id ?? at.values.id],
  kind: [kind.nullable(), ({ document }) => document?.past.intent.kind],
  result: [words("recorded", "known", "no-answer", "not-recorded"), ({ result }) => result],
});

function listReport(all: readonly RowResult[]): Report {
  const shown = tableView(all, {
    Row: ({ at }) => at.row,
    Number: ({ at, document }) => document?.past.documentNumber ?? at.values.number ?? at.values.id,
    Supplier: ({ document }) => document?.past.intent.supplier.name,
    Answer: ({ said }) => said && answerSays[said.answer],
    On: ({ said }) => said?.on,
    How: ({ said }) => said?.how,
    Result: ({ result }) => results[result],
  });
  const problems = all.flatMap((each) => each.problems);
  const recorded = answersIn(all);
  const documents = all.flatMap(({ document }) => document ?? []);
  const sandbox = documents.length > 0 && documents.every(({ account }) => account.startsWith("sandbox:"));
  const data = { recorded: recorded.map(recordedShape.json), rows: all.map(listRowShape.json) };
  const outcome = problems.length === 0 ? "done" : recorded.length > 0 ? "partial" : "invalid";
  return { outcome, sandbox, view: { ...shown, data, empty: "The list has no document." }, problems };
}
