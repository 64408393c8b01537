import type { Database } from "../database/index.ts";
import type { Attachment, DocumentKind, SelfBilledDocument } from "../document/index.ts";
import {
  columnsOf,
  fromRow,
  type NewDocument,
  type StoredAttachment,
  type StoredDocument,
} from "./documents/stored-document.ts";
import { GroupCommit } from "./group-commit.ts";
import { outcomeFor } from "./test-suppliers.ts";

export const documentSchemaSql = `
CREATE TABLE IF NOT EXISTS document (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, sequence INTEGER NOT NULL UNIQUE, number TEXT NOT NULL UNIQUE,
  profile_id TEXT NOT NULL, version TEXT NOT NULL, created_at INTEGER NOT NULL, submitted_at INTEGER NOT NULL,
  resubmissions INTEGER NOT NULL, issue_date TEXT NOT NULL, supplier_name TEXT NOT NULL, supplier_trn TEXT NOT NULL,
  invoice_numbers TEXT NOT NULL, body TEXT NOT NULL, attachments TEXT NOT NULL, failures TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS document_by_kind ON document (kind, sequence);
CREATE TABLE IF NOT EXISTS attachment (
  id TEXT PRIMARY KEY, document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  position INTEGER NOT NULL, content TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS submission (
  document_id TEXT NOT NULL, submitted_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS submission_by_document ON submission (document_id);
CREATE INDEX IF NOT EXISTS attachment_by_document ON attachment (document_id, position);`;

/** A condition on columns of the document table, with its placeholder values. */
export interface Filter {
  readonly condition: string;
  readonly values: readonly string[];
}

/** Every change is on disk when the method returns or its promise resolves. */
export class Store {
  readonly database: Database;
  readonly newId: () => string;
  readonly #group: GroupCommit;

  constructor(database: Database, newId: () => string) {
    this.database = database;
    this.newId = newId;
    this.#group = new GroupCommit(database);
  }

