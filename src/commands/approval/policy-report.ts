import { fingerprintOf, type Policy, type SignedPolicy } from "../../approval/index.ts";
import { amount, money } from "../../document/index.ts";
import type { Problem } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";

/** Amount limits of a person, in words. */
const limit = (text: string | undefined): string =>
  text === undefined ? "no limit" : `AED ${money.forPeople(amount(text))}`;

/** What a policy asks for, in one sentence. */
export function asksFor({ approval_from: from, approvals }: Policy): string {
  const which = money.isPositive(amount(from))
    ? `documents from AED ${money.forPeople(amount(from))} with VAT on, and every one whose supplier has changed`
    : "all documents";
  return `${which}: ${approvals === "1" ? "1 other person approves" : `${approvals} other people approve`}`;
}

/** A policy as it is shown; `result` is what was done with it. */
export function policyReport(
  signed: SignedPolicy,
  result: string | undefined,
  problems: readonly Problem[] = [],
): Report {
  const { policy, by, hash } = signed;
  const owner = policy.next_owner ?? by;
  const facts: [string, string][] = [
    ["Policy", `${policy.number} of business profile ${policy.business_profile}`],
    ["Approval", asksFor(policy)],
    ...policy.people.map(({ name, key, may, per_document: one, per_day: all }): [string, string] => [
      name,
      `may ${may.join(" and ")}; per document ${limit(one)}, per day ${limit(all)}; key ${fingerprintOf(key)}…`,
    ]),
    ["Signed by", by],
    ["Next one by", owner === by ? "the same key" : owner],
    ["Hash", hash],
    ...(result === undefined ? [] : [["Result", result] as [string, string]]),
  ];
  return {
    outcome: "done",
    sandbox: false,
    view: { view: "facts", facts, data: { policy: policyJson(signed), result: result ?? null } },
    problems,
  };
}

function policyJson({ policy, by, hash }: SignedPolicy): Record<string, unknown> {
  return {
    number: policy.number,
    business_profile: policy.business_profile,
    approval_from: policy.approval_from,
    approvals: Number(policy.approvals),
    owner: policy.next_owner ?? by,
    signed_by: by,
    sha256: hash,
    people: policy.people.map((each) => ({
      name: each.name,
      key: each.key,
      may: [...each.may],
      per_document: each.per_document ?? null,
      per_day: each.per_day ?? null,
    })),
  };
}
