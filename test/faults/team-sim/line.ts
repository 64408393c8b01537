import { DatabaseAway } from "../../../src/database/postgres/away.ts";
import type { Bridge } from "../../../src/database/postgres/bridge.ts";
import type { Statement } from "../../../src/database/postgres/messages.ts";
import type { World } from "../sim-world.ts";
import type { Session, SimPostgres } from "./server.ts";

/** Faults at one statement, before its execution or between execution and answer. */
const kinds = [
  "line cut",
  "line silent",
  "server stops",
  "process killed",
  "computer asleep",
  "server slow",
  "server refuses",
  "lock timeout",
] as const;
type Kind = (typeof kinds)[number];

/** One random fault, at one of a process's statements over all its connections. */
export class Fate {
  readonly #of: "COMMIT" | "";
  readonly #kind: Kind;
  readonly #isAfter: boolean;
  #left: number;

  constructor({ random }: World) {
    this.#of = random.oneIn(3) ? "" : "COMMIT";
    this.#left = random.below(this.#of === "COMMIT" ? 40 : 1_500);
    this.#kind = random.pick(kinds);
    this.#isAfter = random.oneIn(2);
  }

  /** Counts the statement; returns the fault if it occurs at this one. */
  of({ sql }: Statement): { readonly kind: Kind; readonly isAfter: boolean } | undefined {
    if (this.#of !== "" && sql !== this.#of) return undefined;
    this.#left -= 1;
    return this.#left === -1 ? { kind: this.#kind, isAfter: this.#isAfter } : undefined;
  }
}

/** The process that uses a line. */
export interface Caller {
  readonly dead: boolean;
  die(): void;
  /** The fault planned for the process, if any. */
  readonly fate: Fate | undefined;
  readonly met: (kind: string) => void;
  /** The time until which its computer cannot connect. */
  noLineUntil: number;
}

/** The connection of one process to the simulated server, instead of the thread that talks to a real one. */
export class SimLine implements Bridge {
  lost: string | undefined;
  readonly session: Session;
  readonly #world: World;
  readonly #server: SimPostgres;
  readonly #caller: Caller;

  /** Throws `DatabaseAway` if the server cannot be reached. */
  constructor(world: World, server: SimPostgres, caller: Caller) {
    if (caller.dead) throw new DatabaseAway("this process is gone");
    if (world.time < caller.noLineUntil) throw new DatabaseAway("connect ENETUNREACH");
    this.#world = world;
    this.#server = server;
    this.#caller = caller;
    this.session = server.connect();
  }

  ask(asked: Statement, milliseconds: number): ReturnType<Bridge["ask"]> {
    if (this.#caller.dead) throw new DatabaseAway("this process is gone");
    if (this.lost !== undefined) throw new DatabaseAway(this.lost);
    const due = this.#caller.fate?.of(asked);
    if (due && !due.isAfter) this.#meet(due.kind, "before", asked, milliseconds);
    const told = this.#told(asked);
    if (due?.isAfter) this.#meet(due.kind, "after", asked, milliseconds);
    return told;
  }

  close(): void {
    if (this.lost === undefined) this.#server.end(this.session);
    this.lost ??= "it was closed";
  }

  /** Called when the process has ended; `isHeard`: whether the server notices. */
  drop(isHeard: boolean): void {
    if (this.lost === undefined) this.#leave(isHeard);
    this.lost ??= "this process is gone";
  }

  #told({ before = [], ...asked }: Statement): ReturnType<Bridge["ask"]> {
    try {
      const changes = before.map((each) => this.#server.answer(this.session, each).changes);
      return { ...this.#server.answer(this.session, asked), before: changes, process: this.session.process };
    } catch (error) {
      throw error instanceof DatabaseAway ? this.#lose(error.message) : error;
    }
  }

  #meet(kind: Kind, when: "before" | "after", asked: Statement, milliseconds: number): void {
    const [world, server, caller, { random }] = [this.#world, this.#server, this.#caller, this.#world];
    const which = asked.sql === "COMMIT" ? "a COMMIT" : "a statement";
    const where = when === "before" ? `before ${which}` : `between ${which} and its answer`;
    switch (kind) {
      case "line cut":
        caller.met(`${kind} ${where}`);
        this.#leave(!random.oneIn(3));
        if (random.oneIn(2)) caller.noLineUntil = world.time + random.below(20_000);
        throw this.#lose("Connection terminated unexpectedly");
      case "line silent":
        caller.met(`${kind} ${where}`);
        this.#leave(false);
        world.time += milliseconds;
        if (random.oneIn(2)) caller.noLineUntil = world.time + random.below(20_000);
        throw this.#lose(`no answer came within ${milliseconds / 1000} seconds`);
      case "server stops":
        caller.met(`${kind} ${where}`);
        server.crash(random.below(20_000));
        throw this.#lose("Connection terminated unexpectedly");
      case "process killed":
        caller.met(`${kind} ${where}`);
        caller.die();
        throw new DatabaseAway("this process is gone");
      case "computer asleep":
        caller.met(`${kind} ${where}`);
        this.#sleep(random.below(60_000), when);
        return;
      case "server slow":
        caller.met(kind);
        world.time += random.below(milliseconds);
        return;
      default:
        if (when === "after") return;
    }
    if (kind === "server refuses") {
      caller.met(`${kind} ${which}`);
      throw server.refuse(this.session, "could not extend file: No space left on device", "53100");
    }
    if (!asked.sql.includes("pg_advisory_xact_lock")) return;
    caller.met(kind);
    world.time += 30_000;
    throw server.refuse(this.session, "canceling statement due to lock timeout", "55P03");
  }

  /** Suspends the whole computer: time passes in one step, without events of other processes. */
  #sleep(milliseconds: number, when: "before" | "after"): void {
    this.session.silentSince = this.#world.time;
    this.#world.time += milliseconds;
    this.#server.expire();
    this.session.silentSince = undefined;
    if (when === "before" || !this.#world.random.oneIn(2)) return;
    this.#leave(true);
    throw this.#lose("no answer came within 15 seconds");
  }

  #leave(isHeard: boolean): void {
    if (this.session.isOver) return;
    if (isHeard) this.#server.end(this.session);
    else this.#server.vanish(this.session);
  }

  #lose(why: string): DatabaseAway {
    this.lost ??= why;
    return new DatabaseAway(why);
  }
}
