import { type Database, openDatabase } from "../database/index.ts";
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
  CREATE TABLE IF NOT EXISTS credited (
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    invoice_number TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (account, id, invoice_number)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS credited_number ON credited (account, invoice_number);
  CREATE TABLE IF NOT EXISTS content (
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (account, id)
  ) STRICT;
`;

/** Opens the journal file at `path`. Problem: `journal-unusable`. */
export function openJournal(path: string): Result<Journal> {
  const opened = openDatabase(path, schema, { code: "journal-unusable" });
  if (!opened.ok) return opened;
  const database = opened.value;
  const select = (condition: string, account: string, ...values: string[]): CreatedDocument[] =>
    database
      .all(
        `SELECT *, (SELECT hash FROM content WHERE account = created.account AND id = created.id) AS content_hash
         FROM created WHERE account = ? AND (${condition}) ORDER BY sequence DESC`,
        account,
        ...values,
      )
      .map((row) => fromRow(row, creditsOf(account, String(row.id))));
  const creditsOf = (account: string, id: string) =>
    database.all("SELECT * FROM credited WHERE account = ? AND id = ? ORDER BY rowid", account, id);
  return ok({
    record(document) {
      try {
        database.transaction(() => insert(database, document));
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
    find: (account, idOrNumber) => select("id = ? OR document_number = ?", account, idOrNumber, idOrNumber),
    ofFile: (account, file) => select("file = ?", account, file),
    credited: (account, invoiceNumber) =>
      select(
        "id IN (SELECT id FROM credited WHERE account = created.account AND invoice_number = ?)",
        account,
        invoiceNumber,
      ),
    close: () => database.close(),
  });
}

function insert(database: Database, document: CreatedDocument): void {
  database.run(
    `INSERT INTO created (account, kind, id, document_number, file, version, created_at, currency, payable_amount, lines)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account, id) DO UPDATE SET
       document_number = excluded.document_number, file = excluded.file, currency = excluded.currency,
       payable_amount = excluded.payable_amount, lines = excluded.lines`,
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
  if (document.contentHash !== undefined) {
    const sql = "INSERT OR REPLACE INTO content (account, id, hash) VALUES (?, ?, ?)";
    database.run(sql, document.account, document.id, document.contentHash);
  }
  database.run("DELETE FROM credited WHERE account = ? AND id = ?", document.account, document.id);
  for (const number of document.credits?.invoiceNumbers ?? []) {
    database.run(
      "INSERT INTO credited (account, id, invoice_number, reason) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      document.account,
      document.id,
      number,
      document.credits?.reason ?? "",
    );
  }
}

function fromRow(row: Record<string, unknown>, credited: ReadonlyArray<Record<string, unknown>>): CreatedDocument {
  const [first] = credited;
  const credits = first && {
    invoiceNumbers: credited.map((each) => String(each.invoice_number)),
    reason: String(first.reason),
  };
  return {
    ...(credits ? { credits } : {}),
    ...(typeof row.content_hash === "string" ? { contentHash: row.content_hash } : {}),
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
