import type { Connection, ConnectionWords, Desk } from "../../desk/index.ts";
import type { Sendable } from "../../prepare/index.ts";
import { type Outcome, ok, outcomeOf, type Problem } from "../../problem/index.ts";
import type { Report, SubmissionResult } from "../../report/index.ts";
import { Gate, type SentBefore, submit, type Waiting, waitingFrom, watchForStop } from "../../submit/index.ts";
import { withHead } from "../answer/journal-head.ts";
import { listAfter, listLeft } from "../answer/left-list.ts";
import { stopped, submissionReport } from "../answer/submission-results.ts";
import { approvalsIn } from "./approval-files.ts";
import { batchOf, overLimits, refusedBy } from "./batch-question.ts";
import { type AcceptedSuppliers, unconfirmed } from "./changed-suppliers.ts";
import { asChecked, type Checked, confirmOf } from "./check-documents.ts";
import { notAttempted } from "./not-attempted.ts";
import { type Ready, readyToSend, withoutMemory } from "./ready-to-send.ts";
import { type Open, orAgain, type Run, resultOf, sendAll } from "./send-all.ts";
import { sayOfServices, settleServices } from "./services.ts";

/** What sending asks of the words. */
export interface SendWords extends ConnectionWords {
  readonly yes: boolean;
  /** Somebody agreed already to send the document, having seen these warnings. */
  readonly agreed?: readonly string[] | undefined;
  readonly sendAnyway: boolean;
  readonly allowSimilar: boolean;
  readonly sameService: boolean;
  readonly otherService: boolean;
  readonly approval: readonly string[];
  readonly acceptChangedSupplier: AcceptedSuppliers;
  readonly noWait: boolean;
  readonly maxWait: string | undefined;
  readonly firstRun: boolean;
  readonly maxTotal: string | undefined;
  readonly maxFiles: string | undefined;
}

/** Sends the documents that are right, after a yes. */
export async function sendDocuments(
  checked: readonly Checked[],
  run: Run,
  words: SendWords,
  warnings: readonly Problem[],
  desk: Desk,
): Promise<Report> {
  const opened = await openToSend(words, desk);
  if (!opened.ok) return stopped(opened.problems, opened.sandbox);
  const { waiting, approvals, connection, ready } = opened;
  const { sandbox } = connection.profile;
  const reading = checked.map((each) => () => sendable(each, run, desk));
  const services = await settleServices(reading, connection, ready.journal, desk);
  if (!services.ok) return stopped(services.problems, sandbox);
  if (services.value === "same") return sendDocuments(await keyedAgain(checked, run, desk), run, words, warnings, desk);
  const counted = await batchOf(checked, connection, ready.journal, desk);
  if (!counted.ok) return stopped(counted.problems, sandbox);
  const batch = counted.value;
  const exceeded = overLimits(batch, words);
  if (exceeded) return stopped([exceeded], sandbox);
  const changed = await unconfirmed(checked, words.acceptChangedSupplier, desk);
  if (changed.stop) return stopped(changed.stop, sandbox);
  const going = checked.filter((each) => !changed.held.has(each));
  const rest = going.length === checked.length ? counted : await batchOf(going, connection, ready.journal, desk);
  if (!rest.ok) return stopped(rest.problems, sandbox);
  const unconfirmedBesides = await run.confirm?.(going);
  if (unconfirmedBesides) return stopped([unconfirmedBesides], sandbox);
  const isAgreed = words.yes || hasAgreed(going, words.agreed);
  const no = isAgreed ? undefined : await refusedBy(going, rest.value, connection, desk);
  if (no) return stopped([no], sandbox);
  const { list } = run;
  const listed =
    list === undefined
      ? await run.begin?.()
      : await listLeft(list, [...new Set(checked.map(({ file, subject }) => subject.source ?? file))], desk);
  if (listed?.ok === false) return stopped(listed.problems, sandbox);
  const { allowSimilar, sendAnyway } = words;
  const options = { waiting: waiting, allowSimilar, sendAnyway, approvals: approvals };
  const known = { journal: ok(ready.journal), account: connection.account };
  const all = await Promise.all(
    checked.map(async (each) =>
      changed.held.has(each) ? { ...each, wrong: true, held: await notAttempted(each, changed.why, known) } : each,
    ),
  );
  const sent = await sendAll(all, run, { connection, ...ready, desk, options });
  const results = sent.map((each) => ({ ...each, company: connection.company }));
  const unwritten = list === undefined ? [] : await listAfter(list, results, desk);
  const done = {
    ...submissionReport(results, [...warnings, ...unwritten], sandbox, false),
    outcome: outcomeOfRun(results),
  };
  return withHead(done, ready.journal);
}

type Opened =
  | { ok: true; connection: Connection; ready: Ready; waiting: Waiting; approvals: readonly string[] }
  | { ok: false; problems: readonly Problem[]; sandbox?: boolean };

/** All that must be so before anything is sent. */
async function openToSend(words: SendWords, desk: Desk): Promise<Opened> {
  const waiting = waitingFrom(words);
  if (!waiting.ok) return waiting;
  const approvals = await approvalsIn(words, desk);
  if (!approvals.ok) return approvals;
  const profile = await desk.profile(words);
  if (!profile.ok) return profile;
  const unsaid = await sayOfServices(profile.value, words, desk);
  if (unsaid) return { ok: false, problems: [unsaid] };
  const forgetful = await withoutMemory(profile.value, words, desk);
  if (forgetful) return { ok: false, problems: [forgetful] };
  const connection = await desk.connect(words);
  if (!connection.ok) return connection;
  const ready = await readyToSend(connection.value, desk);
  if (!ready.ok) return { ...ready, sandbox: connection.value.profile.sandbox };
  return {
    ok: true,
    connection: connection.value,
    ready: ready.value,
    waiting: waiting.value,
    approvals: approvals.value,
  };
}

async function sendable(each: Checked, { how }: Run, desk: Desk): Promise<Sendable | undefined> {
  const prepared = each.wrong ? undefined : await asChecked(each, how, desk);
  return prepared?.ok ? prepared.value : undefined;
}

/** The documents, under the account that they belong to now. */
async function keyedAgain(checked: readonly Checked[], run: Run, desk: Desk): Promise<Checked[]> {
  const account = await desk.account(run.how.profile);
  const again: Checked[] = [];
  for (const each of checked) {
    const prepared = await sendable(each, run, desk);
    again.push(prepared ? { ...each, key: confirmOf(prepared, account) } : each);
  }
  return again;
}

/** Whether the one document was agreed to as it is: a new warning needs a new answer. */
function hasAgreed(checked: readonly Checked[], told: readonly string[] | undefined): boolean {
  const [only] = checked;
  return (
    told !== undefined && checked.length === 1 && !!only?.held.problems.every(({ message }) => told.includes(message))
  );
}

/** What stopped a run that created nothing speaks for the files after it. */
function outcomeOfRun(results: readonly SubmissionResult[]): Outcome {
  const tried = results.filter(({ notTried }) => !notTried).map(({ outcome }) => outcome);
  const [first] = tried;
  const inDoubt = results.some(({ outcome }) => outcome === "in_doubt");
  const stopsAll = !inDoubt && tried.length === 1 && (first === "auth" || first === "local_state");
  return stopsAll ? first : outcomeOf(results.map(({ outcome }) => outcome));
}

/** Sends one document again, in place of one that the service has. */
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
