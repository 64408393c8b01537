import type { Connection, Desk } from "../../desk/index.ts";
import { type DocumentKind, daysBetween, documentName, gulfDay } from "../../document/index.ts";
import type { Journal, OfAccounts, Past } from "../../journal/index.ts";
import { type Life, type LifeWish, type Lives, livesIn, type Owed, owedLives } from "../../life/index.ts";
import { mapAll, ok, type Problem, type Result } from "../../problem/index.ts";
import type { DueItem } from "../../report/index.ts";
import type { AcceptanceSetting } from "../../settings/index.ts";
import { type CompanyOf, forCompany } from "../answer/all-companies.ts";
import { ownTries } from "../follow/own-tries.ts";
import { tellsStatusOf } from "../follow/tells-status.ts";
import { askOpen, type ServiceSaid } from "./ask.ts";
import { itemOf, type Owing } from "./documents.ts";
import type { OwnRound } from "./own-round.ts";

export interface DueWish {
  /** Undefined to include all accounts. */
  readonly account: OfAccounts | undefined;
  /** Earliest time to include, in Unix milliseconds. */
  readonly since: number;
  /** Services to query for the current status; if absent, none are queried. */
  readonly connections?: readonly Connection[];
  /** What is asked besides, although nobody asked for it. */
  readonly round?: OwnRound | undefined;
  /** Accounts that require suppliers' answers. */
  readonly acceptance?: Acceptances | undefined;
  /** Returns the company of an account; set if documents of several companies are examined. */
  readonly companyOf?: CompanyOf | undefined;
  /** Undefined to include all documents. */
  readonly only?: readonly Past[] | undefined;
}

export interface Acceptances {
  /** Documents sent before this day (YYYY-MM-DD) need no supplier's answer, whatever the account. */
  readonly from: string;
  readonly of: (account: string) => AcceptanceSetting | undefined;
}

export function acceptanceOfAll(setting: AcceptanceSetting | undefined): Acceptances | undefined {
  return setting && { from: setting.from, of: () => setting };
}

/**
 * The data needed to sort an item; if there are many items, `item` is only the attempt and the details are read later.
 */
export interface DueEntry {
  readonly what: Owed;
  readonly daysLeft?: number | undefined;
  readonly since?: string | undefined;
  readonly kind: DueItem["kind"];
  readonly currency: string;
  readonly payable: string;
  readonly company?: string | undefined;
  readonly item: DueItem | { readonly attempt: string };
}

/** Items for sent documents, and lookup functions for files. The functions may fail with `journal-unusable`. */
export interface SentDue {
  readonly entries: readonly DueEntry[];
  /** Number of documents whose service reports no status. */
  readonly withoutStatus: number;
  /** Number of documents without a final status whose service can tell it and was not asked, or did not answer. */
  readonly notAsked: number;
  /** Number of documents whose status the service told although nobody asked for it. */
  readonly askedUnasked: number;
  /** Whether the service was asked and did not tell the status of some document. */
  readonly isUntold: boolean;
  readonly problems: readonly Problem[];
  /** Undefined if nothing was ever sent. */
  readonly journal: Journal | undefined;
  /** Undefined if the item is no longer due. */
  itemOf(entry: DueEntry): Promise<Result<DueItem | undefined>>;
  /** True if the document may exist; `contentHash` is the SHA-256 of the file's content. */
  isSent(contentHash: string): Promise<Result<boolean>>;
  /** Returns the document, existing or in doubt, that uses this number. */
  ownerOf(number: string, kind: DocumentKind): Promise<Result<Past | undefined>>;
  /** Returns the last document sent from this file; `file` is an absolute path. */
  lastOf(file: string): Promise<Result<Past | undefined>>;
  /** Returns the exchange rate used when the file was sent; `file` is an absolute path. */
  rateOf(file: string): Promise<Result<string | undefined>>;
}

export const nothingSent: SentDue = {
  entries: [],
  withoutStatus: 0,
  notAsked: 0,
  askedUnasked: 0,
  isUntold: false,
  problems: [],
  journal: undefined,
  itemOf: async () => ok(undefined),
  isSent: async () => ok(false),
  ownerOf: async () => ok(undefined),
  lastOf: async () => ok(undefined),
  rateOf: async () => ok(undefined),
};

/** Maximum number of entries held in memory with all their data. */
const held = 1_000;

export function entryOf(item: DueItem): DueEntry {
  const { what, deadline, since, kind, currency, payable, company } = item;
  return { what, daysLeft: deadline?.daysLeft, since, kind, currency, payable, company, item };
}

