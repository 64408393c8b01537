import { type Person, personWho, type SignedPolicy, type SigningKey, userOfKey } from "../../approval/index.ts";
import type { Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";

export interface Standing {
  readonly profile: ServiceProfile & { readonly businessProfileId: string };
  readonly account: string;
  readonly journal: Journal;
  readonly policy: SignedPolicy;
  /** The envelope as JSON. */
  readonly envelope: string;
}

export interface Requesting extends Standing {
  readonly person: Person;
  readonly key: SigningKey;
}

/**
 * Finds the policy in force for the profile's business profile. Problems: `no-profile`, `not-found`,
 * `journal-unusable`, `policy-missing`.
 */
export async function inForce(profile: ServiceProfile, desk: Desk): Promise<Result<Standing>> {
  const { businessProfileId } = profile;
  const account = await desk.account(profile);
  if (businessProfileId === undefined || account === undefined)
    return fail(problem("no-profile", "The profile names no business profile.", "Add --business-profile ID."));
  const place = await desk.journalPlace();
  if (!place.ok) return place;
  if (!place.value.exists) return fail(noPolicy(businessProfileId)); // opening a journal creates it
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const chain = await journal.value.policies.of(businessProfileId);
  if (!chain.ok) return chain;
  const envelope = await journal.value.policies.text(businessProfileId);
  if (!envelope.ok) return envelope;
  const { now } = chain.value;
  if (now === undefined || envelope.value === undefined) return fail(noPolicy(businessProfileId));
  return ok({
    profile: { ...profile, businessProfileId },
    account,
    journal: journal.value,
    policy: now,
    envelope: envelope.value,
  });
}

/** Finds the person with this key, who must have the right to request approvals. Problem: `key-unusable`. */
export function requesterOf(standing: Standing, key: SigningKey): Result<Requesting> {
  const person = personOfKey(standing.policy, key, "request");
  return person.ok ? ok({ ...standing, person: person.value, key }) : person;
}

export function personOfKey(
  { policy }: SignedPolicy,
  { publicKey }: SigningKey,
  what: "request" | "approve",
): Result<Person> {
  const named = policy.people.find(({ key }) => key === publicKey);
  const found = personWho({ name: named?.name ?? "this key", key: publicKey }, what, policy);
  if (typeof found !== "string") return ok(found);
  const user = userOfKey(publicKey);
  if (named === undefined && user !== undefined) return fail(noKey(user, policy.number));
  const why = named === undefined ? `this key is not one of policy ${policy.number}` : found;
  return fail(problem("key-unusable", `Nothing was signed: ${why}.`, `${suggest`policy show`} lists who may do what.`));
}

export function notApproved(why: string): Problem {
  const hint = `Ask the approver to delegate: ${suggest`delegate NAME --until DAY`}. Or have another person approve it.`;
  return problem("approval-invalid", `Nothing was approved: ${why}.`, hint);
}

function noKey(user: string, number: string): Problem {
  const message = `Nothing was signed: policy ${number} has no person who is the database user ${user} without a key.`;
  return problem("key-unusable", message, `Add --key ME.key. ${suggest`policy show`} lists who may do what.`);
}

function noPolicy(businessProfileId: string): Problem {
  const message = `The journal has no approval policy of business profile ${businessProfileId}, so nothing asks for an approval.`;
  return problem("not-found", message, "Send without one, or set a policy: selfbill help approvals");
}
