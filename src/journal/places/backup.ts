import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { type Database, flushFolder, openDatabase } from "../../database/index.ts";
import { nameFile } from "../../disk/index.ts";
import { fail, ok, problem, type Result, suggest } from "../../problem/index.ts";
import { type Along, putAlong } from "../store/along.ts";
import { chainOf } from "../store/chain.ts";
import { copyTables } from "../store/copy.ts";
import { journalNotes } from "../store/notes.ts";
import { makeTables } from "../store/prepare.ts";
import { unusable } from "../trouble/trouble.ts";
import type { Verified } from "../verify/recorded.ts";
import { verifyJournal } from "../verify/verify.ts";
import { backupNote } from "./closed.ts";

/**
 * Copies a journal that others may be writing to into a new private file, as one consistent state, and checks the
 * whole copy. The copy keeps the identity and the chain, plus a note that closes it: if both were used, documents
 * sent from the original since then would be sent again from the copy. Returns the original's position. The file gets
 * its name once it is complete; an interrupted copy leaves a file ending in `.coming`. Problems: `file-exists`,
 * `journal-unusable`; in that case, there is no copy.
 */
export function backUp(database: Database, file: string, of: Original): Result<Verified> {
  return intoNewFile(file, (coming) => {
    const copy = copyWhole(database, coming);
    if (!copy.ok) return copy;
    close(coming, of);
    if (of.along) putAlong(coming, of.along);
    return copy;
  });
}

/**
 * `make` writes a file under a temporary name; once complete, the file is durably renamed. Never replaces an existing
 * file, not even one created in the meantime. A failure leaves no file. Problems: `file-exists`, `journal-unusable`,
 * any problem from `make`.
 */
export function intoNewFile<T>(file: string, make: (coming: string) => Result<T>): Result<T> {
  if (existsSync(file)) return fail(taken(file));
  const coming = `${file}.${randomBytes(4).toString("hex")}.coming`;
  const begun: string[] = [coming];
  try {
    const made = make(coming);
    if (made.ok) {
      makeEmpty(file);
      begun.push(file);
      nameFile(coming, file);
      flushFolder(dirname(file));
      return made;
    }
    rmSync(coming, { force: true });
    return made;
  } catch (error) {
    for (const each of begun) rmSync(each, { force: true });
    return fail((error as NodeJS.ErrnoException).code === "EEXIST" ? taken(file) : unusable(error));
  }
}

interface Original {
  /** The journal's file, or the address of its server. */
  readonly from: string;
  /** UTC, ISO 8601. */
  readonly at: string;
  /** Supplier book, item book, profiles and the like, written into the same file. */
  readonly along?: Along;
}

/** Adds the note that prevents sending from the copy. Throws errors from the database. */
function close(file: string, { from, at }: Original): void {
  const opened = openDatabase(file, "", { asItIs: true });
  if (!opened.ok) throw opened.problems[0].cause;
  const copy = opened.value;
  try {
    const data = { from, machine: hostname() };
    copy.transaction(() => journalNotes(copy, chainOf(copy)).add({ at, type: backupNote, data }));
  } finally {
    copy.close();
  }
}

function makeEmpty(file: string): void {
  closeSync(openSync(file, "wx", 0o600));
}

function taken(file: string) {
  return problem("file-exists", `${file} already exists and was not overwritten.`, "Name another file.");
}

/** `file` must not exist; an interrupted copy is not removed. Problem: `journal-unusable`. */
export function copyWhole(database: Database, file: string): Result<Verified> {
  try {
    makeEmpty(file);
  } catch (error) {
    return fail(unusable(error));
  }
  try {
    if (database.engine === "sqlite") database.run("VACUUM INTO ?", file);
    else copyInto(database, file);
    flush(file);
    const checked = checkedCopy(file);
    if (checked.ok && checked.value.damage === undefined) return checked;
    rmSync(file, { force: true });
    if (!checked.ok) return checked;
    const message = `The journal is damaged, so no copy of it was kept: ${checked.value.damage}.`;
    return fail(problem("journal-unusable", message, `${suggest`journal verify`} shows what is wrong.`));
  } catch (error) {
    rmSync(file, { force: true });
    return fail(unusable(error));
  }
}

/** Copies a journal on a server into an SQLite file: same identity, same chain. Throws errors from the database. */
function copyInto(database: Database, file: string): void {
  const opened = openDatabase(file, "", { alone: true });
  if (!opened.ok) throw opened.problems[0].cause;
  const copy = opened.value;
  try {
    copy.transaction(() => makeTables(copy, () => database.snapshot(() => copyTables(database, copy))));
  } finally {
    copy.close();
  }
}

/** Reads the whole copy without changing it. Problem: `journal-unusable`. */
function checkedCopy(file: string): Result<Verified> {
  const opened = openDatabase(file, "", { asItIs: true });
  if (!opened.ok) return opened;
  try {
    return ok(verifyJournal(opened.value, undefined));
  } finally {
    opened.value.close();
  }
}

function flush(file: string): void {
  const handle = openSync(file, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
