import type { Journal } from "../../journal/index.ts";
import { ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";

export interface RightsHere {
  readonly users: number;
  readonly companies: number;
  readonly words: string;
  /** One warning for each company whose rights on the server differ from its policy. */
  readonly problems: readonly Problem[];
}

/**
 * Describes the rights that the journal's server enforces; undefined for a journal in a file, which cannot enforce any.
 * Problem: `journal-unusable`.
 */
export async function rightsHere({ policies: { queue, team } }: Journal): Promise<Result<RightsHere | undefined>> {
  const me = await queue.me();
  if (!me.ok) return me;
  if (me.value === undefined) return ok(undefined);
  const [rights, forged] = [await team.rights(), await team.forgedRights()];
  if (!rights.ok) return rights;
  if (!forged.ok) return forged;
  const users = new Set(rights.value.map(({ user }) => user)).size;
  const companies = new Set(rights.value.map(({ businessProfile }) => businessProfile)).size;
  const words =
    rights.value.length === 0
      ? "no policy gives rights by company: whoever may write sends for every one"
      : `by company: ${users} users, ${companies} business profiles; nothing is recorded for another one`;
  return ok({ users, companies, words, problems: forged.value.map(forgedRights) });
}

function forgedRights(profile: string): Problem {
  const message = `The rights of business profile ${profile} on the server are not those of its signed policy: somebody changed them there.`;
  const hint = `Ask who owns the tables. Setting the next policy writes them anew: ${suggest`policy set FILE`}`;
  return problem("rights-forged", message, hint, { severity: "warning" });
}