  /**
   * Uses the document's own number or the next free one; shares one commit with other documents that arrive at the
   * same time. Resolves with undefined if the number is taken or the document is not allowed.
   */
  add(given: NewDocument, now: number): Promise<StoredDocument | undefined> {
    return this.#group.run(() => {
      const sequence = this.lastSequence() + 1;
      const number = given.document.document_number?.trim() || this.freeNumber(given.kind, sequence);
      if (this.hasNumber(number) || !given.allowed()) return undefined;
      const numbered = withNumber(given.document, number);
      const { document, attachments } = this.splitAttachments(numbered);
      const stored: StoredDocument = {
        id: given.id,
        kind: given.kind,
        sequence,
        number,
        profileId: given.profileId,
        version: given.version,
        createdAt: now,
        submittedAt: now,
        resubmissions: 0,
        document,
        attachments,
        failures: given.judge(numbered),
        outcome: outcomeFor(document.accounting_supplier_party),
      };
      this.write(stored);
      this.keepContents(stored, numbered.attachments);
      return stored;
    });
  }

  /** Commits all waiting work. */
  flush(): void {
    this.#group.flush();
  }

  /**
   * Replaces a whole document and transmits it again; returns undefined if its new number belongs to another
   * document, or if the document is not allowed.
   */
  replace(before: StoredDocument, given: NewDocument, now: number): StoredDocument | undefined {
    return this.database.transaction(() => {
      const number = given.document.document_number?.trim() || before.number;
      if ((number !== before.number && this.hasNumber(number)) || !given.allowed()) return undefined;
      const numbered = withNumber(given.document, number);
      const { document, attachments } = this.splitAttachments(numbered);
      const stored: StoredDocument = {
        ...before,
        number,
        profileId: given.profileId,
        version: given.version,
        submittedAt: now,
        resubmissions: before.resubmissions + 1,
        document,
        attachments,
        failures: given.judge(numbered),
        outcome: outcomeFor(document.accounting_supplier_party),
      };
      this.database.run(
        "INSERT INTO submission (document_id, submitted_at) VALUES (?, ?)",
        before.id,
        before.submittedAt,
      );
      this.database.run("DELETE FROM attachment WHERE document_id = ?", before.id);
      this.database.run("DELETE FROM document WHERE id = ?", before.id);
      this.write(stored);
      this.keepContents(stored, numbered.attachments);
      return stored;
    });
  }

  get(kind: DocumentKind, id: string): StoredDocument | undefined {
    const row = this.database.get("SELECT * FROM document WHERE id = ? AND kind = ?", id.toLowerCase(), kind);
    return row && fromRow(row);
  }

  /** Returns the documents newest first. */
  find(kind: DocumentKind, { condition, values }: Filter): StoredDocument[] {
    const sql = `SELECT * FROM document WHERE kind = ? AND ${condition} ORDER BY sequence DESC`;
    return this.database.all(sql, kind, ...values).map(fromRow);
  }

  /** Counts without reading the documents. */
  count(kind: DocumentKind, { condition, values }: Filter): number {
    const sql = `SELECT count(*) AS found FROM document WHERE kind = ? AND ${condition}`;
    return Number(this.database.get(sql, kind, ...values)?.found);
  }

  /** Returns one page of what `find` returns. */
  findPart(kind: DocumentKind, { condition, values }: Filter, from: number, most: number): StoredDocument[] {
    const sql = `SELECT * FROM document WHERE kind = ? AND ${condition} ORDER BY sequence DESC LIMIT ? OFFSET ?`;
    return this.database.all(sql, kind, ...values, most, from).map(fromRow);
  }

  /** Returns each supplier's name and party name, in two lines. */
  supplierNames(): string[] {
    return this.database.all("SELECT DISTINCT supplier_name FROM document").map((row) => String(row.supplier_name));
  }

  /** Returns documents of both kinds, newest first. */
  latest(from: number, most: number): StoredDocument[] {
    return this.database.all("SELECT * FROM document ORDER BY sequence DESC LIMIT ? OFFSET ?", most, from).map(fromRow);
  }

  countAll(): number {
    return Number(this.database.get("SELECT count(*) AS found FROM document")?.found);
  }

  /** Returns the ids newest first; `before` is exclusive. */
  idsCreated(kind: DocumentKind, from: number, before: number): string[] {
    const sql = "SELECT id FROM document WHERE kind = ? AND created_at >= ? AND created_at < ? ORDER BY sequence DESC";
    return this.database.all(sql, kind, from, before).map((row) => String(row.id));
  }

  lastSequence(): number {
    return Number(this.database.get("SELECT max(sequence) AS last FROM document")?.last ?? 0);
  }

  idAt(sequence: number): string | undefined {
    const row = this.database.get("SELECT id FROM document WHERE sequence = ?", sequence);
    return row && String(row.id);
  }

  sequenceOf(id: string): number | undefined {
    const row = this.database.get("SELECT sequence FROM document WHERE id = ?", id);
    return row && Number(row.sequence);
  }

  earlierSubmissions(id: string): number[] {
    const rows = this.database.all("SELECT submitted_at FROM submission WHERE document_id = ? ORDER BY rowid", id);
    return rows.map((row) => Number(row.submitted_at));
  }

  hasNumber(number: string): boolean {
    return this.database.get("SELECT 1 AS yes FROM document WHERE number = ?", number.trim()) !== undefined;
  }

  /** Returns the content in Base64. */
  attachmentContent(documentId: string, attachmentId: string): string | undefined {
    const sql = "SELECT content FROM attachment WHERE id = ? AND document_id = ?";
    const row = this.database.get(sql, attachmentId.toLowerCase(), documentId);
    return row && String(row.content);
  }

  /** Returns the document with the content of its attachments, for the network. */
  withContents(stored: StoredDocument): SelfBilledDocument {
    if (stored.attachments.length === 0) return stored.document;
    const contents = this.database.all(
      "SELECT content FROM attachment WHERE document_id = ? ORDER BY position",
      stored.id,
    );
    const attachments = stored.attachments.map(({ file_name, file_type }, at) => ({
      file_name,
      file_type,
      file_content: String(contents[at]?.content ?? ""),
    }));
    return { ...stored.document, attachments };
  }

  private freeNumber(kind: DocumentKind, sequence: number): string {
    const prefix = kind === "invoice" ? "SBX-INV-" : "SBX-CN-";
    for (let next = sequence; ; next++) {
      const number = `${prefix}${String(next).padStart(6, "0")}`;
      if (!this.hasNumber(number)) return number;
    }
  }

  private splitAttachments(document: SelfBilledDocument) {
    const { attachments = [], ...rest } = document;
    const described = attachments.map(
      ({ file_name = "", file_type = "" }): StoredAttachment => ({ id: this.newId(), file_name, file_type }),
    );
    return { document: rest as SelfBilledDocument, attachments: described };
  }

  private write(stored: StoredDocument): void {
    const columns = columnsOf(stored);
    const names = Object.keys(columns);
    const sql = `INSERT INTO document (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
    this.database.run(sql, ...Object.values(columns));
  }

  private keepContents(stored: StoredDocument, attachments: readonly Attachment[] = []): void {
    for (const [position, { id }] of stored.attachments.entries()) {
      const sql = "INSERT INTO attachment (id, document_id, position, content) VALUES (?, ?, ?, ?)";
      this.database.run(sql, id, stored.id, position, attachments[position]?.file_content ?? "");
    }
  }
}

/** Adds the number, unless the document was sent with one, which is kept as written. */
function withNumber(document: SelfBilledDocument, number: string): SelfBilledDocument {
  return document.document_number?.trim() ? document : { ...document, document_number: number };
}
