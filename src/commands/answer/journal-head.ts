import { dirname } from "node:path";
import type { Desk, JournalPlace } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";

/** Does not create a missing journal: an empty one would make it look as if nothing had ever been sent. */
export async function journalIfAny(desk: Desk): Promise<Result<Journal | undefined>> {
  const isNew = await desk.journalIsNew();
  if (!isNew.ok) return isNew;
  return isNew.value ? ok(undefined) : desk.journal();
}

/** Returns the journal on a server; undefined for a journal in a file, which has neither requests nor users. */
export async function serverJournal(desk: Desk): Promise<Result<Journal | undefined>> {
  const place = await desk.journalPlace();
  if (!place.ok) return place;
  return place.value.onServer ? desk.journal() : ok(undefined);
}

/** Options that choose the account for a command that only reads. */
interface ReaderWords {
  readonly sandbox?: boolean;
  readonly profile?: string | undefined;
}

/**
 * Explains that this computer has neither a journal nor a profile with which anything can be sent: an empty answer
 * would look as if nothing had ever been sent. Undefined in all other cases.
 */
export async function nothingToRead(
  { sandbox = false, profile }: ReaderWords,
  desk: Desk,
): Promise<Problem | undefined> {
  const place = await desk.journalPlace();
  if (sandbox || !place.ok || place.value.exists) return undefined;
  const found = await desk.profile({ sandbox, profile, businessProfile: undefined, serviceVersion: undefined });
  const isUnknown = found.ok ? found.value.businessProfileId === undefined : found.problems[0].code === "no-profile";
  return isUnknown ? noJournal(place.value) : undefined;
}

/**
 * Like `journalIfAny`, for a command that shows what is recorded. Problem: `not-found` if there is neither a journal
 * nor a profile.
 */
export async function journalToRead(words: ReaderWords, desk: Desk): Promise<Result<Journal | undefined>> {
  const nothing = await nothingToRead(words, desk);
  return nothing ? fail(nothing) : journalIfAny(desk);
}

/** Reports that nothing has ever been sent from here. */
export function noJournal({ onServer, path }: Pick<JournalPlace, "onServer" | "path">): Problem {
  const message = onServer
    ? `The journal ${path} is empty: nothing was sent from it yet.`
    : `There is no journal in ${dirname(path)}: nothing was sent from there yet.`;
  const hint = onServer
    ? "If documents were sent, name the journal that has them: --journal postgres://USER@HOST/DATABASE"
    : "If it is elsewhere, name its folder or its server: --journal DIR, or --journal postgres://USER@HOST/DATABASE";
  return problem("not-found", message, hint);
}

/** Returns the journal's id, sequence and head; undefined if it cannot be read. */
export async function headOf(journal: Journal): Promise<Report["journal"]> {
  const identity = await journal.identity();
  if (!identity.ok) return undefined;
  const { id, sequence, head } = identity.value;
  return { id, sequence: String(sequence), head };
}

export async function withHead(report: Report, journal: Journal): Promise<Report> {
  const head = await headOf(journal);
  return head ? { ...report, journal: head } : report;
}
