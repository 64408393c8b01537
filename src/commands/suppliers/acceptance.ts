import { maybe, membersOf, partyShape, shape, text, the } from "../../answers/index.ts";
import type { Desk } from "../../desk/index.ts";
import { dateFault, dateHint, gulfDay, isDay } from "../../document/index.ts";
import {
  type Journal,
  type Past,
  type SupplierAnswer,
  type SupplierAnswers,
  supplierAnswerNote,
} from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { personOf } from "../answer/person.ts";
import { stoppedBy } from "../answer/stopped-by.ts";
import { supplierAnswerMembers, supplierAnswersOf } from "../answer/supplier-answers.ts";

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
  const isNew = await desk.journalIsNew();
  if (!isNew.ok) return stoppedBy(isNew.problems);
  if (isNew.value) return stoppedBy([unknown(words.names[0] ?? "")]);
  const journal = await desk.journal();
  if (!journal.ok) return stoppedBy(journal.problems);
  const documents = await documentsNamed(words.names, said.value, journal.value);
  if (!documents.ok) return stoppedBy(documents.problems);
  const before = await supplierAnswersOf(journal.value);
  if (!before.ok) return stoppedBy(before.problems);
  for (const each of documents.value) {
    if (isKnown(said.value, each, before.value)) continue;
    const { type, data } = supplierAnswerNote(each, said.value);
    const noted = await journal.value.note(type, data);
    if (!noted.ok) return stoppedBy(noted.problems);
  }
  return recordedReport(documents.value, said.value);
}

/** A document that exists, and who gave the answer. */
interface Named {
  readonly account: string;
  readonly id: string;
  readonly past: Past;
}

/** The same answer twice is one. */
function isKnown({ answer, on, how }: SupplierAnswer, document: Named, before: SupplierAnswers): boolean {
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

/** Problems, all at once: `not-found`, `bad-usage`. */
async function documentsNamed(
  names: readonly string[],
  { on }: SupplierAnswer,
  journal: Journal,
): Promise<Result<Named[]>> {
  const found = new Map<string, Named>();
  const problems: Problem[] = [];
  for (const name of names) {
    const called = await journal.tries.called(name);
    if (!called.ok) return called;
    const there = called.value.flatMap((past): Named[] =>
      past.state === "created" && past.id !== undefined ? [{ account: past.intent.account, id: past.id, past }] : [],
    );
    const ids = new Map(there.map((each) => [`${each.account} ${each.id}`, each]));
    const meant = there.at(-1);
    if (meant === undefined) problems.push(unknown(name));
    else if (ids.size > 1) {
      const hint = `Name its id: ${[...ids.values()].map(({ id, account }) => `${id} (${account})`).join(", ")}`;
      problems.push(problem("bad-usage", `Several documents are called ${JSON.stringify(name)}.`, hint));
    } else if (on < meant.past.intent.issueDate) {
      const message = `${name} was issued on ${meant.past.intent.issueDate}, after ${on}.`;
      problems.push(problem("bad-usage", message, "Write the day on which the supplier answered (--on)."));
    } else found.set(`${meant.account} ${meant.id}`, meant);
  }
  const [first, ...more] = problems;
  return first === undefined ? ok([...found.values()]) : { ok: false, problems: [first, ...more] };
}

function unknown(name: string): Problem {
  const message = `The journal has no document ${JSON.stringify(name)} that was created. Nothing was recorded.`;
  return problem("not-found", message, "selfbill history --state created lists what exists.");
}

export const recordedShape = shape<Named & { readonly said: SupplierAnswer }>({
  document_number: [maybe, ({ past }) => past.documentNumber],
  id: [text, ({ id }) => id],
  supplier: the(partyShape, ({ past }) => past.intent.supplier),
  ...membersOf(supplierAnswerMembers, ({ said }) => said),
});

function recordedReport(documents: readonly Named[], said: SupplierAnswer): Report {
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
