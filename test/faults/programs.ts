import type { FaultOptions, FaultReport } from "./report.ts";

/** One fault program. */
export interface Program {
  /** As typed after `npm run faults --`. */
  readonly name: string;
  /** What is done to selfbill, for RELIABILITY.md: whole sentences for an accountant. */
  readonly does: string;
  /** The size of a run when none is given, and what is counted. */
  readonly count: number;
  readonly of: string;
  /** Words that only this program has (`--name value`). */
  readonly words?: readonly string[];
  load(): Promise<{ run(options: FaultOptions): Promise<FaultReport> }>;
}

/** All programs, in the order of RELIABILITY.md. A new one is a module of this folder that exports `run`, and an entry here. */
export const programs: readonly Program[] = [
  {
    name: "crowd",
    does: "Sixteen processes of one user are given the same files at the same moment, as a script that was started too often does. The ledger must have every file once, never more than 60 in a minute, and no answer may be 429.",
    count: 500,
    of: "files for every process",
    words: ["processes", "minute"],
    load: () => import("./crowd.ts"),
  },
];
