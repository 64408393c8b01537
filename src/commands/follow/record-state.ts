import type { Desk } from "../../desk/index.ts";
import type { Problem } from "../../problem/index.ts";
import type { Observation } from "./observe.ts";

/** Records what a service tells of a document of ours. A journal that cannot be written now keeps nobody from reading: a warning. */
export async function recordState({ subject, ...seen }: Observation, desk: Desk): Promise<readonly Problem[]> {
  const state = stateOf(seen);
  if (subject.created === undefined || state === undefined) return [];
  const journal = await desk.journal();
  const done = journal.ok ? await journal.value.saw(subject.created.account, subject.id, state) : journal;
  return done.ok ? [] : done.problems.map((each) => ({ ...each, severity: "warning" }));
}

/** The overall status; where none is told, what the two legs say. */
function stateOf({ overallStatus, snapshot }: Omit<Observation, "subject">): string | undefined {
  if (overallStatus !== undefined) return overallStatus;
  const legs = [
    ["C3", snapshot?.toC3?.status],
    ["C5", snapshot?.toC5?.status],
  ].flatMap(([name, status]) => (status === undefined ? [] : [`${name} ${status}`]));
  return legs.length === 0 ? undefined : legs.join(", ");
}
