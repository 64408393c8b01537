import { join } from "node:path";
import { type Database, openDatabase } from "../../src/database/index.ts";

/** The documents that the sandbox really has, read from its data: the reference for every program. */
export class Ledger {
  readonly #database: Database;
  readonly #ids = new Map<string, string[]>();
  #read = 0;

  /** `folder` is the sandbox's, which may be running. */
  constructor(folder: string) {
    const opened = openDatabase(join(folder, "sandbox.db"), "", { code: "sandbox-unusable" });
    if (!opened.ok) throw new Error(opened.problems[0].message);
    this.#database = opened.value;
  }

  /** Returns the ids of the documents with this mark; at most one in a correct run. */
  ids(mark: string): readonly string[] {
    const rows = this.#database.all("SELECT id, sequence, body FROM document WHERE sequence > ?", this.#read);
    for (const { id, sequence, body } of rows) {
      this.#read = Math.max(this.#read, Number(sequence));
      const [found = "unmarked"] = markForm.exec(String(body)) ?? [];
      this.#ids.set(found, [...(this.#ids.get(found) ?? []), String(id)]);
    }
    return this.#ids.get(mark) ?? [];
  }

  /** Returns all marks, with the number of documents of each. */
  counts(): ReadonlyMap<string, number> {
    this.ids("");
    return new Map([...this.#ids].map(([mark, ids]) => [mark, ids.length]));
  }

  close(): void {
    this.#database.close();
  }
}

/**
 * Returns the text that identifies a document in the ledger, regardless of its number: it is in the name of the first
 * line.
 */
export const markOf = (number: number): string => `MARK-${String(number).padStart(7, "0")}`;
export const markForm = /MARK-\d{7}/;
