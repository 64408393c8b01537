import type { Connection, Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import { fail, ok, type Result } from "../../problem/index.ts";
import { type Elsewhere, type Guard, guardOf } from "../../submit/index.ts";
import { unsent } from "../answer/submission-results.ts";
import { elsewhereFor } from "./ask-elsewhere.ts";
import type { OfAccount } from "./gates/gate.ts";
import { gates, stoppedAt } from "./gates/list.ts";
import { knownElsewhere, noteAsked } from "./made-elsewhere.ts";
import { warnOfSyncedFolder } from "./synced-folder.ts";

export interface Ready {
  readonly journal: Journal;
  /** Absent for a sandbox. */
  readonly guard?: Guard | undefined;
  /** Absent for a sandbox. */
  readonly elsewhere?: Elsewhere | undefined;
}

/**
 * Opens the journal, asks the gates about it and the account, and looks for documents made elsewhere: in CI the service
 * is always queried; otherwise only if the journal may be incomplete, and then only similar documents are stopped. A
 * sandbox has no guard, but it has a policy, so that the effect of the policy can be seen in practice. Problems: those
 * of the gates, any problem from reading the service's lists or documents.
 */
export async function readyToSend(connection: Connection, desk: Desk): Promise<Result<Ready>> {
  const opened = await desk.journal();
  if (!opened.ok) return fail(unsent(opened.problems[0]));
  const journal = opened.value;
  const unfit = await stoppedAt(gates.ofJournal, journal, desk);
  if (unfit) return fail(unfit);
  const { account, businessProfileId, profile } = connection;
  const marks = await desk.marks();
  if (!marks.ok) return marks;
  if (!profile.sandbox) await warnOfSyncedFolder(desk);
  const guarded = { journal, marks: marks.value, account, businessProfileId, hooks: desk.hooks };
  const guard = profile.sandbox ? undefined : guardOf({ ...guarded, warn: (warning) => desk.sayProblems([warning]) });
  const sending: OfAccount = { connection, journal, marks: marks.value, guard, open: [] };
  const found = await stoppedAt(gates.ofAccount, sending, desk);
  if (found) return fail(found);
  if (guard === undefined) return ok({ journal });
  // A note would make an older copy look like a different journal, so the mark is compared first.
  const { open } = sending;
  const noted = open.length > 0 ? await noteAsked(account, journal.sentFrom(""), open, journal) : ok(undefined);
  if (!noted.ok) return noted;
  const elsewhere = desk.inCi ? await knownElsewhere(account, journal) : await elsewhereFor(connection, journal, desk);
  return elsewhere.ok ? ok({ journal, guard, elsewhere: elsewhere.value }) : elsewhere;
}
