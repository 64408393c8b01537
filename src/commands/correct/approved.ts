import { basename, dirname, join } from "node:path";
import { fromAnswer, textNamed } from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import type { SelfBilledDocument } from "../../document/index.ts";
import { sha256 } from "../../journal/index.ts";
import { correctionNote } from "../../life/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { writeYaml } from "../../read/index.ts";
import type { Report } from "../../report/index.ts";
import { personOf } from "../answer/person.ts";
import { stoppedBy, succeeded } from "../answer/stopped-by.ts";
import { repetitionWarnings } from "../credit/another-part.ts";
import { creditNoteDays, reasonOf } from "../credit/ask-reason.ts";
import { type PreparedCredit, prepareCredit, wishOf } from "../credit/credit-from.ts";
import { CreditedStates } from "../credit/credited-state.ts";
import type { Fetched } from "../follow/fetch-document.ts";
import { type AskedWhat, askCopy, askWhat } from "./ask-copy.ts";
import { askGoOn, begunCorrection, giveUp, type OpenCorrection } from "./begun.ts";
import { comparedPair } from "./compared.ts";
import { keptDates } from "./kept-dates.ts";
import { type PairWords, sendPair } from "./send-pair.ts";

export const whatIsWrong = {
  amount: "an amount, a quantity or a line",
  supplier: "the supplier",
  date: "a date, or something else in it",
  all: "all of it: it should not exist",
} as const;
type What = keyof typeof whatIsWrong;

export interface CorrectionWords extends PairWords {
  readonly what: What | undefined;
  readonly reason: string | undefined;
  readonly reasonText: string | undefined;
  readonly line: readonly string[];
  readonly out: string | undefined;
}

/**
 * Writes two files and records the start of the correction; sends nothing. Problems: `bad-usage`, `file-exists`,
 * `output-unwritable`, `journal-unusable`, any problem from preparing the credit note.
 */
export async function correctApproved(
  fetched: Fetched,
  words: CorrectionWords,
  connection: Connection,
  desk: Desk,
): Promise<Report> {
  const { sandbox } = connection.profile;
  const called = textNamed(fetched.document, "documentNumber") ?? fetched.subject.id;
  const sent = fromAnswer(fetched.document, fetched.kind);
  const before = await begunCorrection(fetched.subject, connection, desk);
  if (!before.ok) return stoppedBy(before.problems, sandbox);
  const openBefore = isGuided(words, desk) && before.value?.isOpen ? before.value : undefined;
  const ended = openBefore && (await goneOn(called, fetched, openBefore, words, connection, desk));
  if (ended) return ended;
  const guided = isGuided(words, desk) ? await askWhat(sent, desk) : undefined;
  if (guided && !guided.ok) return stoppedBy(guided.problems, sandbox);
  const what = guided ? ok(whatOfPart(guided.value)) : whatOf(words);
  if (!what.ok) return stoppedBy(what.problems, sandbox);
  const reason = await reasonOf(words.reason, desk);
  if (!reason.ok) return stoppedBy(reason.problems, sandbox);
  const none = { issueDate: undefined, documentNumber: undefined };
  const wish = wishOf({ ...words, ...none, reason: reason.value, from: called }, desk.now());
  if (!wish.ok) return stoppedBy(wish.problems, sandbox);
  const sources = {
    words: { ...words, businessProfile: undefined, serviceVersion: undefined },
    connection: ok(connection),
    desk,
  };
  const states = new CreditedStates(sources.connection, desk, { creditRejected: false });
  const credit = await prepareCredit(called, wish.value, sources, false, states, sentBy(called));
  if (!credit.ok) return stoppedBy(credit.problems, sandbox);
  const withCopy = what.value !== "all" && words.line.length === 0;
  const left = leftOf(sent, credit.value);
  const part = guided?.value === "file" || guided?.value === "all" ? undefined : guided?.value;
  const asked =
    part === undefined ? ok(undefined) : await askCopy(left, part, await numbering(fetched, connection, desk), desk);
  if (!asked.ok) return stoppedBy(asked.problems, sandbox);
  const copy = asked.value?.document ?? left;
  const { files: old } = before.value?.correction ?? {};
  const replaces =
    guided && old && !before.value?.isCreditSent ? [old.credit, ...(old.copy === undefined ? [] : [old.copy])] : [];
  const files = await written(
    called,
    copy,
    { withCopy, isChanged: asked.value !== undefined, credit: credit.value, replaces },
    words,
    desk,
  );
  if (!files.ok) return stoppedBy(files.problems, sandbox);
  const unrecorded = await begun(fetched, { withCopy, why: what.value, files: files.value }, connection, desk);
  const problems = [...credit.value.remarks, ...repetitionWarnings(credit.value.same), ...unrecorded];
  if (guided !== undefined && guided.value !== "file") {
    const pair = { called, sent, credit: credit.value.document, copy: withCopy ? copy : undefined };
    const view = comparedPair({ ...pair, values: asked.value?.values ?? [] });
    return sendPair(called, fetched.subject, words, connection, desk, { outcome: "done", sandbox, view, problems });
  }
  const kept = keptDates(sent, desk);
  const known = { called, what: what.value, before: credit.value.before, kept };
  return { ...told(known, files.value, sandbox), problems };
}

