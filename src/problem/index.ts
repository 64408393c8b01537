/**
 * Problems as values: codes, hints, exit codes and Result. This room may import nothing.
 */
export { type ProblemCode, problemCodes } from "./codes.ts";
export { problemMeanings } from "./meanings.ts";
export { exitCodes, type Outcome, outcomeOf, outcomeTable } from "./outcome.ts";
export { bug, byPlace, type Problem, problem, type Spot, stoppingOutcome } from "./problem.ts";
export { type Failure, fail, failAll, map, ok, type Result } from "./result.ts";
