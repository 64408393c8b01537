import { randomUUID } from "node:crypto";
import type { Database, DatabaseRow } from "../../database/index.ts";
import { sha256 } from "../keys/intent-key.ts";
import { ownLinks } from "./own-links.ts";
import { spellingOf } from "./spelling.ts";

/** The source of a link: a record, a state seen later, stored content, or a note about the journal itself. */
export type ChainSource = "record" | "seen" | "text" | "note";

/**
 * The fields of a row that its link's hash covers. For a seen state, `attempt` is the document's id; for stored
 * content, `data` is the SHA-256 of the content. Fields that a source does not have are empty strings.
 */
export interface ChainedRow {
  readonly at: string;
  readonly account: string;
  readonly key: string;
  readonly attempt: string;
  readonly type: string;
  readonly data: string;
}

export interface JournalIdentity {
  /** A random id that never changes. */
  readonly id: string;
  /** When the journal was made; UTC, ISO 8601. */
  readonly made: string;
}

/** One link as it is stored. */
export interface Link {
  readonly sequence: number;
  readonly source: ChainSource;
  /** Row number in the table of its source. */
  readonly row: number;
  /** SHA-256 (hex) of the row and of the previous link. */
  readonly hash: string;
}

/**
 * The chain over records, states seen later, stored content and notes about the journal: each link is the SHA-256 of
 * its row and of the previous link, so nothing can be changed, removed, inserted or moved without changing every
 * later link. There is one chain rather than one per table, because a seen state affects what people see as much as a
 * record does, the removal of stored content must be noticed, and a single saved head covers all tables. The
 * canonical bytes of link N are ten strings in UTF-8, each as its length in bytes in decimal digits, a colon, the
 * bytes, a comma (netstrings): `selfbill-chain/1`, the journal's id, N in decimal digits, then the row's `at`,
 * `account`, `key`, `attempt`, `type` and `data`, then the hash of link N-1 in hex. Link 0 represents the journal
 * itself: netstrings of `selfbill-journal/1`, its id, and when it was made.
 */
export function chainOf(database: Database) {
  const { stored, make } = identityIn(database);
  const head = (identity: JournalIdentity): { sequence: number; hash: string } => {
    const row = database.get("SELECT sequence, hash FROM link ORDER BY sequence DESC LIMIT 1");
    return row
      ? { sequence: Number(row.sequence), hash: String(row.hash) }
      : { sequence: 0, hash: firstHash(identity) };
  };
  const { adds, ...own } = ownLinks(database);
  const { among } = spellingOf(database);
  return {
    ...own,
    /** Returns the stored identity; undefined if the journal has none yet. */
    stored,
    /** Returns the identity, creating it if there is none. Call it inside a transaction. */
    identity: (now = Date.now()): JournalIdentity => stored() ?? make(now),
    head,
    /** Returns the id and the head, creating an identity if there is none. */
    known(): { id: string; sequence: number; head: string } {
      const identity = stored() ?? database.transaction(() => stored() ?? make(Date.now()));
      const { sequence, hash } = head(identity);
      return { id: identity.id, sequence, head: hash };
    },
    hashAt(sequence: number): string | undefined {
      const identity = stored();
      if (sequence === 0) return identity && firstHash(identity);
      const row = database.get("SELECT hash FROM link WHERE sequence = ?", sequence);
      return row && String(row.hash);
    },
    /** Adds the link of a row. Call it in the transaction that adds the row. */
    append(source: ChainSource, row: number, what: ChainedRow): void {
      const identity = stored() ?? make(Date.now());
      const before = head(identity);
      const sequence = before.sequence + 1;
      const hash = linkHash(identity, sequence, what, before.hash);
      database.run("INSERT INTO link (sequence, source, row, hash) VALUES (?, ?, ?, ?)", sequence, source, row, hash);
      adds(sequence, hash);
    },
    /** Returns the first of these rows, by number, that is not as it was recorded; undefined if all are. */
    altered(source: ChainSource, rows: ReadonlyMap<number, ChainedRow>): number | undefined {
      const links = database.all(linksWithPrevious(among.numbers), source, JSON.stringify([...rows.keys()]));
      const byRow = new Map(links.map((link) => [Number(link.row), link]));
      for (const [row, what] of rows) if (!isLinkOf(byRow.get(row), what)) return row;
      return undefined;
    },
    /** Returns the link of a row. Throws if it has none. */
    of(source: ChainSource, row: number): Link {
      const link = database.get("SELECT * FROM link WHERE source = ? AND row = ?", source, row);
      if (!link) throw new Error(`${source} ${row} is not in the chain`);
      return fromRow(link);
    },
    /** Returns the links after this one, in order. */
    after: (sequence: number, most: number): Link[] =>
      database.all("SELECT * FROM link WHERE sequence > ? ORDER BY sequence LIMIT ?", sequence, most).map(fromRow),
  };
}

export type Chain = ReturnType<typeof chainOf>;

/** The links of rows, each with the hash of the link before it and the journal's identity. */
const linksWithPrevious = (among: string): string =>
  `SELECT link.row AS row, id, made, link.sequence AS sequence, link.hash AS hash, before.hash AS previous
    FROM identity, link LEFT JOIN link AS before ON before.sequence = link.sequence - 1
    WHERE one = 1 AND link.source = ? AND link.row ${among}`;

function isLinkOf(link: DatabaseRow | undefined, what: ChainedRow): boolean {
  if (link === undefined) return false;
  const identity = { id: String(link.id), made: String(link.made) };
  const sequence = Number(link.sequence);
  const previous = sequence === 1 ? firstHash(identity) : String(link.previous);
  return linkHash(identity, sequence, what, previous) === link.hash;
}

function identityIn(database: Database) {
  return {
    stored(): JournalIdentity | undefined {
      const row = database.get("SELECT id, made FROM identity WHERE one = 1");
      return row && { id: String(row.id), made: String(row.made) };
    },
    make(now: number): JournalIdentity {
      const made = { id: randomUUID(), made: new Date(now).toISOString() };
      database.run("INSERT INTO identity (one, id, made) VALUES (1, ?, ?)", made.id, made.made);
      return made;
    },
  };
}

/** Returns the hash of link 0. */
export function firstHash({ id, made }: JournalIdentity): string {
  return sha256(canonical(["selfbill-journal/1", id, made]));
}

/** Returns the hash of a link, from its row and the link before it. */
export function linkHash({ id }: JournalIdentity, sequence: number, row: ChainedRow, previous: string): string {
  const { at, account, key, attempt, type, data } = row;
  const texts = ["selfbill-chain/1", id, String(sequence), at, account, key, attempt, type, data, previous];
  return sha256(canonical(texts));
}

function canonical(texts: readonly string[]): string {
  return texts.map((text) => `${Buffer.byteLength(text)}:${text},`).join("");
}

function fromRow(row: Record<string, unknown>): Link {
  const { sequence, source, row: number, hash } = row;
  return { sequence: Number(sequence), source: String(source) as ChainSource, row: Number(number), hash: String(hash) };
}
