import type { Database } from "../../database/index.ts";
import { newAttemptId } from "../keys/attempt-id.ts";
import { type Chain, type ChainSource, chainOf } from "../store/chain.ts";
import { createdDocuments } from "../store/created-documents.ts";
import { keptTexts } from "../store/kept-texts.ts";
import { journalNotes } from "../store/notes.ts";
import { onward } from "../store/onward.ts";
import type { CreatedDocument, JournalNote, JournalRecord } from "../store/records.ts";
import { recordsTable } from "../store/records-table.ts";
import { seenStates } from "../store/seen-states.ts";
import { spellingOf } from "../store/spelling.ts";
import { addRecord, knownDocument } from "../verify/shadow.ts";

/** Where a record or note was first written: the journal, the link in its chain, and the hash of that link. */
interface Origin {
  readonly journal: string;
  readonly sequence: string;
  readonly hash: string;
}

/** A record or note with its unique origin. */
interface Foreign<T> {
  readonly row: T;
  readonly origin: Origin;
}

/** The content key of a document whose records were imported. */
export interface TakenKey {
  readonly account: string;
  readonly key: string;
}

/** The field that holds the series and counter with which the other journal numbered a document. */
export const seriesThere = "series_there";

const page = 500;

/** Imports the rows of another journal that are missing here. Call it inside a transaction. */
export function takeIn(into: Database, from: Database) {
  const here = whatIsHere(into);
  const { records, keys } = takeRecords(into, from, here);
  return {
    records,
    states: takeStates(into, from),
    texts: takeTexts(into, from),
    notes: takeNotes(into, from, here),
    keys,
  };
}

/**
 * Tracks which records and notes already exist here, either written here or imported earlier, directly or through
 * another journal.
 */
function whatIsHere(into: Database) {
  const chain = chainOf(into);
  const { id } = chain.known();
  const taken = new Map<string, string>();
  const nameOf = ({ journal, sequence, hash }: Origin): string => `${journal} ${sequence} ${hash}`;
  for (const table of ["record", "note"] as const) {
    const attempt = table === "record" ? "attempt" : "''";
    const member = spellingOf(into).member("data", "origin");
    const sql = `SELECT ${member} AS origin, ${attempt} AS attempt FROM ${table} WHERE ${member} IS NOT NULL`;
    // This file writes the origins, so the cast is safe.
    for (const row of into.all(sql)) taken.set(nameOf(JSON.parse(String(row.origin)) as Origin), String(row.attempt));
  }
  return {
    /**
     * Returns the attempt's name in this journal, or an empty string for a note; undefined if the row does not exist
     * here.
     */
    of(origin: Origin, attempt: string): string | undefined {
      const own = origin.journal === id && chain.hashAt(Number(origin.sequence)) === origin.hash;
      return own ? attempt : taken.get(nameOf(origin));
    },
  };
}

type Here = ReturnType<typeof whatIsHere>;

/**
 * Imports whole attempts, one by one. If an attempt exists here and was continued in the other journal, only the new
 * records are added. An attempt that was continued in both, or whose name belongs to another attempt here, is
 * imported whole under a new name; in that case, the records of both count, and a document that exists takes
 * precedence over everything.
 */
function takeRecords(into: Database, from: Database, here: Here): { records: number; keys: TakenKey[] } {
  const [ours, theirs, chain] = [recordsTable(into), recordsTable(from), chainOf(from)];
  const { id } = chain.known();
  const keys = new Map<string, TakenKey>();
  let records = 0;
  const take = (name: string, rows: readonly Foreign<JournalRecord>[]): void => {
    for (const { row, origin } of rows) {
      addRecord(ours, { ...row, attempt: name, data: withOrigin(row.data, origin) } as unknown as JournalRecord);
      keys.set(`${row.account}\n${row.key}`, { account: row.account, key: row.key });
      records += 1;
    }
  };
  for (const attempt of attemptsIn(from)) {
    const all = theirs.ofAttempt(attempt).map((row) => ({ row, origin: originOf(chain, id, "record", row) }));
    const rest = all.filter(({ origin }) => here.of(origin, attempt) === undefined);
    if (rest.length === 0) continue;
    const last = all.findLast(({ origin }) => here.of(origin, attempt) !== undefined);
    const name = last && here.of(last.origin, attempt);
    const known = ours.ofAttempt(name ?? attempt).length;
    if (name !== undefined && known === all.length - rest.length) take(name, rest);
    else take(known === 0 ? attempt : newAttemptId(), all);
  }
  return { records, keys: [...keys.values()] };
}

