/**
 * The states of a document, each defined once: its word and sentence, whether it is final, and its meaning for a
 * person. This folder does not determine states, and imports nothing.
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
