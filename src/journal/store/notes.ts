import type { Database } from "../../database/index.ts";
import type { Chain } from "./chain.ts";
import type { JournalNote } from "./records.ts";

/** Returns at most `most` notes, in order. */
export function notesAfter(database: Database, sequence: number, most: number): JournalNote[] {
  return database.all("SELECT * FROM note WHERE sequence > ? ORDER BY sequence LIMIT ?", sequence, most).map(fromRow);
}

/** Returns the notes that were added before a record, in order: their places in the chain decide, never their times. */
export function notesBefore(database: Database, record: number): JournalNote[] {
  const placeOf = (source: string, row: string): string =>
    `(SELECT sequence FROM link WHERE source = '${source}' AND row = ${row})`;
  const sql = `SELECT * FROM note WHERE ${placeOf("note", "note.sequence")} < ${placeOf("record", "?")} ORDER BY sequence`;
  return database.all(sql, record).map(fromRow);
}

/** The type of a note that contains a note from another journal. */
const imported = "imported";

/** Returns the notes of a type, including imported ones, in chronological order. */
export function notesOfType(notes: readonly JournalNote[], type: string): Pick<JournalNote, "at" | "data">[] {
  const found = notes.flatMap((note) => {
    const said = note.type === imported ? (note.data as Partial<JournalNote>) : note;
    return said.type === type && said.data !== undefined ? [{ at: note.at, data: said.data }] : [];
  });
  return found.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}

/** The journal's notes, which are never changed or removed. */
export function journalNotes(database: Database, chain: Chain) {
  return {
    /** Adds a note and its link. Call it inside a transaction. */
    add({ at, type, data }: Omit<JournalNote, "sequence">): void {
      const text = JSON.stringify(data);
      const sql = "INSERT INTO note (at, type, data) VALUES (?, ?, ?) RETURNING sequence";
      chain.append("note", Number(database.get(sql, at, type, text)?.sequence), {
        at,
        account: "",
        key: "",
        attempt: "",
        type,
        data: text,
      });
    },
    ofType: (type: string): JournalNote[] =>
      database.all("SELECT * FROM note WHERE type = ? ORDER BY sequence", type).map(fromRow),
    after: (sequence: number, most: number) => notesAfter(database, sequence, most),
    all: (): JournalNote[] => notesAfter(database, 0, Number.MAX_SAFE_INTEGER),
  };
}

function fromRow(row: Record<string, unknown>): JournalNote {
  const { sequence, at, type, data } = row;
  // JSON.parse loses nothing: code in this folder wrote the data, as in record-rows.ts.
  return { sequence: Number(sequence), at: String(at), type: String(type), data: JSON.parse(String(data)) };
}
