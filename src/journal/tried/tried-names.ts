import { createHash } from "node:crypto";
import type { Database } from "../../database/index.ts";
import { backward } from "../store/onward.ts";
import type { JournalRecord } from "../store/records.ts";
import { type Past, pastOf } from "./past.ts";

/** Reads all records of a try, in order. */
export type OfAttempt = (attempt: string) => readonly JournalRecord[];

/** What a try is found by. */
export type TriedBy = "id" | "number" | "file" | "content" | "replaces" | "corrects";

/** So many rows are read at a time where mostly one is wanted. */
const few = 20;

/** The tries that have this value now, the newest first. */
export function* triesNamed(database: Database, ofAttempt: OfAttempt, by: TriedBy, value: string): Generator<Past> {
  for (let from = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = database.all(
      `SELECT tried.record AS record, attempt FROM tried_name JOIN tried ON tried.record = tried_name.record
         WHERE tried_name.name = ? AND tried_name.record < ? ORDER BY tried_name.record DESC LIMIT ?`,
      ...[hashOf(by, value), from, few],
    );
    for (const { attempt } of rows) {
      const past = pastOf(ofAttempt(String(attempt)));
      if (past && is(past, by, value)) yield past;
    }
    if (rows.length < few) return;
    from = backward(from, rows.at(-1)?.record);
  }
}

/** Whether a try is what its name promises: a hash may be that of something else, and a later record may have changed it. */
function is({ id, documentNumber, intent }: Past, by: TriedBy, value: string): boolean {
  switch (by) {
    case "id":
      return id === value;
    case "number":
      return documentNumber === value;
    case "file":
      return intent.file === value;
    case "content":
      return intent.contentHash === value;
    case "replaces":
      return intent.replaces === value;
    case "corrects":
      return intent.corrects?.id === value;
  }
}

/** Every name that the records of a try ever gave it. */
export function namesOf({ intent }: Past, records: readonly JournalRecord[]): Set<number> {
  const numbers = records.flatMap(({ data }) => ("documentNumber" in data ? (data.documentNumber ?? []) : []));
  return new Set([
    hashOf("file", intent.file),
    hashOf("content", intent.contentHash),
    ...(intent.replaces === undefined ? [] : [hashOf("replaces", intent.replaces)]),
    ...(intent.corrects === undefined ? [] : [hashOf("corrects", intent.corrects.id)]),
    ...numbers.map((each) => hashOf("number", each)),
    ...idsIn(records).map((each) => hashOf("id", each)),
  ]);
}

export function idsIn(records: readonly JournalRecord[]): string[] {
  const ids = records.flatMap(({ type, data }) =>
    (type === "result" || type === "resolved") && data.id !== undefined ? [data.id] : [],
  );
  return [...new Set(ids)];
}

/** 48 bits of a hash: enough to find a few candidates. */
function hashOf(by: TriedBy, value: string): number {
  return createHash("sha256").update(`${by}\n${value}`).digest().readUIntBE(0, 6);
}
