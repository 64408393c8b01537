import { bothSides } from "../../contract/index.ts";
import type { Desk } from "../../desk/index.ts";
import { documentName } from "../../document/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { safe } from "../../render/index.ts";
import { look, type Missed, type Observation, type ObservationAnswer, once } from "./observe.ts";
import { askedToWait, isPassing } from "./read-again.ts";
import type { Subject } from "./subject.ts";

/** Times are in milliseconds. */
export interface WatchOptions {
  /** In Unix milliseconds. */
  readonly deadline: number;
  /** Wait before the second round of requests; each further wait is 50 % longer, up to a minute. */
  readonly first: number;
  /** Called after each round; the watch ends if it returns false. */
  readonly each?: () => Promise<boolean>;
  /** Whether to print no progress lines. */
  readonly quiet?: boolean;
}

export interface Seen {
  readonly subject: Subject;
  readonly last: ObservationAnswer | undefined;
  /** Whether further requests are pointless. */
  readonly over: boolean;
}

const longestPause = 60_000;

/** Returns the first wait in milliseconds; short for a sandbox, where documents are pending for only a few seconds. */
export function firstPause(sandbox: boolean): number {
  return sandbox ? 1_000 : 5_000;
}

/**
 * Watches until every document is final, the time is up, or the user stops it. Keeps the last state if an answer is
 * inconclusive (lost, invalid, 429, 5xx). Waits as long as the service requires.
 */
export async function watch(subjects: readonly Subject[], options: WatchOptions, desk: Desk) {
  const polled = subjects.map((subject) => ({ ...subject, service: subject.service.polling() }));
  let seen: readonly Seen[] = polled.map((subject) => ({ subject, last: undefined, over: false }));
  let pause = options.first;
  let stopped = false;
  const say = (line: string): void => {
    if (!options.quiet) desk.say(line);
  };
  // From here on, Ctrl-C ends the watch normally, even before the first answer.
  await desk.pause(0);
  for (;;) {
    let asked = 0;
    const next: Seen[] = [];
    for (const each of seen) {
      const answer = each.over ? undefined : await look(each.subject, once, { legs: false });
      if (answer) asked = Math.max(asked, askedToWait(answer, desk.now().getTime()));
      next.push(answer ? taken(each, answer, say) : each);
    }
    seen = next;
    const goOn = (await options.each?.()) ?? true;
    const left = options.deadline - desk.now().getTime();
    if (!goOn || seen.every((each) => each.over) || left <= 0) break;
    if (!(await desk.pause(Math.min(Math.max(pause, asked), left)))) {
      stopped = true;
      break;
    }
    pause = Math.min(longestPause, Math.round(pause * 1.5));
  }
  return { seen, stopped };
}

function taken(before: Seen, answer: ObservationAnswer, say: (line: string) => void): Seen {
  const name = safe(documentName(before.subject.created ?? { id: before.subject.asked }));
  if (answer.ok) {
    const words = progress(answer.value);
    if (!before.last?.ok || progress(before.last.value) !== words) say(`${name}: ${words}`);
    // A call that the service lacks is asked once, not in each round.
    const extras = before.subject.extras && answer.value.lacksDocuments === undefined;
    const subject: Subject = { ...before.subject, kinds: [answer.value.kind], extras };
    return { subject, last: answer, over: answer.value.finished };
  }
  if (!mayPass(before, answer)) return { ...before, last: answer, over: true };
  const [first] = answer.problems;
  say(`${name}: ${safe(first.message)} This says nothing about the document; asking again.`);
  return before.last?.ok ? before : { ...before, last: answer };
}

/**
 * Whether to keep watching after a failed request: a 404 for a document seen before is temporary, and a missing status
 * may still arrive.
 */
function mayPass(before: Seen, answer: Missed): boolean {
  if (isPassing(answer)) return true;
  return answer.status === 404 && (before.last?.ok === true || !before.subject.extras || isSales(before.subject));
}

function isSales(subject: Subject): boolean {
  return subject.kinds[0] === "sales-credit-note";
}

function progress(seen: Observation): string {
  if (seen.tellsOverall) return safe(seen.overallStatus ?? "no status yet");
  const leg = (status: string | undefined): string => safe(status ?? "no status yet");
  if (bothSides(seen.sides, seen.snapshot).undelivered) return `no C3, C5 ${leg(seen.snapshot?.toC5?.status)}`;
  return `C3 ${leg(seen.snapshot?.toC3?.status)}, C5 ${leg(seen.snapshot?.toC5?.status)}`;
}

/** Returns the wait in milliseconds; undefined without --watch. Problem: `bad-usage`. */
export function waitOf({
  watch,
  timeout,
}: {
  readonly watch: boolean;
  readonly timeout: number | undefined;
}): Result<number | undefined> {
  if (timeout !== undefined && !watch)
    return fail(problem("bad-usage", "--timeout needs a command that waits.", "Add --watch or --follow."));
  return ok(watch ? (timeout ?? 600) * 1000 : undefined);
}

/** Returns the time at which the wait ends, in Unix milliseconds. */
export function deadlineAfter(wait: number | undefined, desk: Desk): number | undefined {
  return wait === undefined ? undefined : desk.now().getTime() + wait;
}
