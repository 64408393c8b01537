import type { PolicyChain } from "../../approval/index.ts";
import { businessProfileName } from "../../document/index.ts";
import type { Journal, Marks, PolicyMark, TokenNotes } from "../../journal/index.ts";
import { type Problem, problem, suggest } from "../../problem/index.ts";

/**
 * Compares the journal's policy for a business profile with the newest one in each mark, and updates the marks if the
 * journal's is newer. If it returns a problem, nothing may be sent: neither another journal nor `journal accept`
 * removes a policy. With `practice`, the copy kept with the settings stays unchanged, so that deleting a sandbox's
 * data allows a fresh start. Problems: `policy-missing`, `journal-unusable`, `mark-unusable`.
 */
export async function holdPolicy(
  { journal, marks, practice }: { readonly journal: Journal; readonly marks: Marks; readonly practice?: boolean },
  businessProfileId: string,
): Promise<Problem | undefined> {
  const name = businessProfileName(businessProfileId);
  const places = marks.second && !practice ? [marks, marks.second] : [marks];
  const all = [...places, ...(marks.notes && !practice ? [marks.notes] : [])];
  const other = await disguised({ journal, all }, name);
  if (other) return other;
  const chain = await journal.policies.of(name);
  if (!chain.ok) return chain.problems[0];
  const behind: PolicyPlace[] = [];
  for (const place of all) {
    const seen = await place.policy(name);
    if (!seen.ok) return seen.problems[0];
    const why = seen.value && whyNot(chain.value, seen.value);
    if (why !== undefined) return missing(why);
    if (chain.value.now?.hash !== seen.value?.hash) behind.push(place);
  }
  const { now, owner } = chain.value;
  if (now === undefined || owner === undefined) return undefined;
  for (const place of behind) {
    const kept = await place.keepPolicy(name, { number: Number(now.policy.number), hash: now.hash, owner });
    if (!kept.ok) return kept.problems[0];
  }
  return undefined;
}

type PolicyPlace = Pick<Marks | TokenNotes, "keepPolicy" | "policy">;

/**
 * Returns the problem if the id is another spelling of one that has a policy: with marks that nobody sees, with other
 * forms of the same letters, or escaped. A service might take it for that one.
 */
async function disguised(
  { journal, all }: { readonly journal: Journal; readonly all: readonly PolicyPlace[] },
  name: string,
): Promise<Problem | undefined> {
  const plain = plainName(name);
  if (plain === name) return undefined;
  const chain = await journal.policies.of(plain);
  if (!chain.ok) return chain.problems[0];
  let isKnown = chain.value.now !== undefined;
  for (const place of all) {
    const seen = await place.policy(plain);
    if (!seen.ok) return seen.problems[0];
    isKnown ||= seen.value !== undefined;
  }
  if (!isKnown) return undefined;
  const message = `Nothing was sent: the business profile id ${JSON.stringify(name)} is another spelling of ${plain}, which has an approval policy.`;
  return problem("policy-missing", message, "Write the id as the service gave it.");
}

function plainName(name: string): string {
  let plain = name;
  try {
    plain = decodeURIComponent(name);
  } catch {
    // A percent sign of its own.
  }
  return plain
    .normalize("NFKC")
    .replace(/[\p{Cf}\s]/gu, "")
    .toLowerCase();
}

/** Returns why the journal's policies cannot continue from the one in the mark; undefined if they can. */
function whyNot({ now, hashes }: PolicyChain, seen: PolicyMark): string | undefined {
  if (now === undefined) return `this journal has no approval policy, and number ${seen.number} was in force`;
  const number = Number(now.policy.number);
  if (number < seen.number) return `this journal has approval policy ${number}, and number ${seen.number} was in force`;
  if (hashes.includes(seen.hash) || (number > seen.number && now.by === seen.owner)) return undefined;
  return `the approval policy ${number} of this journal is not signed by the owner of policy ${seen.number}`;
}

function missing(why: string): Problem {
  const hint = `Put the latest journal back, or have the owner's signed policy set in this one: ${suggest`policy set FILE`}. Nothing else takes a policy away.`;
  return problem("policy-missing", `Nothing was sent: ${why}.`, hint);
}
