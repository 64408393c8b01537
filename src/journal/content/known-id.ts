import { gulfDay } from "../../document/index.ts";
import { type Problem, problem, suggest } from "../../problem/index.ts";
import type { AttemptResult, CreatedDocument } from "../store/records.ts";

/** Returns the problem to report if the journal has this id for other content: such an id does not settle a doubt. */
export function idKnown({ id, documentNumber, file, createdAt }: CreatedDocument): Problem {
  const as = documentNumber === undefined ? "" : ` as ${documentNumber}`;
  const message = `${id} is another document: the journal has it${as} (${file}), created on ${gulfDay(new Date(createdAt))}, with other content.`;
  return problem("id-known", message, "Nothing was recorded. Look for the correct id at the service.");
}

export function settledMeanwhile(attempt: string): Problem {
  const message = `More became known of ${attempt} meanwhile, so nothing was recorded now.`;
  return problem("not-settled", message, `Look again: ${suggest`resolve`}`);
}

/** Explains why a successful result was recorded as a doubt; undefined if it was recorded unchanged. */
export function contradiction(came: AttemptResult, recorded: AttemptResult, attempt: string): Problem | undefined {
  if (came.verdict !== "created" || recorded.verdict !== "in-doubt") return undefined;
  const what = "It is not known whether this document exists: do not send it again.";
  const hint = `Tell the service's support, with both numbers and ids. Then resolve it: ${suggest`resolve ${attempt}`}`;
  return problem("answer-contradicts", `${recorded.said[0] ?? ""} ${what}`, hint);
}
