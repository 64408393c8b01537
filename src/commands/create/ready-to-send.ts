import { dirname } from "node:path";
import type { Connection, Desk } from "../../desk/index.ts";
import { againstMark, closedBy, closedFile, type Journal, type Mark } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { renderProblems } from "../../render/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { addressInWords, behind, type Guard, guardOf, holdPolicy } from "../../submit/index.ts";
import { unsent } from "../answer/submission-results.ts";
import { newerDocuments } from "./newer-documents.ts";
import { formerServices } from "./services.ts";
import { syncedWarning } from "./synced-warning.ts";

/** What sending needs of this computer. */
export interface Ready {
  readonly journal: Journal;
  /** Absent for a sandbox. */
  readonly guard?: Guard | undefined;
}

/**
 * Whether this computer knows what was sent before, as far as it can tell that alone; a sandbox is free of it. In CI somebody must have kept
 * a journal or its mark from run to run, or say that this is the first one. Problems: `journal-missing`, `mark-missing`, `journal-behind`,
 * `mark-unusable`, `journal-unusable`.
 */
export async function withoutMemory(
  profile: ServiceProfile,
  words: { readonly firstRun: boolean },
  desk: Desk,
): Promise<Problem | undefined> {
  const { sandbox, extras } = profile;
  const account = sandbox ? undefined : await desk.account(profile);
  if (account === undefined) return undefined;
  const mark = await markFor(account, desk);
  if (!mark.ok) return mark.problems[0];
  const place = await desk.journalPlace();
  if (!place.ok) return place.problems[0];
  // Opening would make it.
  if (mark.value && !place.value.exists) return behind({ is: "gone" }, mark.value);
  const known = place.value.exists
    ? await journalOf(account, mark.value, desk)
    : ok({ ever: false, problem: undefined });
  if (!known.ok) return known.problems[0];
  if (known.value.problem) return known.value.problem;
  if (!desk.inCi || mark.value) return undefined;
  if (!extras) return markMissing(profile);
  if (known.value.ever) return undefined;
  const former = place.value.exists ? await formerAddress(account, desk) : undefined;
  return former ?? (words.firstRun ? undefined : journalMissing());
}

async function markFor(account: string, desk: Desk): Promise<Result<Mark | undefined>> {
  const marks = await desk.marks();
  return marks.ok ? marks.value.of(account) : marks;
}

/** What a journal that is there knows of an account, and whether it is the one of the mark. */
async function journalOf(
  account: string,
  mark: Mark | undefined,
  desk: Desk,
): Promise<Result<{ ever: boolean; problem: Problem | undefined }>> {
  const journal = await desk.journal();
  if (!journal.ok) return fail(unsent(journal.problems[0]));
  const lately = await journal.value.lately(account);
  if (!lately.ok) return lately;
  const former = mark || !account.startsWith("tunnel:") ? undefined : account.replace("tunnel:", "sandbox:");
  const before = former === undefined ? undefined : await journal.value.lately(former);
  if (before?.ok && before.value.last !== undefined) return ok({ ever: true, problem: keptAsSandbox(account) });
  const stands = mark ? await againstMark(mark, journal.value) : ok({ is: "whole" } as const);
  if (!stands.ok) return stands;
  const notes = await journal.value.notes();
  if (!notes.ok) return notes;
  const place = await desk.journalPlace();
  const closed = place.ok ? closedBy(notes.value) : undefined;
  if (closed && place.ok) return ok({ ever: true, problem: closedFile(place.value.path, closed) });
  const found = mark && stands.value.is !== "whole" ? behind(stands.value, mark) : undefined;
  return ok({ ever: lately.value.last !== undefined, problem: found });
}

/** Earlier versions took whatever answers at an address of this computer for a sandbox, and named the account so. */
function keptAsSandbox(account: string): Problem {
  return problem(
    "journal-behind",
    `Nothing was sent: an earlier version of selfbill kept the documents of ${account} among those of a sandbox, so they are not known here.`,
    "selfbill reconcile compares the service's documents with the journal. If nothing was sent through this tunnel before: selfbill journal accept",
  );
}

