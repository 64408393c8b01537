import type { Problem } from "../../problem/index.ts";

/** One line of the doctor's report. */
export interface Check {
  /** Stable name of the check, for scripts. */
  readonly check: string;
  readonly label: string;
  /** The company to which this check applies, if several are checked; absent for a check that applies to all of them. */
  readonly company?: string;
  /** `skipped`: not checked, because a prerequisite is missing or nothing may be requested. */
  readonly state: "ok" | "warning" | "error" | "skipped";
  readonly says: string;
  /** Set for `warning` and `error`: what the result means and what to do. */
  readonly problem?: Problem;
  /** Values for scripts, as texts; never a secret. */
  readonly facts?: Readonly<Record<string, string | number | null>>;
}

type Facts = Check["facts"];

export function fine(check: string, label: string, says: string, facts?: Facts): Check {
  return { check, label, state: "ok", says, ...(facts ? { facts } : {}) };
}

/** Makes a check from a problem: a warning for severity `warning`, otherwise an error. */
export function faulty(check: string, label: string, problem: Problem, facts?: Facts): Check {
  const state = problem.severity === "warning" ? "warning" : "error";
  return { check, label, state, says: problem.message, problem, ...(facts ? { facts } : {}) };
}

export function skipped(check: string, label: string, why: string): Check {
  return { check, label, state: "skipped", says: why };
}
