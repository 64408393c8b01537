import type { Past } from "../../journal/index.ts";
import { type FailureKind, type Told, toldBy } from "./told.ts";

/** From when on failed attempts in a row, with no answer in between, are an outage: either is enough. */
export interface OutageLimits {
  /** Attempts. */
  readonly attempts: number;
  /** Minutes from the beginning of the first attempt to that of the last one. */
  readonly minutes: number;
}

/** What counts where nobody says otherwise (Decision 63). */
export const usualLimits: OutageLimits = { attempts: 3, minutes: 15 };

/** An attempt that came to no result. Times are Unix milliseconds. */
export interface FailedAttempt {
  readonly past: Past;
  readonly how: FailureKind;
  readonly began: number;
  readonly ended: number;
}

/** A time in which one account's attempts to send failed, and none was answered. Times are Unix milliseconds. */
export interface Outage {
  /** When the first attempt began that failed without an answer at the same time. */
  readonly from: number;
  /** When the last one of these ended. */
  readonly last: number;
  /** When the next attempt began that was answered; absent while there is none. */
  readonly to?: number | undefined;
  /** Also those that began or ended outside of that time, while others were answered. */
  readonly failures: readonly FailedAttempt[];
  /** Further attempts in that time that were answered with 429. */
  readonly putOff: number;
}

/** All failed attempts of an account, each of them once; the oldest first. */
export interface Failures {
  readonly outages: readonly Outage[];
  readonly single: readonly FailedAttempt[];
}

/** What a known attempt tells, and when it began and ended. */
export interface SeenAttempt {
  readonly told: Told;
  readonly began: number;
  readonly ended: number;
  /** Of one that failed. */
  readonly past?: Past | undefined;
}

/** Undefined for an attempt that tells nothing. */
export function seenIn(past: Past): SeenAttempt | undefined {
  const told = toldBy(past);
  if (told === undefined) return undefined;
  const began = Date.parse(told === "answered" ? (past.sentAt ?? past.at) : past.at);
  const ended = Math.max(began, Date.parse(past.result?.at ?? past.at));
  return { told, began, ended, ...(told === "answered" || told === "put-off" ? {} : { past }) };
}

/**
 * The outages among the attempts of one account, in whatever order they come. Several may run at once: a failure counts towards an outage only
 * if it began after all earlier answers and ended before the next attempt began that was answered.
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

/** An answer comes after a failure of the very same time: in whatever order they are given, the same is found. */
const answers = ({ told }: SeenAttempt): number => Number(told === "answered");

/** For each place when the first of the answered attempts began that end there or later. */
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
