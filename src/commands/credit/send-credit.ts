import { basename, dirname } from "node:path";
import type { Desk } from "../../desk/index.ts";
import type { LineChoice } from "../../document/index.ts";
import { fileWord, ok, type Problem, type Result, stoppingOutcome, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { succeeded } from "../answer/stopped-by.ts";
import { toldUnsent } from "../answer/submission-results.ts";
import { flag, type Input, list, text } from "../command.ts";
import type { Checked } from "../create/check-documents.ts";
import { createDocuments, createOptions, needsAnswer } from "../create/create-document.ts";
import { day } from "../kinds.ts";
import { notMadeBefore, partMeant } from "./another-part.ts";
import { linesAsked } from "./ask-lines.ts";
import { reasonOf } from "./ask-reason.ts";
import { type PreparedCredit, prepareCredit, wishOf } from "./credit-from.ts";
import { CreditedStates, refusedToCredit } from "./credited-state.ts";

export const creditOptions = {
  ...createOptions,
  from: text("--from <invoice>", "start from an invoice: its file, its id or its number", {
    ...{ look: "number", paths: "files" },
  }),
  reason: text("--reason <code>", "with --from: why it is corrected, such as DL8.61.1.D (returned)", {
    look: "reason",
  }),
  reasonText: text("--reason-text <text>", "with --from: the reason in your words"),
  line: list(
    "--line <n=quantity>",
    "with --from: credit this quantity of line n; repeatable (default all that is left)",
  ),
  issueDate: day("--issue-date <date>", "with --from: date of the credit note (default today in the Gulf)"),
  documentNumber: text("--document-number <number>", "with --from: its number, if your own books number it"),
  creditRejected: flag(
    "--credit-rejected",
    "credit an invoice that was rejected although the tax authority did not accept it",
  ),
  out: text("--out <file>", "with --from: write the prepared document there to look at and edit; sent only with --yes"),
} as const;

export type CreditInput = Input<typeof creditOptions>;

/** Asks for a missing reason and, without --line, for the amount of each line. */
export async function creditAsked(from: string, input: CreditInput, desk: Desk): Promise<Report> {
  const { options: given } = input;
  const isScript = given.yes || given.dryRun || given.out !== undefined || given.expect !== undefined;
  if (isScript || given.reason !== undefined) return creditFrom(from, input, desk);
  const reason = await reasonOf(undefined, desk);
  if (!reason.ok) return stopped(reason.problems);
  const asked = { ...input, options: { ...given, reason: reason.value } };
  return creditFrom(from, asked, desk, reason.value !== undefined && given.line.length === 0);
}

export async function creditFrom(from: string, input: CreditInput, desk: Desk, asksLines = false): Promise<Report> {
  const { options: given } = input;
  const wish = wishOf({ ...given, from }, desk.now());
  if (!wish.ok) return stopped(wish.problems);
  const drafting = given.out !== undefined && !given.yes;
  const silent = drafting ? undefined : needsAnswer(given, desk);
  if (silent) return stopped([silent]);
  const connection = await desk.connect(given);
  const sources = { words: given, connection, desk };
  const states = new CreditedStates(connection, desk, given);
  const offline = drafting || given.dryRun;
  const sandbox = connection.ok && connection.value.profile.sandbox;
  const prepare = (more: Partial<typeof wish.value>) =>
    prepareCredit(from, { ...wish.value, ...more }, sources, offline, states);
  const prepared = await preparedAsked(prepare, wish.value.partOf, { asksLines, offline }, desk);
  if (!prepared.ok) return stopped(prepared.problems, sandbox);
  const { invoiceNumber, yaml, same, remarks, excess, cap } = prepared.value;
  const partOf = [...given.partOf, ...same.said.map(({ number }) => number)];
  const sending = { ...input, options: { ...given, partOf } };
  const confirm: Confirm = async (checked) =>
    (await notMadeBefore(checked, same, connection, desk)) ?? (await refusedToCredit(checked, given, desk));
  if (given.out !== undefined) return writeOut(given.out, prepared.value, { states, confirm }, sending, desk, sandbox);
  const draft = { name: `credit note of ${invoiceNumber}`, content: new TextEncoder().encode(yaml) };
  const found = [...remarks, ...(excess ? [excess] : [])];
  return createDocuments("credit-note", sending, desk, {
    draft,
    cap,
    confirm,
    remarks: async (each) => [...found, ...(await states.of(each))],
  });
}

type Confirm = (checked: readonly Checked[]) => Promise<Problem | undefined>;
type Wish = { readonly lines?: readonly LineChoice[]; readonly partOf?: readonly string[] };

/** Prepares the credit note, and once more with the lines and the other part that the user means. */
async function preparedAsked(
  prepare: (more: Wish) => Promise<Result<PreparedCredit>>,
  partOf: readonly string[],
  { asksLines, offline }: { readonly asksLines: boolean; readonly offline: boolean },
  desk: Desk,
): Promise<Result<PreparedCredit>> {
  const whole = await prepare({});
  if (!whole.ok) return whole;
  const lines = asksLines ? await linesAsked(whole.value, desk) : ok([]);
  if (!lines.ok) return lines;
  const chosen = lines.value.length > 0 ? { lines: lines.value } : {};
  const prepared = lines.value.length > 0 ? await prepare(chosen) : whole;
  if (!prepared.ok || offline) return prepared;
  const meant = await partMeant(prepared.value.same, desk);
  if (!meant.ok) return meant;
  return meant.value.length > 0 ? prepare({ ...chosen, partOf: [...partOf, ...meant.value] }) : prepared;
}

/** Writes the credit note to a file. With --yes, sends it immediately. */
async function writeOut(
  out: string,
  { invoiceNumber, yaml, stood, remarks, excess, cap }: PreparedCredit,
  { states, confirm }: { readonly states: CreditedStates; readonly confirm: Confirm },
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
      confirm,
      remarks: async (each) => [...remarks, ...(await states.of(each))],
    });
  }
  const next = `${suggest`create-credit-note ${fileWord(out)}`}`;
  return succeeded(
    {
      view: "facts",
      facts: [
        ["Credit note of", invoiceNumber],
        ["Written to", out],
        ["Next", next],
      ],
      data: { file: desk.output.absolute(out), invoice_number: invoiceNumber, next },
    },
    sandbox,
    [
      ...stood.map((each) => ({ ...each, severity: "warning" as const })),
      ...remarks,
      ...(excess ? [{ ...excess, severity: "warning" as const }] : []),
    ],
  );
}

function stopped(problems: readonly Problem[], sandbox = false, outcome = stoppingOutcome(problems)): Report {
  return { outcome, sandbox, view: { view: "nothing" }, problems: problems.map(toldUnsent) };
}
