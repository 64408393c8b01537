import { openDatabase } from "../database/index.ts";
import type { DocumentKind } from "../document/index.ts";
import { fail, ok, problem, type Result } from "../problem/index.ts";
import type { CreatedDocument, CreatedLine, Journal } from "./journal.ts";

const schema = `
  CREATE TABLE IF NOT EXISTS created (
    sequence INTEGER PRIMARY KEY,
    account TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    document_number TEXT NOT NULL,
    file TEXT NOT NULL,
    version TEXT NOT NULL,
    created_at TEXT NOT NULL,
    currency TEXT NOT NULL,
    payable_amount TEXT NOT NULL,
    lines TEXT NOT NULL,
    UNIQUE (account, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS created_number ON created (account, document_number);
`;

/** Opens the journal file at `path`. Problem: `journal-unusable`. */
export function openJournal(path: string): Result<Journal> {
  const opened = openDatabase(path, schema, { code: "journal-unusable" });
  if (!opened.ok) return opened;
  const database = opened.value;
  return ok({
    record(document) {
      try {
        database.run(
          `INSERT INTO created (account, kind, id, document_number, file, version, created_at, currency, payable_amount, lines)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account, id) DO NOTHING`,
          document.account,
          document.kind,
          document.id,
          document.documentNumber,
          document.file,
          document.version,
          document.createdAt,
          document.currency,
          document.payableAmount,
          JSON.stringify(document.lines),
        );
        return ok(undefined);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return fail(
          problem(
            "journal-unusable",
            `The journal could not be written: ${why}.`,
            `Write down the id ${document.id}.`,
            { cause: error },
          ),
        );
      }
    },
    find(account, idOrNumber) {
      return database
        .all(
          "SELECT * FROM created WHERE account = ? AND (id = ? OR document_number = ?) ORDER BY sequence DESC",
          account,
          idOrNumber,
          idOrNumber,
        )
        .map(fromRow);
    },
    close: () => database.close(),
  });
}

function fromRow(row: Record<string, unknown>): CreatedDocument {
  return {
    account: String(row.account),
    kind: String(row.kind) as DocumentKind,
    id: String(row.id),
    documentNumber: String(row.document_number),
    file: String(row.file),
    version: String(row.version),
    createdAt: String(row.created_at),
    currency: String(row.currency),
    payableAmount: String(row.payable_amount),
    // Written by this file: names, and amounts as texts, so JSON.parse loses nothing.
    lines: JSON.parse(String(row.lines)) as CreatedLine[],
  };
}
