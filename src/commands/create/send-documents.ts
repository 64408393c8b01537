import type { Connection, ConnectionWords, Desk } from "../../desk/index.ts";
import type { PrepareOptions, Sendable } from "../../prepare/index.ts";
import {
  bug,
  fail,
  failAll,
  map,
  mapAll,
  type Outcome,
  ok,
  outcomeOf,
  type Problem,
  type Result,
} from "../../problem/index.ts";
import type { Report, SubmissionResult } from "../../report/index.ts";
import {
  Gate,
  type SentBefore,
  type SubmitOptions,
  submit,
  type Waiting,
  waitingFrom,
  watchForStop,
} from "../../submit/index.ts";
import { withHead } from "../answer/journal-head.ts";
import { listAfter, listLeft } from "../answer/left-list.ts";
import { stopped, submissionReport } from "../answer/submission-results.ts";
import { unasked } from "../follow/missing-calls.ts";
import { approvalsIn } from "./approval-files.ts";
import { addedBatches, batchOf, type CompanyBatch, overLimits, refusedBy } from "./batch-question.ts";
import { asChecked, type Checked, confirmOf } from "./check-documents.ts";
import { type AcceptedSuppliers, unconfirmed } from "./gates/changed-supplier.ts";
import { gates, stoppedAt } from "./gates/list.ts";
import { knownIn, notAttempted, Unreached } from "./not-attempted.ts";
import { beginRun, endRuns } from "./note-run.ts";
import { type Ready, readyToSend } from "./ready-to-send.ts";
import { type Open, orAgain, type Run, resultOf, sendAll, stopsCompanies } from "./send-all.ts";
import { settleServices } from "./services.ts";
import { type CheckedShare, inOrderOfRun } from "./shares.ts";
import { withTaxAnswersAsked } from "./tax-questions.ts";

export interface SendWords extends ConnectionWords {
  readonly yes: boolean;
  /** Warnings that the user has already confirmed. */
  readonly agreed?: readonly string[] | undefined;
  readonly sendAnyway: boolean;
  readonly allowSimilar: boolean;
  readonly partOf: readonly string[];
  readonly sameService: boolean;
  readonly otherService: boolean;
  readonly approval: readonly string[];
  readonly acceptChangedSupplier: AcceptedSuppliers;
  readonly noWait: boolean;
  readonly maxWait: number | undefined;
  readonly firstRun: boolean;
  readonly maxTotal: string | undefined;
  readonly maxFiles: number | undefined;
}

interface OpenShare extends CheckedShare {
  readonly connection: Connection;
  readonly ready: Ready;
}

/** Sends the documents after confirmation. */
export async function sendDocuments(
  shares: readonly CheckedShare[],
  run: Run,
  words: SendWords,
  warnings: readonly Problem[],
  desk: Desk,
): Promise<Report> {
  const opened = await openToSend(shares, words, desk);
  if (!opened.ok) return stopped(opened.problems, opened.sandbox);
  const { waiting, approvals } = opened;
  const sandbox = opened.all.some(({ connection }) => connection.profile.sandbox);
  for (const [at, { checked, how, connection, ready }] of opened.all.entries()) {
    const reading = checked.map((each) => () => sendable(each, how, desk));
    const services = await settleServices(reading, connection, ready.journal, desk);
    if (!services.ok) return stopped(services.problems, sandbox);
    if (services.value !== "same") continue;
    const again = shares.map(async (each, other) => (other === at ? keyedAgain(each, desk) : each));
    return sendDocuments(await Promise.all(again), run, words, warnings, desk);
  }
  const answered = words.yes ? ok(opened.all) : await mapAll(opened.all, (each) => withTaxAnswersAsked(each, desk));
  if (!answered.ok) return stopped(answered.problems, sandbox);
  const all = answered.value;
  const agreed = await agreedTo(all, run, words, desk);
  if (!agreed.ok) return stopped(agreed.problems, sandbox);
  const { list } = run;
  const documents = shares.flatMap(({ checked }) => checked);
  const listed =
    list === undefined
      ? await run.begin?.()
      : await listLeft(list, [...new Set(documents.map(({ file, subject }) => subject.source ?? file))], desk);
  if (listed?.ok === false) return stopped(listed.problems, sandbox);
  const { allowSimilar, partOf, sendAnyway } = words;
  const options = { waiting, allowSimilar, partOf, sendAnyway, approvals };
  const begun = await beginRuns(all, agreed.value, run, desk);
  if (!begun.ok) return stopped(begun.problems, sandbox);
  const results = await sendShares(all, agreed.value, run, options, desk);
  for (const { connection, ready } of begun.value) await endRuns({ connection, journal: ready.journal });
  const unwritten = list === undefined ? [] : await listAfter(list, results, desk);
  const done = {
    ...submissionReport(results, [...warnings, ...unwritten], sandbox, false),
    outcome: outcomeOfRun(results),
  };
  const [first] = all;
  return first === undefined ? done : withHead(done, first.ready.journal);
}

