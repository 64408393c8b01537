import { limits } from "../contract/index.ts";
import type { Database } from "../database/index.ts";
import type { Priority } from "./journal.ts";
import { type Caller, Callers } from "./store/callers.ts";

/** Requests per window that are left free for others. */
const keptFree: Readonly<Record<Priority, number>> = { normal: 0, low: 15, unasked: 40 };
/** Milliseconds by which our window exceeds the service's: the request that starts first may arrive last. */
const usualMargin = 1_000;
/**
 * Longest wait accepted from a service, in milliseconds; after that, one request is sent to test whether the service
 * accepts it.
 */
const longestHold = 120_000;

/** A counted request. */
export interface CountedRequest {
  readonly account: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** How long a request counts, in milliseconds. */
export function windowWith(margin = usualMargin): number {
  return limits.windowMilliseconds + margin;
}

/**
 * Sliding window of 60 requests per minute per caller, kept in the journal and shared by all processes. Every call
 * must be made inside a transaction. `window` is in milliseconds; tests shorten it.
 */
export class Budget {
  readonly database: Database;
  readonly now: () => number;
  readonly window: number;
  readonly #callers: Callers;

  constructor(database: Database, now: () => number, window: number) {
    this.database = database;
    this.now = now;
    this.window = window;
    this.#callers = new Callers(database);
  }

  /**
   * Counts the request and returns it, or returns how long it must wait, in milliseconds. An `unlimited` request only
   * waits for the end of a hold-off.
   */
  take(account: string, priority: Priority | "unlimited", caller?: Caller): CountedRequest | number {
    const now = this.time();
    const counted = this.#callers.countedAs(account, caller, now);
    const wait = this.wait(counted, priority, now);
    if (wait > 0) return wait;
    this.database.run("DELETE FROM start WHERE at <= ?", now - this.window);
    this.database.run("INSERT INTO start (account, at) VALUES (?, ?)", counted, now);
    return { account: counted, at: now };
  }

  /** Like `take`; returns 0 once the request is counted. */
  turn(...whose: Parameters<Budget["take"]>): number {
    const taken = this.take(...whose);
    return typeof taken === "number" ? taken : 0;
  }

  /**
   * Counts a request as if it had started `late` milliseconds later. On a busy computer more time can pass between a
   * claim and the first byte than the margin allows for.
   */
  postpone({ account, at }: CountedRequest, late: number): void {
    const by = Math.min(late, this.window);
    if (by > 0) this.database.run("UPDATE start SET at = ? WHERE account = ? AND at = ?", at + by, account, at);
  }

  holdOff(account: string, milliseconds: number, caller?: Caller): void {
    const now = this.time();
    this.database.run(
      `INSERT INTO hold (account, until) VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET until = excluded.until
       WHERE hold.until < excluded.until`,
      this.#callers.countedAs(account, caller, now),
      now + Math.min(milliseconds, longestHold),
    );
  }

  private wait(counted: string, priority: Priority | "unlimited", now: number): number {
    const held = this.database.get("SELECT until FROM hold WHERE account = ?", counted);
    if (priority === "unlimited") return Math.max(Number(held?.until ?? 0) - now, 0);
    const most = limits.requestsPerMinute - keptFree[priority];
    const blocking = this.database.get(
      "SELECT at FROM start WHERE account = ? AND at > ? ORDER BY at DESC LIMIT 1 OFFSET ?",
      counted,
      now - this.window,
      most - 1,
    );
    return Math.max(
      Number(held?.until ?? 0) - now,
      blocking === undefined ? 0 : Number(blocking.at) + this.window - now,
      0,
    );
  }

  /** A clock that never goes back, even if the system clock is set back. */
  private time(): number {
    const wall = this.now();
    const row = this.database.get("SELECT wall, added FROM time WHERE one = 1");
    const added = Number(row?.added ?? 0) + Math.max(0, Number(row?.wall ?? wall) - wall);
    this.database.run(
      "INSERT INTO time (one, wall, added) VALUES (1, ?, ?) ON CONFLICT (one) DO UPDATE SET wall = excluded.wall, added = excluded.added",
      wall,
      added,
    );
    return wall + added;
  }
}
