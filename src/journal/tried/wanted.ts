import type { Database } from "../../database/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import type { PastState } from "../../states/index.ts";
import { onward } from "../store/onward.ts";
import { spellingOf } from "../store/spelling.ts";

/** A value greater than any record number. */
export const infinity = Number.MAX_SAFE_INTEGER;

/** Number of suppliers read at a time. */
const manyNames = 1_000;

/** One account, or several that are searched in a single query. */
export type OfAccounts = string | readonly string[];

/** Selects attempts that match every given condition. */
export interface Wanted {
  /** Selects attempts begun at this time or later; UTC, ISO 8601 with milliseconds. */
  readonly since?: string | undefined;
  /** Selects attempts begun before this time. */
  readonly until?: string | undefined;
  readonly states?: readonly PastState[] | undefined;
  readonly account?: OfAccounts | undefined;
  readonly kind?: DocumentKind | undefined;
  /** The supplier's exact id or TRN, or part of its name (case-insensitive). */
  readonly supplier?: string | undefined;
}

/** Like `Wanted`, but with a list of accounts; all accounts if it is absent. */
export interface WantedNames extends Omit<Wanted, "account"> {
  readonly accounts?: readonly string[] | undefined;
}

/**
 * Returns the SQL statement from FROM on, with the index to use; the values to bind; and the first record that can
 * match.
 */
export function conditionsOf(
  database: Database,
  { since, until, states, accounts, kind, supplier }: WantedNames,
): { sql: string; values: (string | number)[]; from: number } {
  const suppliers = supplier ? suppliersCalled(database, supplier) : undefined;
  const { indexedBy, unindexed, among } = spellingOf(database);
  const index = indexedBy(suppliers ? "tried_supplier" : states ? "tried_state" : undefined);
  const parts: string[] = [];
  const values: (string | number)[] = [];
  const oneOf = (column: string, of: readonly (string | number)[]): void => {
    const [only] = of;
    parts.push(of.length === 1 ? `${column} = ?` : `${column} ${among[of === suppliers ? "numbers" : "texts"]}`);
    values.push(of.length === 1 ? (only ?? "") : JSON.stringify(of));
  };
  if (suppliers) oneOf("supplier", suppliers);
  if (states) oneOf(suppliers ? `${unindexed}state` : "state", states);
  if (accounts !== undefined) {
    parts.push(`${unindexed}supplier IN (SELECT number FROM tried_with WHERE account ${among.texts})`);
    values.push(JSON.stringify(accounts));
  }
  if (kind !== undefined) oneOf(`${unindexed}kind`, [kind]);
  if (until !== undefined) {
    parts.push(`${unindexed}at < ?`);
    values.push(until);
  }
  let from = 0;
  if (since !== undefined) {
    // The clock may have been set back: records are in order, but their times may not be.
    from = Number(database.get("SELECT min(record) AS first FROM tried WHERE at >= ?", since)?.first ?? infinity);
    parts.push(`${unindexed}at >= ?`);
    values.push(since);
  }
  return { sql: `FROM tried ${index} WHERE ${[...parts, "record >= ?", "record < ?"].join(" AND ")}`, values, from };
}

/** Returns the numbers of the suppliers that match a search string. */
function suppliersCalled(database: Database, text: string): number[] {
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
    after = onward(after, rows.at(-1)?.number);
  }
}
