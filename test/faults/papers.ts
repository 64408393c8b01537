import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeYaml } from "../../src/read/index.ts";
import { invoice, line } from "../support/documents.ts";

/** A document file, and the note that identifies it in the ledger. */
export interface Paper {
  readonly file: string;
  readonly note: string;
}

export function writePapers(folder: string, count: number, name = "invoice", first = 1): Paper[] {
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: count }, (_, index) => {
    const note = `${name} ${index + 1}`;
    const { document_number: __, ...document } = invoice({
      note,
      issue_date: new Date(Date.UTC(2026, 0, 1 + (index % 150))).toISOString().slice(0, 10),
      document_lines: [line({ quantity: String(index + first) })],
    });
    const file = join(folder, `${name}-${String(index + 1).padStart(4, "0")}.yaml`);
    writeFileSync(file, writeYaml(document, "invoice"));
    return { file, note };
  });
}
