import { basename, dirname } from "node:path";
import type { Desk } from "../desk/index.ts";
import { fail, ok, type Problem, problem, stoppingOutcome, typedFile } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import { samePlace } from "./answer/same-place.ts";
import { toldUnsent } from "./answer/submission-results.ts";
import { defineCommand, flag, type Input, list, text } from "./command.ts";
import { acceptedIn } from "./create/changed-suppliers.ts";
import { createDocuments, createOptions, needsAnswer } from "./create/create-document.ts";
import { createCreditNotes, volumeDiscount } from "./credit/create-credit-notes.ts";
import { type PreparedCredit, prepareCredit, wishOf } from "./credit/credit-from.ts";
import { CreditedStates, refusedToCredit } from "./credit/credited-state.ts";
import { asksInstead, newDocument } from "./new/start-wizard.ts";

const options = {
  ...createOptions,
  from: text("--from <invoice>", "start from an invoice: its file, its id or its number"),
  reason: text("--reason <code>", "with --from: why it is corrected, such as DL8.61.1.D (returned)"),
  reasonText: text("--reason-text <text>", "with --from: the reason in your words"),
  line: list(
    "--line <n=quantity>",
    "with --from: credit this quantity of line n; repeatable (default all that is left)",
  ),
  issueDate: text("--issue-date <date>", "with --from: date of the credit note (default today in the Gulf)"),
  documentNumber: text("--document-number <number>", "with --from: its number, if your own books number it"),
  creditRejected: flag(
    "--credit-rejected",
    "credit an invoice that was rejected although the tax authority did not accept it",
  ),
  out: text("--out <file>", "with --from: write the prepared document there to look at and edit; sent only with --yes"),
} as const;

type CreditInput = Input<typeof options>;

export const createCreditNote = defineCommand({
  words: "create-credit-note [files...]",
  sends: true,
  summary: "check self-billed credit notes and create them at the service",
  help: `FILE is a YAML or JSON document, or a spreadsheet of many (.xlsx or .csv: selfbill import --help); a folder means all documents in it;
- reads standard input.
*, ? and ** work in every shell; @list.txt lists one file per line. All files are checked first; nothing is sent while one has errors.
Run the same command again to continue a stopped run: what was sent is not sent twice.
Without a file, at a terminal, it asks for the credit note: selfbill new credit-note. With --from the credit note is prepared from an invoice: supplier, currency, exchange rate, reference and lines are filled in, and no
more is credited than what earlier credit notes have left.`,
  options,
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
    if (from !== undefined) return creditFrom(from, input, desk);
    return asksInstead(acceptedIn(input.words, input.options.acceptChangedSupplier).words, desk)
      ? newDocument("credit-note", input.options, desk)
      : createCreditNotes(input, desk, { creditRejected: input.options.creditRejected });
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

async function creditFrom(from: string, input: CreditInput, desk: Desk): Promise<Report> {
  const { options: given } = input;
  const wish = wishOf({ ...given, from }, desk.now());
  if (!wish.ok) return stopped(wish.problems);
  const drafting = given.out !== undefined && !given.yes;
  const silent = drafting ? undefined : needsAnswer(given, desk);
  if (silent) return stopped([silent]);
  const connection = await desk.connect(given);
  const sources = { words: given, connection, desk };
  const states = new CreditedStates(connection, desk, given);
  const prepared = await prepareCredit(from, wish.value, sources, drafting || given.dryRun, states);
  const sandbox = connection.ok && connection.value.profile.sandbox;
  if (!prepared.ok) return stopped(prepared.problems, sandbox);
  if (given.out !== undefined) return writeOut(given.out, prepared.value, states, input, desk, sandbox);
  const { invoiceNumber, yaml, remarks, excess, cap } = prepared.value;
  const draft = { name: `credit note of ${invoiceNumber}`, content: new TextEncoder().encode(yaml) };
  const found = [...remarks, ...(excess ? [excess] : [])];
  return createDocuments("credit-note", input, desk, {
    draft,
    cap,
    confirm: (checked) => refusedToCredit(checked, given, desk),
    remarks: async (each) => [...found, ...(await states.of(each)), ...volumeDiscount(each)],
  });
}

/** Writes the prepared document; with --yes what was written is sent at once. */
async function writeOut(
  out: string,
  { invoiceNumber, yaml, stood, remarks, excess, cap }: PreparedCredit,
  states: CreditedStates,
  input: CreditInput,
  desk: Desk,
  sandbox: boolean,
): Promise<Report> {
  const sends = input.options.yes && !input.options.dryRun;
  if (sends && excess) return stopped([...remarks, excess], sandbox, excess.outcome);
  const written = await desk.output.write(dirname(out), basename(out), yaml);
  if (!written.ok) return stopped(written.problems, sandbox);
  if (sends) {
    const here = { ...input, words: [out] };
    return createDocuments("credit-note", here, desk, {
      cap,
      confirm: (checked) => refusedToCredit(checked, input.options, desk),
      remarks: async (each) => [...remarks, ...(await states.of(each)), ...volumeDiscount(each)],
    });
  }
  const next = `selfbill create-credit-note ${typedFile(out)}${samePlace(input.options)}`;
  return {
    outcome: "done",
    sandbox,
    view: {
      view: "facts",
      facts: [
        ["Credit note of", invoiceNumber],
        ["Written to", out],
        ["Next", next],
      ],
      data: { file: desk.output.absolute(out), invoice_number: invoiceNumber, next },
    },
    problems: [
      ...stood.map((each) => ({ ...each, severity: "warning" as const })),
      ...remarks,
      ...(excess ? [{ ...excess, severity: "warning" as const }] : []),
    ],
  };
}

function stopped(problems: readonly Problem[], sandbox = false, outcome = stoppingOutcome(problems)): Report {
  return { outcome, sandbox, view: { view: "nothing" }, problems: problems.map(toldUnsent) };
}
