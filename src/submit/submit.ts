import type { Connection, Desk } from "../desk/index.ts";
import type { Journal } from "../journal/index.ts";
import type { Sendable } from "../prepare/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import { type BeginResult, begin } from "./begin.ts";
import { correctedBy } from "./corrected.ts";
import { exchangeRecorded } from "./exchange.ts";
import type { Gate } from "./gate.ts";
import type { Guard } from "./guard.ts";
import { intentOf, type SentBefore } from "./intent-of.ts";
import { type Elsewhere, notDone, type Submission, type SubmissionRequest, type SubmitOptions } from "./sending.ts";
import type { StopWatch } from "./stop.ts";

/** The most attempts to send one document, including retries after a 429 or a lost connection. */
const rounds = 5;

export interface Shared {
  readonly journal: Journal;
  readonly desk: Desk;
  readonly stop: StopWatch;
  readonly gate: Gate;
  /** Absent if nothing needs guarding, as for a sandbox. */
  readonly guard?: Guard | undefined;
  /** Absent if the journal has noted no documents that were sent without it, as for a sandbox. */
  readonly elsewhere?: Elsewhere | undefined;
}

/** A document whose submission has begun, or has already ended. */
export interface Started {
  readonly ended: Promise<Submission>;
}

/**
 * Sends one document once, or answers from the journal. The document is in the journal before the first byte is sent.
 * `before`: the document at the service that a resubmission replaces.
 */
export async function submit(
  prepared: Sendable,
  connection: Connection,
  shared: Shared,
  options: SubmitOptions,
  before?: SentBefore,
): Promise<Submission> {
  const { ended } = await start(prepared, connection, shared, options, before);
  return ended;
}

/** Like `submit`, but resolves once the document is queued and the next one may start. */
export async function start(
  prepared: Sendable,
  connection: Connection,
  shared: Shared,
  options: SubmitOptions,
  before?: SentBefore,
): Promise<Started> {
  const overridden = [
    ...(options.sendAnyway ? ["--send-anyway"] : []),
    ...(options.allowSimilar ? ["--allow-similar"] : []),
    ...(options.partOf?.length ? ["--part-of"] : []),
    // The caller has already had a changed supplier confirmed.
    ...(prepared.problems.some(({ code }) => code === "supplier-changed") ? ["--accept-changed-supplier"] : []),
  ];
  const corrected = await correctedBy(prepared, connection, shared.journal, { now: shared.desk.now() });
  if (!corrected.ok) return { ended: Promise.resolve(notDone(corrected.problems[0], prepared)) };
  const corrects = corrected.value?.corrects;
  const intent = intentOf(prepared, connection, overridden, shared.desk, { before, corrects });
  const judged = corrected.value?.past.attempt;
  const so = { allowSimilar: options.allowSimilar, partOf: [], waited: 0, waitedForOther: 0 };
  const sending: SubmissionRequest = { prepared, connection, ...shared, intent, options, before, judged, so };
  const begun = await shared.gate.pass(() => begin(sending));
  return { ended: goOn(begun, sending) };
}

async function goOn(first: BeginResult, sending: SubmissionRequest): Promise<Submission> {
  const { gate, guard, options } = sending;
  for (let [begun, round] = [first, 1]; ; round++) {
    if (begun.is === "ended") return begun.submission;
    const { submission, again } = await gate.follow(
      exchangeRecorded(begun.attempt, { ...sending, intent: begun.intent }),
    );
    const left = await guard?.advance();
    if (!again || round === rounds) return withRemark(submission, left);
    if (again === "postponed" && options.waiting.none) return withRemark(submission, left);
    begun = await gate.pass(() => begin(sending));
  }
}

/**
 * Adds a warning if the mark could not be updated; the next send tries again, and sends nothing until that succeeds.
 */
function withRemark(submission: Submission, left: Problem | undefined): Submission {
  if (left === undefined || submission.problems.some(({ code }) => code === left.code)) return submission;
  const message = "The result is recorded in the journal, but the journal mark could not be updated.";
  const remark = problem("mark-unusable", message, left.hint, { severity: "warning", cause: left.cause });
  return { ...submission, problems: [...submission.problems, remark] };
}
