import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import type { Database } from "../../database/index.ts";
import { gulfDay } from "../../document/index.ts";
import { type Problem, problem, suggest, typed } from "../../problem/index.ts";
import { isServerAddress } from "../server/address.ts";
import { isOwner } from "../server/four-eyes.ts";
import {
  acceptedServer,
  needsNote,
  noteServer,
  otherServer,
  type ServerIdentity,
  serverNote,
} from "../server/identity.ts";
import type { Chain } from "../store/chain.ts";
import { journalNotes } from "../store/notes.ts";
import type { JournalNote } from "../store/records.ts";
import { checkedUpTo, damagedNote } from "../verify/daily.ts";
import { repairedNote } from "../verify/repair.ts";

/** Notes that stop sending from a file (true) or resume it (false). The latest one counts. */
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

/**
 * The note in a backup. A backup can be read, but nothing is sent from it until someone accepts it or restores it in
 * place of a journal.
 */
export const backupNote = "backup";

/**
 * The note in a journal that was moved to another computer. Such a journal can be read, but nothing is sent from it
 * until someone accepts it.
 */
export const newComputerNote = "to-new-computer";

/** Returns the note that closed a journal's file; undefined if the file is open. */
export function closedBy(notes: readonly JournalNote[]): JournalNote | undefined {
  const last = notes.findLast((each) => Object.hasOwn(closings, each.type));
  return last && closings[last.type] ? last : undefined;
}

/** The note that records the owner's decision to continue with a damaged journal. */
const acceptedDamage = "damage-accepted";

/** Notes that stop sending because the journal is damaged, and notes that resume it. The last one counts. */
const damages: Readonly<Record<string, boolean>> = {
  [damagedNote]: true,
  [repairedNote]: false,
  [acceptedDamage]: false,
  restored: false,
};

function foundDamaged(path: string, { at, data }: JournalNote): Problem {
  const message = `Nothing was sent: the journal ${path} was found DAMAGED on ${gulfDay(new Date(at))}: ${data.damage}. What was sent before may not be known any more.`;
  const theirs = isServerAddress(path) ? ["--journal", "postgres://OWNER@HOST/DATABASE"] : [];
  const hint = `Its owner makes derived tables anew (${suggest`journal repair ${theirs}`}) or has a backup put in its place. To go on with it as it is, its owner types: ${suggest`journal accept ${theirs}`}`;
  return problem("journal-damaged", message, hint);
}

function notForYou(path: string): Problem {
  const message = `Only the owner of its tables decides to go on with the damaged journal ${path}. Nothing was accepted.`;
  return problem(
    "journal-damaged",
    message,
    `Ask whoever made the journal on the server to type: ${suggest`journal accept --journal postgres://OWNER@HOST/DATABASE`}`,
  );
}

/** Thrown when a journal is closed, or when nothing may be sent from it. */
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

/** Determines from a journal's notes whether it is open. Other processes may add notes at any time. */
export function openness(place: Place, chain: Chain) {
  const { path, database, onlyReads } = place;
  const notes = journalNotes(database, chain);
  let through = 0;
  let closing: JournalNote | undefined;
  let noted: JournalNote | undefined;
  const damage = damageOf(place, chain, () => look());
  /** Reads the notes added since the last call. */
  const look = (): void => {
    for (const note of notes.after(through, Number.MAX_SAFE_INTEGER)) {
      if (Object.hasOwn(closings, note.type)) closing = note;
      if (note.type === serverNote) noted = note;
      damage.see(note);
      through = note.sequence;
    }
  };
  const closed = (): Problem | undefined => {
    look();
    return closing && closings[closing.type] ? closedFile(path, closing) : undefined;
  };
  // After a lost connection, the journal may be on another server.
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
    maySend: () => orThrow(closed() ?? onlyReads ?? moved() ?? damage.found()),
    /** Records the server's identity if it has not been recorded yet and this user may record it. */
    know(at: string): void {
      look();
      const { server } = place;
      if (server && !onlyReads && needsNote(noted?.data, server))
        database.transaction(() => noteServer(database, chain, server, at));
    },
    /** Explains why nothing is sent until someone accepts the journal. */
    heldBack: (): Problem | undefined => closed() ?? onlyReads ?? moved() ?? damage.found(),
    holdDamaged: damage.hold,
    /** Accepts the journal as it is, for all users, as decided by a person. Call it inside a transaction. */
    accept(at: string, by: string): void {
      const found = closed();
      if (closing?.type === backupNote || closing?.type === newComputerNote)
        notes.add({ at, type: "opened", data: { by } });
      else if (found) throw new JournalClosed(found);
      const { server } = place;
      damage.accept(at, by);
      if (server && moved()) notes.add({ at, type: serverNote, data: acceptedServer(server, noted?.data, by) });
    },
  };
}

