import type { Journal, Past } from "../../journal/index.ts";
import { ok, type Result } from "../../problem/index.ts";

/** A time in which attempts to send came to no answer of the service. Times are UTC, ISO 8601. */
export interface Outage {
  readonly account: string;
  /** Of the first attempt that failed. */
  readonly from: string;
  /** When the service answered again; absent while nothing else is known. */
  readonly to?: string | undefined;
  /** What could not be sent then, each once, by its first attempt. */
  readonly waiting: readonly WaitingDocument[];
  /** Failed attempts. */
  readonly attempts: number;
  /** What was seen, each sentence once. */
  readonly said: readonly string[];
}

/** A document that waited. */
export interface WaitingDocument {
  readonly past: Past;
  /** When it was created after all; absent while it is not. */
  readonly createdAt?: string | undefined;
}

interface Open {
  from: string;
  waiting: Map<string, Past>;
  attempts: number;
  said: Set<string>;
}

const pageSize = 200;

/**
 * The outages that the journal tells of, the oldest first: attempts that failed for want of an answer, up to the next one that the
 * service answered. What failed before an attempt was recorded is not in the journal. Problem: `journal-unusable`.
 */
export async function outagesIn(journal: Journal, account: string | undefined): Promise<Result<Outage[]>> {
  const open = new Map<string, Open>();
  const ended: Outage[] = [];
  const created = new Map<string, string>();
  const end = (name: string, to: string | undefined): void => {
    const found = open.get(name);
    if (found === undefined) return;
    open.delete(name);
    const waiting = [...found.waiting].map(([, past]): WaitingDocument => ({ past }));
    ended.push({ account: name, from: found.from, to, waiting, attempts: found.attempts, said: [...found.said] });
  };
  for (let after = 0; ; ) {
    const some = await journal.tries.page({ account }, { after }, pageSize);
    if (!some.ok) return some;
    for (const past of some.value) {
      const { account: name, key } = past.intent;
      const at = past.result?.at ?? past.at;
      if (past.state === "created") created.set(`${name} ${key}`, at);
      const meaning = meaningOf(past);
      if (meaning === "answered") end(name, past.sentAt ?? at);
      if (meaning !== "no-answer") continue;
      const found = open.get(name) ?? { from: past.at, waiting: new Map(), attempts: 0, said: new Set() };
      if (!found.waiting.has(key)) found.waiting.set(key, past);
      for (const each of past.result?.said ?? []) found.said.add(each);
      found.attempts += 1;
      open.set(name, found);
    }
    if (some.value.length < pageSize) break;
    after = some.value.at(-1)?.record ?? 0;
  }
  for (const name of [...open.keys()]) end(name, undefined);
  const settled = ended.map((each) => ({
    ...each,
    waiting: each.waiting.map(({ past }) => ({ past, createdAt: created.get(`${each.account} ${past.intent.key}`) })),
  }));
  return ok(settled.sort((a, b) => (a.from < b.from ? -1 : 1)));
}

/** So many of the latest attempts tell whether an outage lasts. */
const latest = 200;

/** The outages that last: since when, and how many documents wait. Only the latest attempts are looked at. Problem: `journal-unusable`. */
export async function lastingOutages(
  journal: Journal,
  account: string | undefined,
): Promise<Result<{ readonly from: string; readonly waiting: number }[]>> {
  const some = await journal.tries.page({ account }, { before: Number.MAX_SAFE_INTEGER }, latest);
  if (!some.ok) return some;
  const over = new Set<string>();
  const lasting = new Map<string, { from: string; keys: Set<string> }>();
  for (const past of some.value) {
    const { account: name, key } = past.intent;
    const meaning = over.has(name) ? "nothing" : meaningOf(past);
    if (meaning === "answered") over.add(name);
    if (meaning !== "no-answer") continue;
    const found = lasting.get(name) ?? { from: past.at, keys: new Set() };
    lasting.set(name, { from: past.at, keys: found.keys.add(key) });
  }
  return ok([...lasting.values()].map(({ from, keys }) => ({ from, waiting: keys.size })));
}

/** What an attempt tells of the service: a person who stopped it, or the request limit, tell nothing. */
function meaningOf({ state, result }: Past): "answered" | "no-answer" | "nothing" {
  if (state === "created" || state === "refused") return "answered";
  const status = result?.status;
  if (status !== undefined && status < 500) return status === 429 ? "nothing" : "answered";
  if (state === "in-doubt" || state === "under-way") return "no-answer";
  if (result === undefined || result.said.some((each) => /\b(?:you stopped|interrupted|limit)\b/i.test(each)))
    return "nothing";
  return "no-answer";
}
