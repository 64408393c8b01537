import { join } from "node:path";
import { type Database, openDatabase } from "../../src/database/index.ts";

export class Ledger {
  readonly #database: Database;
  readonly #ids = new Map<string, string[]>();
  #read = 0;

  /** `folder`: the sandbox's folder; the sandbox may be running. */
  constructor(folder: string) {
    const opened = openDatabase(join(folder, "sandbox.db"), "", { code: "sandbox-unusable" });
    if (!opened.ok) throw new Error(opened.problems[0].message);
    this.#database = opened.value;
  }

  /** The ids of documents with this mark; a correct run has at most one. */
  ids(mark: string): readonly string[] {
    const rows = this.#database.all("SELECT id, sequence, body FROM document WHERE sequence > ?", this.#read);
    for (const { id, sequence, body } of rows) {
      this.#read = Math.max(this.#read, Number(sequence));
      const [found = "unmarked"] = markForm.exec(String(body)) ?? [];
      this.#ids.set(found, [...(this.#ids.get(found) ?? []), String(id)]);
    }
    return this.#ids.get(mark) ?? [];
  }

  /** Number of documents by mark. */
  counts(): ReadonlyMap<string, number> {
    this.ids("");
    return new Map([...this.#ids].map(([mark, ids]) => [mark, ids.length]));
  }

  close(): void {
    this.#database.close();
  }
}

/** Identifies a document in the ledger regardless of its number; part of the name of the first line. */
export const markOf = (number: number): string => `MARK-${String(number).padStart(7, "0")}`;
export const markForm = /MARK-\d{7}/;
