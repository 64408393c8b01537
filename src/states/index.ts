/**
 * What can become of a document, each state told once: its word and sentence, whether it is final, what it means for a person. Knows
 * nothing of how a state is found out, and imports nothing.
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
export { type Stage, type StatusClass, stageFacts, stages, standings } from "./stages.ts";
