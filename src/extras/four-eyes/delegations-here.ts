import type { JournalCheck } from "../../desk/index.ts";
import { gulfDay } from "../../document/index.ts";
import type { ForgedDelegation, Journal, RecordedDelegation } from "../../journal/index.ts";
import { ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { gulfTime, safe } from "../../render/index.ts";

export type DelegationStand = "in force" | "begins later" | "over" | "ended";

export function standOf({ signed, ended }: RecordedDelegation, day: string): DelegationStand {
  const { from, until } = signed.delegation;
  if (ended !== undefined) return "ended";
  return day < from ? "begins later" : day > until ? "over" : "in force";
}

/** Maximum number of past delegations to name; the most recent ones are named. */
const most = 3;

/**
 * Describes the delegations in a journal on a server: who approves in whose place and until when, which have ended, and
 * a warning for each record that no approver signed. Empty if it has none. Problem: `journal-unusable`.
 */
export async function delegationChecks(
  { policies: { delegations } }: Pick<Journal, "policies">,
  now: Date,
): Promise<Result<readonly JournalCheck[]>> {
  const [all, forged] = [await delegations.all(), await delegations.forged()];
  if (!all.ok) return all;
  if (!forged.ok) return forged;
  if (all.value.length + forged.value.length === 0) return ok([]);
  const of = (stand: DelegationStand) => all.value.filter((each) => standOf(each, gulfDay(now)) === stand);
  const [current, later] = [of("in force"), of("begins later")];
  const past = all.value.filter((each) => !current.includes(each) && !later.includes(each));
  const earlier = past.length > most ? [`${past.length - most} earlier: ${suggest`delegate`}`] : [];
  const words = [...[...current, ...later, ...past.slice(-most)].map((each) => inWords(each, now)), ...earlier];
  const counts = { in_force: current.length, begin_later: later.length, over_or_ended: past.length };
  const check: JournalCheck = {
    name: "delegations",
    label: "Delegations",
    words: words.length === 0 ? "none that an approver signed" : words.join("; "),
    facts: { ...counts, forged: forged.value.length },
    problems: forged.value.map(forgedDelegation),
  };
  return ok([check]);
}

function inWords(each: RecordedDelegation, now: Date): string {
  const { by, to, from, until } = each.signed.delegation;
  const who = safe(`${to.name} for ${by.name}`);
  const stand = standOf(each, gulfDay(now));
  if (stand === "ended") return `${who}: ended, ${safe(each.ended ?? "")}`;
  if (stand === "over") return `${who}: over since ${until}`;
  return `${who}: ${stand === "in force" ? "" : `from ${from} `}until ${until}`;
}

function forgedDelegation({ record, at, writer, claimed }: ForgedDelegation): Problem {
  const what = claimed
    ? `${claimed.to.name} for ${claimed.by.name}, ${claimed.from} until ${claimed.until}`
    : "its content cannot be read";
  const when = Number.isNaN(Date.parse(at)) ? "" : ` on ${gulfTime(Date.parse(at))}`;
  const message = `The journal has a delegation that its approver did not sign: ${record} (${what}), recorded by the database user ${writer}${when}. It does not count: nobody approves under it, and nothing is sent under it.`;
  const hint = "Ask who recorded it, and who may change the tables of the journal.";
  return problem("delegation-forged", message, hint, { severity: "warning" });
}
