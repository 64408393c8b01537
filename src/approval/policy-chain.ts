import { isJsonObject, parseJson } from "../json/index.ts";
import { fingerprintOf, openPolicy, type SignedPolicy } from "./policy.ts";

/** The policies of a business profile in one journal. */
export interface PolicyChain {
  /** Undefined if no policy has ever been set. */
  readonly now: SignedPolicy | undefined;
  /** The key that may sign the next policy. */
  readonly owner: string | undefined;
  /** Hashes of all the policies, oldest first. */
  readonly hashes: readonly string[];
  /** Why the records cannot be trusted; if present, nothing may be sent. */
  readonly damage?: string;
}

/**
 * `texts`: the envelopes as JSON, in the order in which the policies were set. The first policy fixes the owner;
 * every later one must be signed by the owner named in the previous one, and have a higher number.
 */
export function policyChain(texts: readonly string[]): PolicyChain {
  let chain: PolicyChain = { now: undefined, owner: undefined, hashes: [] };
  for (const text of texts) {
    const json = parseJson(text);
    const signed = json.ok && isJsonObject(json.value) ? openPolicy(json.value) : undefined;
    if (signed === undefined) return { ...chain, damage: "a policy in it is not as its owner signed it" };
    const wrong = whyNotNext(signed, chain);
    if (wrong !== undefined) return { ...chain, damage: `a policy in it cannot follow the one before: ${wrong}` };
    chain = {
      now: signed,
      owner: signed.policy.next_owner ?? signed.by,
      hashes: [...chain.hashes, signed.hash],
    };
  }
  return chain;
}

/** Returns why the policy cannot be the next one; undefined if it can. */
export function whyNotNext({ policy, by }: SignedPolicy, { now, owner }: PolicyChain): string | undefined {
  if (policy.people.some((each) => each.key === by)) return "its owner is one of its people, who may not set the rules";
  if (now === undefined || owner === undefined) return undefined;
  if (by !== owner) return `it is signed by ${fingerprintOf(by)}…, and the owner is ${fingerprintOf(owner)}…`;
  if (Number(policy.number) <= Number(now.policy.number))
    return `its number is ${policy.number}, and number ${now.policy.number} is in force`;
  return undefined;
}
