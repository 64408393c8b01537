import { basename, dirname, join } from "node:path";
import { fromAnswer } from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import type { SelfBilledDocument } from "../../document/index.ts";
import { sha256 } from "../../journal/index.ts";
import { correctionNote } from "../../life/index.ts";
import { fail, ok, type Problem, problem, type Result, typed } from "../../problem/index.ts";
import { writeYaml } from "../../read/index.ts";
import type { Report } from "../../report/index.ts";
import { personOf } from "../answer/person.ts";
import { samePlace } from "../answer/same-place.ts";
import { stoppedBy, succeeded } from "../answer/stopped-by.ts";
import { creditNoteDays, reasonOf } from "../credit/ask-reason.ts";
import { type PreparedCredit, prepareCredit, wishOf } from "../credit/credit-from.ts";
import { CreditedStates } from "../credit/credited-state.ts";
import type { Fetched } from "../follow/fetch-document.ts";
import { keptDates } from "./kept-dates.ts";

/** What can be wrong with an approved invoice. */
export const whatIsWrong = {
  amount: "an amount, a quantity or a line",
  supplier: "the supplier",
  date: "a date, or something else in it",
  all: "all of it: it should not exist",
} as const;
type What = keyof typeof whatIsWrong;

/** The options of a correction. */
export interface CorrectionWords {
  readonly what: What | undefined;
  readonly reason: string | undefined;
  readonly reasonText: string | undefined;
  readonly line: readonly string[];
  readonly out: string | undefined;
  readonly sandbox: boolean;
  readonly profile: string | undefined;
}

/**
 * Writes the credit note of an approved invoice and its corrected copy into two files, and records that the correction was begun. Sends
 * nothing. Problems: `bad-usage`, `file-exists`, `output-unwritable`, `journal-unusable`, those of credit notes.
 */
export async function correctApproved(
  fetched: Fetched,
  words: CorrectionWords,
  connection: Connection,
  desk: Desk,
): Promise<Report> {
  const { sandbox } = connection.profile;
  const what = await whatOf(words, desk);
  if (!what.ok) return stoppedBy(what.problems, sandbox);
  const reason = await reasonOf(words.reason, desk);
  if (!reason.ok) return stoppedBy(reason.problems, sandbox);
  const called = fetched.document.document_number?.toString() ?? fetched.subject.id;
  const none = { issueDate: undefined, documentNumber: undefined };
  const wish = wishOf({ ...words, ...none, reason: reason.value, from: called }, desk.now());
  if (!wish.ok) return stoppedBy(wish.problems, sandbox);
  const sources = {
    words: { ...words, businessProfile: undefined, serviceVersion: undefined },
    connection: ok(connection),
    desk,
  };
  const states = new CreditedStates(sources.connection, desk, { creditRejected: false });
  const next = `then run ${sendCommand(called, words)}`;
  const credit = await prepareCredit(called, wish.value, sources, false, states, next);
  if (!credit.ok) return stoppedBy(credit.problems, sandbox);
  const withCopy = what.value !== "all" && words.line.length === 0;
  const files = await written(called, fetched, { withCopy, credit: credit.value }, words, desk);
  if (!files.ok) return stoppedBy(files.problems, sandbox);
  const unrecorded = await begun(fetched, { withCopy, why: what.value, files: files.value }, connection, desk);
  const kept = keptDates(fromAnswer(fetched.document, fetched.kind), desk);
  const known = { called, what: what.value, before: credit.value.before, kept };
  const report = told(known, files.value, words, sandbox);
  return { ...report, problems: [...credit.value.remarks, ...unrecorded] };
}

async function whatOf({ what, line }: CorrectionWords, desk: Desk): Promise<Result<What>> {
  const names = Object.keys(whatIsWrong);
  if (what !== undefined && what !== "amount" && line.length > 0)
    return fail(
      problem("bad-usage", "--line belongs to --what amount.", "Leave it out: all of the invoice is credited."),
    );
  if (what !== undefined) return ok(what);
  if (line.length > 0) return ok("amount");
  if (!desk.ask.possible) {
    const message = "It was approved, so it is corrected by a credit note: --what says what is wrong.";
    return fail(problem("bad-usage", message, `Add --what with one of: ${names.join(", ")}, and --reason CODE.`));
  }
  const answer = await desk.ask.question({
    form: "choose",
    message: "What is wrong?",
    help: "An approved invoice is taken back by a credit note; a corrected copy follows it.",
    explains: creditNoteDays,
    usual: undefined,
    choices: Object.entries(whatIsWrong).map(([value, name]) => ({ value, name })),
  });
  if (!answer.ok) return answer;
  const chosen = answer.value.is === "answer" ? answer.value.value : undefined;
  if (typeof chosen === "string" && isWhat(chosen)) return ok(chosen);
  return fail(problem("declined", "You went back: nothing was written.", "Run the command again when you are ready."));
}

