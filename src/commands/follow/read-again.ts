import type { Desk } from "../../desk/index.ts";
import { safe } from "../../render/index.ts";
import { type RateLimit, type ReadAnswer, waitAfter } from "../../send/index.ts";

/** Milliseconds between attempts. */
const pauses = [1_000, 2_000, 4_000, 8_000];
/** The longest a 429 may make us wait inside one command, in milliseconds. */
const longestWait = 120_000;

/**
 * Reads, and reads again when the answer says nothing about the matter: lost, cut, garbage, 429 or 5xx. At most five times; what
 * Retry-After or the quota's window asks for is waited out when it is at most two minutes. A stop ends it with the last answer.
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

/** Whether the answer was longer than what is read of one: fewer documents at a time may fit. */
export function isTooLong(answer: ReadAnswer<unknown> & { ok: false }): boolean {
  const { cause } = answer.problems[0];
  return (cause as { code?: unknown } | undefined)?.code === "TOO_BIG";
}

/** How long the service asks to be left alone before the next request, in milliseconds; 0 when it does not. `now` is Unix milliseconds. */
export function askedToWait(
  answer: { readonly rate: RateLimit; readonly status?: number | undefined },
  now: number,
): number {
  const { rate, status } = answer;
  const told = status === 429 || rate.remaining === 0 || rate.retryAfter !== undefined;
  return (told ? waitAfter(rate, now) : undefined) ?? 0;
}
