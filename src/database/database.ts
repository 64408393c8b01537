export type DatabaseRow = Record<string, unknown>;
export type Value = string | number | bigint | null | Uint8Array;

/** Writes are durable when the call returns; every call may throw the engine's error. */
export interface Database {
  readonly engine: "sqlite" | "postgres";
  /** `?` is the placeholder for a value, on every engine. */
  run(sql: string, ...values: Value[]): { changes: number };
  exec(sql: string): void;
  get(sql: string, ...values: Value[]): DatabaseRow | undefined;
  all(sql: string, ...values: Value[]): DatabaseRow[];
  /** Runs `work` as the only writer, on the latest committed state; rolls back and rethrows if it throws. */
  transaction<T>(work: () => T): T;
  /** Runs `work`, which only reads, against one consistent state. */
  snapshot<T>(work: () => T): T;
  close(): void;
}
