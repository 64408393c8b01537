import type { Database } from "../../database/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import { type Past, type PastState, pastOf } from "./past.ts";
import type { OfAttempt } from "./tried-index.ts";

/** Which tries are meant: those that are all of what is given. */
export interface Wanted {
  /** Begun then or later; UTC, ISO 8601 with milliseconds. */
  readonly since?: string | undefined;
  /** Begun before then. */
  readonly until?: string | undefined;
  readonly states?: readonly PastState[] | undefined;
  readonly account?: string | undefined;
  readonly kind?: DocumentKind | undefined;
  /** Its id or TRN as it is, or a part of its name in any case. */
  readonly supplier?: string | undefined;
}

/** From where on: tries after a record, the oldest first, or before one, the newest first. */
export type PageStart = { readonly after: number } | { readonly before: number };

/** A document that exists and is not known to be approved. */
export interface Unfinished {
  /** The try that made it what it is. */
  readonly past: Past;
  /** The last state that is known. */
  readonly state: string | undefined;
}

/** Questions to the tables of `triedSchema`. States are those of the records: what left and has no end is `under-way`. */
export function triedQueries(database: Database, ofAttempt: OfAttempt) {
  const pastBy = ({ attempt }: Record<string, unknown>): Past[] => {
    const past = pastOf(ofAttempt(String(attempt)));
    return past ? [past] : [];
  };

  /** Numbers of the suppliers that a text means. */
  const suppliersCalled = (text: string): number[] => {
    const part = text.toLowerCase();
    const found: number[] = [];
    for (let after = 0; ; ) {
      const rows = database.all(
        "SELECT number, id, name, trn FROM tried_with WHERE number > ? ORDER BY number LIMIT ?",
        ...[after, manyNames],
      );
      for (const { number, id, name, trn } of rows) {
        if (String(name).toLowerCase().includes(part) || id === text || trn === text) found.push(Number(number));
      }
      if (rows.length < manyNames) return found;
      after = Number(rows.at(-1)?.number);
    }
  };

  /** The end of a statement from its index on, and its values. */
  const conditions = ({
    since,
    until,
    states,
    account,
    kind,
    supplier,
  }: Wanted): { sql: string; values: (string | number)[]; from: number } => {
    const suppliers = supplier ? suppliersCalled(supplier) : undefined;
    const index = suppliers ? "INDEXED BY tried_supplier" : states ? "INDEXED BY tried_state" : "NOT INDEXED";
    const parts: string[] = [];
    const values: (string | number)[] = [];
    const oneOf = (column: string, of: readonly (string | number)[]): void => {
      const [only] = of;
      parts.push(of.length === 1 ? `${column} = ?` : `${column} IN (SELECT value FROM json_each(?))`);
      values.push(of.length === 1 ? (only ?? "") : JSON.stringify(of));
    };
    if (suppliers) oneOf("supplier", suppliers);
    if (states) oneOf(suppliers ? "+state" : "state", states);
    if (account !== undefined) {
      parts.push("+supplier IN (SELECT number FROM tried_with WHERE account = ?)");
      values.push(account);
    }
    if (kind !== undefined) oneOf("+kind", [kind]);
    if (until !== undefined) {
      parts.push("+at < ?");
      values.push(until);
    }
    let from = 0;
    if (since !== undefined) {
      // A clock may have been set back: records go by their order, so later ones may be of an earlier time.
      from = Number(database.get("SELECT min(record) AS first FROM tried WHERE at >= ?", since)?.first ?? infinity);
      parts.push("+at >= ?");
      values.push(since);
    }
    return { sql: `FROM tried ${index} WHERE ${[...parts, "record >= ?", "record < ?"].join(" AND ")}`, values, from };
  };

  return {
    page(wanted: Wanted, place: PageStart, most: number): Past[] {
      const { sql, values, from } = conditions(wanted);
      const [first, end, order] =
        "after" in place ? [Math.max(from, place.after + 1), infinity, ""] : [from, place.before, "DESC"];
      return database
        .all(`SELECT attempt ${sql} ORDER BY record ${order} LIMIT ?`, ...values, first, end, most)
        .flatMap(pastBy);
    },
    count(wanted: Wanted): number {
      const { sql, values, from } = conditions(wanted);
      return Number(database.get(`SELECT count(*) AS count ${sql}`, ...values, from, infinity)?.count);
    },
    /** A try by its own short id. */
    attempt: (id: string): Past | undefined => pastOf(ofAttempt(id)),
    /** Tries of a content, the oldest first. */
    ofContent: (account: string, key: string): Past[] =>
      database
        .all(
          "SELECT attempt FROM record WHERE account = ? AND key = ? AND type = 'intent' ORDER BY sequence",
          account,
          key,
        )
        .flatMap(pastBy),
    /**
     * Documents by the order of the tries that made them, without rejected ones that a credit note takes back; of all accounts where none
     * is given.
     */
    unfinished(account: string | undefined, since: string | undefined, after: number, most: number): Unfinished[] {
      const rows = database.all(
        `SELECT unfinished.state AS state, attempt FROM unfinished INDEXED BY unfinished_record CROSS JOIN tried ON tried.record = unfinished.record
         WHERE unfinished.record > ? AND at >= ? AND (? IS NULL OR account = ?) AND NOT (unfinished.state IS 'REJECTED' AND EXISTS
           (SELECT 1 FROM credited WHERE credited.account = unfinished.account AND invoice_number = unfinished.number))
         ORDER BY unfinished.record LIMIT ?`,
        ...[after, since ?? "", account ?? null, account ?? null, most],
      );
      return rows.flatMap((row) =>
        pastBy(row).map((past) => ({ past, state: row.state === null ? undefined : String(row.state) })),
      );
    },
    /** Of each supplier of an account the last invoice that exists, else the last credit note; who was dealt with last goes first. */
    lastOfSuppliers(account: string, most: number): Past[] {
      const lastOne = (more: string): string =>
        `(SELECT record FROM tried INDEXED BY tried_supplier WHERE supplier = number AND state = 'created' ${more}
          ORDER BY record DESC LIMIT 1)`;
      const rows = database.all(
        `SELECT coalesce(max(invoice), max(last)) AS record FROM
           (SELECT id, ${lastOne("")} AS last, ${lastOne("AND kind = 'invoice'")} AS invoice FROM tried_with WHERE account = ?)
         GROUP BY id HAVING max(last) IS NOT NULL ORDER BY max(last) DESC LIMIT ?`,
        ...[account, most],
      );
      return rows.flatMap(({ record }) =>
        database.all("SELECT attempt FROM tried WHERE record = ?", Number(record)).flatMap(pastBy),
      );
    },
  };
}

export type TriedQueries = ReturnType<typeof triedQueries>;

const manyNames = 1_000;
/** After every record. */
const infinity = Number.MAX_SAFE_INTEGER;
