import { type Problem, problem } from "../problem/index.ts";

export interface NotOurs {
  /** Why the records must not be changed: a sentence without the final full stop. */
  readonly says: string;
  readonly hint: string;
}

export function notRecorded({ says, hint }: NotOurs): Problem {
  return problem("bad-usage", `Nothing was recorded: ${says}.`, hint);
}
