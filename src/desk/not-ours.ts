import { type Problem, problem } from "../problem/index.ts";

/** Whose something is that a run must not change, and what to do instead. */
export interface NotOurs {
  /** A sentence without its stop. */
  readonly says: string;
  readonly hint: string;
}

/** Problem: `bad-usage`. */
export function notRecorded({ says, hint }: NotOurs): Problem {
  return problem("bad-usage", `Nothing was recorded: ${says}.`, hint);
}
