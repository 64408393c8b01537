import { shape, text, words } from "../../answers/index.ts";
import { type TaxSubject, taxSubjects } from "../../check/index.ts";
import type { Desk } from "../../desk/index.ts";
import { type Problem, problem, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import {
  answerTo,
  findSupplier,
  keepTaxAnswer,
  type Supplier,
  type TaxAnswer,
  taxAnswers,
} from "../../suppliers/index.ts";
import { tableView } from "../answer/columns.ts";
import { stoppedBy, succeeded } from "../answer/stopped-by.ts";
import { stateOfFile } from "./kept-file.ts";
import { recordSaid } from "./record-said.ts";

interface AnswerWords {
  /** The name in the book; then, to record an answer, the kind of goods and the answer. */
  readonly names: readonly string[];
  readonly on: string | undefined;
  readonly by: string | undefined;
  readonly file: string | undefined;
}

const subjects = Object.keys(taxSubjects) as TaxSubject[];

interface Answered {
  readonly supplier: string;
  readonly goods: string;
  readonly answer: TaxAnswer;
  readonly file: string;
}

export const answerShape = shape<Answered>({
  supplier: [text, ({ supplier }) => supplier],
  goods: [text, ({ goods }) => goods],
  answer: [words(...taxAnswers), ({ answer }) => answer.answer],
  on: [text, ({ answer }) => answer.date],
  how: [text, ({ answer }) => answer.how],
  recorded_by: [text, ({ answer }) => answer.recorded_by],
  file: [text, ({ file }) => file],
});

/**
 * Records what a kind of goods of a supplier is bought for; without an answer, shows what was recorded. Problems:
 * `bad-usage`, `no-supplier`, `file-unreadable`.
 */
export async function answerReport(given: AnswerWords, desk: Desk): Promise<Report> {
  const [name = "", subject, answer, ...stray] = given.names;
  const wrong = wrongWords(name, subject, answer, stray, given);
  if (wrong) return stoppedBy([wrong]);
  const book = await desk.suppliers();
  const found = book.ok ? findSupplier(book.value, name) : book;
  if (!found.ok) return stoppedBy(found.problems.map((each) => ({ ...each, outcome: "usage" as const })));
  if (subject === undefined || answer === undefined) return shown(found.value, desk);
  const said = await recordSaid({ ...given, names: [name], ifAhead, ifUnsaid }, desk);
  if (!said.ok) return stoppedBy(said.problems);
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  const record = { ...said.value, answer: answer as TaxAnswer["answer"] };
  const kept = keepTaxAnswer(settings.value.folders, name, subject, record);
  return kept.ok ? shown(kept.value, desk) : stoppedBy(kept.problems);
}

const ifAhead = "Write the day of the declarations, or of the answer.";
const ifUnsaid = ["How it is known was not given.", 'Add --by, such as --by "laptops of our own staff".'] as const;

function wrongWords(
  name: string,
  subject: string | undefined,
  answer: string | undefined,
  stray: readonly string[],
  { on, by, file }: AnswerWords,
): Problem | undefined {
  const bad = (message: string) =>
    problem(
      "bad-usage",
      message,
      `Type ${suggest`suppliers answer ${name}`} KIND ANSWER --by TEXT; KIND is ${subjects.join(", ")}; ANSWER is ${taxAnswers.join(", ")}.`,
    );
  if (stray.length > 0) return bad(`Unexpected argument ${JSON.stringify(stray[0])}.`);
  if (subject === undefined)
    return (on ?? by ?? file) === undefined ? undefined : bad("What is answered was not said.");
  if (!(subjects as string[]).includes(subject)) return bad(`${JSON.stringify(subject)} is not a kind of goods.`);
  if (answer === undefined) return bad(`What ${subject} is bought for was not said.`);
  if (!(taxAnswers as readonly string[]).includes(answer)) return bad(`${JSON.stringify(answer)} is not an answer.`);
  return answer === "declared" && on === undefined
    ? bad("The day on which the declarations were given was not said: add --on YYYY-MM-DD.")
    : undefined;
}

const ifChanged = "Restore the file that was kept, or record the answer again with the new file.";

async function shown(entry: Supplier, desk: Desk): Promise<Report> {
  const rows: Answered[] = [];
  const problems: Problem[] = [];
  for (const goods of Object.keys(entry.tax_answers ?? {})) {
    const answer = answerTo(entry, goods);
    if (answer === undefined) continue;
    const state = await stateOfFile(answer.file, answer.sha256, ifChanged, desk);
    problems.push(...(state?.problems ?? []));
    const file = state === undefined ? "" : `${answer.file}: ${state.words}`;
    rows.push({ supplier: entry.supplier, goods, answer, file });
  }
  const table = tableView(rows, {
    Goods: "goods",
    Answer: ({ answer }) => answer.answer,
    Of: ({ answer }) => answer.date,
    How: ({ answer }) => answer.how,
    By: ({ answer }) => answer.recorded_by,
    File: "file",
  });
  const empty = `Nothing is recorded of what goods from ${entry.supplier} are bought for.`;
  return succeeded({ ...table, data: { answers: rows.map(answerShape.json) }, empty }, false, problems);
}
