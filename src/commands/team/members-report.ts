import { all, listOf, maybe, shape, text, words, yes } from "../../answers/index.ts";
import type { CompanyRight, TeamMember, TeamRole } from "../../journal/index.ts";
import { gulfTime } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import { tableView } from "../answer/columns.ts";
import { succeeded } from "../answer/stopped-by.ts";

const roleWords: Readonly<Record<TeamRole, string>> = {
  owner: "owns the tables",
  policy: "sets the policy",
  writes: "sends",
  reads: "reads",
};

export function membersReport(members: readonly TeamMember[], hasRights: boolean): Report {
  const shown = tableView(members, {
    User: "user",
    Name: "name",
    Role: roleOf,
    Rights: ({ rights }) => (hasRights ? rightsOf(rights) : ""),
    "Last here": ({ isHere, lastAt }) => (isHere ? "now" : lastAt && gulfTime(Date.parse(lastAt))),
  });
  const next = hasRights
    ? undefined
    : "No policy gives rights: whoever sends may request, approve and send for every company, as far as approvals let them.";
  const data = { rights_in_force: hasRights, members: members.map(memberShape.json) };
  return succeeded({ ...shown, data, empty: "Nobody has a role of this journal.", next });
}

function roleOf({ roles, revokedAt }: TeamMember): string {
  if (revokedAt !== undefined) return `out since ${gulfTime(Date.parse(revokedAt))}`;
  // The first role is the highest; it includes the others.
  const [most = "none"] = roles.map((each) => roleWords[each]);
  return most;
}

/** Lists the rights and the companies that they are for; companies with the same rights are grouped. */
function rightsOf(rights: readonly CompanyRight[]): string {
  const companies = new Map<string, string[]>();
  for (const { businessProfile, may } of rights) {
    const what = may.join(", ");
    companies.set(what, [...(companies.get(what) ?? []), businessProfile]);
  }
  return [...companies].map(([what, profiles]) => `${what}: ${profiles.join(", ")}`).join("; ");
}

const rightShape = shape<CompanyRight>({
  business_profile: [text, ({ businessProfile }) => businessProfile],
  may: [listOf(words("request", "approve", "send")), ({ may }) => [...may]],
});

export const memberShape = shape<TeamMember>({
  user: [text, ({ user }) => user],
  name: [maybe, ({ name }) => name],
  roles: [listOf(words("owner", "policy", "writes", "reads")), ({ roles }) => [...roles]],
  rights: all(rightShape, ({ rights }) => rights),
  here_now: [yes, ({ isHere }) => isHere],
  last_at: [maybe, ({ lastAt }) => lastAt],
  revoked_at: [maybe, ({ revokedAt }) => revokedAt],
});
