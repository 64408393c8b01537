import { type Problem, problem, suggest } from "../../../problem/index.ts";
import type { ServiceProfile } from "../../../settings/index.ts";

/** The problem of a run in CI without a mark, for a service without lists. */
export function markMissing({ name }: ServiceProfile): Problem {
  const service = name === undefined ? "The service" : `The service of the profile ${name}`;
  return problem(
    "mark-missing",
    `Nothing was sent: this is CI, and there is no journal mark. ${service} has no lists to ask, so only the mark tells whether the journal is the latest one.`,
    `Keep the mark from run to run: --journal-mark FILE. The first one is made by ${suggest`journal accept`}, with the same --journal and --journal-mark.`,
  );
}
