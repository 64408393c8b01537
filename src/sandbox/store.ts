import type { Database } from "../database/index.ts";
import type { Attachment, DocumentKind, SelfBilledDocument } from "../document/index.ts";
import { parseJson, writeJson } from "../json/index.ts";
import type { Fate, ValidationResult } from "./state.ts";
import { outcomeFor } from "./test-suppliers.ts";

/** An attachment without its bytes, as every answer shows it. */
export interface StoredAttachment {
  readonly id: string;
  readonly file_name: string;
  readonly file_type: string;
}

/** What the sandbox keeps of a document. Times are Unix milliseconds. */
export interface StoredDocument extends Fate {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly sequence: number;
  readonly number: string;
  readonly profileId: string;
  /** Contract version of the call that created or last replaced it. */
  readonly version: string;
  readonly createdAt: number;
  /** How often it was replaced after a failed validation. */
  readonly resubmissions: number;
  /** The request without the attachments' bytes. */
  readonly document: SelfBilledDocument;
  readonly attachments: readonly StoredAttachment[];
}

/** A document about to be stored: everything that is not decided by storing it. */
export interface NewDocument {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly profileId: string;
  readonly version: string;
  readonly document: SelfBilledDocument;
  /** Asked once the number is known, because the network sees the number too. */
  readonly judge: (document: SelfBilledDocument) => readonly ValidationResult[];
}

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

/** Documents in the data folder. Whatever a method changes is on disk when it returns. */
export class Store {
  readonly database: Database;
  readonly newId: () => string;

  constructor(database: Database, newId: () => string) {
    this.database = database;
    this.newId = newId;
  }

  /** Stores a document under its own or the next free number; undefined when the number is taken. */
  add(given: NewDocument, now: number): StoredDocument | undefined {
    return this.database.transaction(() => {
      const last = this.database.get("SELECT max(sequence) AS last FROM document");
      const sequence = Number(last?.last ?? 0) + 1;
      const number = given.document.document_number?.trim() || this.freeNumber(given.kind, sequence);
      if (this.hasNumber(number)) return undefined;
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

  /** Replaces a document as a whole and sends it on its way again; undefined when its new number is another document's. */
  replace(before: StoredDocument, given: NewDocument, now: number): StoredDocument | undefined {
    return this.database.transaction(() => {
      const number = given.document.document_number?.trim() || before.number;
      if (number !== before.number && this.hasNumber(number)) return undefined;
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

  /** All documents of a kind that meet the SQL condition, newest first. */
  find(kind: DocumentKind, condition = "TRUE", ...values: string[]): StoredDocument[] {
    const sql = `SELECT * FROM document WHERE kind = ? AND ${condition} ORDER BY sequence DESC`;
    return this.database.all(sql, kind, ...values).map(fromRow);
  }

  /** Ids and times of creation of all documents of a kind, newest first. */
  created(kind: DocumentKind): { id: string; createdAt: number }[] {
    const rows = this.database.all("SELECT id, created_at FROM document WHERE kind = ? ORDER BY sequence DESC", kind);
    return rows.map((row) => ({ id: String(row.id), createdAt: Number(row.created_at) }));
  }

  /** The instants of the submissions that failed before the present one, oldest first. */
  earlierSubmissions(id: string): number[] {
    const rows = this.database.all("SELECT submitted_at FROM submission WHERE document_id = ? ORDER BY rowid", id);
    return rows.map((row) => Number(row.submitted_at));
  }

  hasNumber(number: string): boolean {
    return this.database.get("SELECT 1 AS yes FROM document WHERE number = ?", number.trim()) !== undefined;
  }

  /** Base64 of one attachment of a document. */
  attachmentContent(documentId: string, attachmentId: string): string | undefined {
    const sql = "SELECT content FROM attachment WHERE id = ? AND document_id = ?";
    const row = this.database.get(sql, attachmentId.toLowerCase(), documentId);
    return row && String(row.content);
  }

  /** The whole document with its attachments' bytes, for the network. */
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
    const party = stored.document.accounting_supplier_party;
    this.database.run(
      `INSERT INTO document (id, kind, sequence, number, profile_id, version, created_at, submitted_at, resubmissions,
         issue_date, supplier_name, supplier_trn, invoice_numbers, body, attachments, failures)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      stored.id,
      stored.kind,
      stored.sequence,
      stored.number,
      stored.profileId,
      stored.version,
      stored.createdAt,
      stored.submittedAt,
      stored.resubmissions,
      stored.document.issue_date ?? "",
      `${party?.name ?? ""}\n${party?.party_name ?? ""}`,
      party?.party_tax_scheme?.company_id ?? "",
      (stored.document.billing_reference ?? []).map((each) => `\n${each.id ?? ""}\n`).join(""),
      writeJson(stored.document),
      writeJson(stored.attachments),
      writeJson(stored.failures),
    );
  }

  private keepContents(stored: StoredDocument, attachments: readonly Attachment[] = []): void {
    for (const [position, { id }] of stored.attachments.entries()) {
      const sql = "INSERT INTO attachment (id, document_id, position, content) VALUES (?, ?, ?, ?)";
      this.database.run(sql, id, stored.id, position, attachments[position]?.file_content ?? "");
    }
  }
}

/** A number that was sent stays as it was written. */
function withNumber(document: SelfBilledDocument, number: string): SelfBilledDocument {
  return document.document_number?.trim() ? document : { ...document, document_number: number };
}

function fromRow(row: Record<string, unknown>): StoredDocument {
  const document = stored<SelfBilledDocument>(row.body);
  return {
    id: String(row.id),
    kind: row.kind as DocumentKind,
    sequence: Number(row.sequence),
    number: String(row.number),
    profileId: String(row.profile_id),
    version: String(row.version),
    createdAt: Number(row.created_at),
    submittedAt: Number(row.submitted_at),
    resubmissions: Number(row.resubmissions),
    document,
    attachments: stored(row.attachments),
    failures: stored(row.failures),
    outcome: outcomeFor(document.accounting_supplier_party),
  };
}

/** A JSON column that this file wrote itself. */
function stored<T>(text: unknown): T {
  const parsed = parseJson(String(text));
  if (!parsed.ok) throw new Error("selfbill has a fault: the sandbox cannot read what it stored");
  return parsed.value as T;
}
