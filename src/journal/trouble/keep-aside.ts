import type { Problem, Result } from "../../problem/index.ts";
import { standingOf } from "../content/standing.ts";
import type { Disk } from "../places/disk.ts";
import type { AttemptResult, JournalRecord } from "../store/records.ts";
import { type Aside, emergency, setAsideProblem } from "./trouble.ts";

/**
 * Saves a result that could not be recorded: in the reserved space or, if that fails too, in the file that the problem
 * names. `isUnarmed` means that arming failed; if the disk failed during the flush, the record may exist all the same.
 */
export function keepAside(
  aside: Aside,
  why: Problem,
  {
    records,
    isUnarmed,
    side,
    kept,
    rescue,
  }: {
    readonly records: Result<readonly JournalRecord[]>;
    readonly isUnarmed: boolean;
    readonly side: ReturnType<Disk["reserve"]> | undefined;
    readonly kept: Map<string, AttemptResult>;
    readonly rescue: Disk["rescue"];
  },
): Problem | undefined {
  const known = { records: records.ok ? records.value : [], ownerAlive: true };
  // An attempt that was never sent needs no record, and an attempt in doubt stays in doubt without a record.
  if (records.ok && !records.value.some((each) => each.type === "armed")) {
    if (isUnarmed) side?.tryToKeep(aside);
    return undefined;
  }
  if (standingOf({ ...known, cameBack: aside.result }).is === "in-doubt") return undefined;
  try {
    if (!side) throw new Error("no room was reserved");
    side.keep(aside);
    kept.set(aside.attempt, aside.result);
    return setAsideProblem(why);
  } catch (error) {
    return emergency(aside, why, error, rescue);
  }
}
