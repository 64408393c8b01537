import type { ExtraHooks } from "../desk/index.ts";
import { gulfTime } from "../document/index.ts";
import {
  type AgainstMark,
  againstMark,
  type Journal,
  type Mark,
  type MarkPlace,
  type Marks,
  type TokenNotes,
} from "../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../problem/index.ts";
import { heldByExtras } from "./extras-gate.ts";

/** Prevents sending from a journal that lacks earlier documents. */
export interface Guard {
  /**
   * Compares the journal with the account's mark and durably moves the mark to the journal's present state; `leaving`,
   * the note beside the token too. If it returns a problem, nothing may be sent. Problems: `journal-behind`,
   * `mark-unusable`, `journal-unusable`, `policy-missing`, `keychain-missing`.
   */
  advance(when?: "leaving"): Promise<Problem | undefined>;
}

export interface Guarded {
  readonly journal: Journal;
  readonly marks: Marks;
  readonly account: string;
}

/**
 * The guarded business profile, and a callback that is given a warning if the second copy of the mark is not updated.
 */
interface GuardWords {
  readonly businessProfileId: string;
  readonly hooks: Pick<ExtraHooks, "names" | "gate">;
  readonly warn?: (warning: Problem) => void;
}

/** Returns the guard of an account. It neither asks the user nor contacts the service. */
export function guardOf(guarded: Guarded & GuardWords): Guard {
  const { journal, marks, account, businessProfileId, hooks, warn } = guarded;
  return {
    async advance(when) {
      const held = await holdMarks({ journal, marks, account });
      if (!held.ok) return held.problems[0];
      if (held.value.found) return held.value.found;
      // Marks move only after all comparisons: otherwise a mark that followed an older copy would match that copy
      // from then on.
      for (const { place, mark } of held.value.seen) {
        const found = await moved(place, mark, guarded);
        if (found) return found;
      }
      const stops =
        (await heldByExtras({ journal, marks }, businessProfileId, hooks)) ?? (when && (await noted(guarded)));
      const trouble = marks.second?.trouble() ?? marks.notes?.trouble();
      if (trouble) warn?.(trouble);
      return stops;
    },
  };
}

/** An account's mark in each file that has a copy of it, and the problem if the journal does not match. */
export interface HeldMarks {
  readonly seen: readonly { readonly place: MarkPlace; readonly mark: Mark | undefined }[];
  /** The most advanced mark, or one that the journal does not match. */
  readonly mark: Mark | undefined;
  readonly found: Problem | undefined;
}

/**
 * Checks that the journal contains everything that the account's marks cover; if not, `found` says so. A missing
 * journal, which opening would create, counts as empty. Problems: `mark-unusable`, `journal-unusable`.
 */
export async function holdMarks({
  journal,
  marks,
  account,
}: Omit<Guarded, "journal"> & { readonly journal: Journal | undefined }): Promise<Result<HeldMarks>> {
  const seen: HeldMarks["seen"][number][] = [];
  for (const place of marks.second ? [marks, marks.second] : [marks]) {
    const mark = place.of(account);
    if (!mark.ok) return mark;
    seen.push({ place, mark: mark.value });
  }
  const remembered = seen.flatMap(({ place, mark }) => (mark ? [{ place, mark }] : [])).sort(furthestFirst);
  for (const { place, mark } of remembered) {
    const stands = journal ? await againstMark(mark, journal) : ok({ is: "gone" } as const);
    if (!stands.ok) return stands;
    if (stands.value.is === "whole") continue;
    const isSecond = place === marks.second && remembered.length > 1;
    return ok({ seen, mark, found: behind(stands.value, mark, isSecond ? secondCopy(place.path) : undefined) });
  }
  const note = await unfitNote(marks.notes, journal);
  if (!note.ok) return note;
  return ok({ seen, mark: note.value?.mark ?? remembered[0]?.mark, found: note.value?.found });
}

/** Compares the journal with the note beside the token; returns the note if the journal does not match it. */
async function unfitNote(notes: TokenNotes | undefined, journal: Journal | undefined) {
  const identity = notes && journal ? await journal.identity() : ok(undefined);
  if (!identity.ok || !identity.value || !notes || !journal) return identity.ok ? ok(undefined) : identity;
  const mark = await notes.of(identity.value.id);
  if (!mark.ok || !mark.value) return mark.ok ? ok(undefined) : mark;
  const stands = await againstMark(mark.value, journal);
  if (!stands.ok || stands.value.is === "whole") return stands.ok ? ok(undefined) : stands;
  return ok({ mark: mark.value, found: behind(stands.value, mark.value, besideToken(notes.where)) });
}

/**
 * Moves the note beside the token, before the first byte leaves. By then the record of what is about to be sent is
 * durable in the journal, and the note names a record that the journal has: a kill between the two, or before the first
 * byte, leaves a note that the journal fits, never one that it is behind. After a kill later on, the journal has the
 * document in doubt. What follows the first byte is not noted, because a copy that has only that record is in doubt too.
 */
