import { dirname } from "node:path";
import type { Connection, Desk } from "../../desk/index.ts";
import { closedBy, closedFile, type Journal, type Marks, syncedFolder } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { addressInWords, type Elsewhere, type Guard, guardOf, holdMarks, holdPolicy } from "../../submit/index.ts";
import { journalIfAny } from "../answer/journal-head.ts";
import { unsent } from "../answer/submission-results.ts";
import { elsewhereFor } from "./ask-elsewhere.ts";
import { type ElsewhereDocument, knownElsewhere, noteAsked } from "./made-elsewhere.ts";
import { newerDocuments } from "./newer-documents.ts";
import { formerServices } from "./services.ts";

export interface Ready {
  readonly journal: Journal;
  /** Absent for a sandbox. */
  readonly guard?: Guard | undefined;
  /** Absent for a sandbox. */
  readonly elsewhere?: Elsewhere | undefined;
}

/**
 * Checks that this computer has the record of what was sent earlier; not needed for a sandbox. In CI, the journal or
 * its mark must be kept between runs, or an option must state that this is the first run. Problems:
 * `journal-missing`, `mark-missing`, `journal-behind`, `mark-unusable`, `journal-unusable`.
 */
export async function withoutMemory(
  profile: ServiceProfile,
  words: { readonly firstRun: boolean },
  desk: Desk,
): Promise<Problem | undefined> {
  const { sandbox, extras } = profile;
  const account = sandbox ? undefined : await desk.account(profile);
  if (account === undefined) return undefined;
  const marks = await desk.marks();
  if (!marks.ok) return marks.problems[0];
  const place = await desk.journalPlace();
  if (!place.ok) return place.problems[0];
  // Opening the journal would create it.
  const known = place.value.exists
    ? await journalOf(account, marks.value, desk)
    : await noJournal(account, marks.value);
  if (!known.ok) return known.problems[0];
  if (known.value.problem) return known.value.problem;
  const { ever, marked } = known.value;
  if (!desk.inCi) return undefined;
  if (!extras) return marked ? undefined : markMissing(profile);
  if (ever) return undefined;
  const former = place.value.exists ? await formerAddress(account, desk) : undefined;
  return former ?? (marked || words.firstRun ? undefined : journalMissing());
}

interface Known {
  /** Whether any document has ever been sent for the account. */
  readonly ever: boolean;
  readonly marked: boolean;
  readonly problem: Problem | undefined;
}

async function noJournal(account: string, marks: Marks): Promise<Result<Known>> {
  const held = await holdMarks({ journal: undefined, marks, account });
  if (!held.ok) return held;
  return ok({ ever: false, marked: held.value.mark !== undefined, problem: held.value.found });
}

async function journalOf(account: string, marks: Marks, desk: Desk): Promise<Result<Known>> {
  const journal = await desk.journal();
  if (!journal.ok) return fail(unsent(journal.problems[0]));
  const lately = await journal.value.lately(account);
  if (!lately.ok) return lately;
  const held = await holdMarks({ journal: journal.value, marks, account });
  if (!held.ok) return held;
  const marked = held.value.mark !== undefined;
  const former = marked || !account.startsWith("tunnel:") ? undefined : account.replace("tunnel:", "sandbox:");
  const before = former === undefined ? undefined : await journal.value.lately(former);
  if (before?.ok && before.value.last !== undefined) return ok({ ever: true, marked, problem: keptAsSandbox(account) });
  const notes = await journal.value.notes();
  if (!notes.ok) return notes;
  const place = await desk.journalPlace();
  const closed = place.ok ? closedBy(notes.value) : undefined;
  if (closed && place.ok) return ok({ ever: true, marked, problem: closedFile(place.value.path, closed) });
  return ok({ ever: lately.value.last !== undefined, marked, problem: held.value.found });
}

/** Earlier versions treated every loopback address as a sandbox, and recorded its documents as a sandbox's. */
function keptAsSandbox(account: string): Problem {
  return problem(
    "journal-behind",
    `Nothing was sent: an earlier version of selfbill kept the documents of ${account} among those of a sandbox, so they are not known here.`,
    `Go on with this journal, which then knows what the service lists: ${suggest`journal accept`}`,
  );
}

