import type { Database } from "../../database/index.ts";
import { map, ok, type Result } from "../../problem/index.ts";
import { isUnsettled, type PastState } from "../../states/index.ts";
import { notesBefore } from "../store/notes.ts";
import { backward, onward } from "../store/onward.ts";
import type { JournalNote } from "../store/records.ts";
import type { RecordsTable } from "../store/records-table.ts";
import type { Past } from "./past.ts";
import { anyChange, type LastAsked, type TriedBy } from "./tried-names.ts";
import { type IssueDays, type PageStart, type TriedQueries, triedQueries, type Unfinished } from "./tried-queries.ts";
import type { OfAccounts, Wanted, WantedNames } from "./wanted.ts";

/**
 * Queries on attempts and their outcomes. The cost depends on the size of the result, not on the length of the
 * journal. Every call may return the problem `journal-unusable`.
 */
export interface Tries {
  /**
   * Returns attempts after a record, oldest first, or before it, newest first; a page with fewer than `most` is the
   * last.
   */
  page(wanted: Wanted, place: PageStart, most: number): Promise<Result<readonly Past[]>>;
  count(wanted: Wanted): Promise<Result<number>>;
  /** Returns, sorted, the accounts of attempts in these states whose documents were issued in a period. */
  accountsIn(states: readonly PastState[], days: IssueDays): Promise<Result<readonly string[]>>;
  /**
   * Returns the attempts, in all accounts and oldest first, to which `name` refers: a document's id or number, or a
   * short attempt id.
   */
  called(name: string): Promise<Result<readonly Past[]>>;
  /**
   * Returns every attempt that concerned the document, oldest first: those with its content, those with its id, and
   * its replacements.
   */
  ofDocument(
    past: Pick<Past, "id"> & { readonly intent: Pick<Past["intent"], "account" | "key"> },
  ): Promise<Result<readonly Past[]>>;
  /** Returns the last attempt with this value that matches. */
  last(by: TriedBy, value: string, fits: (past: Past) => boolean): Promise<Result<Past | undefined>>;
  /** Returns the documents, in all accounts, that the service changed when it created them, oldest first. */
  changed(): Promise<Result<readonly Past[]>>;
  /**
   * Returns unfinished documents, for some or all accounts, whose attempts come after a record and began at or after
   * a time (UTC, ISO 8601).
   */
  unfinished(
    of: { readonly account?: OfAccounts | undefined; readonly since?: string | undefined },
    after: number,
    most: number,
  ): Promise<Result<readonly Unfinished[]>>;
  /**
   * Returns, for each supplier, the last invoice that exists or, if there is none, the last credit note; most recent
   * supplier first.
   */
  lastOfSuppliers(account: string, most: number): Promise<Result<readonly Past[]>>;
  /** Returns the journal's notes that were added before a record, oldest first. */
  notesBefore(record: number): Promise<Result<readonly JournalNote[]>>;
}

/**
 * Number of attempts per page when all of them are read: few at first, because most journals have no more; then many,
 * because on a server each page takes several round trips. A thousand attempts are about 3 MB in memory.
 */
export const attemptPages = { first: 500, next: 2_000 } as const;

interface Lent {
  readonly database: Database;
  readonly records: RecordsTable;
  readonly read: <T>(work: () => T) => Promise<Result<T>>;
  readonly write: <T>(work: () => T) => Promise<Result<T>>;
  readonly namesOf: (account: string) => readonly string[];
  readonly inherit: () => void;
  /** Whether the attempt is in doubt: false while a live process is working on it. */
  readonly isDoubt: (attempt: string) => boolean;
}

/** Queries about many attempts at once. */
interface OfMany {
  readonly upToDate: () => Promise<Result<void>>;
  /** Like `called` and `last`, but for many names. */
  readonly calledMany: (names: readonly string[]) => Promise<Result<readonly (readonly Past[])[]>>;
  readonly lastMany: (asked: readonly LastAsked[]) => Promise<Result<readonly (Past | undefined)[]>>;
}

