import type { Desk } from "../../desk/index.ts";
import { safe } from "../../render/index.ts";
import { type RateLimit, type ReadAnswer, waitAfter } from "../../send/index.ts";

/** Waits between attempts, in milliseconds. */
const pauses = [1_000, 2_000, 4_000, 8_000];
/** Maximum wait after a 429 answer, in milliseconds. */
const longestWait = 120_000;

/**
 * Makes up to five attempts while the answer is lost, incomplete or invalid, or the status is 408, 425, 429 or 5xx.
 * Waits as Retry-After or the rate limit requires; returns the last answer if that would take more than two minutes, or
 * if the user interrupts.
 */
export async function readAgain<T>(ask: () => Promise<ReadAnswer<T>>, desk: Desk): Promise<ReadAnswer<T>> {
  let answer = await ask();
  for (const pause of pauses) {
    if (answer.ok || !isPassing(answer) || answer.problems[0].code === "not-connected") return answer;
    const wait = Math.max(pause, askedToWait(answer, desk.now().getTime()));
    if (wait > longestWait) return answer;
    const shown = safe(answer.problems[0].message).replace(/\.$/, "");
    desk.say(`${shown}; asking again in ${Math.ceil(wait / 1000)} s.`);
    if (!(await desk.pause(wait))) return answer;
    answer = await ask();
  }
  return answer;
}

/** Whether the same request may soon succeed, because the failure is temporary. */
export function isPassing(answer: ReadAnswer<unknown> & { ok: false }): boolean {
  const { status } = answer;
  if (isTooLong(answer)) return false;
  if (answer.problems[0].outcome !== "not_sent") return false;
  return (
    status === undefined ||
    status === 200 ||
    status === 408 ||
    status === 425 ||
    status === 429 ||
    (status >= 500 && status !== 501)
  );
}

/** Whether the answer was too long; fewer documents per page may fit. */
export function isTooLong(answer: ReadAnswer<unknown> & { ok: false }): boolean {
  const { cause } = answer.problems[0];
  return (cause as { code?: unknown } | undefined)?.code === "TOO_BIG";
}

/** Returns the wait in milliseconds, 0 for none; `now` is in Unix milliseconds. */
export function askedToWait(
  answer: { readonly rate: RateLimit; readonly status?: number | undefined },
  now: number,
): number {
  const { rate, status } = answer;
  const told = status === 429 || rate.remaining === 0 || rate.retryAfter !== undefined;
  return (told ? waitAfter(rate, now) : undefined) ?? 0;
}
