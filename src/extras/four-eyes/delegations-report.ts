import { listOf, shape, text, words } from "../../answers/index.ts";
import { tableView } from "../../commands/answer/columns.ts";
import { succeeded } from "../../commands/answer/stopped-by.ts";
import type { RecordedDelegation } from "../../journal/index.ts";
import type { Report } from "../../report/index.ts";
import { type DelegationStand, standOf } from "./delegations-here.ts";

interface Row extends RecordedDelegation {
  readonly state: DelegationStand;
}

export const recordedDelegationShape = shape<Row>({
  sha256: [text, ({ signed }) => signed.hash],
  by: [text, ({ signed }) => signed.delegation.by.name],
  to: [text, ({ signed }) => signed.delegation.to.name],
  from: [text, ({ signed }) => signed.delegation.from],
  until: [text, ({ signed }) => signed.delegation.until],
  business_profiles: [listOf(text), ({ signed }) => [...signed.delegation.business_profiles]],
  database_user: [text, ({ writer }) => writer],
  state: [words("in force", "begins later", "over", "ended"), ({ state }) => state],
});

export function delegationsReport(all: readonly RecordedDelegation[], day: string): Report {
  const rows = all.map((each): Row => ({ ...each, state: standOf(each, day) })).sort((a, b) => rankOf(a) - rankOf(b));
  const shown = tableView(rows, {
    Approves: ({ signed: { delegation } }) => `${delegation.to.name} for ${delegation.by.name}`,
    From: ({ signed }) => signed.delegation.from,
    Until: ({ signed }) => signed.delegation.until,
    Company: ({ signed }) => signed.delegation.business_profiles.join(", "),
    State: ({ state, ended }) => (ended === undefined ? state : `ended: ${ended}`),
  });
  const data = { delegations: rows.map(recordedDelegationShape.json) };
  return succeeded({ ...shown, data, empty: "Nobody delegated in this journal." });
}

const order: readonly DelegationStand[] = ["in force", "begins later", "over", "ended"];
const rankOf = ({ state }: Row): number => order.indexOf(state);
