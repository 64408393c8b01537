import type { Past } from "../../journal/index.ts";
import { type FailureKind, type Told, toldBy } from "./told.ts";

/** Limits from which consecutive failed attempts, with no answer in between, are an outage: reaching one of them is sufficient. */
export interface OutageLimits {
  /** Minimum number of attempts. */
  readonly attempts: number;
  /** Minimum number of minutes from the start of the first attempt to the start of the last. */
  readonly minutes: number;
}

/** Default limits (Decision 63). */
export const usualLimits: OutageLimits = { attempts: 3, minutes: 15 };

/** An attempt without a result. Times are Unix milliseconds. */
export interface FailedAttempt {
  readonly past: Past;
  readonly how: FailureKind;
  readonly began: number;
  readonly ended: number;
}

/** A time in which one account's attempts to send failed, and none was answered. Times are Unix milliseconds. */
export interface Outage {
  /** Start of the first attempt that failed without a concurrent answer. */
  readonly from: number;
  /** End of the last attempt in the outage. */
  readonly last: number;
  /** Start of the next attempt that was answered; absent if there is none yet. */
  readonly to?: number | undefined;
  /** The failed attempts, including those that started or ended outside that time, while others were answered. */
  readonly failures: readonly FailedAttempt[];
  /** Number of other attempts in that time that were answered with 429. */
  readonly putOff: number;
}

/** All failed attempts of an account, each once; oldest first. */
export interface Failures {
  readonly outages: readonly Outage[];
  readonly single: readonly FailedAttempt[];
}

/** The result of an attempt, and its start and end. */
export interface SeenAttempt {
  readonly told: Told;
  readonly began: number;
  readonly ended: number;
  /** The attempt; present if it failed. */
  readonly past?: Past | undefined;
}

/** Returns the result of an attempt; undefined for an inconclusive one. */
export function seenIn(past: Past): SeenAttempt | undefined {
  const told = toldBy(past);
  if (told === undefined) return undefined;
  const began = Date.parse(told === "answered" ? (past.sentAt ?? past.at) : past.at);
  const ended = Math.max(began, Date.parse(past.result?.at ?? past.at));
  return { told, began, ended, ...(told === "answered" || told === "put-off" ? {} : { past }) };
}

/**
 * Finds the outages among the attempts of one account, given in any order. Several attempts may be concurrent: a
 * failure counts towards an outage only if it started after all earlier answers and ended before the next answered
 * attempt started.
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
    if (alone.length >= limits.attempts || (alone.length > 1 && lastBegan - from >= limits.minutes * 60_000)) {
      const last = Math.max(...alone.map(({ ended }) => ended));
      const putOff = run.filter(({ told, ended }) => told === "put-off" && ended >= from && ended <= last).length;
      outages.push({ from, last, to: next === Number.POSITIVE_INFINITY ? undefined : next, failures, putOff });
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

/** Sorts an answer after a failure at the same instant, so that the result does not depend on the input order. */
const answers = ({ told }: SeenAttempt): number => Number(told === "answered");

/** Returns for each position the start of the first answered attempt that ends at or after it. */
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
  if (past === undefined || told === "answered" || told === "put-off") return [];
  return [{ past, how: told, began, ended }];
}
