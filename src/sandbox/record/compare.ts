import { type Gap, gaps } from "../gaps.ts";
import type { RecordedCall } from "./recorded-call.ts";

/** Evidence for or against an assumption, with the first line of the recording that shows it. */
export interface GapShown {
  readonly gap: Gap;
  readonly shown: "shared" | "contradicted" | "not shown" | "cannot be shown";
  readonly line: number | null;
}

/**
 * Compares the recorded calls with the assumptions about the service. A single call that contradicts an assumption
 * outweighs all the calls that agree with it.
 */
export function compareRecording(calls: readonly RecordedCall[]): GapShown[] {
  return gaps.map((gap) => {
    const { shownBy } = gap;
    if (typeof shownBy !== "function") return { gap, shown: "cannot be shown", line: null };
    const told = calls.map(shownBy);
    const line = told.indexOf(false) >= 0 ? told.indexOf(false) : told.indexOf(true);
    if (line < 0) return { gap, shown: "not shown", line: null };
    return { gap, shown: told[line] ? "shared" : "contradicted", line: line + 1 };
  });
}
