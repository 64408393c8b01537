import { randomBytes } from "node:crypto";
import { linkSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type Database,
  type DatabaseRow,
  isDiskError,
  isThere,
  lookAtDisk,
  openDatabase,
} from "../../database/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { foldedAccount, isPracticeAccount, isSameBuyer } from "../accounts/names.ts";
import type { Mark, MarkPlace, PolicyMark } from "./mark.ts";

export interface MarkFile extends MarkPlace {
  /**
   * Returns the last mark written for the account, including those of other mark files; otherwise the last one for its
   * buyer at another address.
   */
  latest(account: string): Result<Mark | undefined>;
  close(): void;
}

const schema = `CREATE TABLE IF NOT EXISTS mark (
  account TEXT PRIMARY KEY, journal TEXT NOT NULL, sequence INTEGER NOT NULL, head TEXT NOT NULL, at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS policy (
  business_profile TEXT PRIMARY KEY, number INTEGER NOT NULL, hash TEXT NOT NULL, owner TEXT NOT NULL
) STRICT, WITHOUT ROWID;`;

/**
 * Keeps marks in an SQLite file, because a single statement both compares and writes, so no process can move a mark
 * back, and because the system releases the lock of a dead process; a lock file would remain. There is no WAL: between
 * writes the file is complete, so a CI system can keep only this file. With `readable`, a file that cannot be written
 * can still be read.
 */
export function markFile(path: string, readable = false): MarkFile {
  let opened: Database | undefined;
  const open = (): Result<Database> => {
    const code = "mark-unusable";
    // It gets its name with its tables, so an empty one was emptied by somebody, and is never taken for a new one.
    if (statSync(path, { throwIfNoEntry: false })?.size === 0) return fail(emptied());
    const made = isThere(path) ? undefined : makeWhole(path);
    if (made) return fail(made);
    const result = openDatabase(path, schema, { code, alone: true });
    return result.ok || !readable || !isThere(path) ? result : openDatabase(path, "", { code, asItIs: true });
  };
  const withFile = <T>(work: (database: Database) => T): Result<T> => {
    try {
      if (opened === undefined) {
        const result = open();
        if (!result.ok) return fail(unusable(path, result.problems[0].message, result.problems[0].cause));
        opened = result.value;
      }
      return ok(work(opened));
    } catch (error) {
      return fail(unusable(path, error instanceof Error ? `${error.message}.` : String(error), error));
    }
  };
  const ifThere = <T>(work: (database: Database) => T | undefined): Result<T | undefined> =>
    opened === undefined && !isThere(path) ? ok(undefined) : withFile(work);
  return {
    path,
    of: (account) => ifThere((file) => read(file, "account = ?", spelledIn(file, account))),
    latest: (account) => ifThere((file) => latestIn(file, account)),
    advance: (account, to, from) =>
      withFile((file) => {
        const spelled = spelledIn(file, account);
        write(file, spelled, to, forward, from?.sequence ?? -1, from?.head ?? "");
        return read(file, "account = ?", spelled) ?? to;
      }),
    set: (account, to) => withFile((file) => write(file, spelledIn(file, account), to)),
    policy: (name) => ifThere((file) => policyIn(file, name)),
    keepPolicy: (name, { number, hash, owner }) => withFile((file) => void file.run(newer, name, number, hash, owner)),
    close() {
      opened?.close();
      opened = undefined;
    },
  };
}

const emptied = (): Problem =>
  problem("mark-unusable", "it is empty, as selfbill never leaves it.", "Put it back from a backup.");

/** Makes a file with its tables and gives it its name only then. Returns the problem if that is not possible. */
function makeWhole(path: string): Problem | undefined {
  const draft = join(dirname(path), `.mark-${randomBytes(8).toString("hex")}`);
  try {
    const made = openDatabase(draft, schema, { code: "mark-unusable", alone: true });
    if (!made.ok) return { ...made.problems[0], message: made.problems[0].message.replaceAll(draft, path) };
    made.value.close();
    nameNew(draft, path);
    return undefined;
  } finally {
    for (const each of [draft, `${draft}-journal`]) rmSync(each, { force: true });
  }
}

/** Gives a file its name, unless another process has just made one of that name. */
function nameNew(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch {
    // Some file systems have no links.
    if (!isThere(path)) renameSync(draft, path);
  }
}

function latestIn(file: Database, account: string): Mark | undefined {
  const marks = file.all("SELECT * FROM mark ORDER BY at DESC").map((row) => {
    const [name = ""] = String(row.account).split("\n");
    return { name, mark: markIn(row) };
  });
  const folded = foldedAccount(account);
  const found =
    marks.find(({ name }) => foldedAccount(name) === folded) ??
    marks.find(({ name }) => isSameBuyer(name, account) && !isPracticeAccount(name));
  return found?.mark;
}

/**
 * Returns the account as spelled in the mark file. A mark may be older than the current spelling, which a new journal
 * takes from the settings.
 */
function spelledIn(file: Database, account: string): string {
  const folded = foldedAccount(account);
  const known = file.all("SELECT account FROM mark").map((row) => String(row.account));
  return known.includes(account) ? account : (known.find((each) => foldedAccount(each) === folded) ?? account);
}

function read(file: Database, where: string, value: string): Mark | undefined {
  const row = file.get(`SELECT * FROM mark WHERE ${where}`, value);
  return row && markIn(row);
}

function markIn({ journal, sequence, head, at }: DatabaseRow): Mark {
  return { journal: String(journal), sequence: Number(sequence), head: String(head), at: String(at) };
}

const insert = "INSERT INTO mark (account, journal, sequence, head, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (account)";
const change =
  "DO UPDATE SET journal = excluded.journal, sequence = excluded.sequence, head = excluded.head, at = excluded.at";
const isForward = "mark.journal = excluded.journal AND mark.sequence < excluded.sequence";
const forward = `WHERE ${isForward} AND mark.sequence = ? AND mark.head = ?`;

function write(file: Database, account: string, to: Mark, condition = "", ...values: (string | number)[]): void {
  file.run(`${insert} ${change} ${condition}`, account, to.journal, to.sequence, to.head, to.at, ...values);
}

const newer = `INSERT INTO policy (business_profile, number, hash, owner) VALUES (?, ?, ?, ?) ON CONFLICT (business_profile)
  DO UPDATE SET number = excluded.number, hash = excluded.hash, owner = excluded.owner WHERE policy.number < excluded.number`;

function policyIn(database: Database, name: string): PolicyMark | undefined {
  const row = database.get("SELECT number, hash, owner FROM policy WHERE business_profile = ?", name);
  return row && { number: Number(row.number), hash: String(row.hash), owner: String(row.owner) };
}

function unusable(path: string, why: string, cause: unknown): Problem {
  const message = `The journal mark ${path} cannot be used, so nothing was sent: ${why}`;
  const hint = isDiskError(cause)
    ? lookAtDisk
    : `It shows whether the journal is the one that was used last. Check the free space and the permissions of its folder; a damaged one is replaced by ${suggest`journal accept`} after you have removed it.`;
  return problem("mark-unusable", message, hint, { cause });
}
