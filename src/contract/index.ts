/**
 * The service's wire truth: endpoints, headers, limits, versions, bodies. Used by send and sandbox alike; it sends nothing.
 */

export {
  overallStatusOf,
  type TotalName,
  totalNames,
  totalsOf,
  type ValidationResult,
  validationResultsOf,
} from "./document-answer.ts";
export { type Endpoint, endpoints, pathOf } from "./endpoints.ts";
export { limits, serviceVersions, versionHeader } from "./limits.ts";
export { fromWire, toWire } from "./wire.ts";
