import type { ConnectionWords, Desk } from "../../desk/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import { holdMarks } from "../../submit/index.ts";
import { companiesHere } from "../answer/all-companies.ts";
import { journalIfAny } from "../answer/journal-head.ts";

type Typed = Partial<ConnectionWords> & { readonly allCompanies?: boolean };

/**
 * Returns a warning if the journal is not the one from which documents were last sent, because "nothing is open" could
 * then be wrong. Returns undefined for practice, or if the journal, mark or profile cannot be read, which the command
 * itself reports.
 */
export async function olderJournal(given: Typed, desk: Desk): Promise<Problem | undefined> {
  const accounts = await accountsOf(given, desk);
  if (!accounts.ok || accounts.value.length === 0) return undefined;
  const [opened, journal] = [await desk.marks(), await journalIfAny(desk)];
  if (!opened.ok || !journal.ok) return undefined;
  // What only reads never asks for the keychain to be unlocked.
  const marks = { ...opened.value, notes: undefined };
  for (const account of accounts.value) {
    const held = await holdMarks({ journal: journal.value, marks, account });
    if (held.ok && held.value.found) return asWarning(held.value.found);
  }
  return undefined;
}

async function accountsOf(given: Typed, desk: Desk): Promise<Result<readonly string[]>> {
  const { allCompanies = false, sandbox = false, profile, businessProfile, serviceVersion } = given;
  const words = { sandbox, profile, businessProfile, serviceVersion };
  if (allCompanies) {
    const companies = await companiesHere({ ...words, allCompanies }, desk);
    return companies.ok ? ok(companies.value.accounts) : companies;
  }
  const found = await desk.profile(words);
  if (!found.ok) return found;
  const account = found.value.sandbox ? undefined : await desk.account(found.value);
  return ok(account === undefined ? [] : [account]);
}

/** Rewords the problem, which was written for a document about to be sent, as a warning about what is shown. */
function asWarning(found: Problem): Problem {
  const message = found.message.replace(/^Nothing was sent: t/, "T");
  return { ...found, severity: "warning", message: `${message} What is shown here may be incomplete.` };
}