/**
 * Adds the origin to an imported record. An imported document keeps its number, but does not advance the counter of its
 * series here: both journals may have assigned the same number. Numbering continues with the next number that is free
 * here.
 */
function withOrigin(data: object, origin: Origin): object {
  const { series, ...rest } = data as { readonly series?: object };
  return { ...rest, ...(series === undefined ? {} : { [seriesThere]: series }), origin };
}

function* attemptsIn(from: Database): Generator<string> {
  for (let after = 0; ; ) {
    const sql = "SELECT sequence, attempt FROM record WHERE type = 'intent' AND sequence > ? ORDER BY sequence LIMIT ?";
    const rows = from.all(sql, after, page);
    for (const { attempt } of rows) yield String(attempt);
    if (rows.length < page) return;
    after = onward(after, rows.at(-1)?.sequence);
  }
}

/**
 * Returns the origin of a record or note. One that was imported before keeps its first origin, so that it is recognised
 * when it arrives again through another journal.
 */
function originOf(chain: Chain, journal: string, source: ChainSource, row: JournalRecord | JournalNote): Origin {
  const first = (row.data as { readonly origin?: Origin }).origin;
  if (first) return first;
  const link = chain.of(source, row.sequence);
  return { journal, sequence: String(link.sequence), hash: link.hash };
}

/** Imports later states of documents. Skips a state that equals the last one here or is not newer than it. */
function takeStates(into: Database, from: Database): number {
  const [ours, theirs, { tried }] = [seenStates(into), seenStates(from), recordsTable(into)];
  let count = 0;
  for (let after = 0; ; ) {
    const states = theirs.after(after, page);
    for (const { at, account, id, state } of states) {
      const last = ours.of(account, id).at(-1);
      if (last && (last.at >= at || last.state === state)) continue;
      ours.add({ at, account, id, state });
      tried.followSeen(account, id);
      count += 1;
    }
    if (states.length < page) return count;
    after = onward(after, states.at(-1)?.sequence);
  }
}

function takeTexts(into: Database, from: Database): number {
  const [ours, theirs] = [keptTexts(into), keptTexts(from)];
  const isHere = (hash: string): boolean => into.get("SELECT 1 FROM kept WHERE hash = ?", hash) !== undefined;
  let count = 0;
  for (let after = 0; ; ) {
    const texts = theirs.after(after);
    if (texts.length === 0) return count;
    for (const { hash, text } of texts) {
      if (isHere(hash)) continue;
      ours.keep(text);
      count += 1;
    }
    after = onward(after, texts.at(-1)?.number);
  }
}

/**
 * Notes about the other journal are imported inside notes that name it, so that they do not look like notes about this
 * one.
 */
function takeNotes(into: Database, from: Database, here: Here): number {
  const [chain, notes, documents] = [chainOf(from), journalNotes(into, chainOf(into)), createdDocuments(into)];
  const { id } = chain.known();
  let count = 0;
  for (const note of journalNotes(from, chain).all()) {
    const origin = originOf(chain, id, "note", note);
    if (here.of(origin, "") !== undefined) continue;
    const { at, type, data } = note;
    if (type === knownDocument) {
      const document = data as unknown as CreatedDocument;
      if (documents.find(document.account, document.id).some((each) => each.id === document.id)) continue;
      documents.insert(document);
      notes.add({ at, type, data: { ...data, origin } });
    } else notes.add({ at, type: "imported", data: type === "imported" ? data : { origin, type, data } });
    count += 1;
  }
  return count;
}
