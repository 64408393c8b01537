import { gulfTime } from "../document/index.ts";
import { type AgainstMark, againstMark, type Journal, type Mark, type Marks } from "../journal/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { holdPolicy } from "./policy-guard.ts";

/** Keeps a document from being sent out of a journal that does not know all that was sent before. */
export interface Guard {
  /**
   * Moves the account's mark up to where the journal is now, durably, and holds the one against the other. Before the first byte a problem
   * means that nothing may be sent. Problems: `journal-behind`, `mark-unusable`, `journal-unusable`, `policy-missing`.
   */
  advance(): Promise<Problem | undefined>;
}

/** What a guard works with. */
export interface Guarded {
  readonly journal: Journal;
  readonly marks: Marks;
  readonly account: string;
}

/** The guard of an account and its business profile. It asks nobody and sends nothing. */
export function guardOf(guarded: Guarded & { readonly businessProfileId: string }): Guard {
  const { journal, marks, account, businessProfileId } = guarded;
  return {
    async advance() {
      for (let seen = marks.of(account); ; ) {
        if (!seen.ok) return seen.problems[0];
        const now = await markOf(journal);
        if (!now.ok) return now.problems[0];
        // Before the mark moves: a copy that went on by itself is longer than what the mark has seen, and lacks it all the same.
        const found = seen.value && (await unlessWhole(seen.value, journal));
        if (found) return found;
        const mark = marks.advance(account, now.value, seen.value);
        if (!mark.ok) return mark.problems[0];
        const isSeen = mark.value.head === now.value.head || mark.value.head === seen.value?.head;
        if (isSeen) return holdPolicy(guarded, businessProfileId);
        // Another process moved it meanwhile: its journal may be another copy.
        seen = mark;
      }
    },
  };
}

async function unlessWhole(mark: Mark, journal: Journal): Promise<Problem | undefined> {
  const stands = await againstMark(mark, journal);
  if (!stands.ok) return stands.problems[0];
  return stands.value.is === "whole" ? undefined : behind(stands.value, mark);
}

/** What a mark says of the journal as it is now. */
export async function markOf(journal: Journal): Promise<Result<Mark>> {
  const identity = await journal.identity();
  if (!identity.ok) return identity;
  const { id, sequence, head } = identity.value;
  return ok({ journal: id, sequence, head, at: new Date().toISOString() });
}

/** Who let a mark follow a journal that it did not fit, and on what grounds. */
export interface Following {
  /** `accepted` on a person's word, `reconciled` after the service's documents were held against the journal. */
  readonly how: "accepted" | "reconciled";
  readonly by: string;
}

/**
 * Lets the mark follow the journal as it is, whatever the mark said before. The journal records it first, as a note of its own: the account,
 * who said so, and what the mark said. Problems: `journal-unusable`, `mark-unusable`.
 */
export async function letMarkFollow(guarded: Guarded, { how, by }: Following): Promise<Result<Mark>> {
  const { journal, marks, account } = guarded;
  const [before, was] = [marks.of(account), await markOf(journal)];
  if (!before.ok) return before;
  if (!was.ok) return was;
  const old = before.value && {
    journal: before.value.journal,
    sequence: String(before.value.sequence),
    head: before.value.head,
  };
  const accepted = { sequence: String(was.value.sequence), head: was.value.head };
  const noted = await journal.note(how, { account, by, ...accepted, mark: old ?? null });
  if (!noted.ok) return noted;
  const now = await markOf(journal);
  if (!now.ok) return now;
  const set = marks.set(account, now.value);
  return set.ok ? now : fail(...set.problems);
}

/** Why nothing is sent: what was found, and the command that goes on. */
export function behind(stands: Exclude<AgainstMark, { is: "whole" }>, { sequence, at }: Mark): Problem {
  const { what, means } = words(stands, sequence);
  const message = `Nothing was sent: ${what}. When this account last sent, at ${gulfTime(Date.parse(at))}, the journal had ${entries(sequence)}. ${means}`;
  return problem("journal-behind", message, remedy);
}

const remedy =
  "Put the latest journal back, or name its folder with --journal. If it is lost: selfbill reconcile compares the service's documents with this one. If you know that nothing is missing: selfbill journal accept";

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

const unknown = "Documents sent in between are not known here and could be sent twice.";

function entries(count: number): string {
  return count === 1 ? "1 entry" : `${count.toLocaleString("en")} entries`;
}