type HeldBack = Pick<Awaited<ReturnType<typeof unconfirmed<Checked>>>, "held" | "why">;

/** Asks all questions and runs all checks before anything is sent. A problem stops the whole run. */
async function agreedTo(
  shares: readonly OpenShare[],
  run: Run,
  words: SendWords,
  desk: Desk,
): Promise<Result<HeldBack>> {
  const documents = shares.flatMap(({ checked }) => checked);
  const counted = await batchesOf(shares, () => true, desk);
  if (!counted.ok) return counted;
  const exceeded = overLimits(addedBatches(counted.value), words);
  if (exceeded) return fail(exceeded);
  const changed = await unconfirmed(documents, words.acceptChangedSupplier, desk);
  if (changed.stop) return failAll(changed.stop);
  const going = documents.filter((each) => !changed.held.has(each));
  const rest =
    going.length === documents.length ? counted : await batchesOf(shares, (each) => !changed.held.has(each), desk);
  if (!rest.ok) return rest;
  const unconfirmedBesides = await run.confirm?.(going);
  if (unconfirmedBesides) return fail(unconfirmedBesides);
  const isAgreed = words.yes || hasAgreed(going, words.agreed);
  const no = isAgreed ? undefined : await refusedBy(going, rest.value, desk);
  return no ? fail(no) : ok(changed);
}

/** Returns the batch of each share, counting only documents that `isMeant` accepts. Problem: `journal-unusable`. */
function batchesOf(
  shares: readonly OpenShare[],
  isMeant: (each: Checked) => boolean,
  desk: Desk,
): Promise<Result<CompanyBatch[]>> {
  return mapAll(shares, async ({ checked, connection, ready }) =>
    map(await batchOf(checked.filter(isMeant), connection, ready.journal, desk), (counted) => ({
      ...counted,
      connection,
    })),
  );
}

/** Notes a run for each company, before any of them sends. Returns those that are looked at when the run ends. */
async function beginRuns(
  shares: readonly OpenShare[],
  { held, why }: HeldBack,
  { named }: Run,
  desk: Desk,
): Promise<Result<OpenShare[]>> {
  if (named === undefined) return ok([]);
  const begun: OpenShare[] = [];
  for (const share of shares) {
    const { checked, connection, ready } = share;
    const noted = await beginRun({ checked, held, why, connection, journal: ready.journal }, named, desk);
    if (!noted.ok) return noted;
    if (noted.value) begun.push(share);
  }
  return ok(begun);
}

/** A journal that cannot record stops all shares; a rejected token stops only the share that uses it. */
async function sendShares(
  shares: readonly OpenShare[],
  { held, why }: HeldBack,
  run: Run,
  options: SubmitOptions,
  desk: Desk,
): Promise<SubmissionResult[]> {
  const stop = watchForStop(desk);
  const all: { places: readonly number[]; things: readonly SubmissionResult[] }[] = [];
  let isHalted = false;
  const unreached = new Unreached();
  try {
    for (const { checked, connection, how, places, ready } of shares) {
      const known = knownIn(connection, ready.journal);
      const asked = checked.map(async (each) =>
        held.has(each) ? { ...each, wrong: true, held: await notAttempted(each, why, known) } : each,
      );
      const open = { connection, ...ready, desk, options, stop, isHalted, unreached };
      const sent = await sendAll(await Promise.all(asked), { ...run, how }, open);
      isHalted ||= sent.some(stopsCompanies);
      all.push({ places, things: sent.map((each) => ({ ...each, company: connection.company })) });
    }
  } finally {
    stop.close();
  }
  return inOrderOfRun(all);
}

