/**
 * Problems as values: codes with their meanings, exit codes, and `Result`. This folder may import only src/states.
 */
export { exitCodes, type Outcome, outcomeOf, outcomeTable } from "./outcome.ts";
export {
  bug,
  byPlace,
  type Edit,
  type Fix,
  isUnreadable,
  type Problem,
  problem,
  type Spot,
  severityOf,
  stoppingOutcome,
} from "./problem.ts";
export { type ProblemCode, problemTable } from "./problems.ts";
export { type Failure, fail, failAll, map, mapAll, ok, type Result } from "./result.ts";
export { askCompletionOf, type Completed, Suggestion, suggest } from "./suggestion.ts";
export { fileWord, typed, typedFile } from "./typed.ts";
