import type { Database } from "../../database/index.ts";
import {
  type Chain,
  type ChainedRow,
  type ChainSource,
  chainOf,
  firstHash,
  type JournalIdentity,
  type Link,
  linkHash,
} from "../store/chain.ts";
import { chainedRowsAfter, chainedTables, rowWords } from "../store/chained-rows.ts";
import { journalNotes } from "../store/notes.ts";
import { recordOf } from "../store/record-rows.ts";
import { spellingOf } from "../store/spelling.ts";
import { type FileDamage, lookAside, lookAsideMeanwhile } from "./aside.ts";
import { type Shadow, withShadow } from "./shadow.ts";

/** Rows in memory at once. */
const page = 500;

/** The result of checking the whole journal. */
export interface Verified {
  /** The damage in words, for use after a colon; undefined if everything is unchanged. */
  readonly damage?: string | undefined;
  /** Only a derived table is wrong, which a repair rebuilds. */
  readonly isRepairable?: true;
  readonly id: string;
  readonly sequence: number;
  readonly head: string;
  /** The link whose hash was noted elsewhere; absent if none was given. */
  readonly noted?: number | undefined;
  /** Links that existed before the chain was started: the chain protects them only from then on. */
  readonly takenOver?: { readonly through: string; readonly at: string } | undefined;
}

/**
 * Reads the whole journal: every page and index, every link of the chain with its row, every kept text, and the derived
 * tables, which are compared with replayed records. Constant memory; other processes may write meanwhile. `noted` is
 * the hash of a link, or its beginning, noted elsewhere. Throws the database's errors.
 */
export function verifyJournal(database: Database, noted: string | undefined): Verified {
  const chain = chainOf(database);
  const identity = chain.stored() ?? { id: "", made: "" };
  const damaged = (damage: string): Verified => ({ id: identity.id, sequence: 0, head: firstHash(identity), damage });
  const meanwhile = lookAsideMeanwhile(database);
  let looked: FileDamage | undefined;
  const aside = (): FileDamage => {
    looked ??= meanwhile?.found() ?? lookAside(database);
    return looked;
  };
  try {
    const before = meanwhile === undefined ? aside().file : undefined;
    if (before !== undefined) return damaged(before);
    if (identity.id === "") return damaged(aside().file ?? "it does not say which journal it is");
    const found = verified(database, chain, identity, { noted, aside });
    const { file } = aside();
    return file === undefined ? found : damaged(file);
  } catch (error) {
    const { file } = aside();
    if (file === undefined) throw error;
    return damaged(file);
  } finally {
    meanwhile?.end();
  }
}

function verified(
  database: Database,
  chain: Chain,
  identity: JournalIdentity,
  { noted, aside }: { readonly noted: string | undefined; readonly aside: () => FileDamage },
): Verified {
  return withShadow(database, (shadow) =>
    // One state of the journal for all comparisons.
    database.snapshot((): Verified => {
      const { hash, sequence } = chain.head(identity);
      const walked = recorded(database, chain, identity, { noted, shadow, texts: () => aside().texts });
      const facts = { id: identity.id, sequence, head: hash, noted: walked.noted };
      if (walked.damage !== undefined) return { ...facts, damage: walked.damage };
      if (noted !== undefined && walked.noted === undefined) return { ...facts, damage: notThere };
      const difference = shadow().difference();
      const derived = difference === undefined ? {} : ({ damage: difference, isRepairable: true } as const);
      return { ...facts, takenOver: takenOver(database, chain), ...derived };
    }),
  );
}

/**
 * Damage to links, their rows and kept texts; derived tables are not checked. Replays everything into the shadow.
 * Inside a transaction or snapshot. Throws the database's errors.
 */
export function recorded(
  database: Database,
  chain: Chain,
  identity: JournalIdentity,
  how: {
    readonly noted?: string | undefined;
    readonly shadow: () => Shadow;
    /** Looks for damage to the kept texts. */
    readonly texts: () => string | undefined;
  },
): { readonly damage?: string | undefined; readonly noted?: number | undefined } {
  const missing = gone(database);
  if (missing !== undefined) return { damage: missing };
  const { damage, noted } = walk(database, chain, identity, { noted: how.noted, shadow: how.shadow });
  return { damage: damage ?? putIn(database) ?? how.texts() ?? emptied(database), noted };
}

const notThere =
  "the head that was noted elsewhere is not in its chain: the last records were removed, the chain was made anew, or it is another journal";

function number(database: Database, sql: string): number {
  return Number(Object.values(database.get(sql) ?? {})[0] ?? 0);
}

/** Damage that is visible without the chain, in plainer words. */
function gone(database: Database): string | undefined {
  const { lastRecord, unreadable: cannotBeRead } = spellingOf(database);
  const missing = number(database, `SELECT ${lastRecord} - (SELECT count(*) FROM record)`);
  if (missing > 0) return `${missing} of its records were removed`;
  const unreadable = database.get(`SELECT sequence FROM record WHERE ${cannotBeRead} LIMIT 1`);
  if (unreadable) return `record ${unreadable.sequence} cannot be read`;
  const orphan = database.get(
    `SELECT sequence FROM record AS each WHERE type <> 'intent' AND NOT EXISTS
       (SELECT 1 FROM record WHERE attempt = each.attempt AND type = 'intent') LIMIT 1`,
  );
  return orphan && `record ${orphan.sequence} belongs to nothing that was to be sent`;
}

