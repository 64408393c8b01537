import type { DatabaseRow, Value } from "../../../src/database/database.ts";
import { type Database, inMemory, openDatabase } from "../../../src/database/index.ts";
import { DatabaseAway, ServerError } from "../../../src/database/postgres/away.ts";
import type { Statement } from "../../../src/database/postgres/messages.ts";
import { journalSchema } from "../../../src/journal/index.ts";
import { serverForm } from "../../../src/journal/server/schema.ts";
import { byRowid, tables } from "../../../src/journal/store/copy.ts";
import type { World } from "../sim-world.ts";
import { asSqlite, ownAnswer, type Rows } from "./statements.ts";

export interface Session {
  readonly process: number;
  isOver: boolean;
  transaction: "none" | "open" | "failed";
  /** The advisory locks that the session holds. */
  readonly held: Set<string>;
  /** When the client last sent anything, even a heartbeat; undefined if the client is not silent. */
  silentSince: number | undefined;
}

/** Result of one statement. */
export type Done = { readonly rows: Rows; readonly changes: number; readonly command: string };

/** Observes everything that the server does, and repeats it elsewhere. */
export interface Witness {
  connected(session: Session): void;
  /** `done` is undefined for an error. */
  answered(session: Session, statement: Statement, done: Done | undefined): void;
  /** `as`: the session that keeps the vanished client's locks until it has been silent for too long. */
  vanished(session: Session, as: Session): void;
  ended(session: Session): void;
}

/**
 * Milliseconds after which the server ends a silent session, or one idle in a transaction; as openServer configures it.
 */
const idle = 30_000;
const idleInTransaction = 15_000;
/** Longest wait for the lock, in milliseconds. */
const lockTimeout = 30_000;

/**
 * A PostgreSQL server as selfbill uses it, in a simulated world: sessions and their locks, one writer at a time, atomic
 * transactions, timeouts, stops, and a standby. Its tables are SQLite's; statements.ts answers PostgreSQL's own
 * statements.
 *
 * Limits: a program waits for each answer, so a transaction runs to its end before anyone else continues. No commit
 * happens between two statements of a query outside a transaction, and there are no lock queues, deadlocks, privileges
 * or triggers.
 */
export class SimPostgres {
  readonly primary: Database;
  readonly #standby: Database;
  readonly #world: World;
  #serves: Database;
  #sessions: Session[] = [];
  #processes = 0;
  /** The time until which a client that vanished in a transaction holds the lock. */
  #lockedUntil = 0;
  #upAt = 0;
  /** Start times of the requests that the open transaction has recorded. */
  #turns: number[] = [];
  #clock: number | undefined;
  /** The server's clock minus the true time. */
  wrongBy = 0;
  /** Whether the standby no longer receives data; it has everything up to some commit. */
  isCutOff = false;
  witness: Witness | undefined;
  /** Called for every committed request start, with the server's time; not while `isLagging`. */
  onTurn: (at: number) => void = () => undefined;

  /** `journal`: identity of the server's only journal. The databases are emptied. */
  constructor(world: World, { primary, standby }: Machines, journal: string) {
    this.#world = world;
    this.primary = primary;
    this.#standby = standby;
    this.#serves = primary;
    empty(primary, journal);
  }

  /** The time according to the server's clock. */
  now(): number {
    return this.#world.time + this.wrongBy;
  }

