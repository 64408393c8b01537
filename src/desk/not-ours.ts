import { type Problem, problem } from "../problem/index.ts";

/** The owner of something that a run must not change, and what to do instead. */
export interface NotOurs {
  /** The owner, as a sentence without its full stop. */
  readonly says: string;
  readonly hint: string;
}

/** Reports that a run must not change something. Problem: `bad-usage`. */
export function notRecorded({ says, hint }: NotOurs): Problem {
  return problem("bad-usage", `Nothing was recorded: ${says}.`, hint);
}
