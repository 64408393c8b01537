import type { Desk, JournalPlace } from "../../desk/index.ts";
import type { ApprovalsGiven, Journal, Verified } from "../../journal/index.ts";
import { mapAll, type Problem, problem, suggest } from "../../problem/index.ts";
import { gulfTime } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import { rightsHere } from "../answer/rights.ts";
import { stoppedBy, succeeded } from "../answer/stopped-by.ts";
import { oldRulesIn, unapprovedIn } from "../answer/unapproved.ts";

/**
 * Checks the chain of records and says what the check can and cannot prove. `noted` is a head that was written down
 * elsewhere.
 */
export async function verify(
  opened: Journal,
  noted: string | undefined,
  { path: address, onServer }: Pick<JournalPlace, "path" | "onServer">,
  { hooks, now }: Pick<Desk, "hooks" | "now">,
): Promise<Report> {
  const lacking = await unapprovedIn(opened, { bodies: true });
  const added = await hooks.checks(opened, now());
  const forged = added.ok ? added.value.flatMap(({ problems }) => problems) : [];
  const unapproved = [...forged, ...(lacking.ok ? lacking.value : [])];
  const checked = await opened.verify(noted?.toLowerCase());
  if (!checked.ok) return stoppedBy(checked.problems);
  const { damage, id, sequence, head } = checked.value;
  const chain = { id, sequence: String(sequence), head };
  if (damage !== undefined) {
    // A file's damage is found again by every run; on a server, record it for other users (readers cannot).
    if (onServer) await opened.holdDamaged(damage);
    return damageReport(damage, checked.value, unapproved);
  }
  if (!lacking.ok) return stoppedBy(lacking.problems);
  if (!added.ok) return stoppedBy(added.problems);
  const states = [undefined, ["created"], ["in-doubt"]] as const;
  const counts = await mapAll(states, (each) => opened.tries.count({ states: each }));
  if (!counts.ok) return stoppedBy(counts.problems);
  const [tries = 0, created = 0, doubts = 0] = counts.value;
  const given = await opened.policies.approvalsGiven();
  if (!given.ok) return stoppedBy(given.problems);
  const { signed, byUser } = given.value;
  const rights = await rightsHere(opened);
  if (!rights.ok) return stoppedBy(rights.problems);
  const [proves, cannot] = [proven(checked.value), unproven(checked.value)];
  const facts: [string, string][] = [
    ["Journal", proves],
    ["Not proven", cannot],
    ["Head", `${head} (entry ${sequence})`],
    ["Attempts to send", String(tries)],
    ["Created", String(created)],
    ["In doubt", String(doubts)],
    ...(signed + byUser.size > 0 ? [["Approvals", approvalWords(given.value)] as [string, string]] : []),
    ...(rights.value ? [["Rights", rights.value.words] as [string, string]] : []),
    ...added.value.map(({ label, words }): [string, string] => [label, words]),
  ];
  const users = [...byUser].map(([database_user, count]) => ({ database_user, documents: count }));
  const approvals = { signed, without_signature: users };
  const data = {
    journal: {
      sound: true,
      attempts: tries,
      created,
      in_doubt: doubts,
      ...chain,
      approvals,
      ...(rights.value ? { rights: { users: rights.value.users, business_profiles: rights.value.companies } } : {}),
      proves,
      cannot_prove: cannot,
    },
  };
  const remarks = [...unapproved, ...(rights.value?.problems ?? []), ...(await oldRulesIn(opened, address))];
  return succeeded({ view: "facts", facts, data }, false, remarks);
}

function damageReport(
  damage: string,
  { isRepairable, id, sequence, head }: Verified,
  unapproved: readonly Problem[],
): Report {
  const message = `The journal is damaged: ${damage}.`;
  const hint = isRepairable
    ? `Send nothing until it is repaired. The records are complete and unchanged, so the tables can be made anew from them: ${suggest`journal repair`}`
    : "Restore a copy. Until then check in the service what exists, and send nothing.";
  const found = problem("journal-unusable", message, hint);
  const facts: [string, string][] = [["Journal", `DAMAGED: ${damage}`]];
  const data = { journal: { sound: false, damage, id, sequence: String(sequence), head } };
  return {
    outcome: found.outcome,
    sandbox: false,
    view: { view: "facts", facts, data },
    problems: [found, ...unapproved],
  };
}

function approvalWords({ signed, byUser }: ApprovalsGiven): string {
  const users = [...byUser].map(([user, count]) => `${user} (${count})`).join(", ");
  const words = `${signed} with a signature`;
  return users === "" ? words : `${words}; without one, by the user whom the server noted: ${users}`;
}

function proven({ sequence, noted }: Verified): string {
  const all =
    "complete and unchanged: every record, later status and kept text has the hash that was recorded, and all tables made from them agree with them";
  if (noted === undefined) return `${all} (${sequence} entries)`;
  return `${all} (${sequence} entries). The head that you noted is that of entry ${noted}: nothing up to it was changed or removed since you noted it`;
}

function unproven({ noted, sequence, takenOver }: Verified): string {
  const before = takenOver
    ? ` Entries 1 to ${takenOver.through} were taken over from an earlier version on ${gulfTime(Date.parse(takenOver.at))}: what was changed before that day cannot be seen.`
    : "";
  if (noted !== undefined && noted === sequence) return `that what was recorded is true.${before}`;
  const after = noted === undefined ? "the last entries" : `the entries after entry ${noted}`;
  const how = noted === undefined ? " Note the head elsewhere, and check with --head HASH." : "";
  return `that ${after} were not removed, and that nobody who can write the journal wrote all of it anew.${how}${before}`;
}