  /** Opens a session; throws `DatabaseAway` if the server is down. */
  connect(): Session {
    if (this.#world.time < this.#upAt) throw new DatabaseAway("connect ECONNREFUSED");
    this.#processes += 1;
    const none = { isOver: false, transaction: "none", silentSince: undefined } as const;
    const session: Session = { process: this.#processes, held: new Set(), ...none };
    this.#sessions.push(session);
    this.witness?.connected(session);
    return session;
  }

  /** Executes the statement; throws `ServerError` if it fails, and `DatabaseAway` if the session is over. */
  answer(session: Session, statement: Statement): Done {
    this.expire();
    if (session.isOver) throw new DatabaseAway("terminating connection");
    try {
      const done = this.#answer(session, statement);
      this.witness?.answered(session, statement, done);
      return done;
    } catch (error) {
      if (error instanceof ServerError) this.witness?.answered(session, statement, undefined);
      throw error;
    }
  }

  #answer(session: Session, { sql, values = [] }: Statement): Done {
    if (sql === "COMMIT" || sql === "ROLLBACK") return this.#end(session, sql);
    if (session.transaction === "failed")
      throw new ServerError("current transaction is aborted, commands ignored until end of transaction block", "25P02");
    if (sql.startsWith("BEGIN")) return this.#begin(session, sql);
    try {
      return this.#one(session, sql, values);
    } catch (error) {
      throw this.refuse(session, (error as Error).message, "XX000");
    }
  }

  /** Returns the error, and also fails the statement's transaction. */
  refuse(session: Session, message: string, code: string): ServerError {
    if (session.transaction === "open") session.transaction = "failed";
    return new ServerError(message, code);
  }

  /** Ends the session: rolls back its transaction and releases its locks. */
  end(session: Session): void {
    if (session.transaction !== "none") this.#serves.exec("ROLLBACK");
    session.transaction = "none";
    session.isOver = true;
    session.held.clear();
    this.witness?.ended(session);
    this.#sessions = this.#sessions.filter((each) => each !== session);
  }

  /** Handles a client that ended without the server noticing: its locks are released only later. */
  vanish(session: Session): void {
    if (session.transaction === "none") {
      session.silentSince ??= this.#world.time;
      return;
    }
    this.#lockedUntil = Math.max(this.#lockedUntil, this.#world.time + idleInTransaction);
    const none = { isOver: false, transaction: "none" } as const;
    const since = this.#world.time - idle + idleInTransaction;
    const rest: Session = { process: session.process, held: new Set(session.held), silentSince: since, ...none };
    this.#sessions.push(rest);
    this.witness?.vanished(session, rest);
    this.end(session);
  }

  /** Ends the sessions that have been silent for too long. */
  expire(): void {
    for (const session of this.#sessions) {
      const patience = session.transaction === "none" ? idle : idleInTransaction;
      if (session.silentSince !== undefined && this.#world.time - session.silentSince >= patience) this.end(session);
    }
  }

  crash(downFor: number): void {
    for (const session of [...this.#sessions]) this.end(session);
    this.#lockedUntil = 0;
    this.#upAt = this.#world.time + downFor;
  }

  get isUp(): boolean {
    return this.#world.time >= this.#upAt;
  }

  /** Stops updating the standby, which keeps a copy of the current data. */
  cutOff(): void {
    this.isCutOff = true;
    for (const table of [...tables, "holder"]) {
      this.#standby.run(`DELETE FROM ${table}`);
      const order = byRowid.includes(table) ? "ORDER BY rowid" : "";
      for (const row of this.primary.all(`SELECT * FROM ${table} ${order}`)) {
        const names = Object.keys(row);
        const places = names.map(() => "?").join(", ");
        const values = names.map((name) => row[name] as Value);
        this.#standby.run(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${places})`, ...values);
      }
    }
  }

  /** Loses the server; the standby replaces it. */
  failOver(): void {
    this.crash(0);
    this.#serves = this.#standby;
  }

  /** Returns to the correct server, which the standby follows again. */
  failBack(): void {
    this.crash(0);
    this.#serves = this.primary;
    this.isCutOff = false;
  }

  /** Whether the active server is a standby that lacks data that the correct one has. */
  get isLagging(): boolean {
    return this.#serves !== this.primary;
  }

  /** Length of the active server's chain. */
  get length(): number {
    return Number(this.#serves.get("SELECT coalesce(max(sequence), 0) AS length FROM link")?.length);
  }

  #begin(session: Session, sql: string): Done {
    if (session.transaction !== "none") throw new Error("a transaction in a transaction");
    const isLock = sql.includes("FROM turn ");
    if (isLock) {
      const wait = Math.max(0, this.#lockedUntil - this.#world.time);
      this.#world.time += Math.min(wait, lockTimeout);
      if (wait > lockTimeout) throw new ServerError("canceling statement due to lock timeout", "55P03");
    }
    this.#serves.exec("BEGIN");
    session.transaction = "open";
    this.#turns = [];
    this.#clock = undefined;
    const row: DatabaseRow = isLock ? { one: 1 } : { set_config: "0" };
    return { rows: [row], changes: 1, command: "SELECT" };
  }

  #end(session: Session, sql: string): Done {
    const command = session.transaction === "open" ? sql : "ROLLBACK";
    if (session.transaction !== "none") this.#serves.exec(command);
    session.transaction = "none";
    const turns = command === "COMMIT" ? this.#turns : [];
    this.#turns = [];
    if (!this.isLagging) for (const at of turns) this.onTurn(at);
    return { rows: [], changes: 0, command };
  }

  #one(session: Session, sql: string, values: readonly Value[]): Done {
    const own = ownAnswer(sql);
    if (own) {
      const asked = { session, sessions: this.#sessions, now: () => this.#read(), end: (of: Session) => this.end(of) };
      const rows = own(asked, values);
      return { rows, changes: rows.length, command: "SELECT" };
    }
    if (/^INSERT INTO start\b/.test(sql)) this.#turns.push(this.#clock ?? this.now());
    const { text, command, hasRows } = asSqlite(sql);
    if (!hasRows) return { rows: [], changes: this.#serves.run(text, ...values).changes, command };
    const rows = this.#serves.all(text, ...values);
    return { rows, changes: rows.length, command };
  }

  #read(): number {
    this.#clock = this.now();
    return this.#clock;
  }
}

/** The databases of the server and its standby; successive worlds reuse them. */
export interface Machines {
  readonly primary: Database;
  readonly standby: Database;
  /** `journal`: the journal's name. */
  readonly witness?: ((journal: string) => Witness) | undefined;
}

export function machines(): Machines {
  return { primary: tablesOnServer(), standby: tablesOnServer() };
}

/** Row numbers are assigned as on a server: always the next one. */
function tablesOnServer(): Database {
  const opened = openDatabase(inMemory, journalSchema.replaceAll(" AUTOINCREMENT", "") + holderTable);
  if (!opened.ok) throw new Error(opened.problems[0].message);
  return opened.value;
}

const holderTable = "CREATE TABLE holder (name TEXT PRIMARY KEY, key TEXT NOT NULL, pid INTEGER NOT NULL);";

function empty(database: Database, journal: string): void {
  for (const table of [...tables, "holder"]) database.run(`DELETE FROM ${table}`);
  database.run("INSERT INTO identity (one, id, made) VALUES (1, ?, ?)", journal, "2026-06-15T08:00:00.000Z");
  database.run("INSERT INTO made (one, text, tables) VALUES (1, 'server', ?)", String(serverForm));
}
