import { isStateOfLegs } from "../../contract/index.ts";
import type { Database } from "../../database/index.ts";
import type { Result } from "../../problem/index.ts";
import { statusName } from "../../states/index.ts";
import type { ContentState } from "../content/standing.ts";
import { stateNow } from "../content/state-now.ts";
import type { KeyIn } from "../keys/intent-key.ts";
import type { SeriesOfOther } from "../numbering/series-owner.ts";
import { creditedKey } from "../store/created-documents.ts";
import type { journalNotes } from "../store/notes.ts";
import type { CreatedDocument, Intent, Lately } from "../store/records.ts";
import type { RecordsTable } from "../store/records-table.ts";
import type { seenStates } from "../store/seen-states.ts";
import { type SentDocument, sentUnder } from "../store/sent-to.ts";
import { businessProfileIn, isPracticeAccount, isSameBuyer, serviceOf } from "./names.ts";
import { type Relation, relationsIn, type ServicesWord, servicesNote } from "./services.ts";

export interface RelatedAccount {
  readonly account: string;
  readonly relation: Relation;
  /** Whether the account belongs to the same buyer; false for another company's account. */
  readonly sameBuyer: boolean;
}

/** `own`: this account, under any of its names; `perhaps`: another account whose service may be the same. */
export type Belongs = "own" | "perhaps";

/** Every call can report the problem `journal-unusable`. */
export interface JournalAccounts {
  /** Names are in the form that `accountFor` returns. */
  all(): Promise<Result<readonly string[]>>;
  /** Returns the account's name with the first address recorded for the service, in the recorded spelling. */
  accountFor(named: string): Promise<Result<string>>;
  /**
   * Returns all names of the account, including the one given. Each name means the same buyer, under another address of
   * the same service or in another spelling.
   */
  names(account: string): Promise<Result<readonly string[]>>;
  /** Leaves out the accounts of sandboxes. */
  related(account: string): Promise<Result<readonly RelatedAccount[]>>;
  /** Undefined if no account has a record of a document with this id. */
  knows(account: string, id: string): Promise<Result<Belongs | undefined>>;
  /**
   * Returns the state of the intent's content without claiming it. Also considers its number and possible duplicates,
   * in its own account and related ones.
   */
  standing(intent: Intent, keyIn: KeyIn): Promise<Result<ContentState>>;
  seriesOfOthers(account: string): Promise<Result<readonly SeriesOfOther[]>>;
  say(word: ServicesWord): Promise<Result<void>>;
}

export function accountsOf(
  known: KnownAccounts,
  lent: {
    read<T>(work: () => T): Promise<Result<T>>;
    note(type: string, data: Readonly<Record<string, unknown>>): Promise<Result<void>>;
    standing(intent: Intent, keyIn: KeyIn): ContentState;
    hasId(account: string, id: string): boolean;
    seriesOfOthers(account: string): readonly SeriesOfOther[];
  },
): JournalAccounts {
  return {
    all: async () => lent.read(() => known.all()),
    accountFor: async (named) => lent.read(() => known.accountFor(named)),
    names: async (account) => lent.read(() => known.namesOf(account)),
    related: async (account) => lent.read(() => known.related(account)),
    knows: async (account, id) =>
      lent.read(() => {
        const has = (each: string): boolean => lent.hasId(each, id);
        if (known.namesOf(account).some(has)) return "own";
        const others = known.related(account).filter(({ relation }) => relation !== "other");
        return others.some((each) => has(each.account)) ? "perhaps" : undefined;
      }),
    standing: async (intent, keyIn) => lent.read(() => lent.standing(intent, keyIn)),
    seriesOfOthers: async (account) => lent.read(() => lent.seriesOfOthers(account)),
    async say(word) {
      const said = await lent.note(servicesNote, { ...word });
      known.forgetNames();
      return said;
    },
  };
}

export function underAllNames(
  known: KnownAccounts,
  records: RecordsTable,
  seen: Pick<ReturnType<typeof seenStates>, "ofMany">,
) {
  const { find, ofFile, credited, ofAttempt, ofAttempts, lately, bySupplier } = records;
  const inAll =
    (ask: (account: string, value: string) => CreatedDocument[]) =>
    (account: string, value: string): CreatedDocument[] => {
      const found = known.namesOf(account).map((name) => ask(name, value));
      const [only = [], ...more] = found;
      return more.length === 0 ? only : found.flat().sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    };
  return {
    find: inAll(find),
    ofFile: inAll(ofFile),
    credited: inAll(credited),
    ofAttempt,
    ofAttempts,
    /** Like `credited`, for many invoices. */
    creditedMany(asked: readonly { readonly account: string; readonly invoiceNumber: string }[]): CreatedDocument[][] {
      const accounts = [...new Set(asked.flatMap(({ account }) => known.namesOf(account)))];
      const found = records.creditedMany(
        accounts,
        asked.map(({ invoiceNumber }) => invoiceNumber),
      );
      return asked.map(({ account, invoiceNumber }) =>
        inAll((name) => [...(found.get(creditedKey(name, invoiceNumber)) ?? [])])(account, invoiceNumber),
      );
    },
    /** A status is undefined if none was recorded, or if the document was approved immediately. */
    statusesOf: (documents: readonly CreatedDocument[]) => statusesOf(documents, records, seen),
    lately(account: string): Lately {
      const names = known.namesOf(account);
      const times = names.flatMap((name) => lately(name).last ?? []).sort();
      const others = known.related(account).filter(({ relation }) => relation !== "other");
      const all = new Set([...names, ...others.map((each) => each.account)]);
      return { last: times.at(-1), open: [...all].flatMap((each) => lately(each).open) };
    },
    sentTo: (account: string, key: string, most: number): SentDocument[] =>
      known
        .namesOf(account)
        .flatMap((name) => sentUnder({ bySupplier, ofAttempts }, name, key, most))
        .slice(0, most),
    isName: (account: string, of: string): boolean => known.namesOf(of).includes(account),
  };
}

