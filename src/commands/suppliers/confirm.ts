import type { Desk } from "../../desk/index.ts";
import { failAll, ok, problem, type Result } from "../../problem/index.ts";
import { renderProblems } from "../../render/index.ts";
import { foldedName } from "../../suppliers/index.ts";
import type { Planned } from "./plan.ts";

export interface Decided {
  /** Whether the user was asked about this exact change. */
  knows(planned: Planned): boolean;
  leaves(planned: Planned): boolean;
}

const keyOf = ({ supplier, before }: Planned): string => JSON.stringify([before, supplier]);

/**
 * Asks about changed TRNs and accounts, one supplier at a time; the changes of the suppliers in `accepted` are already
 * confirmed. Without a terminal, the whole import stops. Problem: `supplier-changed`, followed by the changes.
 */
export async function decide(
  planned: readonly Planned[],
  accepted: readonly string[],
  desk: Desk,
): Promise<Result<Decided>> {
  const names = new Set(accepted.map(foldedName));
  const answers = new Map<string, boolean>();
  const open: Planned[] = [];
  for (const each of planned.filter(({ alarms }) => alarms.length > 0)) {
    if (names.has(foldedName(each.before?.supplier ?? ""))) answers.set(keyOf(each), true);
    else open.push(each);
  }
  if (open.length > 0 && !desk.ask.possible) {
    const which = open.map(({ before }) => before?.supplier ?? "").join(", ");
    const message = `Nothing was changed: the TRN or the account of ${which} differs from the supplier book, and this is not an interactive terminal.`;
    const hint =
      "Call each supplier on a telephone number that you knew before; name those whose change is correct with --accept-changed-supplier NAME.";
    return failAll([problem("supplier-changed", message, hint), ...open.flatMap(({ alarms }) => alarms)]);
  }
  for (const each of open) {
    desk.say(renderProblems(each.alarms, desk.talkStyle));
    const question = `Have you called ${each.before?.supplier} on a number that you knew before, and is the change correct?`;
    const agreed = await desk.ask.confirm(question);
    if (!agreed.ok) return agreed;
    answers.set(keyOf(each), agreed.value);
  }
  return ok({
    knows: (each) => answers.has(keyOf(each)),
    leaves: (each) => answers.get(keyOf(each)) === false,
  });
}
