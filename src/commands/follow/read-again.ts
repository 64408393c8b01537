import type { Desk } from "../../desk/index.ts";
import { safe } from "../../render/index.ts";
import { type RateLimit, type ReadAnswer, waitAfter } from "../../send/index.ts";

/** Waits between attempts, in milliseconds. */
const pauses = [1_000, 2_000, 4_000, 8_000];
/** Maximum wait in milliseconds that a 429 may cause inside one command. */
const longestWait = 120_000;

/**
 * Reads, and repeats the read if the answer is unusable: lost, incomplete, garbage, 429 or 5xx. At most five times; waits as long as Retry-After or
 * the quota's window requires, up to two minutes. A request to stop ends the reading with the last answer.
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

/** Whether the same question may get an answer a moment later. */
export function isPassing(answer: ReadAnswer<unknown> & { ok: false }): boolean {
  const { status } = answer;
  if (isTooLong(answer)) return false;
  if (answer.problems[0].outcome !== "not_sent") return false;
  return status === undefined || status === 200 || status === 408 || status === 425 || status === 429 || status >= 500;
}

/** Whether the answer exceeded the limit: fewer documents per page may fit. */
export function isTooLong(answer: ReadAnswer<unknown> & { ok: false }): boolean {
  const { cause } = answer.problems[0];
  return (cause as { code?: unknown } | undefined)?.code === "TOO_BIG";
}

/** Returns the wait before the next request that the service demands, in milliseconds; 0 if none. `now` is in Unix milliseconds. */
export function askedToWait(
  answer: { readonly rate: RateLimit; readonly status?: number | undefined },
  now: number,
): number {
  const { rate, status } = answer;
  const told = status === 429 || rate.remaining === 0 || rate.retryAfter !== undefined;
  return (told ? waitAfter(rate, now) : undefined) ?? 0;
}
