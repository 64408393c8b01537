import type { Connection, Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import type { PrepareOptions, Sendable } from "../../prepare/index.ts";
import type { Problem, Result } from "../../problem/index.ts";
import type { SubmissionResult } from "../../report/index.ts";
import {
  type Elsewhere,
  Gate,
  type Guard,
  type Shared,
  type StopWatch,
  type Submission,
  type SubmitOptions,
  start,
  submit,
} from "../../submit/index.ts";
import { Progress } from "../answer/progress.ts";
import type { ResultOutput } from "../answer/result-output.ts";
import { base, toldUnsent } from "../answer/submission-results.ts";
import { asChecked, type Checked, sourceOf } from "./check-documents.ts";
import { isAnswered, knownIn, notAttempted, noteUntried, type Unreached, withSubmission } from "./not-attempted.ts";
import type { NamedRun } from "./note-run.ts";

export interface Open {
  readonly connection: Connection;
  readonly journal: Journal;
  readonly guard?: Guard | undefined;
  readonly elsewhere?: Elsewhere | undefined;
  readonly desk: Desk;
  readonly options: SubmitOptions;
}

interface OpenRun extends Open {
  readonly stop: StopWatch;
  /** Set after an error that would affect every document. */
  readonly isHalted: boolean;
  readonly unreached: Unreached;
}

interface RunOfAccount extends Run {
  readonly how: PrepareOptions;
}

export interface Run {
  readonly output: ResultOutput;
  /** The file for the list of documents not sent. */
  readonly list: string | undefined;
  /** Called before the user is asked whether to send; a problem stops the run. */
  readonly confirm?: ((checked: readonly Checked[]) => Promise<Problem | undefined>) | undefined;
  /** Writes a file after confirmation and before the first document; a failure stops the run. */
  readonly begin?: (() => Promise<Result<string>>) | undefined;
  /** What the user named; absent if a command sends a document of its own. */
  readonly named?: NamedRun | undefined;
}

/** Maximum number of concurrent requests: enough to reach the account's rate limit if answers take eight seconds. */
const mostUnderWay = 8;

/**
 * Returns results in file order. The first document is sent alone, and so is each document that follows one in doubt
 * or not sent, so that a common error affects only one document.
 */
export async function sendAll(
  checked: readonly Checked[],
  run: RunOfAccount,
  open: OpenRun,
): Promise<SubmissionResult[]> {
  const { desk, journal, guard, elsewhere, stop, unreached } = open;
  const { baseUrl } = open.connection.profile;
  const results: SubmissionResult[] = [];
  const shared = { journal, guard, elsewhere, desk, stop, gate: new Gate() };
  const progress = new Progress(checked.filter((each) => !each.wrong).length, desk);
  const underWay = new Set<Promise<void>>();
  const known = knownIn(open.connection, journal);
  const untried: Checked[] = [];
  let [room, halted, told] = [1, open.isHalted, Promise.resolve()];
  const settle = async (at: number, result: SubmissionResult): Promise<void> => {
    results[at] = result;
    if (!checked[at]?.wrong) progress.count(result);
    told = told.then(() => run.output.tell(result));
    await told;
  };
  const follow = async (at: number, ended: Promise<SubmissionResult>): Promise<void> => {
    const result = await ended;
    room = roomAfter(result, room);
    halted ||= stopsAll(result);
    unreached.heard(baseUrl, result);
    await settle(at, result);
  };
  try {
    for (const [at, each] of checked.entries()) {
      while (underWay.size >= room) await Promise.race(underWay);
      if (each.wrong) await settle(at, each.held);
      else {
        // Wait for the others: one of them may have the same content as this document, which would then exist already,
        // or be answered by a service that could not be reached for another.
        if (stop.asked || halted || unreached.why(baseUrl)) await Promise.allSettled(underWay);
        const why = stop.asked ? "stopped" : halted ? "halted" : unreached.why(baseUrl);
        if (why !== undefined) {
          const result = await notAttempted(each, why, known);
          if (typeof why !== "string" && result.outcome === "not_sent") untried.push(each);
          await settle(at, result);
          continue;
        }
        const { ended } = await startNext(each, run, shared, open);
        const settled = follow(at, ended).finally(() => underWay.delete(settled));
        underWay.add(settled);
        settled.catch(() => undefined); // prevents an unhandled rejection; Promise.race or Promise.all rethrows the error
      }
    }
    await Promise.all(underWay);
  } finally {
    await Promise.allSettled(underWay);
    progress.end();
  }
  await noteUntried(untried, open);
  return results;
}

/** Starts sending the document; reads it again first if its content was released from memory after the check. */
async function startNext(
  checked: Checked,
  { how }: RunOfAccount,
  shared: Shared,
  { connection, desk, options }: Open,
): Promise<{ ended: Promise<SubmissionResult> }> {
  const prepared = await asChecked(checked, how, desk);
  if (!prepared.ok) {
    const { problems } = prepared;
    return { ended: Promise.resolve({ ...checked.held, outcome: problems[0].outcome, problems }) };
  }
  const { ended } = await start(prepared.value, connection, shared, options);
  const once = () => submit(prepared.value, connection, shared, options);
  const { subject } = checked;
  const placed = (result: SubmissionResult): SubmissionResult => ({
    ...result,
    ...sourceOf(subject),
    problems: subject.placed?.(result.problems) ?? result.problems,
  });
  const last = ended.then((submission) => orAgain(submission, connection, shared.stop, once));
  return { ended: last.then((submission) => placed(resultOf(prepared.value, submission))) };
}

/**
 * Retries once if the token had expired: the refusal was recorded, so the document does not exist. A refusal with a
 * warning was not recorded and is not retried. The second attempt has its own journal records.
 */
export async function orAgain(
  submission: Submission,
  { renewed }: Pick<Connection, "renewed">,
  stop: { readonly asked: boolean },
  again: () => Promise<Submission>,
): Promise<Submission> {
  const isRecorded = submission.problems.every(({ severity }) => severity === "error");
  if (submission.outcome !== "auth" || !isRecorded || renewed === undefined || stop.asked) return submission;
  return (await renewed(submission.problems)) ? again() : submission;
}

/** Raises the limit by 1 after a definite answer, and resets it to 1 after a document in doubt or not sent. */
function roomAfter(result: SubmissionResult, room: number): number {
  if (result.outcome === "in_doubt" || result.outcome === "not_sent") return 1;
  return isAnswered(result) ? Math.min(mostUnderWay, room + 1) : room;
}

/** Whether the error would affect every remaining document of the account. */
function stopsAll(result: SubmissionResult): boolean {
  return result.outcome === "auth" || stopsCompanies(result);
}

/** Whether the error would affect every company. False if another process is handling the document. */
export function stopsCompanies({ outcome, problems, notTried }: SubmissionResult): boolean {
  return outcome === "local_state" && !notTried && !problems.some(({ code }) => code === "being-sent");
}

/** Reports the document as not sent if the journal could not record, unless the service has already answered. */
export function resultOf(prepared: Sendable, submission: Submission): SubmissionResult {
  const { outcome, created, refused, problems } = submission;
  const isUnsent = outcome === "local_state" && !created && !refused;
  return withSubmission(base(prepared), isUnsent ? { ...submission, problems: problems.map(toldUnsent) } : submission);
}
