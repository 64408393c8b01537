import { amount, documentKinds, documentName, isDecimalText, money } from "../../document/index.ts";
import type { Journal, Unapproved, WhichUnapproved } from "../../journal/index.ts";
import { ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { gulfTime } from "../../render/index.ts";

/** Documents beyond this number are counted but not named. */
const mostNamed = 20;

/**
 * Returns warnings about documents that were sent without the approval they needed, newest first. Problem:
 * `journal-unusable`.
 */
export async function unapprovedIn(journal: Journal, which: WhichUnapproved): Promise<Result<Problem[]>> {
  const found = await journal.policies.unapproved(which);
  if (!found.ok) return found;
  const newest = [...found.value].reverse();
  const rest = newest.length - mostNamed;
  const more = rest <= 0 ? [] : [lacking(`${rest} more documents were sent without the approval that they needed.`)];
  return ok([...newest.slice(0, mostNamed).map((each) => lacking(wordsOf(each))), ...more]);
}

function wordsOf({ intent, attempt, at, id, policy, why }: Unapproved): string {
  const { kind, documentNumber, supplier, totals, currency } = intent;
  const gross = totals?.tax_inclusive_amount ?? "";
  const sum = isDecimalText(gross) ? `, ${currency} ${money.forPeople(amount(gross))} with VAT` : "";
  const called = [documentKinds[kind]?.says ?? "document", documentName({ documentNumber, id })].join(" ").trim();
  const whose = supplier?.name ? ` of ${supplier.name}` : "";
  const verb = intent.takenOver ? "exists" : "was sent";
  const when = intent.takenOver ? "" : ` on ${gulfTime(Date.parse(at))}`;
  return `The ${called}${whose}${sum} (attempt ${attempt}) ${verb}${when} without the approval that policy ${policy} asks for: ${why}.`;
}

function lacking(message: string): Problem {
  const hint = `Show it to the owner of the policy. Who sent it, and when: ${suggest`history --json`}`;
  return problem("sent-unapproved", message, hint, { severity: "warning" });
}

/** Warns if the server still enforces the rules of an earlier version. */
export async function oldRulesIn(journal: Journal, address: string): Promise<Problem[]> {
  const old = await journal.policies.haveOldRules();
  if (!old.ok || !old.value) return [];
  const message = `The server of the journal ${address} does not yet hold everybody to the approval policy: its rules are those of an earlier selfbill.`;
  const hint = `Bring them up to date, as the user who made the journal: ${suggest`journal init --journal ${address}`}`;
  return [problem("server-rules-old", message, hint, { severity: "warning" })];
}
