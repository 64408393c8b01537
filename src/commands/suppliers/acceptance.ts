import { maybe, membersOf, partyShape, shape, text, the } from "../../answers/index.ts";
import type { Desk } from "../../desk/index.ts";
import { dateFault, dateHint, gulfDay, isDay } from "../../document/index.ts";
import { type SupplierAnswer, type SupplierAnswers, supplierAnswerNote } from "../../journal/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { personOf } from "../answer/person.ts";
import { stoppedBy } from "../answer/stopped-by.ts";
import { supplierAnswerMembers, supplierAnswersOf } from "../answer/supplier-answers.ts";
import { documentsNamed, type NamedDocument } from "./named-documents.ts";

/** What a supplier said, as it was typed. */
export interface AcceptanceWords {
  /** Numbers or ids. */
  readonly names: readonly string[];
  readonly answer: SupplierAnswer["answer"];
  readonly on: string | undefined;
  /** How it came: required. */
  readonly by: string | undefined;
}

/** Longest text that tells how an answer came. */
const longest = 300;

/**
 * Records that suppliers accepted documents or objected to them, in the journal, where nothing is ever changed: a later answer counts and the
 * earlier one stays. All documents or none. Problems: `bad-usage`, `not-found`, `journal-unusable`.
 */
export async function recordAnswers(words: AcceptanceWords, desk: Desk): Promise<Report> {
  const said = answerOf(words, desk);
  if (!said.ok) return stoppedBy(said.problems);
  const named = await documentsNamed(words.names, { on: said.value.on, means: "supplier answered" }, desk);
  if (!named.ok) return stoppedBy(named.problems);
  const { documents, journal } = named.value;
  const before = await supplierAnswersOf(journal);
  if (!before.ok) return stoppedBy(before.problems);
  for (const each of documents) {
    if (isKnown(said.value, each, before.value)) continue;
    const { type, data } = supplierAnswerNote(each, said.value);
    const noted = await journal.note(type, data);
    if (!noted.ok) return stoppedBy(noted.problems);
  }
  return recordedReport(documents, said.value);
}

/** Whether this answer is recorded already. */
function isKnown({ answer, on, how }: SupplierAnswer, document: NamedDocument, before: SupplierAnswers): boolean {
  const last = before.of(document).at(-1);
  return last?.answer === answer && last.on === on && last.how === how;
}

function answerOf({ answer, on, by }: AcceptanceWords, desk: Desk): Result<SupplierAnswer> {
  const bad = (message: string, hint: string) => fail(problem("bad-usage", message, hint));
  const today = gulfDay(desk.now());
  const day = on ?? today;
  const how = by?.trim() ?? "";
  const done = answer === "accepted" ? "acceptance" : "objection";
  if (!isDay(day)) return bad(`--on: ${dateFault(day)}`, dateHint(day, today));
  if (day > today) return bad(`--on ${day} is in the future.`, "Write the day on which the supplier answered.");
  if (how === "") return bad(`How the ${done} came was not given.`, 'Add --by, such as --by "e-mail of Mona Haddad".');
  if (how.length > longest) return bad(`--by has more than ${longest} characters.`, "Name the e-mail or letter.");
  return ok({ answer, on: day, how, by: personOf(desk), recordedAt: desk.now().toISOString() });
}

export const recordedShape = shape<NamedDocument & { readonly said: SupplierAnswer }>({
  document_number: [maybe, ({ past }) => past.documentNumber],
  id: [text, ({ id }) => id],
  supplier: the(partyShape, ({ past }) => past.intent.supplier),
  ...membersOf(supplierAnswerMembers, ({ said }) => said),
});

function recordedReport(documents: readonly NamedDocument[], said: SupplierAnswer): Report {
  const word = said.answer === "accepted" ? "accepted" : "OBJECTED TO";
  const rows = documents.map(({ id, past }) => [
    ...[past.documentNumber ?? id, past.intent.supplier.name, word, said.on, said.how],
  ]);
  const data = {
    recorded: documents.map((named) => recordedShape.json({ ...named, said })),
  };
  const columns = ["Number", "Supplier", "Answer", "On", "How"];
  return {
    outcome: "done",
    sandbox: documents.every(({ account }) => account.startsWith("sandbox:")),
    view: { view: "table", columns, rows, data, empty: "" },
    problems: [],
  };
}
