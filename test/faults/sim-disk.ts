import type { Database } from "../../src/database/index.ts";
import type { Disk } from "../../src/journal/index.ts";
import type { Random } from "./random.ts";
import type { Kept } from "./sim-judge.ts";
import type { Store } from "./sim-process.ts";

type Trouble = "refused" | "busy" | "flushed and failed" | "crash before" | "crash after";

/** The interface between one process and the disk. */
export interface DiskUser {
  readonly name: string;
  readonly dead: boolean;
  /** Ends the process immediately. */
  die(): void;
  /** Called before every write. */
  trouble(): Trouble | undefined;
}

/** The disk of a simulated computer: a real database, and the other files of the journal. Committed data survives. */
export class SimDisk implements Store, Kept {
  readonly isShared = false;
  readonly isLagging = false;
  readonly database: Database;
  readonly #random: Random;
  readonly #names = new Set<string>();
  readonly #alive = new Set<string>();
  readonly #rooms = new Map<string, string[]>();
  readonly #tables: readonly string[];
  /** How many records had to be rescued because no other space was left. */
  rescued = 0;
  /** A planted fault: every owner counts as dead. */
  blind = false;

  constructor(database: Database, random: Random) {
    this.database = database;
    this.#random = random;
    const names = database.all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
    this.#tables = names.map((row) => String(row.name));
  }

  /** Empties the disk. */
  clear(): void {
    this.database.transaction(() => {
      for (const table of this.#tables) this.database.run(`DELETE FROM ${table}`);
    });
  }

  /** Releases the locks of an ended process, as the system does. */
  letGo(name: string): void {
    this.#alive.delete(name);
  }

  /** A planted fault: loses the last record as if it had never been flushed. */
  forget(): void {
    const last = this.database.get("SELECT sequence, attempt, type FROM record ORDER BY sequence DESC LIMIT 1");
    if (last?.type !== "armed") return;
    this.database.run("DELETE FROM record WHERE sequence = ?", Number(last.sequence));
    this.database.run("DELETE FROM link WHERE source = 'record' AND row = ?", Number(last.sequence));
    this.database.run("DELETE FROM unsettled WHERE attempt = ?", String(last.attempt));
  }

  holds(): boolean {
    return true;
  }

  /** The disk as one process sees it. */
  of(user: DiskUser): Disk {
    const { database } = this;
    const living = (): void => {
      if (user.dead) throw new Error("this process is gone");
    };
    const write = <T>(work: () => T, isReserved = false): T => {
      living();
      const met = user.trouble();
      // Reserved space is usually still available on a full disk.
      const trouble = met === "refused" && isReserved && !this.#random.oneIn(4) ? undefined : met;
      if (trouble === "crash before") user.die();
      if (trouble === "busy") throw new Error("database is locked");
      if (trouble === "refused") throw new Error("database or disk is full");
      living();
      const value = work();
      if (trouble === "crash after") user.die();
      living();
      if (trouble === "flushed and failed") throw new Error("disk I/O error");
      return value;
    };
    return {
      path: "journal.db",
      database: {
        engine: database.engine,
        run: (sql, ...values) => {
          living();
          return database.run(sql, ...values);
        },
        exec: (sql) => {
          living();
          database.exec(sql);
        },
        get: (sql, ...values) => {
          living();
          return database.get(sql, ...values);
        },
        all: (sql, ...values) => {
          living();
          return database.all(sql, ...values);
        },
        transaction: (work) => write(() => database.transaction(work)),
        snapshot: (work) => {
          living();
          return database.snapshot(work);
        },
        close: () => undefined,
      },
      owners: () => this.ownersFor(user.name),
      reserve: (owner) => this.roomFor(owner, write),
      setAside: (owner) => (this.#rooms.get(owner) ?? []).map((line) => JSON.parse(line) as unknown),
      release: (owner) => this.#rooms.delete(owner),
      rescue: (name) => {
        living();
        if (this.#random.oneIn(4)) throw new Error("no room anywhere");
        this.rescued += 1;
        return name;
      },
    };
  }

  private ownersFor(name: string): ReturnType<Disk["owners"]> {
    this.#names.add(name);
    this.#alive.add(name);
    return {
      name,
      isAlive: (other) => !this.blind && this.#alive.has(other),
      sweep: (inherit) => {
        for (const other of [...this.#names]) {
          if (other === name || this.#alive.has(other)) continue;
          inherit(other);
          this.#names.delete(other);
        }
      },
      release: (leavesSomething) => {
        this.#alive.delete(name);
        if (!leavesSomething) this.#names.delete(name);
      },
    };
  }

  private roomFor(owner: string, write: <T>(work: () => T, isReserved: boolean) => T): ReturnType<Disk["reserve"]> {
    const lines: string[] = [];
    this.#rooms.set(owner, lines);
    const keep = (record: unknown): void => write(() => void lines.push(JSON.stringify(record)), true);
    return {
      keep,
      tryToKeep: (record) => {
        try {
          keep(record);
        } catch {
          // `tryToKeep` does not fail: a record that cannot be kept is dropped.
        }
      },
      get isUsed() {
        return lines.length > 0;
      },
      close: () => {
        if (lines.length === 0) this.#rooms.delete(owner);
      },
    };
  }
}
