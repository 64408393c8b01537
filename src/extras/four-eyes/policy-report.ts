import { all, listOf, maybe, shape, text, whole, words } from "../../answers/index.ts";
import { fingerprintOf, type Policy, profilesOf, type SignedPolicy, userOfKey } from "../../approval/index.ts";
import { succeeded } from "../../commands/answer/stopped-by.ts";
import { amount, money } from "../../document/index.ts";
import type { Problem } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";

const limit = (text: string | undefined): string =>
  text === undefined ? "no limit" : `AED ${money.forPeople(amount(text))}`;

function byWhat(key: string): string {
  const user = userOfKey(key);
  return user === undefined ? `key ${fingerprintOf(key)}…` : `database user ${user}, without a key`;
}

function companiesOf(policy: Policy): string {
  const { business_profile: one = "", business_profiles: several } = policy;
  return several === undefined ? `business profile ${one}` : `business profiles ${several.join(", ")}`;
}

export function asksFor({ approval_from: from, approvals }: Policy): string {
  const which = money.isPositive(amount(from))
    ? `documents from AED ${money.forPeople(amount(from))} with VAT on, and every one whose supplier has changed`
    : "all documents";
  return `${which}: ${approvals === "1" ? "1 other person approves" : `${approvals} other people approve`}`;
}

export function policyReport(
  signed: SignedPolicy,
  result: string | undefined,
  problems: readonly Problem[] = [],
  held?: string,
): Report {
  const { policy, by, hash } = signed;
  const owner = policy.next_owner ?? by;
  const facts: [string, string][] = [
    ["Policy", `${policy.number} of ${companiesOf(policy)}`],
    ["Approval", asksFor(policy)],
    ...policy.people.map(({ name, key, may, per_document: one, per_day: all }): [string, string] => [
      name,
      `may ${may.join(" and ")}; per document ${limit(one)}, per day ${limit(all)}; ${byWhat(key)}`,
    ]),
    ...(policy.rights ?? []).map(({ user, may, business_profiles: only }): [string, string] => [
      `User ${user}`,
      `may ${may.join(", ")} for ${only === undefined ? "each of them" : only.join(", ")}`,
    ]),
    ["Signed by", by],
    ["Next one by", owner === by ? "the same key" : owner],
    ["Hash", hash],
    ...(held === undefined ? [] : [["Held by", `this journal and its marks: ${held}`] as [string, string]]),
    ...(result === undefined ? [] : [["Result", result] as [string, string]]),
  ];
  return succeeded(
    { view: "facts", facts, data: { policy: policyShape.json(signed), result: result ?? null } },
    false,
    problems,
  );
}

const personShape = shape<Policy["people"][number]>({
  name: [text, ({ name }) => name],
  key: [text, ({ key }) => key],
  may: [listOf(words("request", "approve")), ({ may }) => [...may]],
  per_document: [maybe, (person) => person.per_document],
  per_day: [maybe, (person) => person.per_day],
});

const rightShape = shape<NonNullable<Policy["rights"]>[number]>({
  user: [text, ({ user }) => user],
  may: [listOf(words("request", "approve", "send")), ({ may }) => [...may]],
  /** Null if the right applies to all of the policy's business profiles. */
  business_profiles: [listOf(text).nullable(), (right) => right.business_profiles && [...right.business_profiles]],
});

export const policyShape = shape<SignedPolicy>({
  number: [text, ({ policy }) => policy.number],
  /** The first business profile if the policy has several. */
  business_profile: [text, ({ policy }) => policy.business_profile ?? policy.business_profiles?.[0] ?? ""],
  business_profiles: [listOf(text), ({ policy }) => [...profilesOf(policy)]],
  approval_from: [text, ({ policy }) => policy.approval_from],
  approvals: [whole, ({ policy }) => Number(policy.approvals)],
  /** The key that must sign the next policy. */
  owner: [text, ({ policy, by }) => policy.next_owner ?? by],
  signed_by: [text, ({ by }) => by],
  sha256: [text, ({ hash }) => hash],
  people: all(personShape, ({ policy }) => policy.people),
  rights: all(rightShape, ({ policy }) => policy.rights ?? []),
});
