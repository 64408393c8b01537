import { all, kind, listOf, maybe, partyShape, shape, text, the } from "../../answers/index.ts";
import { withCompanyProblems } from "../../commands/answer/all-companies.ts";
import {
  type CompanyAmount,
  type CompanySums,
  companySumsSection,
  sumsByCompany,
} from "../../commands/answer/company-sums.ts";
import { companySumsShape } from "../../commands/answer/company-sums-json.ts";
import { plainMoney } from "../../commands/answer/section.ts";
import { stoppedBy } from "../../commands/answer/stopped-by.ts";
import { tableReport } from "../../commands/answer/table-answer.ts";
import { wrongFiles } from "../../commands/answer/write-files.ts";
import type { Desk } from "../../desk/index.ts";
import { documentName } from "../../document/index.ts";
import { problem, suggest } from "../../problem/index.ts";
import { pathLines } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import { type LetterWish, writeLetters } from "./letters.ts";
import { listToFill, waitingSection } from "./sections.ts";
import { type WaitingDocument, type WaitingWords, waitingFor } from "./waiting.ts";

export interface AcceptanceListWish extends WaitingWords, LetterWish {
  readonly output: string | undefined;
  readonly out: string | undefined;
}

/**
 * Lists the documents that await their supplier's answer, as a table or as letters. Problems: `bad-usage`,
 * `journal-unusable`, any file-writing problem.
 */
export async function acceptanceList(wish: AcceptanceListWish, desk: Desk): Promise<Report> {
  const { month, output, out, html, pdf, force } = wish;
  const how = { output, out: out === undefined ? [] : [out], force };
  const files = wrongFiles(how.out, ["xlsx", "csv"]);
  if (!files.ok) return stoppedBy(files.problems);
  const found = await waitingFor(wish, desk);
  if (!found.ok) return stoppedBy(found.problems);
  const { documents, cancelledOut, whose, companies } = found.value;
  const names = companies?.all.map(({ company }) => company);
  const asLetters = html !== undefined || pdf !== undefined;
  const when = month === undefined ? "" : ` issued in ${month}`;
  if (documents.length === 0 && asLetters) return stoppedBy([nothingToWrite(when)], whose.sandbox);
  const letters = asLetters ? await writeLetters(found.value, wish, desk) : undefined;
  if (letters && !letters.ok) return stoppedBy(letters.problems, whose.sandbox);
  const sums = names && sumsByCompany(names, documents.map(amountOf));
  const data = acceptanceListAnswer.json({ month, documents, cancelledOut, companies: sums });
  const said = [...cancelledSays(cancelledOut), ...notes(documents, wish)];
  const shown = waitingSection(documents, title(documents.length, when), said, names !== undefined);
  const more = sums ? [companySumsSection(sums, "With VAT; credit notes are subtracted.")] : [];
  const section = listToFill(documents, names !== undefined);
  const made = await tableReport({ section, shown, more, data, sandbox: whose.sandbox }, how, desk);
  const report = withCompanyProblems(made, companies?.problems ?? []);
  if (letters === undefined || made.view.view !== "raw") return report;
  const written = [...letters.value.files, ...((made.view.data.files as string[] | undefined) ?? [])];
  return {
    ...report,
    view: { ...made.view, text: pathLines(written), data: { ...data, files: written } },
    problems: [...report.problems, ...letters.value.problems],
  };
}

const amountOf = ({ company, past: { intent }, sums }: WaitingDocument): CompanyAmount => ({
  ...{ company, kind: intent.kind, currency: intent.currency, sum: plainMoney(sums.gross) },
});

const title = (count: number, when: string): string =>
  count === 0
    ? `No document${when} waits for a supplier's answer.`
    : `Documents${when} that wait for the supplier's answer: ${count}`;

function cancelledSays(documents: readonly WaitingDocument[]): string[] {
  if (documents.length === 0) return [];
  const names = documents.map(({ past, id }) => documentName({ ...past, id })).join(", ");
  return [`Not listed, because credited in full, so no answer is needed: ${names}`];
}

function notes([first]: readonly WaitingDocument[], { allCompanies }: AcceptanceListWish): string[] {
  if (first === undefined) return [];
  const list = suggest`suppliers acceptance-list ${allCompanies ? ["--all-companies"] : []}`;
  return [
    `A letter to each supplier: ${suggest`${list} --html letters`}`,
    `A list to fill in: ${suggest`${list} --out answers.xlsx`}; to read it back: ${suggest`suppliers accept --file answers.xlsx`}`,
  ];
}

function nothingToWrite(when: string) {
  const message = `No document${when} waits for a supplier's answer, so no letter was written.`;
  return problem("not-found", message, `To see who answered: ${suggest`report --by acceptance`}`);
}

const waitingShape = shape<WaitingDocument>({
  document_number: [maybe, ({ past }) => past.documentNumber],
  id: [text, ({ id }) => id],
  kind: [kind, ({ past }) => past.intent.kind],
  account: [text, ({ account }) => account],
  supplier: the(partyShape, ({ past }) => past.intent.supplier),
  issue_date: [text, ({ past }) => past.intent.issueDate],
  currency: [text, ({ past }) => past.intent.currency],
  net: [text, ({ sums }) => plainMoney(sums.net)],
  vat: [text, ({ sums }) => plainMoney(sums.vat)],
  with_vat: [text, ({ sums }) => plainMoney(sums.gross)],
  // Present with --all-companies.
  company: [text.optional(), ({ company }) => company],
});

/** Amounts are as printed on the documents. */
export const acceptanceListAnswer = shape<{
  readonly month: string | undefined;
  readonly documents: readonly WaitingDocument[];
  readonly cancelledOut: readonly WaitingDocument[];
  readonly companies: readonly CompanySums[] | undefined;
}>({
  month: [maybe, ({ month }) => month],
  documents: all(waitingShape, ({ documents }) => documents),
  credited_in_full: all(waitingShape, ({ cancelledOut }) => cancelledOut),
  // Present with --all-companies.
  companies: [
    () => listOf(companySumsShape.schema).optional(),
    ({ companies }) => companies?.map(companySumsShape.json),
  ],
});