/** Finds the items for sent documents. Problem: `journal-unusable`. */
export async function sentDue(journal: Journal, wish: DueWish, desk: Desk): Promise<Result<SentDue>> {
  const read = await readSent(journal, wish, desk);
  if (!read.ok) return read;
  const { lives, asked, owing, withoutStatus, notAsked } = read.value;
  const rowOf = async (life: Owing): Promise<DueItem> => {
    const { account } = life.past.intent;
    const known = { lives, asked: asked.get(life.past.attempt), acceptance: wish.acceptance?.of(account) };
    const books = wish.companyOf?.(account);
    const item = await forCompany(books, () => itemOf(life, known, journal.together, desk));
    return wish.companyOf ? { ...item, company: books?.company } : item;
  };
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
    notAsked,
    askedUnasked: wish.round ? [...asked.values()].filter(isTold).length : 0,
    isUntold: [...asked.values()].some((each) => !isTold(each)),
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

async function knownOfFiles(
  journal: Journal,
  account: OfAccounts | undefined,
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
        there(past) && past.intent.kind === kind && documentName(past) === number;
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

/** Whether the service itself told the status, so that it is not what the journal had before. */
function isTold({ seen }: ServiceSaid): boolean {
  return seen !== undefined && seen.kept === undefined;
}

function isOwing(life: Life): life is Owing {
  return life.owed !== undefined;
}

interface Read {
  readonly lives: Lives;
  readonly asked: ReadonlyMap<string, ServiceSaid>;
  readonly owing: readonly Owing[];
  readonly withoutStatus: number;
  readonly notAsked: number;
}

async function readSent(journal: Journal, wish: DueWish, desk: Desk): Promise<Result<Read>> {
  const { account, connections = [], acceptance, only } = wish;
  const since = new Date(wish.since).toISOString();
  const judging = await judgedBy(journal, wish, desk);
  let lives = await livesIn(journal.together, judging);
  if (!lives.ok) return lives;
  const asked = new Map<string, ServiceSaid>();
  for (const connection of connections) {
    const names = only && (await namesToAsk(only, lives.value));
    if (names && !names.ok) return names;
    const answers = await askOpen(journal, lives.value, { connection, since, only: names?.value }, desk);
    if (!answers.ok) return answers;
    for (const [attempt, said] of answers.value) asked.set(attempt, said);
  }
  if (wish.round) {
    const names = only && (await namesToAsk(only, lives.value));
    if (names && !names.ok) return names;
    const answers = await askOpen(journal, lives.value, { ...wish.round, since, only: names?.value }, desk);
    if (!answers.ok) return answers;
    for (const [attempt, said] of answers.value) asked.set(attempt, said);
  }
  if (asked.size > 0 || connections.length > 0) {
    // Read the journal again: it may now contain the service's answers.
    lives = await livesIn(journal.together, judging);
    if (!lives.ok) return lives;
  }
  const silent = [...asked.values()].filter(({ seen }) => seen === undefined).length;
  const stillOpen = [...asked.values()].filter((said) => isTold(said) && said.seen?.standing === "open").length;
  const unasked = (pending: number): number => (connections.length > 0 ? silent : Math.max(0, pending - stillOpen));
  const owing: Owing[] = [];
  const take = (life: Life): void => {
    if (isOwing(life)) owing.push(life);
  };
  if (only) {
    const pending = new Set<string>();
    for (const past of only) {
      const life = await lives.value.of(past);
      if (!life.ok) return life;
      take(life.value);
      for (const each of pendingIn(life.value)) pending.add(each);
    }
    return ok({ lives: lives.value, asked, owing, withoutStatus: 0, notAsked: unasked(pending.size) });
  }
  const answersSince =
    account === undefined || acceptance === undefined
      ? undefined
      : new Date(`${acceptance.from}T00:00:00+04:00`).toISOString();
  const all = await owedLives(journal.together, lives.value, { account, since, answersSince }, take);
  if (!all.ok) return all;
  return ok({ lives: lives.value, asked, owing, ...all.value, notAsked: unasked(all.value.pending) });
}

/** Returns the attempts of a document and of its credit notes and copies that are not final. */
function pendingIn({ past, stage, credits, correctedBy }: Life): string[] {
  const own = { attempt: past.attempt, stage };
  return [own, ...credits, ...correctedBy].filter((each) => each.stage === "pending").map(({ attempt }) => attempt);
}

/** Returns the attempts to ask about if documents are named: theirs, and what decides how they stand. */
async function namesToAsk(only: readonly Past[], lives: Lives): Promise<Result<ReadonlySet<string>>> {
  const found = await mapAll(only, async (past) => {
    const life = await lives.of(past);
    return life.ok ? ok([past.attempt, ...pendingIn(life.value)]) : life;
  });
  return found.ok ? ok(new Set(found.value.flat())) : found;
}

/** Returns the current facts and settings that decide which documents need action. */
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

/** Returns a function that says whether the supplier's answer is overdue. */
function lateBy(acceptance: Acceptances | undefined, desk: Desk): (past: Past) => boolean {
  if (acceptance === undefined) return () => false;
  const today = gulfDay(desk.now());
  return ({ intent, sentAt, at }) => {
    const asked = acceptance.of(intent.account);
    const sent = gulfDay(new Date(sentAt ?? at));
    return asked !== undefined && sent >= asked.from && daysBetween(sent, today) >= Number(asked.days);
  };
}