/** Determines from a journal's notes whether it is damaged; `look` reads new notes. */
function damageOf({ path, database }: Place, chain: Chain, look: () => void) {
  const notes = journalNotes(database, chain);
  let found: JournalNote | undefined;
  return {
    see(note: JournalNote): void {
      if (Object.hasOwn(damages, note.type)) found = damages[note.type] ? note : undefined;
    },
    found: (): Problem | undefined => found && foundDamaged(path, found),
    /** Stops all sending until the journal is repaired or accepted. Call it inside a transaction. */
    hold(at: string, what: string): void {
      look();
      if (!found) notes.add({ at, type: damagedNote, data: { damage: what } });
    },
    /**
     * Accepts the damaged journal as it is; on a server, only its owner may do this. Call it inside a transaction.
     */
    accept(at: string, by: string): void {
      if (!found) return;
      if (database.engine === "postgres" && !isOwner(database, "note")) throw new JournalClosed(notForYou(path));
      const { sequence, head } = chain.known();
      notes.add({ at, type: acceptedDamage, data: { by } });
      notes.add({ at, ...checkedUpTo(database, { sequence, hash: head }) });
    },
  };
}

/** Whether the journal was moved to a path on this computer that does not exist. */
function isAbsent({ to, machine }: JournalNote["data"]): boolean {
  const isHere = machine === undefined || machine === hostname();
  return isHere && !isServerAddress(String(to)) && !existsSync(String(to));
}

/**
 * Explains why nothing is sent from a closed file. Problems: `journal-handed-over`, `journal-is-backup`,
 * `journal-moved`.
 */
export function closedFile(path: string, { type, at, data }: JournalNote): Problem {
  const to = String(data.to);
  const day = gulfDay(new Date(at));
  if (type === "moved") {
    if (isAbsent(data)) {
      const message = `Nothing was sent: the journal ${path} was closed on ${day} to be moved to ${to}, and no journal is there. The move was interrupted, or the file was taken away since.`;
      const hint = `If documents were sent from there, find that file first. Otherwise run the move again: ${suggest`journal move --to ${dirname(to)}`}`;
      return problem("journal-moved", message, hint);
    }
    const machine = data.machine === undefined ? "" : ` on the computer ${data.machine}`;
    const message = `Nothing was sent: the journal ${path} was moved to ${to}${machine} on ${day}. What was sent since is recorded there.`;
    const place = typed(isServerAddress(to) ? to : dirname(to));
    const hint = `Name the new place, --journal ${place}, or for every run: selfbill profile set NAME --journal ${place}`;
    return problem("journal-moved", message, hint);
  }
  if (type === backupNote) {
    const from = String(data.from);
    const message = `Nothing was sent: the journal ${path} is a backup of ${from}, made on ${day}. What was sent since is not known in it.`;
    const hint = `Send from the original: --journal ${isServerAddress(from) ? from : dirname(from)}. If that is lost, go on with this one: ${suggest`journal accept`}`;
    return problem("journal-is-backup", message, hint);
  }
  if (type === newComputerNote) {
    const message = `Nothing was sent: the journal ${path} was handed over to another computer on ${day}, with the file ${to}. What was sent from there since is not known here.`;
    const hint = `Send from the new computer. If nothing is sent there, go on with this journal: ${suggest`journal accept`}`;
    return problem("journal-handed-over", message, hint);
  }
  const message = `Nothing was sent: the journal ${path} was replaced on ${day} by a backup, and kept aside.`;
  return problem("journal-moved", message, "Use the journal that took its place: --journal DIR");
}
