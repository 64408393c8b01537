import type { Database } from "../../database/index.ts";
import { onward } from "../store/onward.ts";

/** Source tables from which the derived tables are updated. */
export type Followed = "record" | "seen";

/** Stores how far each source table has been processed. */
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
    /**
     * Whether rows remain to be processed. Rows before the first position, which a damaged file can contain, do not
     * count.
     */
    isBehind: (of: Followed): boolean =>
      // Without ORDER BY, a server may read the whole table.
      database.get(
        `SELECT 1 FROM ${of} WHERE sequence > coalesce((SELECT ${of} FROM followed WHERE one = 1), 0) ORDER BY sequence LIMIT 1`,
      ) !== undefined,
    /** Runs `work` for the row added last, if every earlier row has been processed. */
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
