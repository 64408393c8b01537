/**
 * Every state of a document, with its wording. This folder does not determine states, and imports nothing.
 */

export {
  attemptFacts,
  attemptStates,
  existingStates,
  isUnsettled,
  mayExist,
  type PastState,
  pastStates,
} from "./attempts.ts";
export {
  badStatuses,
  eitherOf,
  type OverallStatus,
  overallState,
  overallStates,
  overallStatuses,
  statusName,
} from "./overall.ts";
export { type Stage, type StatusClass, stageFacts, stages, stageWord, standings } from "./stages.ts";
