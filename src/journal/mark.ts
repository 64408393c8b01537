import { type Database, isThere, openDatabase } from "../database/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";

/** How far a journal was when a document of an account was last sent. */
export interface Mark {
  /** Which journal. */
  readonly journal: string;
  /** Its last link then, from 0. */
  readonly sequence: number;
  /** That link's hash, hex. */
  readonly head: string;
  /** When it was written; UTC, ISO 8601. */
  readonly at: string;
}

/** The newest approval policy that was seen of a business profile, so that a journal without it is noticed. */
export interface PolicyMark {
  readonly number: number;
  /** SHA-256 of what was signed, hex. */
  readonly hash: string;
  /** The public key that may sign the next one. */
  readonly owner: string;
}

/** The marks of a user, by account, in a file outside of every journal. Problem of every call: `mark-unusable`. */
export interface Marks {
  readonly path: string;
  /** Undefined where nothing was ever sent with a mark. A missing file is not made. */
  of(account: string): Result<Mark | undefined>;
  /**
   * Moves the mark forward from what the caller held the journal against, and never back; what the mark says then, which may be what
   * another process wrote meanwhile. Durable when it returns.
   */
  advance(account: string, to: Mark, from: Mark | undefined): Result<Mark>;
  /** Sets the mark to whatever is said: only after a person's word or a reconciliation. */
  set(account: string, to: Mark): Result<void>;
  /** Of a business profile, by `businessProfileName`; the newest that any of the files has. */
  policy(businessProfile: string): Result<PolicyMark | undefined>;
  /** Remembers a policy that is newer than the one that is remembered; no word of a person takes it back. */
  keepPolicy(businessProfile: string, seen: PolicyMark): Result<void>;
  close(): void;
}

const schema = `CREATE TABLE IF NOT EXISTS mark (
  account TEXT PRIMARY KEY, journal TEXT NOT NULL, sequence INTEGER NOT NULL, head TEXT NOT NULL, at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS policy (
  business_profile TEXT PRIMARY KEY, number INTEGER NOT NULL, hash TEXT NOT NULL, owner TEXT NOT NULL
) STRICT, WITHOUT ROWID;`;

/**
 * The marks in this file. It is an SQLite file: one statement compares and writes, so that of several processes none can move a mark back,
 * and the system frees the lock of one that dies at any moment, which a lock file of our own would survive. It has no WAL: between two
 * writes the one file is the whole of it, and a CI system that keeps just this file keeps everything. `usual` is the user's own file where
 * another one was named: naming another does not forget a policy.
 */
export function marksIn(path: string, usual?: string): Marks {
  const other = usual === undefined || usual === path ? undefined : marksIn(usual);
  let opened: Database | undefined;
  const withFile = <T>(work: (database: Database) => T): Result<T> => {
    try {
      if (opened === undefined) {
        const result = openDatabase(path, schema, { code: "mark-unusable", alone: true });
        if (!result.ok) return fail(unusable(path, result.problems[0].message, result.problems[0].cause));
        opened = result.value;
      }
      return ok(work(opened));
    } catch (error) {
      return fail(unusable(path, error instanceof Error ? `${error.message}.` : String(error), error));
    }
  };
  const read = (database: Database, account: string): Mark | undefined => {
    const row = database.get("SELECT * FROM mark WHERE account = ?", account);
    if (row === undefined) return undefined;
    const { journal, sequence, head, at } = row;
    return { journal: String(journal), sequence: Number(sequence), head: String(head), at: String(at) };
  };
  const insert = "INSERT INTO mark (account, journal, sequence, head, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (account)";
  const change =
    "DO UPDATE SET journal = excluded.journal, sequence = excluded.sequence, head = excluded.head, at = excluded.at";
  const write = (database: Database, account: string, to: Mark, condition = "", ...values: (string | number)[]): void =>
    void database.run(`${insert} ${change} ${condition}`, account, to.journal, to.sequence, to.head, to.at, ...values);
  const isForward = "mark.journal = excluded.journal AND mark.sequence < excluded.sequence";
  const forward = `WHERE ${isForward} AND mark.sequence = ? AND mark.head = ?`;
  return {
    path,
    of: (account) => (opened === undefined && !isThere(path) ? ok(undefined) : withFile((file) => read(file, account))),
    advance: (account, to, from) =>
      withFile((file) => {
        write(file, account, to, forward, from?.sequence ?? -1, from?.head ?? "");
        return read(file, account) ?? to;
      }),
    set: (account, to) => withFile((file) => write(file, account, to)),
    policy(name) {
      const there = other?.policy(name) ?? ok(undefined);
      if (!there.ok || (opened === undefined && !isThere(path))) return there;
      const here = withFile((file) => policyIn(file, name));
      if (!here.ok) return here;
      return ok((there.value?.number ?? 0) > (here.value?.number ?? 0) ? there.value : here.value);
    },
    keepPolicy(name, { number, hash, owner }) {
      const kept = withFile((file) => void file.run(newer, name, number, hash, owner));
      return kept.ok && other ? other.keepPolicy(name, { number, hash, owner }) : kept;
    },
    close() {
      other?.close();
      opened?.close();
      opened = undefined;
    },
  };
}

const newer = `INSERT INTO policy (business_profile, number, hash, owner) VALUES (?, ?, ?, ?) ON CONFLICT (business_profile)
  DO UPDATE SET number = excluded.number, hash = excluded.hash, owner = excluded.owner WHERE policy.number < excluded.number`;

function policyIn(database: Database, name: string): PolicyMark | undefined {
  const row = database.get("SELECT number, hash, owner FROM policy WHERE business_profile = ?", name);
  return row && { number: Number(row.number), hash: String(row.hash), owner: String(row.owner) };
}

function unusable(path: string, why: string, cause: unknown): Problem {
  const message = `The journal mark ${path} cannot be used, so nothing was sent: ${why}`;
  const hint =
    "It shows whether the journal is the one that was used last. Check the free space and the permissions of its folder; a damaged one is replaced by selfbill journal accept after you have removed it.";
  return problem("mark-unusable", message, hint, { cause });
}