/**
 * Returns a problem if the journal knows the business profile only under a former address, and the user has not said
 * yet whether that is an address of the same service.
 */
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
    `Keep the mark from run to run: --journal-mark FILE. The first one is made by ${suggest`journal accept`}, with the same --journal and --journal-mark.`,
  );
}

/**
 * Checks the journal and its mark, and looks for documents made elsewhere. In CI the service is always queried;
 * otherwise only if the journal may be incomplete, and then only similar documents are stopped. A sandbox has no
 * guard, but it has a policy, so that the effect of the policy can be seen in practice mode. Problems: any problem
 * from `withoutMemory`, any problem from reading the service's lists or documents; `journal-incomplete`,
 * `policy-missing`.
 */
export async function readyToSend(connection: Connection, desk: Desk): Promise<Result<Ready>> {
  const journal = await readyJournal(desk);
  if (!journal.ok) return journal;
  const { account, businessProfileId, profile } = connection;
  const marks = await desk.marks();
  if (!marks.ok) return marks;
  if (profile.sandbox) {
    const found = await holdPolicy({ journal: journal.value, marks: marks.value, practice: true }, businessProfileId);
    return found ? fail(found) : ok({ journal: journal.value });
  }
  await warnOfSyncedFolder(desk);
  let open: readonly ElsewhereDocument[] = [];
  if (desk.inCi && profile.extras) {
    const newer = await newerDocuments(connection, journal.value, desk);
    if (!newer.ok) return newer;
    if (newer.value.is === "lacking") return fail(newer.value.problem);
    if (newer.value.is === "nothing") open = newer.value.open;
    const held = await holdMarks({ journal: journal.value, marks: marks.value, account });
    if (!held.ok) return held;
    if (newer.value.is === "no-lists" && held.value.mark === undefined) return fail(markMissing(profile));
  }
  const warn = (warning: Problem): void => desk.sayProblems([warning]);
  const guard = guardOf({ journal: journal.value, marks: marks.value, account, businessProfileId, warn });
  // Also checks that the mark is writable before the first question.
  const found = await guard.advance();
  if (found) return fail(found);
  // A note would make an older copy look like a different journal, so the mark is compared first.
  const noted =
    open.length > 0 ? await noteAsked(account, journal.value.sentFrom(""), open, journal.value) : ok(undefined);
  if (!noted.ok) return noted;
  const elsewhere = desk.inCi
    ? await knownElsewhere(account, journal.value)
    : await elsewhereFor(connection, journal.value, desk);
  return elsewhere.ok ? ok({ journal: journal.value, guard, elsewhere: elsewhere.value }) : elsewhere;
}

async function warnOfSyncedFolder(desk: Desk): Promise<void> {
  const place = await desk.journalPlace();
  const isFolder = place.ok && !place.value.onServer;
  const warning = isFolder ? syncedWarning(dirname(place.value.path), desk) : undefined;
  if (warning) desk.sayProblems([warning]);
}

/** For a user who may only read the journal: a sign-in would not help, so this is checked before the token. */
export async function mayOnlyRead(desk: Desk): Promise<Problem | undefined> {
  const journal = await journalIfAny(desk);
  if (!journal.ok || !journal.value?.onlyReads) return undefined;
  const ready = await readyJournal(desk);
  return ready.ok ? undefined : ready.problems[0];
}

async function readyJournal(desk: Desk): Promise<Result<Journal>> {
  const journal = await desk.journal();
  if (!journal.ok) return fail(unsent(journal.problems[0]));
  const out = await journal.value.policies.team.whyOut();
  if (!out.ok) return fail(unsent(out.problems[0]));
  if (out.value) return fail(out.value);
  const ready = await journal.value.readyToSend();
  return ready.ok ? journal : fail(unsent(ready.problems[0]));
}

/** Returns a warning if another program, such as OneDrive, copies the folder. */
export function syncedWarning(folder: string, desk: Pick<Desk, "environment">): Problem | undefined {
  const program = syncedFolder(folder, desk.environment);
  if (program === undefined) return undefined;
  return problem(
    "journal-synced",
    `The journal is in ${folder}, which ${program} copies. It can bring back an older copy, or be at the file while selfbill writes; then a document could be sent twice.`,
    `Move it to a folder of this computer alone: ${suggest`journal move --to DIR`}`,
    { severity: "warning" },
  );
}
