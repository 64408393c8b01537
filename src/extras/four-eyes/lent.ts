import {
  type Delegation,
  delegatorOf,
  openDelegationFile,
  type Person,
  type Policy,
  type SignedDelegation,
  type SigningKey,
} from "../../approval/index.ts";
import { serverJournal } from "../../commands/answer/journal-head.ts";
import { type Desk, notRecorded } from "../../desk/index.ts";
import { foldedName, gulfDay } from "../../document/index.ts";
import type { RecordedDelegation } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { decode } from "../../read/index.ts";
import { standOf } from "./delegations-here.ts";
import { notApproved } from "./requester.ts";

/** Whether the argument is a file rather than a name. */
export const namesFile = (word: string): boolean => /[/\\]|\.json$/i.test(word);

/** Maximum size in bytes; a delegation is a few lines long. */
const mostBytes = 100_000;

/**
 * Finds the delegation to the owner of `key`. `word` is a file or, with a journal on a server, an approver's name.
 * Problems: `not-found`, `approval-invalid`, any file-reading problem, any journal problem.
 */
export async function delegationTo(key: SigningKey, word: string, desk: Desk): Promise<Result<SignedDelegation>> {
  const signed = namesFile(word) ? await delegationIn(word, desk) : await recordedFor(word, key, desk);
  if (!signed.ok) return signed;
  const { by, to } = signed.value.delegation;
  return to.key === key.publicKey
    ? signed
    : fail(notApproved(`${by.name} delegated to ${to.name}, and the key here is another person's`));
}

/** Reads a delegation from a file. Problems: `approval-invalid`, any file-reading problem. */
export async function delegationIn(file: string, desk: Desk): Promise<Result<SignedDelegation>> {
  const bytes = await desk.files.read(file, mostBytes);
  if (!bytes.ok) return bytes;
  const text = decode(bytes.value, file);
  if (!text.ok) return text;
  const signed = openDelegationFile(text.value);
  if (signed) return ok(signed);
  const message = `${file} is not a delegation, or was changed after it was signed. Nothing was recorded.`;
  return fail(problem("approval-invalid", message, "Ask the approver for the file again.", { where: { file } }));
}

/** Returns a problem if a practice delegation is used for a real service, or vice versa. */
export async function ofOtherSide(delegation: Delegation, desk: Desk): Promise<Problem | undefined> {
  for (const profile of delegation.business_profiles) {
    const other = await desk.notOurs(profile, "this delegation");
    if (other) return notRecorded(other);
  }
  return undefined;
}

async function recordedFor(name: string, { publicKey }: SigningKey, desk: Desk): Promise<Result<SignedDelegation>> {
  const journal = await serverJournal(desk);
  if (!journal.ok) return journal;
  const all = journal.value ? await journal.value.policies.delegations.all() : ok([]);
  if (!all.ok) return all;
  const mine = all.value.filter(
    ({ signed: { delegation: each } }) =>
      each.to.key === publicKey && foldedName(each.by.name) === foldedName(name.trim()),
  );
  const now = mine.filter((each) => standOf(each, gulfDay(desk.now())) === "in force");
  const found = now.at(-1) ?? mine.at(-1);
  return found ? ok(found.signed) : fail(noDelegation(name, journal.value !== undefined));
}

export interface Substitute {
  readonly approver: Person;
  readonly to: SignedDelegation["delegation"]["to"];
}

export function lentToday(
  all: readonly RecordedDelegation[],
  {
    policy,
    businessProfileId,
    day,
  }: { readonly policy: Policy; readonly businessProfileId: string; readonly day: string },
): Substitute[] {
  return all.flatMap(({ signed, ended }) => {
    const map = new Map(ended === undefined ? [] : [[signed.hash, ended] as const]);
    const approver = delegatorOf(signed, { policy, businessProfileId, days: [day], ended: map });
    return typeof approver === "string" ? [] : [{ approver, to: signed.delegation.to }];
  });
}

function noDelegation(name: string, onServer: boolean): Problem {
  const message = onServer
    ? `Nothing was approved: ${JSON.stringify(name)} did not delegate to you in this journal.`
    : `Nothing was approved: --for ${JSON.stringify(name)} is not the file of a delegation, and in this journal delegations are files.`;
  const hint = onServer
    ? `Who delegated to whom: ${suggest`delegate`}`
    : "Name the file that the approver wrote: --for delegation-….json";
  return problem("not-found", message, hint);
}