async function noted(guarded: Guarded): Promise<Problem | undefined> {
  const { notes } = guarded.marks;
  if (notes === undefined) return undefined;
  const identity = await guarded.journal.identity();
  const seen = identity.ok ? await notes.of(identity.value.id) : identity;
  if (!seen.ok) return seen.problems[0];
  return moved({ advance: (_, to, from) => notes.advance(to, from) }, seen.value, guarded, besideToken(notes.where));
}

/**
 * Sorts marks of the same journal with the most advanced first, and marks of different journals with the latest
 * first.
 */
function furthestFirst({ mark: one }: { readonly mark: Mark }, { mark: other }: { readonly mark: Mark }): number {
  return one.journal === other.journal ? other.sequence - one.sequence : other.at.localeCompare(one.at);
}

/** Moves one copy of the mark to the state of the journal. `from`: the value of that copy that was compared. */
async function moved(
  place: {
    readonly advance: (...given: Parameters<MarkPlace["advance"]>) => Result<Mark> | Promise<Result<Mark>>;
  },
  from: Mark | undefined,
  { journal, account }: Guarded,
  where?: string,
): Promise<Problem | undefined> {
  for (let seen = from; ; ) {
    const now = await markOf(journal);
    if (!now.ok) return now.problems[0];
    const mark = await place.advance(account, now.value, seen);
    if (!mark.ok) return mark.problems[0];
    if (mark.value.head === now.value.head || mark.value.head === seen?.head) return undefined;
    // In the meantime, another process has moved the mark, and the journal of that process may be a different copy.
    seen = mark.value;
    const stands = await againstMark(seen, journal);
    if (!stands.ok) return stands.problems[0];
    if (stands.value.is !== "whole") return behind(stands.value, seen, where);
  }
}

/** Returns the mark for the present state of the journal. */
export async function markOf(journal: Journal): Promise<Result<Mark>> {
  const identity = await journal.identity();
  if (!identity.ok) return identity;
  const { id, sequence, head } = identity.value;
  return ok({ journal: id, sequence, head, at: new Date().toISOString() });
}

/** Who let a mark follow a journal that it did not match, and why. */
export interface Following {
  /** `accepted`: a person confirmed it; `reconciled`: after comparing the service's documents with the journal. */
  readonly how: "accepted" | "reconciled";
  readonly by: string;
}

/**
 * Sets the mark to the journal's state, regardless of its earlier value. The journal first records a note: the account,
 * the person who decided, and the earlier value. Problems: `journal-unusable`, `mark-unusable`.
 */
export async function letMarkFollow(guarded: Guarded, { how, by }: Following): Promise<Result<Mark>> {
  const { journal, account } = guarded;
  const [before, was] = [await holdMarks(guarded), await markOf(journal)];
  if (!before.ok) return before;
  if (!was.ok) return was;
  const { mark } = before.value;
  const old = mark && { journal: mark.journal, sequence: String(mark.sequence), head: mark.head };
  const accepted = { sequence: String(was.value.sequence), head: was.value.head };
  const noted = await journal.note(how, { account, by, ...accepted, mark: old ?? null });
  if (!noted.ok) return noted;
  const now = await markOf(journal);
  if (!now.ok) return now;
  for (const { place } of before.value.seen) {
    const set = place.set(account, now.value);
    if (!set.ok) return fail(...set.problems);
  }
  const note = await guarded.marks.notes?.set(now.value);
  if (before.value.found && note?.ok === false) return note;
  return now;
}

/**
 * Returns the problem that the journal does not match the mark. `where`: a sentence about the place of the mark, if it
 * is not the first.
 */
function behind(stands: Exclude<AgainstMark, { is: "whole" }>, { sequence, at }: Mark, where?: string): Problem {
  const { what, means } = words(stands, sequence);
  const message = `Nothing was sent: ${what}. When a command was last about to send for this account, at ${gulfTime(Date.parse(at))}, the journal had ${entries(sequence)}. ${means}`;
  return problem("journal-behind", where === undefined ? message : `${message} ${where}`, remedy());
}

const secondCopy = (path: string): string =>
  `The mark beside the journal knows no more than the journal; its second copy, ${path}, does: the data folder was put back from a backup, or it is another one than usual (XDG_DATA_HOME, --journal-mark).`;

const besideToken = (where: string): string =>
  `The note beside the token, in ${where}, says so: the home was put back from a backup, or this is a copy of the journal.`;

const remedy = (): string =>
  `Put the latest journal back, or name its folder with --journal. If it is lost, go on with this one, which then knows what the service lists: ${suggest`journal accept`}`;

function words(stands: Exclude<AgainstMark, { is: "whole" }>, seen: number): { what: string; means: string } {
  switch (stands.is) {
    case "gone":
      return { what: "the journal is missing or empty", means: "What was sent before is not known here." };
    case "other":
      return { what: "this is not the journal that was used last", means: unknown };
    case "older":
      return {
        what: `this journal is an older copy: it has ${entries(stands.sequence)}, and ${seen - stands.sequence} are missing`,
        means: unknown,
      };
    case "forked":
      return {
        what: "this journal and the one that was used last are two copies that were both used",
        means: unknown,
      };
  }
}

const unknown = "What was sent in between, if anything, is not known here and could be sent twice.";

function entries(count: number): string {
  return count === 1 ? "1 entry" : `${count.toLocaleString("en")} entries`;
}
