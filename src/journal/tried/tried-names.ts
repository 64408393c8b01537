import type { Database } from "../../database/index.ts";
import { grouped } from "../store/grouped.ts";
import { idColumn } from "../store/id-column.ts";
import { recordName } from "../store/names.ts";
import { backward } from "../store/onward.ts";
import type { AttemptResult, JournalRecord } from "../store/records.ts";
import { spellingOf } from "../store/spelling.ts";
import { type Past, pastOf } from "./past.ts";

/** Reads the records of several attempts with one statement; each attempt's records are in order. */
export type OfAttempts = (attempts: readonly string[]) => ReadonlyMap<string, readonly JournalRecord[]>;

export function pastsOf(ofAttempts: OfAttempts, rows: readonly Record<string, unknown>[]): (Past | undefined)[] {
  const attempts = rows.map(({ attempt }) => String(attempt));
  const records = ofAttempts(attempts);
  return attempts.map((each) => pastOf(records.get(each) ?? []));
}

/** The values by which an attempt is found. */
export type TriedBy = "id" | "number" | "file" | "content" | "replaces" | "corrects" | "changed";

/** The value of `changed`, which documents that the service changed have in common. */
export const anyChange = "";

/** Number of rows read at a time where one is usually enough. */
const few = 20;

/** Yields the attempts that have this value now, newest first. */
export function* triesNamed(database: Database, ofAttempts: OfAttempts, by: TriedBy, value: string): Generator<Past> {
  for (let from = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = database.all(
      `SELECT tried.record AS record, attempt FROM tried_name JOIN tried ON tried.record = tried_name.record
         WHERE tried_name.name = ? AND tried_name.record < ? ORDER BY tried_name.record DESC LIMIT ?`,
      ...[hashOf(by, value), from, few],
    );
    for (const past of pastsOf(ofAttempts, rows)) if (past && is(past, by, value)) yield past;
    if (rows.length < few) return;
    from = backward(from, rows.at(-1)?.record);
  }
}

/** Selects an attempt with a subquery, because a server may read the whole table for a join. */
const attemptOf = (each: string): string =>
  `(SELECT attempt FROM tried WHERE tried.record = ${each}.record) AS attempt`;

export type LastAsked = readonly [by: TriedBy, value: string, fits: (past: Past) => boolean];

/**
 * Returns, for each value, the last attempt that has it now and matches; the number of statements does not depend on
 * the number of values.
 */
export function lastNamed(
  database: Database,
  ofAttempts: OfAttempts,
  asked: readonly LastAsked[],
): (Past | undefined)[] {
  if (asked.length === 0) return [];
  const names = [...new Set(asked.map(([by, value]) => hashOf(by, value)))];
  const rows = database.all(
    `SELECT name, ${attemptOf("each")} FROM (
       SELECT name, record, row_number() OVER (PARTITION BY name ORDER BY record DESC) AS place
       FROM tried_name WHERE name ${spellingOf(database).among.numbers}) AS each
     WHERE place <= ? ORDER BY record DESC`,
    ...[JSON.stringify(names), few],
  );
  const pasts = pastsOf(ofAttempts, rows);
  const byName = grouped(
    rows.map(({ name }, at) => ({ name: Number(name), past: pasts[at] })),
    ({ name }) => name,
  );
  return asked.map(([by, value, fits]) => {
    const some = byName.get(hashOf(by, value)) ?? [];
    const found = some.find(({ past }) => past !== undefined && is(past, by, value) && fits(past))?.past;
    if (found !== undefined || some.length < few) return found;
    for (const past of triesNamed(database, ofAttempts, by, value)) if (fits(past)) return past;
    return undefined;
  });
}

/**
 * Returns, for each value, every attempt that has it now, newest first; the number of statements does not depend on
 * the number of values.
 */
export function allNamed(
  database: Database,
  ofAttempts: OfAttempts,
  asked: readonly (readonly [by: TriedBy, value: string])[],
): Past[][] {
  const names = [...new Set(asked.map(([by, value]) => hashOf(by, value)))];
  const rows = database.all(
    `SELECT name, ${attemptOf("tried_name")} FROM tried_name
       WHERE name ${spellingOf(database).among.numbers} ORDER BY record DESC`,
    JSON.stringify(names),
  );
  const pasts = pastsOf(ofAttempts, rows);
  const byName = grouped([...rows.keys()], (at) => Number(rows[at]?.name));
  return asked.map(([by, value]) =>
    (byName.get(hashOf(by, value)) ?? [])
      .map((at) => pasts[at])
      .filter((past) => past !== undefined)
      .filter((past) => is(past, by, value)),
  );
}

/**
 * Whether the attempt has this value now: the hash may belong to something else, and a later record may have changed
 * the value.
 */
function is({ id, documentNumber, intent, result, resolution }: Past, by: TriedBy, value: string): boolean {
  switch (by) {
    case "id":
      return id === value;
    case "number":
      // A service may give its own number; the one that was sent finds the document, too.
      return (
        documentNumber === value ||
        (result?.verdict === "created" && resolution === undefined && intent.documentNumber === value)
      );
    case "file":
      return intent.file === value;
    case "content":
      return intent.contentHash === value;
    case "replaces":
      return intent.replaces === value;
    case "corrects":
      return intent.corrects?.id === value;
    case "changed":
      return isChanged(result);
  }
}

function isChanged(result: Past["result"] | AttemptResult): boolean {
  return (result?.changed ?? []).length > 0;
}

/** Returns every name that the attempt has ever had. */
export function namesOf({ intent }: Past, records: readonly JournalRecord[]): Set<number> {
  const numbers = records.flatMap(({ data }) => ("documentNumber" in data ? (data.documentNumber ?? []) : []));
  return new Set([
    hashOf("file", intent.file),
    hashOf("content", intent.contentHash),
    ...(intent.replaces === undefined ? [] : [hashOf("replaces", intent.replaces)]),
    ...(intent.corrects === undefined ? [] : [hashOf("corrects", intent.corrects.id)]),
    ...(records.some(({ type, data }) => type === "result" && isChanged(data)) ? [hashOf("changed", anyChange)] : []),
    ...numbers.map((each) => hashOf("number", each)),
    ...idsIn(records).map(({ id }) => hashOf("id", id)),
  ]);
}

/** Returns every id that the records name, each once. */
export function idsIn(records: readonly JournalRecord[]): (Pick<Past, "idType"> & { readonly id: string })[] {
  const ids = records.flatMap(({ type, data }) =>
    (type === "result" || type === "resolved") && data.id !== undefined ? [{ id: data.id, idType: data.idType }] : [],
  );
  return [...new Map(ids.map((each) => [idColumn(each.id, each.idType), each])).values()];
}

function hashOf(by: TriedBy, value: string): number {
  return recordName(by, value);
}
