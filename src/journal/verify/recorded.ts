import { type Database, isDiskError } from "../../database/index.ts";
import {
  type Chain,
  type ChainedRow,
  chainOf,
  firstHash,
  type JournalIdentity,
  type Link,
  linkHash,
} from "../store/chain.ts";
import { chainedTables, rowsAhead, rowWords } from "../store/chained-rows.ts";
import { keptTexts } from "../store/kept-texts.ts";
import { journalNotes } from "../store/notes.ts";
import { onward } from "../store/onward.ts";
import { spellingOf } from "../store/spelling.ts";

/** Maximum number of links in memory at once. */
const page = 500;

/** The result of checking the whole journal. */
export interface Verified {
  /** A plain-language description of the damage, for use after a colon; undefined if everything is unchanged. */
  readonly damage?: string | undefined;
  /** Set if only a derived table is wrong, which a repair rebuilds. */
  readonly isRepairable?: true;
  readonly id: string;
  readonly sequence: number;
  readonly head: string;
  /** Number of the link whose hash was noted elsewhere; absent if no hash was given. */
  readonly noted?: number | undefined;
  /** Links that existed before the chain was started: the chain protects them only from then on. */
  readonly takenOver?: { readonly through: string; readonly at: string } | undefined;
}

/** Called with each link whose row is as recorded, in order. */
type EachLink = (link: Link, row: ChainedRow) => void;

/** A check of the derived tables: `each` is called with every link, and then `damage` describes what is wrong. */
export interface DerivedCheck {
  readonly each: EachLink;
  damage(): string | undefined;
}

/**
 * Checks everything but the derived tables: every page and index of the file, every link of the chain with its row, and
 * all stored content. `noted` is the hash of a link, or the beginning of that hash, noted elsewhere. Uses constant
 * memory; other processes may write meanwhile. Must not be called inside a transaction. `derived`, if given, checks the
 * derived tables in the same state. Throws errors from the database.
 */
export function verifyRecorded(database: Database, noted: string | undefined, derived?: DerivedCheck): Verified {
  const chain = chainOf(database);
  const identity = chain.stored() ?? { id: "", made: "" };
  const file = spellingOf(database).damage(database, "1");
  const damage = file ?? (identity.id === "" ? "it does not say which journal it is" : undefined);
  if (damage !== undefined) return { id: identity.id, sequence: 0, head: firstHash(identity), damage };
  return database.snapshot((): Verified => {
    const { hash, sequence } = chain.head(identity);
    const found = recordedDamage(database, chain, identity, { noted, each: derived?.each });
    const facts = { id: identity.id, sequence, head: hash, noted: found.noted };
    if (found.damage !== undefined) return { ...facts, damage: found.damage };
    if (noted !== undefined && found.noted === undefined) return { ...facts, damage: notThere };
    const wrongTable = derived?.damage();
    if (wrongTable !== undefined) return { ...facts, damage: wrongTable, isRepairable: true };
    return { ...facts, takenOver: takenOver(database, chain) };
  });
}

/**
 * Describes damage to links, their rows and stored content. Call it inside a transaction or snapshot. Throws errors
 * from the database.
 */
export function recordedDamage(
  database: Database,
  chain: Chain,
  identity: JournalIdentity,
  look: { readonly noted?: string | undefined; readonly each?: EachLink | undefined } = {},
): { readonly damage?: string | undefined; readonly noted?: number | undefined } {
  const missing = gone(database);
  if (missing !== undefined) return { damage: missing };
  const start = { sequence: 0, hash: firstHash(identity) };
  const found = wrongLinksAfter(database, chain, identity, start, look);
  return { damage: found.damage ?? putIn(database) ?? damagedText(database) ?? emptied(database), noted: found.noted };
}

const notThere =
  "the head that was noted elsewhere is not in its chain: the last records were removed, the chain was made anew, or it is another journal";

function number(database: Database, sql: string): number {
  return Number(Object.values(database.get(sql) ?? {})[0] ?? 0);
}

/** Describes damage that is visible without the chain, in plainer words. */
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

/**
 * Follows the chain after a link, for at most `most` links. In the result, `through` is the last unchanged link, and
 * `noted` is the link whose hash begins with the given one. `each`: see `EachLink`.
 */
export function wrongLinksAfter(
  database: Database,
  chain: Chain,
  identity: JournalIdentity,
  from: { readonly sequence: number; readonly hash: string },
  {
    most = Number.MAX_SAFE_INTEGER,
    noted,
    each,
  }: {
    readonly most?: number | undefined;
    readonly noted?: string | undefined;
    readonly each?: EachLink | undefined;
  },
): {
  damage?: string | undefined;
  readonly through: { readonly sequence: number; readonly hash: string };
  noted?: number;
} {
  const lastRows = new Map<string, number>();
  const rowOf = rowsAhead(database);
  const isNoted = ({ hash }: { readonly hash: string }): boolean => noted !== undefined && hash.startsWith(noted);
  let seen = isNoted(from) ? { noted: from.sequence } : {};
  for (let through = from; ; ) {
    const links = chain.after(through.sequence, Math.min(page, from.sequence + most - through.sequence));
    if (links.length === 0) return { through, ...seen };
    for (const link of links) {
      const row = rowOf(link.source, link.row);
      const damage = wrongLink(row, identity, link, through, lastRows);
      if (damage !== undefined || row === undefined) return { damage, through, ...seen };
      each?.(link, row);
      lastRows.set(link.source, link.row);
      if (isNoted(link)) seen = { noted: link.sequence };
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

/** Looks for stored content that does not match its hash. */
function damagedText(database: Database): string | undefined {
  const texts = keptTexts(database);
  try {
    for (let after = 0; ; ) {
      const last = texts.after(after).at(-1);
      if (last === undefined) return undefined;
      after = onward(after, last.number);
    }
  } catch (error) {
    if (isDiskError(error)) throw error;
    return error instanceof Error ? error.message : String(error);
  }
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

/** Reports stored content that is gone although no note in the chain says that it was purged. */
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
