import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Database, openDatabase } from "../../database/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import type { ServerAddress } from "../server/address.ts";
import { asOwner } from "../server/as-owner.ts";
import { chainOf } from "../store/chain.ts";
import { journalNotes } from "../store/notes.ts";
import { recordsTable } from "../store/records-table.ts";
import { spellingOf } from "../store/spelling.ts";
import { unusable } from "../trouble/trouble.ts";
import { alone, inUse, ownersOf } from "./alone.ts";
import { checkedCopy } from "./checked-copy.ts";
import { closedBy, closedFile } from "./closed.ts";
import { takeIn } from "./imported.ts";
import type { ByWhom, Placed } from "./move.ts";
import { othersIn } from "./owners.ts";
import { type Twice, twiceAmong } from "./twice.ts";

/** The result of a merge. Only rows that were missing in this journal are counted. */
export interface Merged extends Placed {
  /** The journal that was imported. */
  readonly other: Placed;
  readonly records: number;
  readonly states: number;
  readonly texts: number;
  readonly notes: number;
  /** Number of documents in doubt, from both journals. */
  readonly doubts: number;
  /** Documents that turned out to exist more than once. */
  readonly twice: readonly Twice[];
}

/**
 * Imports another journal into this one, all or nothing: its records, states, stored content and notes are added to
 * the end of this journal; records and notes keep their origin. Existing records are skipped, so a second merge
 * changes nothing. The other journal (folder or file) is copied and the copy is checked; the original is only read.
 * Problems: `file-unreadable`, `journal-in-use`, `journal-moved`, `journal-newer`, `journal-unusable`.
 */
export function mergeJournal(path: string, other: string, who: ByWhom): Result<Merged> {
  const copy = `${path}.other`;
  try {
    const opened = checkedOther(other, { path, copy }, who);
    if (!opened.ok) return opened;
    try {
      return alone(path, ({ disk, notes }) => {
        const closed = closedBy(notes.all());
        return closed ? fail(closedFile(path, closed)) : ok(merged(disk.database, opened.value, who));
      });
    } finally {
      opened.value.close();
    }
  } catch (error) {
    return fail(unusable(error));
  } finally {
    for (const end of ["", "-wal", "-shm"]) rmSync(`${copy}${end}`, { force: true });
  }
}

/**
 * Like `mergeJournal`, into a journal on a server; only for the owner of its tables. Problems: the same, plus
 * `bad-usage`.
 */
export async function mergeIntoServer(address: ServerAddress, other: string, who: ByWhom): Promise<Result<Merged>> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-merge-"));
  try {
    const opened = checkedOther(other, { path: folder, copy: join(folder, "other.db") }, who);
    if (!opened.ok) return opened;
    try {
      return await asOwner(address, "journal merge", ({ database }) => ok(merged(database, opened.value, who)));
    } finally {
      opened.value.close();
    }
  } catch (error) {
    return fail(unusable(error));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies and checks the other journal; `path` is the journal that imports it. */
function checkedOther(
  other: string,
  { path, copy }: { readonly path: string; readonly copy: string },
  { now }: ByWhom,
): Result<Database> {
  const file = isFolder(other) ? join(resolve(other), "journal.db") : resolve(other);
  const wrong = wrongOther(path, file) ?? checkedCopy(file, copy, { now, older: "refused", cannot: "be merged" });
  return wrong ? fail(wrong) : openDatabase(copy, "", { asItIs: true });
}

function merged(into: Database, from: Database, { by, now }: ByWhom): Merged {
  const chain = chainOf(into);
  const records = recordsTable(into, chain);
  return into.transaction(() => {
    spellingOf(into).takeTime(into);
    const other = chainOf(from).known();
    const taken = takeIn(into, from);
    const { keys, ...counts } = taken;
    const twice = twiceAmong(records, keys);
    if (Object.values(counts).some((each) => each > 0)) {
      const texts = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]));
      const { id, sequence, head } = other;
      const data = { by, journal: id, sequence: String(sequence), head, ...texts, twice };
      journalNotes(into, chain).add({ at: new Date(now).toISOString(), type: "merged", data });
    }
    return { ...chain.known(), other, ...counts, doubts: records.unsettled().length, twice };
  });
}

function wrongOther(path: string, file: string): Problem | undefined {
  if (file === resolve(path))
    return problem("bad-usage", "This is the journal itself.", "Name the folder or a backup of the other journal.");
  if (!existsSync(file))
    return problem("file-unreadable", `${file} does not exist.`, "Name the folder or a backup of the other journal.");
  return othersIn(ownersOf(file)) ? inUse(file) : undefined;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
