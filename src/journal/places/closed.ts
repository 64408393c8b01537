import { dirname } from "node:path";
import type { Database } from "../../database/index.ts";
import { gulfDay } from "../../document/index.ts";
import { type Problem, problem, typed } from "../../problem/index.ts";
import { isServerAddress } from "../server/address.ts";
import { noteServer, otherServer, type ServerIdentity, serverNote } from "../server/identity.ts";
import type { Chain } from "../store/chain.ts";
import { journalNotes } from "../store/notes.ts";
import type { JournalNote } from "../store/records.ts";

/** Notes that stop a file from sending, and notes that let it send again. The last one counts. */
const closings: Readonly<Record<string, boolean>> = {
  moved: true,
  "put-aside": true,
  backup: true,
  "to-new-computer": true,
  arrived: false,
  restored: false,
  "stays-open": false,
  opened: false,
};

/** The note in a backup: it can be read, but sends nothing until somebody accepts it or restores it in place of a journal. */
export const backupNote = "backup";

/** The note in a journal that went to another computer: it can be read, but sends nothing until somebody accepts it. */
export const newComputerNote = "to-new-computer";

/** The note by which a journal's file was closed for good; undefined while it is open. */
export function closedBy(notes: readonly JournalNote[]): JournalNote | undefined {
  const last = notes.findLast((each) => Object.hasOwn(closings, each.type));
  return last && closings[last.type] ? last : undefined;
}

/** A journal that was closed for good. */
export class JournalClosed extends Error {
  readonly problem: Problem;

  constructor(found: Problem) {
    super(found.message);
    this.problem = found;
  }
}

interface Place {
  readonly path: string;
  readonly database: Database;
  readonly server?: ServerIdentity | undefined;
  readonly onlyReads?: Problem | undefined;
}

/** Whether a journal is open, by its notes, which other processes may add to at any moment. */
export function openness(place: Place, chain: Chain) {
  const { path, database, onlyReads } = place;
  const notes = journalNotes(database, chain);
  let through = 0;
  let closing: JournalNote | undefined;
  let noted: JournalNote | undefined;
  /** Reads the notes added since. */
  const look = (): void => {
    for (const note of notes.after(through, Number.MAX_SAFE_INTEGER)) {
      if (Object.hasOwn(closings, note.type)) closing = note;
      if (note.type === serverNote) noted = note;
      through = note.sequence;
    }
  };
  const closed = (): Problem | undefined => {
    look();
    return closing && closings[closing.type] ? closedFile(path, closing) : undefined;
  };
  // After a lost connection it may be another one.
  const moved = (): Problem | undefined => {
    const { server } = place;
    return server && noted && otherServer(path, noted, server);
  };
  const orThrow = (found: Problem | undefined): undefined => {
    if (found) throw new JournalClosed(found);
    return undefined;
  };
  return {
    /** Throws if the journal was closed. */
    mustBeOpen: () => orThrow(closed()),
    /** Throws if nothing may be sent from the journal. */
    maySend: () => orThrow(closed() ?? onlyReads ?? moved()),
    /** Notes which server it is, at the first opportunity. */
    know(at: string): void {
      look();
      const { server } = place;
      if (server && !noted && !onlyReads) database.transaction(() => noteServer(database, chain, server, at));
    },
    /** Why nothing is sent until somebody accepts the journal. */
    heldBack: (): Problem | undefined => closed() ?? onlyReads ?? moved(),
    /** Accepts the journal as it is because a person said so, for everybody; called inside a transaction. */
    accept(at: string, by: string): void {
      const found = closed();
      if (closing?.type === backupNote || closing?.type === newComputerNote)
        notes.add({ at, type: "opened", data: { by } });
      else if (found) throw new JournalClosed(found);
      const { server } = place;
      if (server && moved())
        notes.add({ at, type: serverNote, data: { system: server.system, timeline: server.timeline, by } });
    },
  };
}

/** Why a closed file sends nothing. Problems: `journal-handed-over`, `journal-is-backup`, `journal-moved`. */
export function closedFile(path: string, { type, at, data }: JournalNote): Problem {
  const to = String(data.to);
  const day = gulfDay(new Date(at));
  if (type === "moved") {
    const machine = data.machine === undefined ? "" : ` on the computer ${data.machine}`;
    const message = `Nothing was sent: the journal ${path} was moved to ${to}${machine} on ${day}. What was sent since is recorded there.`;
    const place = typed(isServerAddress(to) ? to : dirname(to));
    const hint = `Name the new place, --journal ${place}, or for every run: selfbill profile set NAME --journal ${place}`;
    return problem("journal-moved", message, hint);
  }
  if (type === backupNote) {
    const from = String(data.from);
    const message = `Nothing was sent: the journal ${path} is a backup of ${from}, made on ${day}. What was sent since is not known in it.`;
    const hint = `Send from the original: --journal ${isServerAddress(from) ? from : dirname(from)}. If that is lost, go on with this one: selfbill journal accept`;
    return problem("journal-is-backup", message, hint);
  }
  if (type === newComputerNote) {
    const message = `Nothing was sent: the journal ${path} was handed over to another computer on ${day}, with the file ${to}. What was sent from there since is not known here.`;
    const hint =
      "Send from the new computer. If nothing is sent there, go on with this journal: selfbill journal accept";
    return problem("journal-handed-over", message, hint);
  }
  const message = `Nothing was sent: the journal ${path} was replaced on ${day} by a backup, and kept aside.`;
  return problem("journal-moved", message, "Use the journal that took its place: --journal DIR");
}
