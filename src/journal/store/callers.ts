import { createHmac } from "node:crypto";
import type { Database } from "../../database/index.ts";
import { chainOf } from "./chain.ts";

/** The identity whose quota the requests use up. */
export interface Caller {
  /** The service, regardless of the business profile. */
  readonly service: string;
  /**
   * The kind of value: a name that the user gave the account, a client id, the subject of a JWT, or an opaque token.
   */
  readonly by: "name" | "client" | "subject" | "token";
  readonly value: string;
}

/** Milliseconds after which an unused caller is forgotten; a token renewed hourly adds one row per hour. */
const keptFor = 100 * 86_400_000;
const day = 86_400_000;

/**
 * Keeps the names under which requests are counted. All business profiles of a caller share one, and a new token
 * keeps the name of the previous one. Stores only a hash of the caller, keyed with the journal's id, which is the
 * same on all computers. Call every method inside a transaction.
 */
export class Callers {
  readonly #database: Database;
  #key: string | undefined;
  #hasTable: boolean | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the name under which a request is counted: `account` if there is no caller. */
  countedAs(account: string, caller: Caller | undefined, now: number): string {
    if (caller === undefined || !this.#isKept()) return account;
    const name = this.#nameOf(caller);
    const before = this.#find(account);
    const known = this.#find(name);
    const first = before?.as ?? account;
    const as = known?.as ?? (before === undefined || caller.by === "token" ? first : name);
    if (known === undefined) this.#database.run("DELETE FROM caller WHERE at < ?", now - keptFor);
    if (known === undefined || known.at < now - day) this.#keep(name, as, now);
    if (before?.as !== as || before.at < now - day) this.#keep(account, as, now);
    return as;
  }

  #find(name: string): { as: string; at: number } | undefined {
    const row = this.#database.get("SELECT counted_as, at FROM caller WHERE name = ?", name);
    return row && { as: String(row.counted_as), at: Number(row.at) };
  }

  #keep(name: string, as: string, now: number): void {
    const sql = `INSERT INTO caller (name, counted_as, at) VALUES (?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET counted_as = excluded.counted_as, at = excluded.at`;
    this.#database.run(sql, name, as, now);
  }

  #nameOf({ service, by, value }: Caller): string {
    this.#key ??= chainOf(this.#database).known().id;
    return createHmac("sha256", this.#key)
      .update(JSON.stringify([service, by, value]))
      .digest("hex");
  }

  /**
   * Whether the table exists: on a server set up by an earlier version, it is missing until the owner opens the
   * journal.
   */
  #isKept(): boolean {
    this.#hasTable ??=
      this.#database.engine === "sqlite" ||
      this.#database.get("SELECT to_regclass('caller') IS NOT NULL AS found")?.found === true;
    return this.#hasTable;
  }
}
