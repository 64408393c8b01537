import type { SignedDelegation } from "../../approval/index.ts";
import { personOf } from "../../commands/answer/person.ts";
import type { Desk } from "../../desk/index.ts";
import { foldedName } from "../../document/index.ts";
import type { Journal } from "../../journal/index.ts";
import { fail, ok, problem, type Result, suggest } from "../../problem/index.ts";
import { keyHere } from "./key-file.ts";
import { delegationIn, namesFile, ofOtherSide } from "./lent.ts";
import { refusalOf } from "./record-decision.ts";

/**
 * Ends a delegation, for a journal in a file. Does not need a key, because it only removes a permission. Problems:
 * `not-found`, `approval-invalid`, any file-reading problem, any journal problem.
 */
export async function endDelegation(file: string, desk: Desk): Promise<Result<SignedDelegation[]>> {
  if (!namesFile(file)) {
    const message = `Nothing was ended: in this journal delegations are files, and ${JSON.stringify(file)} is not one.`;
    return fail(problem("not-found", message, `Type: ${suggest`delegate delegation-….json --end`}`));
  }
  const signed = await delegationIn(file, desk);
  if (!signed.ok) return signed;
  const journal = await desk.journal();
  return journal.ok ? noteEnd([signed.value], journal.value, desk) : journal;
}

/**
 * Ends the user's delegations to this person, for a journal on a server. Problems: `not-found`, `key-unusable`,
 * `approval-invalid`.
 */
export async function endedDelegationsTo(
  name: string,
  { key: file, journal }: { readonly key: string | undefined; readonly journal: Journal },
  desk: Desk,
): Promise<Result<SignedDelegation[]>> {
  const key = await keyHere(file, desk);
  if (!key.ok) return key;
  const all = await journal.policies.delegations.all();
  if (!all.ok) return all;
  const mine = all.value.flatMap(({ signed, ended }) => {
    const { by, to } = signed.delegation;
    const isMeant = by.key === key.value.publicKey && foldedName(to.name) === foldedName(name.trim());
    return isMeant && ended === undefined ? [signed] : [];
  });
  if (mine.length > 0) return noteEnd(mine, journal, desk);
  const message = `You did not delegate to ${JSON.stringify(name)} in this journal, or it has ended. Nothing was changed.`;
  return fail(problem("not-found", message, `Who delegated to whom: ${suggest`delegate`}`));
}

async function noteEnd(
  all: readonly SignedDelegation[],
  journal: Journal,
  desk: Desk,
): Promise<Result<SignedDelegation[]>> {
  for (const { hash, delegation } of all) {
    const other = await ofOtherSide(delegation, desk);
    if (other) return fail(other);
    const noted = await journal.note("undelegated", { delegation: hash, by: personOf(desk) });
    const why = noted.ok ? undefined : refusalOf(noted.problems[0]);
    if (why !== undefined)
      return fail(problem("approval-invalid", `Nothing was ended: ${why}.`, "Run it as the user who delegated."));
    if (!noted.ok) return noted;
  }
  return ok([...all]);
}