/** Follows the chain, and replays each page of rows once all of them are found unchanged. */
function walk(
  database: Database,
  chain: Chain,
  identity: JournalIdentity,
  { noted, shadow }: { readonly noted: string | undefined; readonly shadow: () => Shadow },
): { damage?: string; noted?: number | undefined } {
  let previous = { sequence: 0, hash: firstHash(identity) };
  let seen = noted !== undefined && previous.hash.startsWith(noted) ? 0 : undefined;
  const lastRows = new Map<string, number>();
  const rowOf = rowsAhead(database);
  for (;;) {
    const links = chain.after(previous.sequence, page);
    if (links.length === 0) return { noted: seen };
    const rows = links.map(({ source, row }) => rowOf(source, row));
    for (const [at, link] of links.entries()) {
      const damage = wrongLink(rows[at], identity, link, previous, lastRows);
      if (damage !== undefined) return { damage };
      lastRows.set(link.source, link.row);
      if (noted !== undefined && link.hash.startsWith(noted)) seen = link.sequence;
      previous = link;
    }
    for (const [at, link] of links.entries()) play(link, rows[at], shadow());
  }
}

/** Follows the chain after a link, for at most `most` links; `through` is the last unchanged one. Replays nothing. */
export function wrongLinksAfter(
  database: Database,
  chain: Chain,
  identity: JournalIdentity,
  from: { readonly sequence: number; readonly hash: string },
  most: number,
): { readonly damage?: string; readonly through: { readonly sequence: number; readonly hash: string } } {
  const lastRows = new Map<string, number>();
  const rowOf = rowsAhead(database);
  for (let through = from; ; ) {
    const links = chain.after(through.sequence, Math.min(page, from.sequence + most - through.sequence));
    if (links.length === 0) return { through };
    for (const link of links) {
      const damage = wrongLink(rowOf(link.source, link.row), identity, link, through, lastRows);
      if (damage !== undefined) return { damage, through };
      lastRows.set(link.source, link.row);
      through = link;
    }
  }
}

function wrongLink(
  what: ChainedRow | undefined,
  identity: JournalIdentity,
  { sequence, source, row, hash }: Link,
  previous: { readonly sequence: number; readonly hash: string },
  lastRows: ReadonlyMap<string, number>,
): string | undefined {
  if (sequence !== previous.sequence + 1) return `entry ${previous.sequence + 1} of its chain was removed`;
  if (row <= (lastRows.get(source) ?? 0)) return `${rowWords(source, row)} is not at the place where it was recorded`;
  if (!what) return `${rowWords(source, row)} was removed`;
  if (linkHash(identity, sequence, what, previous.hash) !== hash)
    return `${rowWords(source, row)} is not as it was recorded`;
  return undefined;
}

/**
 * Replays a row as stored. JSON.parse is safe: the journal wrote the data, and its whole numbers are not amounts (see
 * store/record-rows.ts).
 */
function play({ source, row }: Link, what: ChainedRow | undefined, shadow: Shadow): void {
  if (what === undefined) return;
  const { at, account, attempt, type, data } = what;
  if (source === "record") shadow.record(recordOf({ sequence: row, ...what }));
  if (source === "note") shadow.note({ sequence: row, at, type, data: JSON.parse(data) });
  if (source === "seen") shadow.seen({ sequence: row, at, account, id: attempt, state: data });
}

/** Must be requested in the order of the chain. */
function rowsAhead(database: Database): (source: ChainSource, row: number) => ChainedRow | undefined {
  const of = Object.fromEntries(
    chainedTables.map(({ source }) => [
      source,
      ahead(
        (after) => chainedRowsAfter(database, source, after, page),
        ({ row }) => row,
      ),
    ]),
  ) as Record<ChainSource, (row: number) => ChainedRow | undefined>;
  return (source, row) => of[source](row);
}

/** Reads rows in pages, because each query to a server is a round trip. Rows must be requested in ascending order. */
function ahead<T>(read: (after: number) => readonly T[], numberOf: (row: T) => number): (row: number) => T | undefined {
  let rows: readonly T[] = [];
  let at = 0;
  return (row) => {
    for (let next = rows[at]; next !== undefined && numberOf(next) < row; next = rows[at]) at += 1;
    if (at >= rows.length) [rows, at] = [read(row - 1), 0];
    const found = rows[at];
    return found !== undefined && numberOf(found) === row ? found : undefined;
  };
}

/** Finds rows without a link: every link has its own row, so counting is enough. */
export function putIn(database: Database): string | undefined {
  for (const { source, table } of chainedTables) {
    const counted = `SELECT (SELECT count(*) FROM ${table}) - (SELECT count(*) FROM link WHERE source = '${source}')`;
    const more = number(database, counted);
    if (more !== 0) return `${more} rows of its table "${table}" are not in its chain`;
  }
  return undefined;
}

/** Reports a text whose content is gone, although no note in the chain says that it was purged. */
function emptied(database: Database): string | undefined {
  const found = database.get(
    `SELECT number FROM kept WHERE length(content) = 0 AND hash NOT IN
       (${spellingOf(database).purgedHashes}) LIMIT 1`,
  );
  return found && `${rowWords("text", Number(found.number))} was emptied, and no note says that it was purged`;
}

function takenOver(database: Database, chain: Chain): Verified["takenOver"] {
  const note = journalNotes(database, chain)
    .after(0, Number.MAX_SAFE_INTEGER)
    .find((each) => each.type === "taken-over");
  return note && { through: String(note.data.through), at: note.at };
}
