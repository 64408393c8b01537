import { limits } from "../contract/index.ts";
import type { Database } from "../database/index.ts";

/** `resetAt` is in Unix milliseconds; `allowed` is false for a request beyond the limit. */
export interface QuotaState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: number;
  readonly allowed: boolean;
}

export const quotaSchema = `CREATE TABLE IF NOT EXISTS quota (
  name TEXT PRIMARY KEY, started_at INTEGER NOT NULL, used INTEGER NOT NULL
) STRICT;`;

/**
 * A fixed 60-second window that starts with its first request. It is stored in the data folder, so the processes of an
 * account share it and it survives a restart. Source: contract §1.3, Decision 8.
 */
export class Quota {
  readonly database: Database;
  readonly name: string;
  readonly limit: number;

  constructor(database: Database, name: string, limit: number) {
    this.database = database;
    this.name = name;
    this.limit = limit;
  }

  /** Counts a request; returns undefined if there is no limit (0). */
  take(now: number): QuotaState | undefined {
    if (this.limit === 0) return undefined;
    return this.database.transaction(() => {
      const window = this.window(now);
      const allowed = window.used < this.limit;
      if (allowed) {
        this.database.run(
          `INSERT INTO quota (name, started_at, used) VALUES (?, ?, ?)
           ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at, used = excluded.used`,
          this.name,
          window.startedAt,
          window.used + 1,
        );
      }
      return this.state(window.startedAt, allowed ? window.used + 1 : window.used, allowed);
    });
  }

  look(now: number): QuotaState | undefined {
    if (this.limit === 0) return undefined;
    const { startedAt, used } = this.window(now);
    return this.state(startedAt, used, used < this.limit);
  }

  private window(now: number): { startedAt: number; used: number } {
    const row = this.database.get("SELECT started_at, used FROM quota WHERE name = ?", this.name);
    const startedAt = Number(row?.started_at ?? 0);
    // Without `now >= startedAt`, a clock that was set back would keep the window open forever.
    const running = row !== undefined && now >= startedAt && now < startedAt + limits.windowMilliseconds;
    return running ? { startedAt, used: Number(row.used) } : { startedAt: now, used: 0 };
  }

  private state(startedAt: number, used: number, allowed: boolean): QuotaState {
    const remaining = Math.max(0, this.limit - used);
    return { limit: this.limit, remaining, resetAt: startedAt + limits.windowMilliseconds, allowed };
  }
}

/** Returns the three documented headers; `X-RateLimit-Reset` is Unix time in seconds. */
export function quotaHeaders(state: QuotaState | undefined): Record<string, string> {
  if (!state) return {};
  return {
    "X-RateLimit-Limit": String(state.limit),
    "X-RateLimit-Remaining": String(state.remaining),
    "X-RateLimit-Reset": String(Math.ceil(state.resetAt / 1000)),
  };
}