function statusesOf(
  documents: readonly CreatedDocument[],
  { tried }: Pick<RecordsTable, "tried">,
  seen: Pick<ReturnType<typeof seenStates>, "ofMany">,
): (string | undefined)[] {
  const all = seen.ofMany(documents);
  // Legs may be outranked by what the answer to create told.
  const told = all.map((states) => (isStateOfLegs(states.at(-1)?.state) ? undefined : states.at(-1)?.state));
  const others = documents.filter((_, at) => told[at] === undefined);
  const made = tried.lastNamed(
    others.map(({ account, id }) => [
      "id",
      id,
      ({ state, intent }) => state === "created" && intent.account === account,
    ]),
  );
  const first = new Map(others.map((each, at) => [each, made[at]?.result]));
  return documents.map((each, at) => {
    if (told[at] !== undefined) return told[at];
    const { state, seen: last } = stateNow(first.get(each), all[at] ?? []);
    return last === undefined && state === statusName.approved ? undefined : state;
  });
}

export type UnderAllNames = ReturnType<typeof underAllNames>;

export function knownAccounts(database: Database, notes: Pick<ReturnType<typeof journalNotes>, "ofType">) {
  const relations = () => relationsIn(notes.ofType(servicesNote));
  const all = () => allAccounts(database);
  const names = new Map<string, readonly string[]>();
  let read: { readonly accounts: readonly string[]; readonly relations: ReturnType<typeof relations> } | undefined;
  const related = (account: string, known?: typeof read): RelatedAccount[] => {
    if (isPracticeAccount(account)) return [];
    const others = (known?.accounts ?? all()).filter((each) => each !== account && !isPracticeAccount(each));
    if (others.length === 0) return [];
    const { relation } = known?.relations ?? relations();
    return others.map((each) => ({
      account: each,
      relation: relation(serviceOf(each), serviceOf(account)),
      sameBuyer: isSameBuyer(each, account),
    }));
  };
  const accountFor = (named: string): string => {
    if (isPracticeAccount(named)) return named;
    const own = all().filter((each) => isSameBuyer(each, named) && !isPracticeAccount(each));
    if (own.length === 0) return named;
    const { first, relation } = relations();
    const service = first(serviceOf(named));
    const atFirst = own.filter((each) => serviceOf(each) === service);
    const spelledSo = atFirst.find((each) => businessProfileIn(each) === businessProfileIn(named));
    return spelledSo ?? atFirst[0] ?? own.find((each) => relation(serviceOf(each), service) === "same") ?? named;
  };
  return {
    all: (): string[] => [...new Set(all().map(accountFor))],
    related: (account: string) => related(account),
    accountFor,
    /** Reads accounts and relations once and keeps them; code that sends documents uses `related` instead. */
    namesOf(account: string): readonly string[] {
      const known = names.get(account);
      if (known === undefined) read ??= { accounts: all(), relations: relations() };
      const found = known ?? [
        account,
        ...related(account, read).flatMap((each) => (each.sameBuyer && each.relation === "same" ? each.account : [])),
      ];
      names.set(account, found);
      return found;
    },
    forgetNames(): void {
      names.clear();
      read = undefined;
    },
  };
}

export type KnownAccounts = ReturnType<typeof knownAccounts>;

function allAccounts(database: Database): string[] {
  const first = (table: string, after = "") => `(SELECT min(account) FROM ${table} ${after})`;
  const walk = (table: string, name: string) => `${name} (account) AS (
    SELECT ${first(table)} UNION ALL
    SELECT ${first(table, `WHERE account > ${name}.account`)} FROM ${name} WHERE account IS NOT NULL)`;
  const sql = `WITH RECURSIVE ${walk("record", "of_records")}, ${walk("created", "of_created")}
    SELECT account FROM of_records WHERE account IS NOT NULL UNION SELECT account FROM of_created WHERE account IS NOT NULL`;
  return database.all(sql).map(({ account }) => String(account));
}