function isWhat(text: string): text is What {
  return Object.hasOwn(whatIsWrong, text);
}

const sendCommand = (called: string, words: CorrectionWords): string =>
  `selfbill correct ${typed(called)} --send${samePlace(words)}`;

/** Absolute paths. */
interface PairFiles {
  readonly credit: string;
  readonly copy: string | undefined;
  readonly copyHash?: string;
}

async function written(
  called: string,
  { document, kind }: Fetched,
  { withCopy, credit }: { readonly withCopy: boolean; readonly credit: PreparedCredit },
  words: CorrectionWords,
  desk: Desk,
): Promise<Result<PairFiles>> {
  const name = called.replace(/[^\w.-]+/g, "-");
  const copyAt = words.out ?? `${name}-corrected.yaml`;
  const creditAt = join(dirname(copyAt), `${name}-credit.yaml`);
  const { document_number: _, ...rest } = leftOf(fromAnswer(document, kind), credit);
  const head = [
    `A corrected copy of the invoice ${called}, which a credit note takes back.`,
    ...(credit.before.length === 0 ? [] : [`It has what was left: ${takenBefore(credit.before)}.`]),
    "Change what is wrong, and check the issue date. The copy gets a number of its own.",
    `Then send both, the credit note first: ${sendCommand(called, words)}`,
  ];
  const above = { corrects: "The document that this one stands in for. It is never sent; keep it." };
  const first = await desk.output.write(dirname(creditAt), basename(creditAt), credit.yaml);
  if (!first.ok) return first;
  if (!withCopy) return ok({ credit: desk.output.absolute(creditAt), copy: undefined });
  const text = writeYaml({ corrects: called, ...rest }, kind, { head, above });
  const second = await desk.output.write(dirname(copyAt), basename(copyAt), text);
  if (second.ok)
    return ok({ credit: desk.output.absolute(creditAt), copy: desk.output.absolute(copyAt), copyHash: sha256(text) });
  await desk.output.remove(creditAt);
  return second;
}

/**
 * The invoice without what earlier credit notes credited, which the copy would bill again: its lines are those of a credit note for
 * the rest, and amounts on the whole document stay only if nothing was credited.
 */
function leftOf(invoice: SelfBilledDocument, { before, document }: PreparedCredit): SelfBilledDocument {
  if (before.length === 0) return invoice;
  const left: SelfBilledDocument = { ...invoice, document_lines: document.document_lines ?? [] };
  for (const name of ["charges", "allowances", "payable_rounding_amount"] as const) {
    delete left[name];
    if (document[name] !== undefined) Object.assign(left, { [name]: document[name] });
  }
  return left;
}

const takenBefore = (before: readonly string[]): string =>
  `${before.join(", ")} took back a part before. Check its quantities, prices, charges and allowances`;

/** From here on `due` lists the correction until both documents exist. */
async function begun(
  { subject }: Fetched,
  correction: { readonly withCopy: boolean; readonly why: string; readonly files: PairFiles },
  connection: Connection,
  desk: Desk,
): Promise<readonly Problem[]> {
  const journal = await desk.journal();
  const document = { account: subject.created?.account ?? connection.account, id: subject.id };
  const { type, data } = correctionNote(document, { ...correction, by: personOf(desk) });
  const done = journal.ok ? await journal.value.note(type, data) : journal;
  return done.ok ? [] : done.problems.map((each): Problem => ({ ...each, severity: "warning" }));
}

/** The report of a correction that was begun. */
interface KnownCorrection {
  readonly called: string;
  readonly what: What;
  readonly before: readonly string[];
  /** The dates that the copy keeps. */
  readonly kept: readonly [string, string][];
}

function told(
  { called, what, before, kept }: KnownCorrection,
  files: PairFiles,
  words: CorrectionWords,
  sandbox: boolean,
): Report {
  const send = sendCommand(called, words);
  const change = files.copy === undefined ? "look at it, then" : "change the copy, then";
  const ofCopy: readonly [string, string][] = [
    ["Corrected copy", files.copy ?? ""],
    ...(before.length === 0 ? [] : [["It has", `what was left: ${takenBefore(before)}`] as [string, string]]),
    ...kept,
  ];
  const facts: [string, string][] = [
    ["Document", `self-billed invoice ${called}, approved`],
    ["Wrong", whatIsWrong[what]],
    ["Credit note", files.credit],
    ...(files.copy === undefined ? [] : ofCopy),
    ["Next", `${change} ${send}`],
    ["Law", creditNoteDays],
  ];
  const data = { document_number: called, what, credit_note: files.credit, copy: files.copy ?? null, next: send };
  return succeeded({ view: "facts", facts, data }, sandbox);
}
