import type { Database } from "../../database/index.ts";
import { type Chain, chainOf } from "./chain.ts";
import type { SeenState } from "./records.ts";

/** Longest text of a service that is kept as a state. */
const longest = 200;

/** What services told later about documents; nothing is ever changed or removed. */
export function seenStates(database: Database, chain: Pick<Chain, "append"> = chainOf(database)) {
  const of = (account: string, id: string): SeenState[] => seenOf(database, account, id);
  return {
    of,
    /** Inside a transaction. A state that is the last one already is not added again. */
    add(state: SeenState): void {
      const text = state.state.slice(0, longest);
      if (of(state.account, state.id).at(-1)?.state === text) return;
      const sql = "INSERT INTO seen (at, account, id, state) VALUES (?, ?, ?, ?) RETURNING sequence";
      const { at, account, id } = state;
      const row = Number(database.get(sql, at, account, id, text)?.sequence);
      chain.append("seen", row, { at, account, key: "", attempt: id, type: "seen", data: text });
    },
    after: (sequence: number, most: number) =>
      database
        .all("SELECT * FROM seen WHERE sequence > ? ORDER BY sequence LIMIT ?", sequence, most)
        .map((row) => ({ sequence: Number(row.sequence), ...fromRow(row) })),
  };
}

/** What was told of a document, the oldest first. */
export function seenOf(database: Database, account: string, id: string): SeenState[] {
  return database.all("SELECT * FROM seen WHERE account = ? AND id = ? ORDER BY sequence", account, id).map(fromRow);
}

function fromRow(row: Record<string, unknown>): SeenState {
  return { at: String(row.at), account: String(row.account), id: String(row.id), state: String(row.state) };
}
