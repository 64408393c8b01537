import type { Database } from "../../database/index.ts";
import { type Chain, chainOf } from "./chain.ts";
import { grouped } from "./grouped.ts";
import { idColumn, idFromColumn } from "./id-column.ts";
import type { SeenState } from "./records.ts";
import { spellingOf } from "./spelling.ts";

/** Maximum length, in characters, of text from the service that is stored as a state. */
const longest = 200;

/** Later states reported by services; never changed or removed. */
export function seenStates(database: Database, chain: Pick<Chain, "append"> = chainOf(database)) {
  const of = (account: string, id: string): SeenState[] =>
    database
      .all("SELECT * FROM seen WHERE account = ? AND id = ? ORDER BY sequence", account, idColumn(id))
      .map(fromRow);
  return {
    of,
    ofMany: (documents: readonly Pick<SeenState, "account" | "id">[]) => seenOfMany(database, documents),
    /** Adds a state unless it equals the last one. Call it inside a transaction. */
    add(state: SeenState): void {
      const text = state.state.slice(0, longest);
      if (of(state.account, state.id).at(-1)?.state === text) return;
      const sql = "INSERT INTO seen (at, account, id, state) VALUES (?, ?, ?, ?) RETURNING sequence";
      const { at, account } = state;
      const id = idColumn(state.id);
      const row = Number(database.get(sql, at, account, id, text)?.sequence);
      chain.append("seen", row, { at, account, key: "", attempt: id, type: "seen", data: text });
    },
    after: (sequence: number, most: number) =>
      database
        .all("SELECT * FROM seen WHERE sequence > ? ORDER BY sequence LIMIT ?", sequence, most)
        .map((row) => ({ sequence: Number(row.sequence), ...fromRow(row) })),
  };
}

/** Returns the states of each document, oldest first, with one statement per account. */
export function seenOfMany(
  database: Database,
  documents: readonly Pick<SeenState, "account" | "id">[],
): readonly (readonly SeenState[])[] {
  const sql = `SELECT * FROM seen WHERE account = ? AND id ${spellingOf(database).among.texts}`;
  const keyOf = ({ account, id }: Pick<SeenState, "account" | "id">): string => JSON.stringify([account, id]);
  const rows = [...grouped(documents, ({ account }) => account)].flatMap(([account, some]) =>
    database.all(sql, account, JSON.stringify(some.map(({ id }) => idColumn(id)))),
  );
  const inOrder = rows.sort((a, b) => Number(a.sequence) - Number(b.sequence)).map(fromRow);
  const found = grouped(inOrder, keyOf);
  return documents.map((each) => found.get(keyOf(each)) ?? []);
}

function fromRow(row: Record<string, unknown>): SeenState {
  return { at: String(row.at), account: String(row.account), id: seenId(String(row.id)), state: String(row.state) };
}

/** Reads the column `id` of a later state. A number's id and a text's have the same path, so they have the same states. */
export function seenId(column: string): string {
  return idFromColumn(column).id;
}
