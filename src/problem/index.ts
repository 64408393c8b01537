/**
 * Problems as values: codes, hints, exit codes and Result. This room may import nothing.
 */
export { type ProblemCode, problemCodes } from "./codes.ts";
export { type Outcome, exitCodes, outcomeOf, outcomeTable } from "./outcome.ts";
export { type Problem, type Spot, bug, problem } from "./problem.ts";
export { type Failure, fail, failAll, map, ok, type Result } from "./result.ts";
