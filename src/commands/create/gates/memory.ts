import type { Desk } from "../../../desk/index.ts";
import { closedBy, closedFile, type Marks } from "../../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../../problem/index.ts";
import type { ServiceProfile } from "../../../settings/index.ts";
import { addressInWords, holdMarks } from "../../../submit/index.ts";
import { unsent } from "../../answer/submission-results.ts";
import { formerServices } from "../services.ts";
import type { BeforeSignIn, SendGate } from "./gate.ts";
import { markMissing } from "./mark-missing.ts";

export const memory: SendGate<BeforeSignIn> = {
  name: "memory",
  stops: ({ profile, words }, desk) => withoutMemory(profile, words, desk),
};

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