export function triesOf(lent: Lent): Tries & OfMany {
  const { database, records, namesOf, isDoubt } = lent;
  const { tried, ofAttempts } = records;
  const queries = triedQueries(database, ofAttempts);
  const upToDate = (): Promise<Result<void>> => catchUp(lent);
  const ask = async <T>(work: () => T): Promise<Result<T>> => {
    const ready = await upToDate();
    return ready.ok ? lent.read(work) : ready;
  };
  const now = (past: Past): Past =>
    past.state === "under-way" && isDoubt(past.attempt) ? { ...past, state: "in-doubt" } : past;
  const asked = asOfNow(queries, now);
  const allNames = (account: OfAccounts): readonly string[] =>
    typeof account === "string" ? namesOf(account) : [...new Set(account.flatMap(namesOf))];
  const named = ({ account, ...wanted }: Wanted): WantedNames =>
    account === undefined ? wanted : { ...wanted, accounts: allNames(account) };
  const inOrder = (all: readonly Past[]): Past[] => oldestFirst(all).map(now);
  const calledMany = (names: readonly string[]): Promise<Result<readonly (readonly Past[])[]>> =>
    ask(() => {
      const own = queries.attempts(names.map((name) => name.toUpperCase()));
      const ids = tried.allNamed(names.map((name) => ["id", name]));
      const numbers = tried.allNamed(names.map((name) => ["number", name]));
      return names.map((_, at) => inOrder([own[at] ?? [], ids[at] ?? [], numbers[at] ?? []].flat()));
    });

  return {
    upToDate,
    page: (wanted, place, most) => ask(() => asked.page(named(wanted), place, most)),
    count: (wanted) => ask(() => asked.count(named(wanted))),
    accountsIn: (states, days) => ask(() => asked.accountsIn(states, days)),
    called: async (name) => map(await calledMany([name]), ([found = []]) => found),
    calledMany,
    ofDocument: ({ id, intent: { account, key } }) =>
      ask(() => {
        const ofId = id === undefined ? [] : [...tried.named("id", id), ...tried.named("replaces", id)];
        return inOrder([
          ...queries.ofContent(account, key),
          ...ofId.filter(({ intent }) => intent.account === account),
        ]);
      }),
    last: (by, value, fits) =>
      ask(() => {
        for (const past of tried.named(by, value)) if (fits(now(past))) return now(past);
        return undefined;
      }),
    lastMany: (asked) =>
      ask(() =>
        tried
          .lastNamed(asked.map(([by, value, fits]) => [by, value, (past) => fits(now(past))]))
          .map((past) => past && now(past)),
      ),
    changed: () => ask(() => inOrder(tried.allNamed([["changed", anyChange]]).flat())),
    unfinished: ({ account, since }, after, most) =>
      ask(() => queries.unfinished(account === undefined ? undefined : allNames(account), since, after, most)),
    lastOfSuppliers: (account, most) => ask(() => queries.lastOfSuppliers(namesOf(account), most)),
    notesBefore: (record) => lent.read(() => notesBefore(database, record)),
  };
}

function oldestFirst(all: readonly Past[]): Past[] {
  const byRecord = new Map(all.map((each) => [each.record, each]));
  return [...byRecord.values()].sort((a, b) => a.record - b.record);
}

async function catchUp({ database, records, read, write, inherit }: Lent): Promise<Result<void>> {
  const { tried } = records;
  for (;;) {
    const behind = await read(() => {
      if (records.hasUnsettled()) inherit();
      return tried.isBehind();
    });
    if (!behind.ok) return behind;
    if (!behind.value) return ok(undefined);
    const done = await write(() => database.transaction(() => tried.catchUp()));
    if (!done.ok) return done;
  }
}

/**
 * Answers queries according to current states: an attempt without a result is in doubt unless a live process is working
 * on it.
 */
function asOfNow(queries: TriedQueries, now: (past: Past) => Past) {
  /** Keeps reading until a page has enough attempts whose current state matches. */
  const page = (wanted: WantedNames, place: PageStart, most: number): Past[] => {
    const { states } = wanted;
    if (!states?.some((state) => isUnsettled({ state }))) return queries.page(wanted, place, most).map(now);
    const asRecorded: WantedNames = { ...wanted, states: [...new Set<PastState>([...states, "under-way"])] };
    const found: Past[] = [];
    for (let from = place; ; ) {
      const some = queries.page(asRecorded, from, most);
      found.push(...some.map(now).filter(({ state }) => states.includes(state)));
      const end = some.at(-1);
      if (end === undefined || some.length < most || found.length >= most) return found.slice(0, most);
      from =
        "after" in from ? { after: onward(from.after, end.record) } : { before: backward(from.before, end.record) };
    }
  };
  const count = (wanted: WantedNames): number => {
    const { states } = wanted;
    if (!states?.some((state) => isUnsettled({ state }))) return queries.count(wanted);
    let sum = queries.count({ ...wanted, states: states.filter((each) => each !== "under-way") });
    for (const { state } of underWay(wanted)) if (states.includes(state)) sum += 1;
    return sum;
  };
  /** Yields the attempts that were sent and have not ended, with their current states. */
  function* underWay(wanted: WantedNames = {}): Generator<Past> {
    for (let after = 0; ; ) {
      const some = queries.page({ ...wanted, states: ["under-way"] }, { after }, pageSize);
      yield* some.map(now);
      const end = some.at(-1);
      if (end === undefined || some.length < pageSize) return;
      after = onward(after, end.record);
    }
  }
  const accountsIn = (states: readonly PastState[], { from, to }: IssueDays): string[] => {
    const isMeant = ({ issueDate }: Past["intent"]): boolean => issueDate >= from && issueDate <= to;
    const accounts = new Set(
      queries.accounts(
        states.filter((each) => each !== "under-way"),
        { from, to },
      ),
    );
    for (const { state, intent } of underWay())
      if (states.includes(state) && isMeant(intent)) accounts.add(intent.account);
    return [...accounts].sort();
  };
  return { page, count, accountsIn };
}

const pageSize = 500;
