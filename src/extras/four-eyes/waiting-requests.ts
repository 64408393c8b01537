import { openRequestFile, requestNumber, userOfKey } from "../../approval/index.ts";
import { serverJournal } from "../../commands/answer/journal-head.ts";
import type { Desk } from "../../desk/index.ts";
import type { Journal, QueuedRequest } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { type NamedRequest, openedRequest } from "./judge-request.ts";

export interface WantedRequest extends NamedRequest {
  /**
   * Keys of the chosen documents; if absent, all of them are chosen or, for a request in the journal, those not sent
   * yet.
   */
  readonly keys?: ReadonlySet<string>;
  /** Whether only some of the available documents were selected. */
  readonly isPart: boolean;
  /** Whether the request is from the journal; its decision is recorded there. */
  readonly isQueued: boolean;
}

/**
 * Accepts files and, with a journal on a server, request and document numbers. Problems: `bad-usage`, `not-found`,
 * any file-reading problem, any journal problem.
 */
export async function wantedRequests(words: readonly string[], desk: Desk): Promise<Result<WantedRequest[]>> {
  const isFile = (word: string): boolean => /[/\\]|\.json$/i.test(word);
  const journal = words.every(isFile) ? ok(undefined) : await serverJournal(desk);
  if (!journal.ok) return journal;
  const open = journal.value ? await journal.value.policies.queue.open() : ok([]);
  if (!open.ok) return open;
  const found = new Map<string, WantedRequest>();
  for (const word of new Set(words)) {
    const one =
      journal.value === undefined || isFile(word)
        ? await fromFile(word, desk)
        : await fromQueue(word, open.value, journal.value);
    if (!one.ok) return one;
    const { hash } = one.value.file;
    found.set(hash, joined(found.get(hash), one.value));
  }
  return ok([...found.values()]);
}

function joined(before: WantedRequest | undefined, next: WantedRequest): WantedRequest {
  if (before?.keys === undefined || next.keys === undefined) return before ?? next;
  if (!before.isPart || !next.isPart) return before.isPart ? next : before;
  return { ...next, keys: new Set([...before.keys, ...next.keys]) };
}

async function fromFile(word: string, desk: Desk): Promise<Result<WantedRequest>> {
  const file = await openedRequest(word, desk);
  return file.ok ? ok({ name: word, file: file.value, isPart: false, isQueued: false }) : file;
}

async function fromQueue(
  word: string,
  open: readonly QueuedRequest[],
  journal: Journal,
): Promise<Result<WantedRequest>> {
  const wanted = word.trim();
  const keysOf = ({ names, keys, unsent }: QueuedRequest): string[] =>
    keys.filter((key, at) => names[at] === wanted && unsent.includes(key));
  const isHash = /^[0-9a-f]{6,64}$/.test(wanted);
  const whole = isHash ? open.filter(({ hash }) => hash.startsWith(wanted)) : [];
  const named = whole.length > 0 ? whole : open.filter((each) => keysOf(each).length > 0);
  const alive = named.filter(({ decisions }) => !decisions.some(({ isRejection }) => isRejection));
  const [one, more] = alive.length > 0 ? alive : named;
  if (one === undefined) return fail(notWaiting(wanted));
  if (more !== undefined) return fail(severalHave(wanted, alive.length > 0 ? alive : named));
  const name = requestNumber(one.hash);
  const file = await keptRequest(one, journal);
  if (!file.ok) return file;
  const keys = whole.length > 0 ? one.unsent : keysOf(one);
  const isPart = keys.length < one.unsent.length;
  return ok({ name, file: file.value, keys: new Set(keys), isPart, isQueued: true });
}

/** Opens a request that the journal keeps. Problems: `request-not-valid`, `journal-unusable`. */
export async function keptRequest(
  { hash, file, writer }: Pick<QueuedRequest, "hash" | "file" | "writer">,
  journal: Journal,
): Promise<Result<NamedRequest["file"]>> {
  const text = await journal.kept(file);
  if (!text.ok) return text;
  const name = `The request ${requestNumber(hash)}`;
  const opened = openRequestFile(text.value ?? "", name, { users: true });
  if (!opened.ok) return opened;
  const user = userOfKey(opened.value.request.by.key);
  if (opened.value.hash === hash && (user === undefined || user === writer)) return opened;
  return fail(problem("request-not-valid", `${name} is not the one that is recorded in the journal.`, "Request anew."));
}

function notWaiting(word: string): Problem {
  const message = `Nothing was approved: no request that waits in the journal has the number ${JSON.stringify(word)}, and none of its documents has.`;
  return problem("not-found", message, `The requests that wait, with their numbers: ${suggest`approvals`}`);
}

function severalHave(word: string, all: readonly QueuedRequest[]): Problem {
  const names = all.map(({ hash }) => requestNumber(hash)).join(", ");
  const message = `Nothing was approved: ${JSON.stringify(word)} is in ${all.length} requests: ${names}.`;
  return problem("bad-usage", message, `Name the request: ${suggest`approve REQUEST-NUMBER --key ME.key`}`);
}
