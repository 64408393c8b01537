import type { Database } from "../../database/index.ts";
import { numberIn } from "../../document/index.ts";
import type { Intent } from "../store/records.ts";

/** The numbering of a document that has no number of its own. */
export interface Numbering {
  /** The series for its period, such as `SB-2026-{00000}`. */
  readonly series: string;
  /** Returns the whole body with this number. Must be pure: it is called inside the transaction. */
  readonly bodyWith: (documentNumber: string) => string;
  /** Whether a document that this journal did not send has the number; the series skips such numbers. */
  readonly isUsedElsewhere?: ((documentNumber: string) => boolean) | undefined;
}

export interface HandedOut {
  readonly series: string;
  readonly counter: number;
  readonly number: string;
  /** The content that has the number; absent if a person stated that it is used elsewhere. */
  readonly key?: string | undefined;
  /** UTC, ISO 8601. */
  readonly at: string;
}

/**
 * The numbers that were handed out from series. number-check.ts rebuilds them from the intents, which contain series
 * and counter, and from the notes.
 */
export const numbersSchema = `
  CREATE TABLE IF NOT EXISTS numbered (
    account TEXT NOT NULL,
    series TEXT NOT NULL,
    counter INTEGER NOT NULL,
    key TEXT,
    at TEXT NOT NULL,
    PRIMARY KEY (account, series, counter)
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS numbered_key ON numbered (account, key) WHERE key IS NOT NULL;
`;

/** Every write must be made inside a transaction. */
export function numberBook(database: Database) {
  const ofKey = (account: string, key: string): HandedOut | undefined => {
    const row = database.get("SELECT * FROM numbered WHERE account = ? AND key = ?", account, key);
    return row && fromRow(row);
  };
  /** 0 if the series has no number yet. */
  const last = (account: string, series: string): number => {
    const sql = "SELECT max(counter) AS last FROM numbered WHERE account = ? AND series = ?";
    return Number(database.get(sql, account, series)?.last ?? 0);
  };
  return {
    ofKey,
    last,
    /**
     * Returns the number that the content already has, otherwise the next one for which `isFree` returns true. Does not
     * store that number yet.
     */
    numberFor(
      { account, key }: Pick<Intent, "account" | "key">,
      series: string,
      isFree: (number: string) => boolean,
    ): Pick<HandedOut, "series" | "counter" | "number"> {
      const own = ofKey(account, key);
      if (own) return own;
      let counter = last(account, series) + 1;
      while (!isFree(numberIn(series, counter))) counter += 1;
      return { series, counter, number: numberIn(series, counter) };
    },
    /** Stores the number with the content; an existing number stays. Returns whether the number is new. */
    keep({ account, key, series: place }: Intent, at: string): boolean {
      if (place === undefined || ofKey(account, key)) return false;
      const sql = "INSERT INTO numbered (account, series, counter, key, at) VALUES (?, ?, ?, ?, ?)";
      database.run(sql, account, place.series, place.counter, key, at);
      return true;
    },
    isHeldByNobody(account: string, { series, counter }: NonNullable<Intent["series"]>): boolean {
      const sql = "SELECT 1 FROM numbered WHERE account = ? AND series = ? AND counter = ? AND key IS NULL";
      return database.get(sql, account, series, counter) !== undefined;
    },
    count: (account: string): number =>
      Number(database.get("SELECT count(*) AS count FROM numbered WHERE account = ?", account)?.count),
    all: (account: string): HandedOut[] =>
      database.all("SELECT * FROM numbered WHERE account = ? ORDER BY series, counter", account).map(fromRow),
    /** Takes a number that is used elsewhere away from its content. */
    giveUp(account: string, { series, counter }: Pick<HandedOut, "series" | "counter">): void {
      const sql = "UPDATE numbered SET key = NULL WHERE account = ? AND series = ? AND counter = ?";
      database.run(sql, account, series, counter);
    },
  };
}

export type NumberBook = ReturnType<typeof numberBook>;

function fromRow({ series, counter, key, at }: Record<string, unknown>): HandedOut {
  return {
    series: String(series),
    counter: Number(counter),
    number: numberIn(String(series), Number(counter)),
    ...(typeof key === "string" ? { key } : {}),
    at: String(at),
  };
}
