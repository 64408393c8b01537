import { ok } from "../problem/index.ts";
import { chosenForm } from "./answer/result-output.ts";
import { stopped } from "./answer/submission-results.ts";
import { defineCommand, whereFrom } from "./command.ts";
import { createDocuments, createOptions } from "./create/create-document.ts";
import { acceptedIn } from "./create/gates/changed-supplier.ts";
import { guidedList } from "./intake/guided-list.ts";
import { asksInstead } from "./new/asks-instead.ts";
import { newDocument } from "./new/start-wizard.ts";

export const createInvoice = defineCommand({
  words: "create-invoice [files...]",
  summary: "check self-billed invoices and create them at the service",
  help: `FILE is a YAML or JSON document, or a spreadsheet of many (.xlsx or .csv: selfbill import --help); a folder means all documents in it;
- reads standard input.
*, ? and ** work in every shell; @list.txt lists one file per line. All files are checked first; nothing is sent while one has errors.
Run the same command again to continue a stopped run: what was sent is not sent twice.
Without a file, at a terminal, it asks for the invoice: selfbill new invoice.

${whereFrom}`,
  group: "Check and send",
  everyday: true,
  practice: "own books",
  facts: { journal: "used", oneDocument: false, sends: true, asksService: true },
  answers: ({ createdAnswer, dryRunAnswer, checking }) => [createdAnswer, dryRunAnswer, checking.written],
  lines: ({ lineOfResult, endLine }) => [lineOfResult, endLine],
  options: createOptions,
  refused: stopped,
  examples: [
    {
      type: "selfbill create-invoice templates/standard-invoice.yaml --sandbox --yes",
      does: "creates it on the embedded sandbox",
    },
    {
      type: "selfbill create-invoice march.yaml --dry-run",
      does: "checks it and shows the exact request; sends nothing",
    },
    { type: "selfbill create-invoice march.yaml", does: "shows what would be sent, asks, sends it" },
    {
      type: "selfbill create-invoice march --yes --max-total 250000 --failed-to left.txt",
      does: "sends a folder of at most AED 250,000; lists what is left in left.txt",
    },
    {
      type: "selfbill create-invoice march.xlsx --results march-results.xlsx",
      does: "sends a spreadsheet; writes it again with number and status of each row",
    },
  ],
  input(words, options) {
    const form = chosenForm(options, false);
    return form.ok ? ok({ words, options }) : form;
  },
  async run(input, desk) {
    const { words } = acceptedIn(input.words, input.options.acceptChangedSupplier);
    if (asksInstead(words, desk)) return newDocument("invoice", input.options, desk);
    const guided = await guidedList(words, "invoice", input.options, desk);
    if (!guided.ok) return stopped(guided.problems);
    return createDocuments("invoice", { ...input, options: { ...input.options, exchangeRate: guided.value } }, desk);
  },
});
