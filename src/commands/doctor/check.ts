import type { Problem } from "../../problem/index.ts";

export interface Check {
  /** Stable name for scripts. */
  readonly check: string;
  readonly label: string;
  /** The company, if the check is for one of several. */
  readonly company?: string;
  /** `skipped` if a prerequisite is missing or requests are not allowed. */
  readonly state: "ok" | "warning" | "error" | "skipped";
  readonly says: string;
  /** Set for `warning` and `error`. */
  readonly problem?: Problem;
  /** Never contains a secret. */
  readonly facts?: Readonly<Record<string, string | number | null>>;
}

type Facts = Check["facts"];

export function fine(check: string, label: string, says: string, facts?: Facts): Check {
  return { check, label, state: "ok", says, ...(facts ? { facts } : {}) };
}

/** Returns a check that found this problem; its state is the problem's severity. */
export function faulty(check: string, label: string, problem: Problem, facts?: Facts): Check {
  const state = problem.severity === "warning" ? "warning" : "error";
  return { check, label, state, says: problem.message, problem, ...(facts ? { facts } : {}) };
}

export function skipped(check: string, label: string, why: string): Check {
  return { check, label, state: "skipped", says: why };
}
