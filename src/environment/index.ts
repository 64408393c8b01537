/**
 * The environment variables that selfbill reads. Imports nothing, and does not access `process.env`.
 */
export { isCi, isSwitchedOn } from "./switched.ts";
export { type Environment, leadsToRealService, toldVariables } from "./variables.ts";
