import { randomBytes } from "node:crypto";
import type { Database } from "../../database/index.ts";
import type { Owners } from "../places/owners.ts";

type Local = Pick<Owners, "name" | "sweep" | "release">;

/**
 * The lock of a session, and the server process of that session; `pid` is undefined before form 4, which introduced
 * rows for sessions.
 */
interface Held {
  /** A signed 64-bit number. */
  readonly key: string;
  readonly pid: number | undefined;
}

/**
 * Registers this process among all that share a journal on a server. On this computer the process has a name, as with
 * a journal in a file (owners.ts), so that results it leaves behind are picked up here; for other computers, its
 * session holds a lock that is named in a row. The server releases the lock when the process ends, or when its
 * computer stops answering or sleeps; other processes then consider it dead. Any user can hold such a lock, so it
 * counts only if held by the session in the row, which only users with write access can insert. A process that only
 * reads has no row.
 */
export class SessionOwners {
  readonly #database: Database;
  readonly #local: Local;
  readonly #hasRows: boolean;
  readonly #mayWrite: boolean;
  #key: string | undefined;

  /** Registers this process. Throws errors from the file system and the database. */
  constructor(database: Database, local: Local) {
    this.#database = database;
    this.#local = local;
    const rights = database.get(mayHold);
    this.#hasRows = rights?.has_rows === true;
    this.#mayWrite = !this.#hasRows || rights?.may === true;
    this.#take();
  }

  get name(): string {
    return this.#local.name;
  }

  /** Whether a process is alive, on any computer. Must not be called for this process. */
  isAlive(name: string): boolean {
    const held = this.#heldBy(name);
    return held !== undefined && this.#isHeld(held);
  }

  /** Throws if the session that registered this process has ended, because others may have taken over its work. */
  mustLive(): void {
    const halves = halvesOf(this.#key ?? "0");
    const own = this.#hasRows
      ? this.#database.get(`${ownLock} AND ${ownRow}`, ...halves, this.name)
      : this.#database.get(ownLock, ...halves);
    if (own === undefined)
      throw new Error("the session with the database was interrupted, and others may have gone on");
  }

  /**
   * Registers again with a new session, and ends the old one if the server still has it. Claims that others took over
   * meanwhile remain theirs.
   */
  renew(): void {
    const before = this.#heldBy(this.name);
    const old = before && this.#isHeld(before) ? before.pid : undefined;
    if (old !== undefined) this.#database.get(end, old);
    this.#take();
  }

  sweep(inherit: (name: string) => void): void {
    this.#local.sweep(inherit);
  }

  /** Releases only the name on this computer: the server releases the lock when the session ends. */
  release(leavesSomething: boolean): void {
    this.#local.release(leavesSomething);
  }

  #take(): void {
    if (!this.#mayWrite) return;
    const key = this.#hasRows ? signed(BigInt(`0x${randomBytes(8).toString("hex")}`)) : keyOf(this.name);
    const taken = this.#database.get("SELECT pg_try_advisory_lock(?::bigint) AS taken", key);
    if (taken?.taken !== true) throw new Error("the server gave this process no lock of its own");
    this.#key = key;
    if (!this.#hasRows) return;
    this.#database.run(dropDead);
    const pid = Number(this.#database.get("SELECT pg_backend_pid() AS pid")?.pid);
    const sql = `INSERT INTO holder (name, key, pid) VALUES (?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET key = excluded.key, pid = excluded.pid`;
    this.#database.run(sql, this.name, key, pid);
  }

  #heldBy(name: string): Held | undefined {
    if (!this.#hasRows) return { key: keyOf(name), pid: undefined };
    const row = this.#database.get("SELECT key, pid FROM holder WHERE name = ?", name);
    return row && { key: String(row.key), pid: Number(row.pid) };
  }

  #isHeld({ key, pid }: Held): boolean {
    const halves = halvesOf(key);
    const row =
      pid === undefined
        ? this.#database.get(holder, ...halves)
        : this.#database.get(`${holder} AND pid = ?`, ...halves, pid);
    return row !== undefined;
  }
}

const mayHold = `SELECT to_regclass('holder') IS NOT NULL AS has_rows,
  coalesce(has_table_privilege(to_regclass('holder'), 'INSERT'), false) AND NOT pg_is_in_recovery() AS may`;

/** pg_locks splits the 64-bit key of a lock into two columns; objsubid is 1 for such a lock. */
const lockHere = `locktype = 'advisory' AND granted AND objsubid = 1
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
const holder = `SELECT 1 FROM pg_locks WHERE ${lockHere} AND classid::bigint = ? AND objid::bigint = ?`;

const ownLock = `${holder} AND pid = pg_backend_pid()`;
const ownRow = "EXISTS (SELECT 1 FROM holder WHERE name = ? AND pid = pg_backend_pid())";

/** Removes the rows of sessions that have ended. */
const dropDead = `DELETE FROM holder WHERE NOT EXISTS (SELECT 1 FROM pg_locks WHERE ${lockHere} AND pg_locks.pid = holder.pid
  AND classid::bigint = (holder.key::bigint >> 32) & 4294967295 AND objid::bigint = holder.key::bigint & 4294967295)`;

/** Ends a session of the same user; waits up to 5 seconds. */
const end = "SELECT pg_terminate_backend(?, 5000) AS ended";

/** Converts 16 hexadecimal digits into a lock's signed key. */
function keyOf(name: string): string {
  return signed(BigInt(`0x${name}`));
}

const signed = (number: bigint): string => BigInt.asIntN(64, number).toString();

function halvesOf(key: string): [string, string] {
  const number = BigInt.asUintN(64, BigInt(key));
  return [(number >> 32n).toString(), (number & 0xffffffffn).toString()];
}
