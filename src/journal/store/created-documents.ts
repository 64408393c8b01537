import type { IdType } from "../../contract/index.ts";
import type { Database } from "../../database/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import { grouped } from "./grouped.ts";
import { idColumn, idFromColumn } from "./id-column.ts";
import type { CreatedDocument, CreatedLine, Intent } from "./records.ts";
import { spellingOf } from "./spelling.ts";

/** A lookup table of the documents that exist; derived from the records. */
export function createdDocuments(database: Database) {
  const creditsOf = (account: string, id: string) =>
    database.all("SELECT * FROM credited WHERE account = ? AND id = ? ORDER BY rowid", account, id);
  const select = (condition: string, account: string, ...values: string[]): CreatedDocument[] =>
    database
      .all(
        `SELECT *, (SELECT hash FROM content WHERE account = created.account AND id = created.id) AS content_hash
         FROM created WHERE ${condition} ORDER BY sequence DESC`,
        ...values,
      )
      .map((row) => fromRow(row, creditsOf(account, String(row.id))));
  // Each condition contains the account; otherwise SQLite reads all documents of the account.
  const either = "(account = ? AND id = ?) OR (account = ? AND id = ?) OR (account = ? AND document_number = ?)";
  const find = (account: string, name: string) => {
    const [text, number] = [idColumn(name), idColumn(name, "number")];
    // An empty column stands for a document without a number.
    return name === "" ? [] : select(either, account, ...[account, text, account, number, account, text]);
  };
  return {
    find,
    /**
     * Returns a document that is older than the first record; journals from earlier versions contain such documents
     * without their content.
     */
    knownBefore(account: string, kind: DocumentKind, number: string): CreatedDocument | undefined {
      const first = database.get("SELECT at FROM record ORDER BY sequence LIMIT 1");
      return find(account, number).find(
        (each) =>
          each.kind === kind &&
          each.documentNumber === number &&
          (first === undefined || each.createdAt < String(first.at)),
      );
    },
    ofFile: (account: string, file: string) => select("account = ? AND file = ?", account, account, file),
    credited: (account: string, invoiceNumber: string) =>
      select(
        "account = ? AND id IN (SELECT id FROM credited WHERE account = ? AND invoice_number = ?)",
        account,
        ...[account, account, invoiceNumber],
      ),
    /** Returns the credit notes for these invoices, keyed by `creditedKey`, newest first for each key. */
    creditedMany: (accounts: readonly string[], invoiceNumbers: readonly string[]) =>
      creditedMany(database, accounts, invoiceNumbers),
    /** Finds a document by exactly this id. */
    withId: (account: string, id: string, type: IdType) =>
      select("account = ? AND id = ?", account, account, idColumn(id, type))[0],
    /**
     * Removes a document. Call it in the transaction that records that the document does not exist, or has another id.
     */
    remove(account: string, id: string, type: IdType): void {
      for (const table of ["created", "credited", "content"])
        database.run(`DELETE FROM ${table} WHERE account = ? AND id = ?`, account, idColumn(id, type));
    },
    /**
     * Adds a document. Call it in the transaction that records it. A document that was sent again replaces the earlier
     * row.
     */
    insert: (document: CreatedDocument) => insert(database, document),
  };
}

/** Returns a key for a map. `value` is the number of an invoice, or the id of a document. */
export function creditedKey(account: string, value: string): string {
  return JSON.stringify([account, value]);
}

function creditedMany(
  database: Database,
  accounts: readonly string[],
  invoiceNumbers: readonly string[],
): ReadonlyMap<string, CreatedDocument[]> {
  const { texts } = spellingOf(database).among;
  const [ofAccounts, ofInvoices] = [JSON.stringify(accounts), JSON.stringify(invoiceNumbers)];
  const links = database.all(
    `SELECT * FROM credited WHERE account ${texts} AND id IN
       (SELECT id FROM credited WHERE account ${texts} AND invoice_number ${texts}) ORDER BY rowid`,
    ...[ofAccounts, ofAccounts, ofInvoices],
  );
  if (links.length === 0) return new Map();
  const byDocument = grouped(links, ({ account, id }) => creditedKey(String(account), String(id)));
  const rows = database.all(
    `SELECT *, (SELECT hash FROM content WHERE account = created.account AND id = created.id) AS content_hash
     FROM created WHERE account ${texts} AND id ${texts} ORDER BY sequence DESC`,
    ...[ofAccounts, JSON.stringify(links.map(({ id }) => String(id)))],
  );
  const found = rows.flatMap((row) => {
    const own = byDocument.get(creditedKey(String(row.account), String(row.id))) ?? [];
    const document = fromRow(row, own);
    return own.map((link) => ({ key: creditedKey(document.account, String(link.invoice_number)), document }));
  });
  return new Map([...grouped(found, ({ key }) => key)].map(([key, some]) => [key, some.map((each) => each.document)]));
}

/** What the service calls a document. Without a number of the service's, the one that was sent counts. */
export interface CreatedAs {
  readonly id: string;
  readonly idType?: IdType;
  readonly documentNumber?: string | undefined;
}

export function createdOf(
  intent: Intent,
  { id, idType, documentNumber = intent.documentNumber }: CreatedAs,
  createdAt: string,
): CreatedDocument {
  const { account, kind, file, version, currency, totals, lines, contentHash, credits } = intent;
  const payableAmount = totals.payable_amount ?? "";
  return {
    account,
    kind,
    id,
    ...(idType === undefined ? {} : { idType }),
    ...(documentNumber === undefined ? {} : { documentNumber }),
    file,
    version,
    createdAt,
    currency,
    payableAmount,
    lines,
    contentHash,
    ...(credits ? { credits } : {}),
  };
}

function insert(database: Database, document: CreatedDocument): void {
  const id = idColumn(document.id, document.idType);
  database.run(
    `INSERT INTO created (account, kind, id, document_number, file, version, created_at, currency, payable_amount, lines)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account, id) DO UPDATE SET
       document_number = excluded.document_number, file = excluded.file, currency = excluded.currency,
       payable_amount = excluded.payable_amount, lines = excluded.lines`,
    document.account,
    document.kind,
    id,
    idColumn(document.documentNumber ?? ""),
    document.file,
    document.version,
    document.createdAt,
    document.currency,
    document.payableAmount,
    JSON.stringify(document.lines),
  );
  if (document.contentHash !== undefined) {
    const sql =
      "INSERT INTO content (account, id, hash) VALUES (?, ?, ?) ON CONFLICT (account, id) DO UPDATE SET hash = excluded.hash";
    database.run(sql, document.account, id, document.contentHash);
  }
  database.run("DELETE FROM credited WHERE account = ? AND id = ?", document.account, id);
  for (const number of document.credits?.invoiceNumbers ?? []) {
    database.run(
      "INSERT INTO credited (account, id, invoice_number, reason) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      document.account,
      id,
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
    ...idFromColumn(String(row.id)),
    ...(row.document_number === "" ? {} : { documentNumber: idFromColumn(String(row.document_number)).id }),
    file: String(row.file),
    version: String(row.version),
    createdAt: String(row.created_at),
    currency: String(row.currency),
    payableAmount: String(row.payable_amount),
    // This file writes the lines, with amounts as strings, so JSON.parse loses no precision.
    lines: JSON.parse(String(row.lines)) as CreatedLine[],
  };
}