/**
 * A number series in the profile also numbers the copy. Without one, a number that the buyer's file stated must be
 * replaced.
 */
async function numbering({ subject }: Fetched, { profile }: Connection, desk: Desk) {
  const journal = await desk.journal();
  const past = journal.ok
    ? await journal.value.tries.last("id", subject.id, ({ state }) => state === "created")
    : journal;
  const isOwn = past.ok && past.value?.intent.documentNumber !== undefined;
  return { profile, isOwnNumber: isOwn && profile.numberSeries === undefined };
}

/** Continues a correction already begun; undefined if it has to start again. */
async function goneOn(
  called: string,
  { subject }: Fetched,
  open: OpenCorrection,
  words: CorrectionWords,
  connection: Connection,
  desk: Desk,
): Promise<Report | undefined> {
  const { sandbox } = connection.profile;
  const going = await askGoOn(called, open, desk);
  if (!going.ok) return stoppedBy(going.problems, sandbox);
  if (going.value === "anew") return undefined;
  if (going.value === "send") return sendPair(called, subject, words, connection, desk);
  const ended = going.value === "up" ? await giveUp(subject, open, connection, desk) : ok(undefined);
  if (!ended.ok) return stoppedBy(ended.problems, sandbox);
  const state = going.value === "up" ? "given up; nothing of it was sent" : "open; nothing was sent now";
  const next = going.value === "up" ? [] : [["Next", sendCommand(called)] as const];
  const facts = [["Document", called], ["Correction", state], ...next] as const;
  const { credit, copy = null } = open.correction.files;
  const data = {
    document_number: called,
    what: open.correction.why,
    credit_note: credit,
    copy,
    next: next[0]?.[1] ?? null,
  };
  return succeeded({ view: "facts", facts, data }, sandbox);
}

const isGuided = ({ what, line }: CorrectionWords, desk: Desk): boolean =>
  what === undefined && line.length === 0 && desk.ask.possible;

function whatOfPart(part: AskedWhat): What {
  if (part === "all") return "all";
  if (part === "supplier" || part === "details") return "supplier";
  return part === "dates" || part === "references" || part === "file" ? "date" : "amount";
}

function whatOf({ what, line }: CorrectionWords): Result<What> {
  if (what !== undefined && what !== "amount" && line.length > 0)
    return fail(
      problem("bad-usage", "--line belongs to --what amount.", "Leave it out: all of the invoice is credited."),
    );
  if (what !== undefined) return ok(what);
  if (line.length > 0) return ok("amount");
  const message = "It counts, so it is corrected by a credit note: --what says what is wrong.";
  const names = Object.keys(whatIsWrong);
  return fail(problem("bad-usage", message, `Add --what with one of: ${names.join(", ")}, and --reason CODE.`));
}

