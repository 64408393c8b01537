import type { Database } from "../../database/index.ts";
import { onward } from "../store/onward.ts";

/** Tables that are followed. */
export type Followed = "record" | "seen";

/** Keeps the number of the last followed row of each of these tables. */
export function marksOf(database: Database) {
  const number = (sql: string, ...values: number[]): number =>
    Number(Object.values(database.get(sql, ...values) ?? {})[0] ?? 0);
  const last = (of: Followed): number => number(`SELECT max(sequence) FROM ${of}`);
  const get = (of: Followed): number => number(`SELECT ${of} FROM followed WHERE one = 1`);
  const set = (of: Followed, to: number): void => {
    database.run(
      `INSERT INTO followed (one, record, seen) VALUES (1, ?, ?) ON CONFLICT (one) DO UPDATE SET ${of} = excluded.${of}`,
      of === "record" ? to : 0,
      of === "seen" ? to : 0,
    );
  };
  return {
    get,
    /** Whether there is something to take over. A mark before the first row, possible in a damaged file, does not count as behind. */
    isBehind: (of: Followed): boolean =>
      // Without an order, a server may read the whole table.
      database.get(`SELECT 1 FROM ${of} WHERE sequence > ? ORDER BY sequence LIMIT 1`, get(of)) !== undefined,
    /** Runs the work for the row that was added last, if nothing before it is missing. */
    step(of: Followed, work: () => void): void {
      const added = last(of);
      if (get(of) !== number(`SELECT max(sequence) FROM ${of} WHERE sequence < ?`, added)) return;
      work();
      set(of, added);
    },
    reach(of: Followed, last: unknown): void {
      if (last !== undefined) set(of, onward(get(of), last));
    },
  };
}
