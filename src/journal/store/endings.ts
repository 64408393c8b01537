import type { Database } from "../../database/index.ts";
import { gulfDay } from "../../document/index.ts";
import { type createdDocuments, createdOf } from "./created-documents.ts";
import { intentIn, type RecordRows } from "./record-rows.ts";
import type { AttemptResult, CreatedDocument, JournalRecord } from "./records.ts";

/** Identifies the attempt of a new record. */
export type NewRecord = Pick<JournalRecord, "at" | "account" | "key" | "attempt">;

/** An id, as a record names it. */
type NamedId = Pick<AttemptResult, "id" | "idType">;
type Ending = NamedId & Pick<AttemptResult, "documentNumber"> & { readonly verdict: string };

/** Maintains the derived tables for documents that exist and for attempts that are not settled. */
export function endings(
  database: Database,
  created: ReturnType<typeof createdDocuments>,
  { ofAttempt, naming }: RecordRows,
) {
  const unsettle = ({ attempt, account, key }: NewRecord): void => {
    const sql = "INSERT INTO unsettled (attempt, account, key) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
    database.run(sql, attempt, account, key);
  };
  const settle = (record: NewRecord, end: Ending): void => {
    if (end.verdict === "in-doubt") {
      unsettle(record);
      return;
    }
    database.run("DELETE FROM unsettled WHERE attempt = ?", record.attempt);
    if (end.verdict !== "created" || end.id === undefined) return;
    const intent = intentIn(ofAttempt(record.attempt));
    if (!intent) return;
    created.insert(createdOf(intent, { ...end, id: end.id }, record.at));
  };
  /** Finds a document with other content that already has this id. */
  const otherWith = (record: NewRecord, { id, idType }: NamedId): CreatedDocument | undefined => {
    const known = id === undefined ? undefined : created.withId(record.account, id, idType);
    if (!known) return undefined;
    const records = ofAttempt(record.attempt);
    const intent = intentIn(records);
    const isOwn = intent?.replaces === id || endOf(records)?.id === id || known.contentHash === intent?.contentHash;
    return isOwn ? undefined : known;
  };
  /**
   * Once an id turns out not to exist or to belong to another document, rebuilds its rows from the other attempts
   * that still have it.
   */
  const forget = (record: NewRecord, { id, idType }: NamedId & { id: string }): void => {
    created.remove(record.account, id, idType);
    for (const attempt of naming(record.account, id).filter((each) => each !== record.attempt)) {
      const records = ofAttempt(attempt);
      const end = endOf(records);
      const intent = intentIn(records);
      if (end?.verdict !== "created" || end.id !== id || end.idType !== idType || !intent) continue;
      created.insert(createdOf(intent, { ...end, id }, end.at));
    }
  };
  return { settle, unsettle, otherWith, forget };
}

/** Returns the last result or settlement of an attempt. */
export function endOf(records: readonly JournalRecord[]): (Ending & { at: string }) | undefined {
  const last = records.findLast((each) => each.type === "result" || each.type === "resolved");
  return last && (last.type === "result" || last.type === "resolved") ? { ...last.data, at: last.at } : undefined;
}

/**
 * Turns a 201 that names the id of a document with other content into a doubt: it is unknown what the service did
 * with this document.
 */
export function contradicted(
  { id = "", idType, documentNumber, said, ...rest }: AttemptResult,
  other: CreatedDocument,
): AttemptResult {
  const { status, answerHash } = rest;
  const named = other.documentNumber === undefined ? other.id : `${other.documentNumber} (${other.id})`;
  const about = `the document ${named}, which was created on ${gulfDay(new Date(other.createdAt))} from ${other.file}`;
  const message = `THE SERVICE ANSWERED WITH ANOTHER DOCUMENT'S ID. It answered ${status ?? "201"} (created) and named ${id}, but that is ${about} with other content.`;
  return { verdict: "in-doubt", status, answerHash, told: { id, idType, documentNumber }, said: [message, ...said] };
}
