import type { Desk } from "../../desk/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import type { Journal, Past } from "../../journal/index.ts";
import { type Lives, livesIn } from "../../life/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import type { DueItem, DueKind } from "../../report/index.ts";
import { tellsStatusOf } from "../follow/tells-status.ts";
import { notAccepted } from "./acceptance.ts";
import { type DueWish, doubtful, ofCreated } from "./documents.ts";

/** Something due, by what decides its place among others. Of many it holds the try instead of everything about it. */
export interface DueEntry {
  readonly what: DueKind;
  readonly daysLeft?: number | undefined;
  readonly since?: string | undefined;
  readonly item: DueItem | { readonly attempt: string };
}

/** What of the documents that were sent somebody has to see to, and what is known of a file. Problems of calls: `journal-unusable`. */
export interface SentDue {
  readonly entries: readonly DueEntry[];
  readonly problems: readonly Problem[];
  /** Everything about it; undefined when it needs no action any more. */
  itemOf(entry: DueEntry): Promise<Result<DueItem | undefined>>;
  /** Whether a content that was sent may exist: SHA-256 of what its file says. */
  isSent(contentHash: string): Promise<Result<boolean>>;
  /** The document that has this number and may exist: it keeps another one from having it. */
  ownerOf(number: string, kind: DocumentKind): Promise<Result<Past | undefined>>;
  /** The last document that was sent from a file and may exist; by its absolute path. */
  lastOf(file: string): Promise<Result<Past | undefined>>;
  /** The exchange rate that was told beside a file when it was sent; by its absolute path. */
  rateOf(file: string): Promise<Result<string | undefined>>;
}

/** Where nothing was ever sent. */
export const nothingSent: SentDue = {
  entries: [],
  problems: [],
  itemOf: async () => ok(undefined),
  isSent: async () => ok(false),
  ownerOf: async () => ok(undefined),
  lastOf: async () => ok(undefined),
  rateOf: async () => ok(undefined),
};

/** So many are held whole; and so many are read at a time. */
const held = 1_000;
const page = 200;

/** What is in doubt, failed, rejected or pending too long. Problem: `journal-unusable`. */
export async function sentDue(journal: Journal, wish: DueWish, desk: Desk): Promise<Result<SentDue>> {
  const { account } = wish;
  const entries: DueEntry[] = [];
  const add = (item: DueItem): void => {
    const { what, deadline, attempt } = item;
    // What the service was asked about is not asked again.
    const whole = entries.length < held || attempt === undefined || wish.connection !== undefined;
    entries.push({ what, daysLeft: deadline?.daysLeft, since: item.since, item: whole ? item : { attempt } });
  };
  const read = await readSent(journal, wish, add, desk);
  if (!read.ok) return read;
  const { lives, problems } = read.value;
  const waiting = await notAccepted(journal, wish, desk);
  if (!waiting.ok) return waiting;
  for (const item of waiting.value) entries.push({ what: item.what, since: item.since, item });
  const there = ({ state, intent }: Past): boolean =>
    (state === "created" || state === "in-doubt") && (account === undefined || intent.account === account);
  return ok({
    entries,
    problems,
    itemOf: ({ item }) =>
      "what" in item ? Promise.resolve(ok(item)) : ofTry(item.attempt, journal, wish, lives, desk),
    async isSent(contentHash) {
      const found = await journal.tries.last("content", contentHash, there);
      return found.ok ? ok(found.value !== undefined) : found;
    },
    async ownerOf(number, kind) {
      const called = await journal.tries.called(number);
      const isOwner = (past: Past): boolean =>
        there(past) && past.intent.kind === kind && (past.documentNumber ?? past.intent.documentNumber) === number;
      return called.ok ? ok(called.value.find(isOwner)) : called;
    },
    lastOf: (file) => journal.tries.last("file", file, there),
    async rateOf(file) {
      const told = (past: Past): boolean => there(past) && past.intent.exchangeRate !== undefined;
      const found = await journal.tries.last("file", file, told);
      return found.ok ? ok(found.value?.intent.exchangeRate?.rate) : found;
    },
  });
}

/** Tells of every document that somebody has to see to. Problem: `journal-unusable`. */
async function readSent(
  journal: Journal,
  wish: DueWish,
  add: (item: DueItem) => void,
  desk: Desk,
): Promise<Result<{ readonly lives: Lives; readonly problems: readonly Problem[] }>> {
  const { account } = wish;
  const since = new Date(wish.since).toISOString();
  const problems: Problem[] = [];
  for (let after = 0; ; ) {
    const doubts = await journal.tries.page({ account, since, states: ["in-doubt"] }, { after }, page);
    if (!doubts.ok) return doubts;
    for (const past of doubts.value) add(await doubtful(past, journal, desk));
    if (doubts.value.length < page) break;
    after = doubts.value.at(-1)?.record ?? 0;
  }
  const lives = await livesIn(journal, {
    now: desk.now().getTime(),
    tellsStatus: await tellsStatusOf(journal, desk),
  });
  if (!lives.ok) return lives;
  for (let after = 0; ; ) {
    const some = await journal.tries.unfinished({ account, since }, after, page);
    if (!some.ok) return some;
    for (const { past, state } of some.value) {
      const found = await ofCreated(past, state, journal, wish, lives.value, desk);
      if (!found.ok) return found;
      if (found.value.item) add(found.value.item);
      problems.push(...found.value.problems);
    }
    if (some.value.length < page) break;
    after = some.value.at(-1)?.past.record ?? 0;
  }
  return ok({ lives: lives.value, problems });
}

/** What is due of a try, read anew. */
async function ofTry(
  attempt: string,
  journal: Journal,
  wish: DueWish,
  lives: Lives,
  desk: Desk,
): Promise<Result<DueItem | undefined>> {
  const called = await journal.tries.called(attempt);
  if (!called.ok) return called;
  const past = called.value.find((each) => each.attempt === attempt);
  if (past?.state === "in-doubt") return ok(await doubtful(past, journal, desk));
  if (past?.state !== "created") return ok(undefined);
  const seen = await journal.seen(past.intent.account, past.id ?? "");
  if (!seen.ok) return seen;
  const state = seen.value.at(-1)?.state ?? past.result?.overallStatus;
  const found = await ofCreated(past, state, journal, wish, lives, desk);
  return found.ok ? ok(found.value.item) : found;
}
