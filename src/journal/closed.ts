import { dirname } from "node:path";
import { gulfDay } from "../document/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import { isServerAddress } from "./server/address.ts";
import type { JournalNote } from "./store/records.ts";

/** Notes after which a file sends nothing any more, and those after which it does again. The last one counts. */
const closing: Readonly<Record<string, boolean>> = {
  moved: true,
  "put-aside": true,
  arrived: false,
  restored: false,
  "stays-open": false,
};

/** The note by which a journal's file was closed for good; undefined while it is open. */
export function closedBy(notes: readonly JournalNote[]): JournalNote | undefined {
  const last = notes.findLast((each) => Object.hasOwn(closing, each.type));
  return last && closing[last.type] ? last : undefined;
}

/** A journal that was closed for good. */
export class JournalClosed extends Error {
  readonly problem: Problem;

  constructor(found: Problem) {
    super(found.message);
    this.problem = found;
  }
}

/** Throws for a journal that was closed. */
export function notClosed(path: string, notes: readonly JournalNote[]): undefined {
  const note = closedBy(notes);
  if (note) throw new JournalClosed(closedFile(path, note));
  return undefined;
}

/** Why a closed file sends nothing. Problem: `journal-moved`. */
export function closedFile(path: string, { type, at, data }: JournalNote): Problem {
  const to = String(data.to);
  const day = gulfDay(new Date(at));
  if (type === "moved") {
    const message = `Nothing was sent: the journal ${path} was moved to ${to} on ${day}. What was sent since is recorded there.`;
    const place = isServerAddress(to) ? to : dirname(to);
    const hint = `Name the new place: --journal ${place}, or selfbill profile set NAME --journal ${place}`;
    return problem("journal-moved", message, hint);
  }
  const message = `Nothing was sent: the journal ${path} was replaced on ${day} by a backup, and kept aside.`;
  return problem("journal-moved", message, "Use the journal that took its place: --journal DIR");
}