const sendCommand = (called: string): string => `${suggest`correct ${called} --send`}`;

/** Written into both files, so it must stay correct after they are sent. */
const sentBy = (called: string): string =>
  `${sendCommand(called)} sends both, the credit note first, and each once. Whether it did: ${suggest`show ${called}`}`;

interface PairFiles {
  readonly credit: string;
  readonly copy: string | undefined;
  readonly copyHash?: string;
}

interface Written {
  readonly withCopy: boolean;
  readonly isChanged: boolean;
  readonly credit: PreparedCredit;
  /** Absolute paths of files that may be overwritten, because nothing from them was sent. */
  readonly replaces: readonly string[];
}

async function written(
  called: string,
  copy: SelfBilledDocument,
  { withCopy, isChanged, credit, replaces }: Written,
  words: CorrectionWords,
  desk: Desk,
): Promise<Result<PairFiles>> {
  const name = called.replace(/[^\w.-]+/g, "-");
  const copyAt = words.out ?? `${name}-corrected.yaml`;
  const creditAt = join(dirname(copyAt), `${name}-credit.yaml`);
  const { document_number: number, ...unnumbered } = copy;
  const rest = number === called ? unnumbered : copy;
  const head = [
    `A corrected copy of the invoice ${called}, which a credit note takes back.`,
    ...(credit.before.length === 0 ? [] : [`It has what was left: ${takenBefore(credit.before)}.`]),
    `${isChanged ? "Look at it" : "Change what is wrong, and check the issue date"}. ${rest === copy && number !== undefined ? "Its number is its own" : "The copy gets a number of its own"}.`,
    sentBy(called),
  ];
  const above = { corrects: "The document that this one stands in for. It is never sent; keep it." };
  const write = (at: string, text: string) =>
    desk.output.write(dirname(at), basename(at), text, { replace: replaces.includes(desk.output.absolute(at)) });
  const first = await write(creditAt, credit.yaml);
  if (!first.ok) return first;
  if (!withCopy) return ok({ credit: desk.output.absolute(creditAt), copy: undefined });
  const text = writeYaml({ corrects: called, ...rest }, "invoice", { head, above });
  const second = await write(copyAt, text);
  if (second.ok)
    return ok({
      credit: desk.output.absolute(creditAt),
      copy: desk.output.absolute(copyAt),
      ...(isChanged ? {} : { copyHash: sha256(text) }),
    });
  await desk.output.remove(creditAt);
  return second;
}

/**
 * Removes what earlier credit notes credited, which the copy would otherwise bill again. Document-level amounts are
 * kept only if nothing was credited.
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

/** Records the start of the correction, which `due` lists until both documents exist. */
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

interface KnownCorrection {
  readonly called: string;
  readonly what: What;
  readonly before: readonly string[];
  /** Dates that the copy keeps from the original. */
  readonly kept: readonly [string, string][];
}

function told({ called, what, before, kept }: KnownCorrection, files: PairFiles, sandbox: boolean): Report {
  const send = sendCommand(called);
  const change = files.copy === undefined ? "look at it, then" : "change the copy, then";
  const ofCopy: readonly [string, string][] = [
    ["Corrected copy", files.copy ?? ""],
    ...(before.length === 0 ? [] : [["It has", `what was left: ${takenBefore(before)}`] as [string, string]]),
    ...kept,
  ];
  const facts: [string, string][] = [
    ["Document", `self-billed invoice ${called}, delivered`],
    ["Wrong", whatIsWrong[what]],
    ["Credit note", files.credit],
    ...(files.copy === undefined ? [] : ofCopy),
    ["Next", `${change} ${send}`],
    ["Law", creditNoteDays],
  ];
  const data = { document_number: called, what, credit_note: files.credit, copy: files.copy ?? null, next: send };
  return succeeded({ view: "facts", facts, data }, sandbox);
}
