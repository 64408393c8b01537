import type { Connection, Desk } from "../../desk/index.ts";
import { type DocumentKind, daysBetween, gulfDay } from "../../document/index.ts";
import type { Journal, Past } from "../../journal/index.ts";
import { type Life, type LifeWish, type Lives, livesIn, type Owed, owedLives } from "../../life/index.ts";
import { mapAll, ok, type Problem, type Result } from "../../problem/index.ts";
import type { DueItem } from "../../report/index.ts";
import type { AcceptanceSetting } from "../../settings/index.ts";
import { ownTries } from "../follow/own-tries.ts";
import { tellsStatusOf } from "../follow/tells-status.ts";
import { askOpen, type ServiceSaid } from "./ask.ts";
import { itemOf, type Owing } from "./documents.ts";

/** Which documents are looked at, and whether the service is asked. */
export interface DueWish {
  /** Undefined: of all accounts. */
  readonly account: string | undefined;
  /** From this day on, Unix milliseconds. */
  readonly since: number;
  readonly connection?: Connection | undefined;
  /** Whether the profile of that account asks for the acceptance of suppliers. */
  readonly acceptance?: AcceptanceSetting | undefined;
  /** Only these documents; undefined: all. */
  readonly only?: readonly Past[] | undefined;
}

/** Something due, by what decides its place among others. Of many it holds the try instead of everything about it. */
export interface DueEntry {
  readonly what: Owed;
  readonly daysLeft?: number | undefined;
  readonly since?: string | undefined;
  readonly kind: DueItem["kind"];
  readonly currency: string;
  readonly payable: string;
  readonly item: DueItem | { readonly attempt: string };
}

/** What of the documents that were sent somebody has to see to, and what is known of a file. Problems of calls: `journal-unusable`. */
export interface SentDue {
  readonly entries: readonly DueEntry[];
  /** Documents that exist and of which their service tells no status. */
  readonly withoutStatus: number;
  readonly problems: readonly Problem[];
  /** Undefined where nothing was ever sent. */
  readonly journal: Journal | undefined;
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
  withoutStatus: 0,
  problems: [],
  journal: undefined,
  itemOf: async () => ok(undefined),
  isSent: async () => ok(false),
  ownerOf: async () => ok(undefined),
  lastOf: async () => ok(undefined),
  rateOf: async () => ok(undefined),
};

/** How many are held whole. */
const held = 1_000;

/** What of an item decides its place. */
export function entryOf(item: DueItem): DueEntry {
  const { what, deadline, since, kind, currency, payable } = item;
  return { what, daysLeft: deadline?.daysLeft, since, kind, currency, payable, item };
}

/** What is owed for documents that were sent. Problem: `journal-unusable`. */
export async function sentDue(journal: Journal, wish: DueWish, desk: Desk): Promise<Result<SentDue>> {
  const read = await readSent(journal, wish, desk);
  if (!read.ok) return read;
  const { lives, asked, owing, withoutStatus } = read.value;
  const rowOf = (life: Owing): Promise<DueItem> =>
    itemOf(life, { lives, asked: asked.get(life.past.attempt), acceptance: wish.acceptance }, journal.together, desk);
  const entries = await mapAll([...owing.entries()], async ([at, life]) => {
    const entry = entryOf(await rowOf(life));
    return ok(at < held ? entry : { ...entry, item: { attempt: life.past.attempt } });
  });
  if (!entries.ok) return entries;
  const ofFiles = await knownOfFiles(journal, wish.account);
  if (!ofFiles.ok) return ofFiles;
  return ok({
    entries: entries.value,
    withoutStatus,
    problems: [...asked.values()].flatMap(({ problems }) => problems),
    journal,
    async itemOf({ item }) {
      if ("what" in item) return ok(item);
      const called = await journal.together.tries.called(item.attempt);
      if (!called.ok) return called;
      const past = called.value.find((each) => each.attempt === item.attempt);
      const life = past && (await lives.of(past));
      if (life && !life.ok) return life;
      return ok(life && isOwing(life.value) ? await rowOf(life.value) : undefined);
    },
    ...ofFiles.value,
  });
}

/** What a journal knows of files. */
async function knownOfFiles(
  journal: Journal,
  account: string | undefined,
): Promise<Result<Pick<SentDue, "isSent" | "ownerOf" | "lastOf" | "rateOf">>> {
  const isOwn = await ownTries(account, journal);
  if (!isOwn.ok) return isOwn;
  const there = (past: Past): boolean => (past.state === "created" || past.state === "in-doubt") && isOwn.value(past);
  return ok({
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

function isOwing(life: Life): life is Owing {
  return life.owed !== undefined;
}

interface Read {
  readonly lives: Lives;
  readonly asked: ReadonlyMap<string, ServiceSaid>;
  readonly owing: readonly Owing[];
  readonly withoutStatus: number;
}

async function readSent(journal: Journal, wish: DueWish, desk: Desk): Promise<Result<Read>> {
  const { account, connection, acceptance, only } = wish;
  const since = new Date(wish.since).toISOString();
  const judging = await judgedBy(journal, wish, desk);
  let lives = await livesIn(journal.together, judging);
  if (!lives.ok) return lives;
  let asked: ReadonlyMap<string, ServiceSaid> = new Map();
  if (connection) {
    const names = only && new Set(only.map(({ attempt }) => attempt));
    const answers = await askOpen(journal, lives.value, { connection, since, only: names }, desk);
    if (!answers.ok) return answers;
    asked = answers.value;
    // What the service said may be noted beside the records.
    lives = await livesIn(journal.together, judging);
    if (!lives.ok) return lives;
  }
  const owing: Owing[] = [];
  const take = (life: Life): void => {
    if (isOwing(life)) owing.push(life);
  };
  if (only) {
    for (const past of only) {
      const life = await lives.value.of(past);
      if (!life.ok) return life;
      take(life.value);
    }
    return ok({ lives: lives.value, asked, owing, withoutStatus: 0 });
  }
  const answersSince =
    account === undefined || acceptance === undefined
      ? undefined
      : new Date(`${acceptance.from}T00:00:00+04:00`).toISOString();
  const all = await owedLives(journal.together, lives.value, { account, since, answersSince }, take);
  if (!all.ok) return all;
  return ok({ lives: lives.value, asked, owing, withoutStatus: all.value.withoutStatus });
}

/** What lives are judged by now. */
export async function judgedBy(
  journal: Journal,
  { account, acceptance }: Pick<DueWish, "account" | "acceptance">,
  desk: Desk,
): Promise<LifeWish> {
  return {
    now: desk.now().getTime(),
    tellsStatus: await tellsStatusOf(journal, desk),
    answerLate: lateBy(account === undefined ? undefined : acceptance, desk),
  };
}

/** Whether the time for the supplier's answer is over. */
function lateBy(acceptance: AcceptanceSetting | undefined, desk: Desk): (past: Past) => boolean {
  if (acceptance === undefined) return () => false;
  const today = gulfDay(desk.now());
  return ({ sentAt, at }) => {
    const sent = gulfDay(new Date(sentAt ?? at));
    return sent >= acceptance.from && daysBetween(sent, today) >= Number(acceptance.days);
  };
}
