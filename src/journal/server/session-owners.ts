import type { Database } from "../../database/index.ts";
import type { Owners } from "../places/owners.ts";

/** This process among those of its own computer. */
type Local = Pick<Owners, "name" | "sweep" | "release">;

/**
 * This process among all that share a journal on a server. On this computer it has a name as with a file (owners.ts), so that what it
 * leaves behind is taken over here; for other computers its session holds a lock with that name. The server releases the lock when the
 * process ends, when its computer no longer answers, and when it sleeps: then the others count it as dead.
 */
export class SessionOwners {
  readonly #database: Database;
  readonly #local: Local;

  /** Takes a name. Throws the file system's and the database's errors. */
  constructor(database: Database, local: Local) {
    this.#database = database;
    this.#local = local;
    const taken = database.get("SELECT pg_try_advisory_lock(?::bigint) AS taken", keyOf(this.name));
    if (taken?.taken !== true) throw new Error("the server gave this process no lock of its own");
  }

  get name(): string {
    return this.#local.name;
  }

  /** Whether another process is alive, on whichever computer. Never ask it about this one. */
  isAlive(name: string): boolean {
    return this.#database.get(holder, ...halvesOf(name)) !== undefined;
  }

  /** Throws if the session that took the name has ended: others may have taken over what this process had. */
  mustLive(): void {
    const mine = this.#database.get(`${holder} AND pid = pg_backend_pid()`, ...halvesOf(this.name));
    if (mine === undefined)
      throw new Error("the session with the database was interrupted, and others may have gone on");
  }

  /** Removes what dead processes left on this computer. */
  sweep(inherit: (name: string) => void): void {
    this.#local.sweep(inherit);
  }

  /** Releases this name; the lock on the server ends with the session. */
  release(leavesSomething: boolean): void {
    this.#local.release(leavesSomething);
  }
}

/** A lock with one number has its two halves here; 1 marks it. */
const holder = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND classid::bigint = ? AND objid::bigint = ?`;

/** A name of 16 hexadecimal digits as the signed number of a lock. */
function keyOf(name: string): string {
  return BigInt.asIntN(64, BigInt(`0x${name}`)).toString();
}

function halvesOf(name: string): [string, string] {
  const key = BigInt(`0x${name}`);
  return [(key >> 32n).toString(), (key & 0xffffffffn).toString()];
}
