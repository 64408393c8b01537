import { dirname, join } from "node:path";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { chainOf } from "../store/chain.ts";
import { journalNotes } from "../store/notes.ts";
import type { JournalNote } from "../store/records.ts";
import { recordsTable } from "../store/records-table.ts";
import { unusable } from "../trouble/trouble.ts";
import { type Disk, openDisk } from "./disk.ts";
import { inherit } from "./inherit.ts";
import { othersIn } from "./owners.ts";

/**
 * A journal's file while no other process sends from it; results that dead processes set aside have already been
 * picked up.
 */
export interface Alone {
  readonly disk: Disk;
  readonly notes: ReturnType<typeof journalNotes>;
  /**
   * Closes the file permanently with a note in its chain. A process that begins to send takes a name before it looks
   * for the note; closing writes the note before it looks at the names, so one of the two sees the other.
   * `upTo` is the head of a copy, after which nothing may have been added. Problem: `journal-in-use`; in that case,
   * the file stays open.
   */
  close(note: Omit<JournalNote, "sequence">, upTo?: string): Result<void>;
  reopen(at: string): void;
}

/** The folder with the names of the processes that share a journal. */
export function ownersOf(path: string): string {
  return join(dirname(path), "journal.owners");
}

/**
 * Runs `work` while no other process uses the journal. Problems: `journal-in-use`, `journal-unusable`, any problem from
 * `work`.
 */
export function alone<T>(path: string, work: (alone: Alone) => Result<T>): Result<T> {
  const opened = openDisk(path);
  if (!opened.ok) return opened;
  const disk = opened.value;
  let owners: ReturnType<Disk["owners"]> | undefined;
  try {
    const me = disk.owners();
    owners = me;
    const chain = chainOf(disk.database);
    inherit(disk, me, recordsTable(disk.database, chain));
    const notes = journalNotes(disk.database, chain);
    const note = (what: Omit<JournalNote, "sequence">): void => disk.database.transaction(() => notes.add(what));
    const taken = (): boolean => othersIn(ownersOf(path), me.name);
    if (taken()) return fail(inUse(path));
    return work({
      disk,
      notes,
      close(what, upTo) {
        const closed = disk.database.transaction(() => {
          if (upTo !== undefined && chain.known().head !== upTo) return false;
          notes.add(what);
          return true;
        });
        if (!closed) return fail(inUse(path));
        if (!taken()) return ok(undefined);
        note({ at: what.at, type: "stays-open", data: {} });
        return fail(inUse(path));
      },
      reopen: (at) => note({ at, type: "stays-open", data: {} }),
    });
  } catch (error) {
    return fail(unusable(error));
  } finally {
    owners?.release(false);
    disk.database.close();
  }
}

export function inUse(path: string) {
  const message = `Another selfbill process is using the journal ${path}. Nothing was changed.`;
  return problem("journal-in-use", message, "Wait until it has ended, then run the same command again.");
}
