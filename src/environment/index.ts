/**
 * The environment variables that selfbill reads, each named once. This room imports nothing and knows no `process.env`.
 */
export { isCi, isSwitchedOn } from "./switched.ts";
export { type Environment, leadsToRealService, toldVariables } from "./variables.ts";
