import { maybe, membersOf, partyShape, shape, text, the } from "../../answers/index.ts";
import { tableView } from "../../commands/answer/columns.ts";
import { personOf } from "../../commands/answer/person.ts";
import { stoppedBy, succeeded } from "../../commands/answer/stopped-by.ts";
import { supplierAnswerMembers, supplierAnswersOf } from "../../commands/answer/supplier-answers.ts";
import { documentsNamed, type NamedDocument } from "../../commands/suppliers/named-documents.ts";
import type { Desk } from "../../desk/index.ts";
import { dateFault, dateHint, documentName, gulfDay, isDay } from "../../document/index.ts";
import { type Journal, type SupplierAnswer, supplierAnswerNote } from "../../journal/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";

export interface SaidWords {
  readonly answer: SupplierAnswer["answer"];
  readonly on: string | undefined;
  /** How the answer arrived, such as "e-mail from Mona Haddad"; required. */
  readonly by: string | undefined;
}

export interface GivenAnswer {
  readonly document: NamedDocument;
  readonly said: SupplierAnswer;
}

/** Maximum length of `by`, in characters. */
const longest = 300;

/**
 * Records a supplier's answer to documents. The latest answer counts; earlier ones stay in the journal. Problems:
 * `bad-usage`, `not-found`, `journal-unusable`.
 */
export async function recordAnswers(
  words: SaidWords & { readonly names: readonly string[]; readonly account: string | undefined },
  desk: Desk,
): Promise<Report> {
  const said = answerSaid(words, desk);
  if (!said.ok) return stoppedBy(said.problems);
  const how = { on: said.value.on, means: "supplier answered", account: words.account };
  const named = await documentsNamed(words.names, how, desk);
  if (!named.ok) return stoppedBy(named.problems);
  const { documents, journal } = named.value;
  const before = await supplierAnswersOf(journal);
  if (!before.ok) return stoppedBy(before.problems);
  const given = documents.map((document) => ({ document, said: said.value }));
  const isNew = ({ document }: GivenAnswer): boolean => !isSame(before.value.of(document).at(-1), said.value);
  const noted = await noteAnswers(given.filter(isNew), journal);
  return noted.ok ? recordedReport(given) : stoppedBy(noted.problems);
}

/** Adds the answers to the journal. Problem: `journal-unusable`, which states how many answers were recorded. */
export async function noteAnswers(given: readonly GivenAnswer[], journal: Journal): Promise<Result<void>> {
  for (const [at, { document, said }] of given.entries()) {
    const { type, data } = supplierAnswerNote(document, said);
    const noted = await journal.note(type, data);
    if (noted.ok) continue;
    const [first, ...others] = noted.problems;
    const message = `${at} of ${given.length} answers were recorded, the others were not: ${first.message}`;
    return { ok: false, problems: [{ ...first, message }, ...others] };
  }
  return ok(undefined);
}

export function isSame(one: SupplierAnswer | undefined, { answer, on, how }: SupplierAnswer): boolean {
  return one?.answer === answer && one.on === on && one.how === how;
}

/** Builds the answer from the command's options. Problem: `bad-usage`. */
export function answerSaid({ answer, on, by }: SaidWords, desk: Desk): Result<SupplierAnswer> {
  const bad = (message: string, hint: string) => fail(problem("bad-usage", message, hint));
  const today = gulfDay(desk.now());
  const day = on ?? today;
  const how = by?.trim() ?? "";
  const done = answer === "accepted" ? "acceptance" : "objection";
  if (!isDay(day)) return bad(`--on: ${dateFault(day)}`, dateHint(day, today));
  if (day > today) return bad(`--on ${day} is in the future.`, "Write the day on which the supplier answered.");
  if (how === "")
    return bad(`How the ${done} came was not given.`, 'Add --by, such as --by "e-mail from Mona Haddad".');
  if (how.length > longest) return bad(`--by has more than ${longest} characters.`, "Name the e-mail or letter.");
  return ok({ answer, on: day, how, by: personOf(desk), recordedAt: desk.now().toISOString() });
}

export const recordedShape = shape<GivenAnswer>({
  document_number: [maybe, ({ document }) => document.past.documentNumber],
  id: [text, ({ document }) => document.id],
  supplier: the(partyShape, ({ document }) => document.past.intent.supplier),
  ...membersOf(supplierAnswerMembers, ({ said }) => said),
});

export function recordedReport(given: readonly GivenAnswer[]): Report {
  const shown = tableView(given, {
    Number: ({ document: { id, past } }) => documentName({ ...past, id }),
    Supplier: ({ document }) => document.past.intent.supplier.name,
    Answer: ({ said }) => answerSays[said.answer],
    On: ({ said }) => said.on,
    How: ({ said }) => said.how,
  });
  const data = { recorded: given.map(recordedShape.json) };
  const sandbox = given.length > 0 && given.every(({ document }) => document.account.startsWith("sandbox:"));
  return succeeded({ ...shown, data, empty: "" }, sandbox);
}

export const answerSays = { accepted: "accepted", objected: "OBJECTED TO" } as const;
