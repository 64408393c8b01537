import { fail, ok, type Problem, problem } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import { stopped } from "./answer/submission-results.ts";
import { defineCommand, whereFrom } from "./command.ts";
import { acceptedIn } from "./create/gates/changed-supplier.ts";
import { createCreditNotes } from "./credit/create-credit-notes.ts";
import { type CreditInput, creditAsked, creditOptions } from "./credit/send-credit.ts";
import { guidedList } from "./intake/guided-list.ts";
import { asksInstead } from "./new/asks-instead.ts";
import { newDocument } from "./new/start-wizard.ts";

export const createCreditNote = defineCommand({
  words: "create-credit-note [files...]",
  summary: "check credit notes and create them at the service",
  help: `FILE is a YAML or JSON document, or a spreadsheet of many (.xlsx or .csv: selfbill import --help); a folder means all documents in it;
- reads standard input.
*, ? and ** work in every shell; @list.txt lists one file per line. All files are checked first; nothing is sent while one has errors.
Run the same command again to continue a stopped run: what was sent is not sent twice.
Without a file, at a terminal, it asks for the credit note: selfbill new credit-note. With --from the credit note is prepared from an invoice: supplier, currency, exchange rate, reference and lines are filled in, and no
more is credited than what earlier credit notes have left.

${whereFrom}`,
  group: "Check and send",
  everyday: true,
  practice: "own books",
  facts: { journal: "used", oneDocument: false, sends: true, asksService: true },
  answers: ({ createdAnswer, dryRunAnswer, checking }) => [
    createdAnswer,
    dryRunAnswer,
    checking.written,
    checking.prepared,
  ],
  lines: ({ lineOfResult, endLine }) => [lineOfResult, endLine],
  options: creditOptions,
  refused: stopped,
  examples: [
    {
      type: "selfbill create-credit-note templates/credit-note.yaml --sandbox --yes",
      does: "creates it on the embedded sandbox",
    },
    {
      type: "selfbill create-credit-note --from SB-2026-0001 --reason DL8.61.1.D --line 1=4",
      does: "credits 4 of the invoice's first line, after showing it and asking",
    },
    {
      type: "selfbill create-credit-note --from may.yaml --reason DL8.61.1.A --out c.yaml",
      does: "writes a credit note of the whole invoice into a file; sends nothing",
    },
  ],
  input(words, options) {
    const wrong = wrongWords({ words, options });
    return wrong ? fail(wrong) : ok({ words, options });
  },
  async run(input, desk): Promise<Report> {
    const { from } = input.options;
    if (from !== undefined) return creditAsked(from, input, desk);
    const { words } = acceptedIn(input.words, input.options.acceptChangedSupplier);
    if (asksInstead(words, desk)) return newDocument("credit-note", input.options, desk);
    const guided = await guidedList(words, "credit-note", input.options, desk);
    if (!guided.ok) return stopped(guided.problems);
    const rated = { ...input, options: { ...input.options, exchangeRate: guided.value } };
    return createCreditNotes(rated, desk, { creditRejected: input.options.creditRejected });
  },
});

function wrongWords({ words, options: given }: CreditInput): Problem | undefined {
  if (given.from !== undefined) {
    return words.length === 0
      ? undefined
      : problem("bad-usage", "--from prepares a credit note, and a file of one was named too.", "Name one of them.");
  }
  const { reason, reasonText, issueDate, documentNumber, out } = given;
  const alone = Object.entries({
    "--reason": reason,
    "--reason-text": reasonText,
    "--line": given.line[0],
    "--issue-date": issueDate,
    "--document-number": documentNumber,
    "--out": out,
  }).find(([, value]) => value !== undefined);
  return alone && problem("bad-usage", `${alone[0]} needs --from.`, "In a file of your own, write it there.");
}
