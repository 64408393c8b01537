import type { Past } from "../../journal/index.ts";
import type { UntriedDocument } from "../../life/index.ts";
import { type FailureKind, type Told, toldBy } from "./told.ts";

/** Consecutive failed attempts count as an outage once they reach either limit. */
export interface OutageLimits {
  /** Counts a document that was not tried after a failed attempt like an attempt. */
  readonly attempts: number;
  /** Time from the start of the first attempt to the start of the last. */
  readonly minutes: number;
}

/** Source: Decision 63. */
export const usualLimits: OutageLimits = { attempts: 3, minutes: 15 };

/** Times are Unix milliseconds. */
export interface FailedAttempt {
  readonly past: Past;
  readonly how: FailureKind;
  readonly began: number;
  readonly ended: number;
}

/** A period in which no attempt to send from the account was answered. Times are Unix milliseconds. */
export interface Outage {
  /** Start of the first failed attempt that no answered attempt overlaps. */
  readonly from: number;
  /** End of the last attempt in the outage. */
  readonly last: number;
  /** Start of the next answered attempt; absent if there is none. */
  readonly to?: number | undefined;
  /** Also contains failed attempts that overlap an answered one before or after the outage. */
  readonly failures: readonly FailedAttempt[];
  /** Number of attempts answered with 429 during the outage. */
  readonly putOff: number;
  /** Documents that were not tried, because the service could not be reached for another. */
  readonly untried: readonly UntriedDocument[];
}

export interface Failures {
  readonly outages: readonly Outage[];
  readonly single: readonly FailedAttempt[];
}

export interface SeenAttempt {
  readonly told: Told | "untried";
  readonly began: number;
  readonly ended: number;
  /** Set if the attempt failed. */
  readonly past?: Past | undefined;
  /** Set if the document was not tried, because the service could not be reached for another. */
  readonly untried?: UntriedDocument;
}

/** Returns the times of an attempt and whether it was answered; undefined if it is inconclusive. */
export function seenIn(past: Past): SeenAttempt | undefined {
  const told = toldBy(past);
  if (told === undefined) return undefined;
  const began = Date.parse(told === "answered" ? (past.sentAt ?? past.at) : past.at);
  const ended = Math.max(began, Date.parse(past.result?.at ?? past.at));
  return { told, began, ended, ...(told === "answered" || told === "put-off" ? {} : { past }) };
}

export function notTried(untried: UntriedDocument): SeenAttempt {
  const time = Date.parse(untried.at);
  return { told: "untried", began: time, ended: time, untried };
}

/**
 * Divides failed attempts into outages and single failures. The attempts are in any order and may overlap: one belongs
 * to an outage only if it started after all earlier answers and ended before the next answered attempt started.
 */
export function failuresAmong(attempts: readonly SeenAttempt[], limits: OutageLimits): Failures {
  const inOrder = [...attempts].sort((a, b) => a.ended - b.ended || a.began - b.began || answers(a) - answers(b));
  const nextAnswered = beginningsAhead(inOrder);
  const outages: Outage[] = [];
  const single: FailedAttempt[] = [];
  let [answeredUntil, run]: [number, SeenAttempt[]] = [Number.NEGATIVE_INFINITY, []];
  const close = (next: number): void => {
    const failures = run.flatMap(failureOf).sort((a, b) => a.began - b.began);
    const alone = failures.filter(({ began, ended }) => began >= answeredUntil && ended <= next);
    const [from, lastBegan] = [alone[0]?.began ?? 0, alone.at(-1)?.began ?? 0];
    const untried = run.filter(({ began }) => began >= from).flatMap((each) => each.untried ?? []);
    const count = alone.length === 0 ? 0 : alone.length + untried.length;
    if (count >= limits.attempts || (alone.length > 1 && lastBegan - from >= limits.minutes * 60_000)) {
      const last = Math.max(...alone.map(({ ended }) => ended));
      const putOff = run.filter(({ told, ended }) => told === "put-off" && ended >= from && ended <= last).length;
      const to = next === Number.POSITIVE_INFINITY ? undefined : next;
      outages.push({ from, last, to, failures, putOff, untried });
    } else single.push(...failures);
    run = [];
  };
  for (const [at, each] of inOrder.entries()) {
    if (each.told !== "answered") run.push(each);
    else {
      if (run.length > 0) close(nextAnswered[at] ?? each.began);
      answeredUntil = each.ended;
    }
  }
  close(Number.POSITIVE_INFINITY);
  return { outages, single: single.sort((a, b) => a.began - b.began) };
}

/** Sorts an answer after a failure that ended at the same time, so that the input order does not matter. */
const answers = ({ told }: SeenAttempt): number => Number(told === "answered");

/** Returns, for each position, the earliest start of an answered attempt at or after that position. */
function beginningsAhead(inOrder: readonly SeenAttempt[]): number[] {
  const found: number[] = [];
  let first = Number.POSITIVE_INFINITY;
  for (const [at, { told, began }] of [...inOrder.entries()].reverse()) {
    if (told === "answered") first = Math.min(first, began);
    found[at] = first;
  }
  return found;
}

function failureOf({ told, past, began, ended }: SeenAttempt): FailedAttempt[] {
  if (past === undefined || told === "answered" || told === "put-off" || told === "untried") return [];
  return [{ past, how: told, began, ended }];
}
