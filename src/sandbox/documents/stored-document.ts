import type { DocumentKind, SelfBilledDocument } from "../../document/index.ts";
import { parseJson, writeJson } from "../../json/index.ts";
import type { Fate, ValidationEntry } from "../state.ts";
import { outcomeFor } from "../test-suppliers.ts";

/** The bytes are left out, as in every answer. */
export interface StoredAttachment {
  readonly id: string;
  readonly file_name: string;
  readonly file_type: string;
}

/** Times are Unix milliseconds. */
export interface StoredDocument extends Fate {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly sequence: number;
  readonly number: string;
  readonly profileId: string;
  /** Contract version of the call that created or last replaced the document. */
  readonly version: string;
  readonly createdAt: number;
  /** Number of times the document was replaced after a failed validation. */
  readonly resubmissions: number;
  /** The bytes of the attachments are left out. */
  readonly document: SelfBilledDocument;
  readonly attachments: readonly StoredAttachment[];
}

/** The data of a document that is about to be stored. */
export interface NewDocument {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly profileId: string;
  readonly version: string;
  readonly document: SelfBilledDocument;
  /** Called just before storing; if it returns false, the document is not stored. */
  readonly allowed: () => boolean;
  /** Called once the number is known, because the network judges the number too. */
  readonly judge: (document: SelfBilledDocument) => readonly ValidationEntry[];
}

/**
 * Returns the columns of the row. Those that `fromRow` does not read are only for lookups; the body contains them
 * too.
 */
export function columnsOf(stored: StoredDocument): Record<string, string | number> {
  const party = stored.document.accounting_supplier_party;
  return {
    id: stored.id,
    kind: stored.kind,
    sequence: stored.sequence,
    number: stored.number,
    profile_id: stored.profileId,
    version: stored.version,
    created_at: stored.createdAt,
    submitted_at: stored.submittedAt,
    resubmissions: stored.resubmissions,
    issue_date: stored.document.issue_date ?? "",
    supplier_name: `${party?.name ?? ""}\n${party?.party_name ?? ""}`,
    supplier_trn: party?.party_tax_scheme?.company_id ?? "",
    invoice_numbers: (stored.document.billing_reference ?? []).map((each) => `\n${each.id?.trim() ?? ""}\n`).join(""),
    body: writeJson(stored.document),
    attachments: writeJson(stored.attachments),
    failures: writeJson(stored.failures),
  };
}

export function fromRow(row: Record<string, unknown>): StoredDocument {
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

/** Parses a column that this module wrote. */
function stored<T>(text: unknown): T {
  const parsed = parseJson(String(text));
  if (!parsed.ok) throw new Error("selfbill has an internal error: the sandbox cannot read what it stored");
  return parsed.value as T;
}