/** A journal that knows this buyer under another address alone has to be told what the two addresses are. */
async function formerAddress(account: string, desk: Desk): Promise<Problem | undefined> {
  const journal = await desk.journal();
  if (!journal.ok) return journal.problems[0];
  const former = await formerServices(journal.value, account);
  if (!former.ok) return former.problems[0];
  const unknown = former.value.find(({ relation }) => relation === "unknown");
  if (unknown === undefined) return undefined;
  const message = `Nothing was sent: the journal knows this business profile only under the former address ${addressInWords(unknown.account)}.`;
  const hint =
    "If the present address leads to the same service, add --same-service; if to another one, such as its test system: --other-service.";
  return problem("former-address", message, hint);
}

function journalMissing(): Problem {
  return problem(
    "journal-missing",
    "Nothing was sent: this is CI, and neither journal nor journal mark knows what this account sent before.",
    "Keep both from run to run: --journal DIR --journal-mark FILE. If nothing was ever sent: --first-run.",
  );
}

function markMissing({ name }: ServiceProfile): Problem {
  const service = name === undefined ? "The service" : `The service of the profile ${name}`;
  return problem(
    "mark-missing",
    `Nothing was sent: this is CI, and there is no journal mark. ${service} has no lists to ask, so only the mark tells whether the journal is the latest one.`,
    "Keep the mark from run to run: --journal-mark FILE. The first one is made by selfbill journal accept, with the same --journal and --journal-mark.",
  );
}

/**
 * The journal, sound and able to keep records, and the guard of the account. In CI the service is asked first what the journal lacks.
 * A sandbox has no guard, but a policy holds there too: who practises it sees what it stops. Problems: those of `withoutMemory` and of reading;
 * `journal-incomplete`, `policy-missing`.
 */
export async function readyToSend(connection: Connection, desk: Desk): Promise<Result<Ready>> {
  const journal = await readyJournal(desk);
  if (!journal.ok) return journal;
  const { account, businessProfileId, profile } = connection;
  const marks = await desk.marks();
  if (!marks.ok) return marks;
  if (profile.sandbox) {
    const found = await holdPolicy({ journal: journal.value, marks: marks.value }, businessProfileId);
    return found ? fail(found) : ok({ journal: journal.value });
  }
  await warnOfSyncedFolder(desk);
  if (desk.inCi && profile.extras) {
    const newer = await newerDocuments(connection, journal.value, desk);
    if (!newer.ok) return newer;
    if (newer.value.is === "lacking") return fail(newer.value.problem);
    const mark = marks.value.of(account);
    if (!mark.ok) return mark;
    if (newer.value.is === "no-lists" && mark.value === undefined) return fail(markMissing(profile));
  }
  const guard = guardOf({ journal: journal.value, marks: marks.value, account, businessProfileId });
  // Also tells, before anybody is asked anything, whether the mark can be written.
  const found = await guard.advance();
  return found ? fail(found) : ok({ journal: journal.value, guard });
}

/** Desks, one a run, at which it was said. */
const warned = new WeakSet<Desk>();

async function warnOfSyncedFolder(desk: Desk): Promise<void> {
  const place = await desk.journalPlace();
  const isFolder = place.ok && !place.value.onServer;
  const warning = isFolder && !warned.has(desk) ? syncedWarning(dirname(place.value.path), desk) : undefined;
  if (warning) desk.say(renderProblems([warning], desk.talkStyle));
  warned.add(desk);
}

async function readyJournal(desk: Desk): Promise<Result<Journal>> {
  const journal = await desk.journal();
  if (!journal.ok) return fail(unsent(journal.problems[0]));
  const ready = await journal.value.readyToSend();
  return ready.ok ? journal : ready;
}