type Opened =
  | { ok: true; all: readonly OpenShare[]; waiting: Waiting; approvals: readonly string[] }
  | { ok: false; problems: readonly Problem[]; sandbox?: boolean };

async function openToSend(shares: readonly CheckedShare[], words: SendWords, desk: Desk): Promise<Opened> {
  const approvals = await approvalsIn(words, desk);
  if (!approvals.ok) return approvals;
  const all: OpenShare[] = [];
  for (const share of shares) {
    const own = { ...words, ...share.named };
    const profile = await desk.profile(own);
    if (!profile.ok) return profile;
    const unable = await stoppedAt(gates.beforeSignIn, { profile: profile.value, words: own }, desk);
    if (unable) return { ok: false, problems: [unable] };
    const connection = await desk.connect(own);
    if (!connection.ok) return connection;
    if (connection.value.businessProfileId !== share.profile?.businessProfileId)
      return bug("documents were checked for another company than they would be sent for");
    const ready = await readyToSend(connection.value, desk);
    if (!ready.ok) return { ...ready, sandbox: connection.value.profile.sandbox };
    // What is advised names no call that the service was found to lack.
    const spoken = await unasked(connection.value, ready.value.journal, desk);
    all.push({ ...share, connection: spoken, ready: ready.value });
  }
  return { ok: true, all, waiting: waitingFrom(words), approvals: approvals.value };
}

async function sendable(each: Checked, how: PrepareOptions, desk: Desk): Promise<Sendable | undefined> {
  const prepared = each.wrong ? undefined : await asChecked(each, how, desk);
  return prepared?.ok ? prepared.value : undefined;
}

/** Recalculates the documents' keys, because the account may have changed since the check. */
async function keyedAgain(share: CheckedShare, desk: Desk): Promise<CheckedShare> {
  const account = await desk.account(share.profile);
  const checked: Checked[] = [];
  for (const each of share.checked) {
    const prepared = await sendable(each, share.how, desk);
    checked.push(prepared ? { ...each, key: confirmOf(prepared, account) } : each);
  }
  return { ...share, checked };
}

/**
 * Whether the user already agreed. A new warning needs a new answer, except the one about a missing agreement with a
 * supplier just added to the book.
 */
function hasAgreed(checked: readonly Checked[], told: readonly string[] | undefined): boolean {
  const [only] = checked;
  const isKnown = ({ code, message }: Problem): boolean =>
    code === "agreement-missing" || told?.includes(message) === true;
  return told !== undefined && checked.length === 1 && !!only?.held.problems.every(isKnown);
}

/**
 * Returns the outcome of the run. An error before the first document was created also decides it for the remaining
 * files.
 */
function outcomeOfRun(results: readonly SubmissionResult[]): Outcome {
  const tried = results.filter(({ notTried }) => !notTried).map(({ outcome }) => outcome);
  const [first] = tried;
  const inDoubt = results.some(({ outcome }) => outcome === "in_doubt");
  const stopsAll = !inDoubt && tried.length === 1 && (first === "auth" || first === "local_state");
  return stopsAll ? first : outcomeOf(results.map(({ outcome }) => outcome));
}

/** Sends a corrected document in place of the one that exists at the service. */
export async function sendInstead(prepared: Sendable, before: SentBefore, open: Open): Promise<SubmissionResult> {
  const { connection, journal, guard, elsewhere, desk, options } = open;
  const stop = watchForStop(desk);
  try {
    const shared = { journal, guard, elsewhere, desk, stop, gate: new Gate() };
    const once = () => submit(prepared, connection, shared, options, before);
    const result = resultOf(prepared, await orAgain(await once(), connection, stop, once));
    return { ...result, company: connection.company };
  } finally {
    stop.close();
  }
}
