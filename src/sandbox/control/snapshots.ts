import type { Database } from "../../database/index.ts";
import type { RequestLog } from "./request-log.ts";
import { snapshotName } from "./snapshot-name.ts";

export const snapshotSchema = `CREATE TABLE IF NOT EXISTS snapshot (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, now INTEGER NOT NULL, sales_since INTEGER NOT NULL
) STRICT;`;

export interface Snapshot {
  readonly name: string;
  /** Unix milliseconds, according to the sandbox's clock. */
  readonly now: number;
  readonly documents: number;
}

/** The part of the clock that a snapshot saves. */
export interface SnapshotClock {
  readonly now: () => number;
  readonly salesSince: () => number;
  /** Sets both values, in the transaction that restores the documents. */
  readonly set: (now: number, salesSince: number) => void;
}

const tables = ["document", "attachment", "submission"] as const;

/**
 * Named copies of the sandbox's documents, stored in the data folder's file so that they last as long as the documents.
 */
export class Snapshots {
  readonly #database: Database;
  readonly #clock: SnapshotClock;
  readonly #requests: RequestLog;

  constructor(database: Database, clock: SnapshotClock, requests: RequestLog) {
    this.#database = database;
    this.#clock = clock;
    this.#requests = requests;
  }

  list(): Snapshot[] {
    return this.#database.all("SELECT id, name, now FROM snapshot ORDER BY id").map(({ id, name, now }) => {
      const count = this.#database.get(`SELECT count(*) AS found FROM snapshot_${Number(id)}_document`);
      return { name: String(name), now: Number(now), documents: Number(count?.found) };
    });
  }

  /**
   * Saves the documents under a name, replacing an earlier snapshot of that name; throws if the name is empty or too
   * long.
   */
  save(name: string): void {
    if (!snapshotName.safeParse(name).success) throw new Error("A snapshot needs a name of 1 to 100 characters.");
    this.#database.transaction(() => {
      this.#drop(name);
      const [now, since] = [this.#clock.now(), this.#clock.salesSince()];
      const sql = "INSERT INTO snapshot (name, at, now, sales_since) VALUES (?, ?, ?, ?) RETURNING id";
      const id = Number(this.#database.get(sql, name, now, now, since)?.id);
      for (const table of tables) {
        this.#database.exec(`CREATE TABLE snapshot_${id}_${table} AS SELECT * FROM ${table}`);
      }
    });
    this.#requests.noteSaved(name);
  }

  /** Returns false if there is no such snapshot. */
  restore(name: string): boolean {
    const row = this.#database.get("SELECT id, now, sales_since FROM snapshot WHERE name = ?", name);
    if (row === undefined) return false;
    this.#database.transaction(() => {
      for (const table of [...tables].reverse()) this.#database.run(`DELETE FROM ${table}`);
      for (const table of tables) {
        this.#database.exec(`INSERT INTO ${table} SELECT * FROM snapshot_${Number(row.id)}_${table}`);
      }
      this.#clock.set(Number(row.now), Number(row.sales_since));
    });
    this.#requests.noteRestored(name);
    return true;
  }

  /** Returns false if there is no such snapshot. */
  remove(name: string): boolean {
    return this.#database.transaction(() => this.#drop(name));
  }

  #drop(name: string): boolean {
    const row = this.#database.get("SELECT id FROM snapshot WHERE name = ?", name);
    if (row === undefined) return false;
    for (const table of tables) this.#database.exec(`DROP TABLE snapshot_${Number(row.id)}_${table}`);
    this.#database.run("DELETE FROM snapshot WHERE id = ?", Number(row.id));
    return true;
  }
}
