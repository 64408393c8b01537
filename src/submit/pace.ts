import type { Connection, Desk } from "../desk/index.ts";
import type { Journal } from "../journal/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import { type Pace, type RateLimit, waitAfter } from "../send/index.ts";

/** How long a command may wait until the account may send its next request. */
export interface Waiting {
  /** Set by --no-wait. */
  readonly none: boolean;
  /** Set by --max-wait; per document, in milliseconds. */
  readonly most: number;
}

const usualWait = 300;
/** The assumed wait in milliseconds, if the service says to wait without giving a time. */
const unknownWait = 60_000;
/** Milliseconds between messages about the remaining wait. */
const between = 15_000;

export function waitingFrom(words: { readonly noWait?: boolean; readonly maxWait?: number | undefined }): Waiting {
  const { noWait = false, maxWait = usualWait } = words;
  return { none: noWait, most: maxWait * 1000 };
}

/** Identifies the quota that a request uses. */
export type MinuteOf = Pick<Connection, "account" | "caller" | "company">;

/** Returns the pace of an account: each request waits for its turn, and a 429 delays all further requests. */
export function paceOf(journal: Journal, whose: MinuteOf, waiting: Waiting, desk: Desk): Pace {
  return {
    async turn(priority) {
      for (let waited = 0; ; ) {
        const turn = await journal.turn(whose.account, priority, whose.caller);
        if (!turn.ok) return turn.problems[0];
        if (turn.value === 0) return undefined;
        const stopped = await waitForTurn(turn.value, waited, { ...waiting, company: whose.company }, desk);
        if (stopped) return stopped;
        waited += turn.value;
      }
    },
    told: (rate, putOff) => tell(journal, whose, rate, putOff),
  };
}

/** Records a limit that the service announced. */
export async function tell(journal: Journal, whose: MinuteOf, rate: RateLimit, putOff: boolean): Promise<void> {
  const now = Date.now();
  const untilReset = Math.min(unknownWait, (rate.resetAt ?? now) - now);
  const holdOff = putOff ? (waitAfter(rate, now) ?? unknownWait) : rate.remaining === 0 ? untilReset : 0;
  if (holdOff > 0) await journal.told(whose.account, { holdOff }, whose.caller);
}

/**
 * Waits and shows a countdown. Returns a problem if the wait is not allowed or too long, or if the user asks to stop.
 */
export async function waitForTurn(
  milliseconds: number,
  waited: number,
  waiting: Waiting & Pick<Connection, "company">,
  desk: Desk,
): Promise<Problem | undefined> {
  const whose = waiting.company === undefined ? "Waiting for" : `${waiting.company}: waiting for`;
  if (waiting.none || waited + milliseconds > waiting.most) return tooLong(milliseconds, waiting);
  for (let left = milliseconds; left > 0; left -= between) {
    if (milliseconds >= 1_000) desk.say(`${whose} the account's next request: ${seconds(left)} left.`);
    if (!(await desk.pause(Math.min(left, between)))) return interrupted();
  }
  return undefined;
}

export function interrupted(): Problem {
  return problem("interrupted", "Stopped before anything was sent.", "Run the same command again at any time.");
}

function tooLong(milliseconds: number, waiting: Waiting): Problem {
  const message = "Nothing was sent: the rate limit of this account is reached.";
  const hint = `Run the same command again in ${seconds(milliseconds)}, or ${waiting.none ? "without --no-wait" : "with a longer --max-wait"}.`;
  return problem("rate-limited", message, hint);
}

function seconds(milliseconds: number): string {
  const count = Math.max(1, Math.ceil(milliseconds / 1000));
  return count === 1 ? "1 second" : `${count} seconds`;
}
