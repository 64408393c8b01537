import { businessProfileName, type PolicyChain } from "../approval/index.ts";
import type { Journal, Marks, PolicyMark } from "../journal/index.ts";
import { type Problem, problem, type Result } from "../problem/index.ts";

/**
 * Holds the policy of a business profile in the journal against the newest one that the mark has seen, and moves the mark on to a newer one. A
 * problem means that nothing may be sent: another journal does not take a policy away, and neither does a word of `journal accept`. Problems:
 * `policy-missing`, `journal-unusable`, `mark-unusable`.
 */
export async function holdPolicy(
  { journal, marks }: { readonly journal: Journal; readonly marks: Marks },
  businessProfileId: string,
): Promise<Problem | undefined> {
  const name = businessProfileName(businessProfileId);
  const [chain, seen] = [await journal.policies.of(name), marks.policy(name)];
  if (!chain.ok) return chain.problems[0];
  if (!seen.ok) return seen.problems[0];
  const why = seen.value && whyNot(chain.value, seen.value);
  if (why !== undefined) return missing(why);
  const { now, owner } = chain.value;
  if (now === undefined || owner === undefined || now.hash === seen.value?.hash) return undefined;
  const kept: Result<void> = marks.keepPolicy(name, { number: Number(now.policy.number), hash: now.hash, owner });
  return kept.ok ? undefined : kept.problems[0];
}

/** Why the policies of a journal cannot be those that the mark remembers, in words. */
function whyNot({ now, hashes }: PolicyChain, seen: PolicyMark): string | undefined {
  if (now === undefined) return `this journal has no approval policy, and number ${seen.number} was in force`;
  const number = Number(now.policy.number);
  if (number < seen.number) return `this journal has approval policy ${number}, and number ${seen.number} was in force`;
  if (hashes.includes(seen.hash) || (number > seen.number && now.by === seen.owner)) return undefined;
  return `the approval policy ${number} of this journal is not signed by the owner of policy ${seen.number}`;
}

function missing(why: string): Problem {
  const hint =
    "Put the latest journal back, or have the owner's signed policy set in this one: selfbill policy set FILE. Nothing else takes a policy away.";
  return problem("policy-missing", `Nothing was sent: ${why}.`, hint);
}
