import type { Database } from "../../database/index.ts";
import type { PastState } from "../../states/index.ts";
import { type Spelling, spellingOf } from "../store/spelling.ts";
import type { Past } from "./past.ts";
import { type OfAttempts, pastsOf } from "./tried-names.ts";
import { conditionsOf, infinity, type WantedNames } from "./wanted.ts";

/** Where a page of attempts starts: after a record (oldest first) or before one (newest first). */
export type PageStart = { readonly after: number } | { readonly before: number };

/** The first and the last day of a period, in the date format of documents. */
export interface IssueDays {
  readonly from: string;
  readonly to: string;
}

/** A document that exists and is not known to be approved. */
export interface Unfinished {
  /** The attempt that determined the document's current content. */
  readonly past: Past;
  readonly state: string | undefined;
}

function lastOfEach({ indexedBy, among }: Spelling): string {
  const lastOne = (more: string): string =>
    `(SELECT record FROM tried ${indexedBy("tried_supplier")} WHERE supplier = number AND state = 'created' ${more}
          ORDER BY record DESC LIMIT 1)`;
  return `SELECT coalesce(max(invoice), max(last)) AS record FROM
           (SELECT id, ${lastOne("")} AS last, ${lastOne("AND kind = 'invoice'")} AS invoice FROM tried_with WHERE account ${among.texts}) AS each
         GROUP BY id HAVING max(last) IS NOT NULL ORDER BY max(last) DESC LIMIT ?`;
}

function unfinishedOf({ indexedBy, joinInOrder, among }: Spelling, ofAccounts: boolean): string {
  return `SELECT unfinished.state AS state, attempt FROM unfinished ${indexedBy("unfinished_record")}
    ${joinInOrder} tried ON tried.record = unfinished.record
    WHERE unfinished.record > ? AND at >= ? ${ofAccounts ? `AND account ${among.texts}` : ""}
    ORDER BY unfinished.record LIMIT ?`;
}

/** Finds the accounts of attempts in these states whose documents were issued in a period. */
function accountsOf(database: Database): (states: readonly PastState[], days: IssueDays) => string[] {
  const { indexedBy, among, member } = spellingOf(database);
  const issued = member("intent.data", "issueDate");
  const sql = `SELECT DISTINCT ${member("intent.data", "account")} AS account FROM tried ${indexedBy("tried_state")}
    JOIN record AS intent ON intent.sequence = tried.record
    WHERE tried.state ${among.texts} AND ${issued} >= ? AND ${issued} <= ?`;
  return (states, { from, to }) =>
    database.all(sql, JSON.stringify(states), from, to).map(({ account }) => String(account));
}

/**
 * Queries on the tables of `triedSchema`. States are as recorded: an attempt that was sent and has not ended is
 * `under-way`.
 */
export function triedQueries(database: Database, ofAttempts: OfAttempts) {
  const spelled = spellingOf(database);
  const pastsBy = (rows: readonly Record<string, unknown>[]): Past[] =>
    pastsOf(ofAttempts, rows).filter((past) => past !== undefined);
  return {
    page(wanted: WantedNames, place: PageStart, most: number): Past[] {
      const { sql, values, from } = conditionsOf(database, wanted);
      const [first, end, order] =
        "after" in place ? [Math.max(from, place.after + 1), infinity, ""] : [from, place.before, "DESC"];
      return pastsBy(
        database.all(`SELECT attempt ${sql} ORDER BY record ${order} LIMIT ?`, ...values, first, end, most),
      );
    },
    count(wanted: WantedNames): number {
      const { sql, values, from } = conditionsOf(database, wanted);
      return Number(database.get(`SELECT count(*) AS count ${sql}`, ...values, from, infinity)?.count);
    },
    accounts: accountsOf(database),
    attempts: (ids: readonly string[]): (Past | undefined)[] =>
      pastsOf(
        ofAttempts,
        ids.map((attempt) => ({ attempt })),
      ),
    /** Returns the attempts with this content, oldest first. */
    ofContent: (account: string, key: string): Past[] =>
      pastsBy(
        database.all(
          "SELECT attempt FROM record WHERE account = ? AND key = ? AND type = 'intent' ORDER BY sequence",
          account,
          key,
        ),
      ),
    /** Returns documents in the order of the attempts that created them, for all accounts if none are given. */
    unfinished(
      accounts: readonly string[] | undefined,
      since: string | undefined,
      after: number,
      most: number,
    ): Unfinished[] {
      const names = accounts === undefined ? [] : [JSON.stringify(accounts)];
      const rows = database.all(unfinishedOf(spelled, names.length > 0), after, since ?? "", ...names, most);
      const pasts = pastsOf(ofAttempts, rows);
      return rows.flatMap(({ state }, at) => {
        const past = pasts[at];
        return past === undefined ? [] : [{ past, state: state === null ? undefined : String(state) }];
      });
    },
    /** Returns each supplier's last existing invoice, or else its last credit note; most recent supplier first. */
    lastOfSuppliers(accounts: readonly string[], most: number): Past[] {
      const last = database
        .all(lastOfEach(spelled), JSON.stringify(accounts), most)
        .map(({ record }) => Number(record));
      const sql = `SELECT record, attempt FROM tried WHERE record ${spelled.among.numbers}`;
      const rows = new Map(database.all(sql, JSON.stringify(last)).map((row) => [Number(row.record), row]));
      return pastsBy(last.map((record) => rows.get(record)).filter((row) => row !== undefined));
    },
  };
}

export type TriedQueries = ReturnType<typeof triedQueries>;
