import { existsSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Database, flushFolder, makePrivateFolder, openDatabase } from "../../database/index.ts";
import { nameFile } from "../../disk/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { chainOf } from "../store/chain.ts";
import { journalNotes } from "../store/notes.ts";
import type { JournalNote } from "../store/records.ts";
import { untrusted, unusable } from "../trouble/trouble.ts";
import { type Alone, alone } from "./alone.ts";
import { copyWhole } from "./backup.ts";
import { closedBy, closedFile } from "./closed.ts";
import { networkDrive } from "./network-drive.ts";
import { distrustIn } from "./trust.ts";

/** The person who requests a move, restore, merge or purge of a journal, and the time. */
export interface ByWhom {
  readonly by: string;
  /** Unix milliseconds. */
  readonly now: number;
}

/** The journal in a file, and the length of its chain. */
export interface Placed {
  readonly id: string;
  readonly sequence: number;
  readonly head: string;
}

/**
 * Moves a journal to another file, which must not exist: the old file is closed with a note and copied as a single
 * snapshot, and the whole copy is checked before it gets its name. The old file stays where it is, and nothing more
 * is sent from it. If no copy can be made, it stays open; a move that was interrupted after the note resumes when it
 * is requested again. Problems: `file-exists`, `journal-in-use`, `journal-moved`, `journal-unusable`.
 */
export function moveJournal(path: string, to: string, { by, now }: ByWhom): Result<Placed> {
  const wrong = wrongPlace(path, to);
  if (wrong && wrong.code !== "file-exists") return fail(wrong);
  return alone(path, (held) => {
    const before = closedBy(held.notes.all());
    if (wrong) return (before && arrivedAt(to, before, held.disk.database)) ?? fail(wrong);
    if (before && !(before.type === "moved" && before.data.to === to)) return fail(closedFile(path, before));
    const at = new Date(now).toISOString();
    const closed = before ? ok(undefined) : held.close({ at, type: "moved", data: { to, by } });
    if (!closed.ok) return closed;
    const made = moveCopy(held.disk.database, to, { at, type: "arrived", data: { from: path, by } });
    if (!made.ok) held.reopen(at);
    return made;
  });
}

/**
 * Returns the journal that an earlier, interrupted run already put at this location; undefined if the closing note
 * names another one, or if another journal is there.
 */
export function arrivedAt(to: string, { type, data }: JournalNote, from: Database): Result<Placed> | undefined {
  if (type !== "moved" || data.to !== to) return undefined;
  const opened = openDatabase(to, "", { asItIs: true });
  if (!opened.ok) return opened;
  const database = opened.value;
  try {
    const chain = chainOf(database);
    const placed = chain.known();
    const isIt = placed.id === chainOf(from).known().id && closedBy(journalNotes(database, chain).all()) === undefined;
    return isIt ? ok(placed) : undefined;
  } catch (error) {
    return fail(unusable(error));
  } finally {
    database.close();
  }
}

/** Copies a closed journal into a file, and puts the copy in place only when it is complete. */
export function moveCopy(from: Database, to: string, arrived: Parameters<Alone["close"]>[0]): Result<Placed> {
  const coming = `${to}.coming`;
  try {
    rmSync(coming, { force: true });
    const copy = copyWhole(from, coming);
    return copy.ok ? arrive(coming, to, arrived) : copy;
  } catch (error) {
    return fail(unusable(error));
  }
}

/**
 * Adds the note that allows sending from a checked copy, and renames the copy durably. Throws errors from the file
 * system.
 */
export function arrive(coming: string, to: string, { at, type, data }: Parameters<Alone["close"]>[0]): Result<Placed> {
  // Opens the copy without a write-ahead log, which would be a second file that is not renamed with the first.
  const opened = openDatabase(coming, "", { asItIs: true });
  if (!opened.ok) return opened;
  const database = opened.value;
  let placed: Placed;
  try {
    const chain = chainOf(database);
    database.transaction(() => journalNotes(database, chain).add({ at, type, data }));
    placed = chain.known();
  } finally {
    database.close();
  }
  nameFile(coming, to);
  flushFolder(dirname(to));
  return ok(placed);
}

/** Explains why a journal cannot be moved to a location. */
export function wrongPlace(path: string, to: string): Problem | undefined {
  if (resolve(to) === resolve(path))
    return problem("bad-usage", "The journal is in this folder already.", "Name another folder with --to.");
  if (existsSync(to))
    return problem("file-exists", `${to} already exists and was not overwritten.`, "Name another folder with --to.");
  try {
    makePrivateFolder(dirname(to));
  } catch (error) {
    return unusable(error);
  }
  const drive = networkDrive(dirname(to));
  if (drive !== undefined)
    return problem(
      "bad-usage",
      `${dirname(to)} is on a network drive (${drive}), where a journal cannot be used. Nothing was moved.`,
      "Name a folder on a disk of this computer.",
    );
  const distrust = distrustIn(to);
  return distrust === undefined ? undefined : untrusted(to, distrust);
}
