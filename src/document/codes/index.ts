/**
 * Code lists as data. Values are facts of PINT AE Self-Billing 1.0.4; their descriptions are ours.
 */
export * from "./code-sets.ts";
export * from "./small-lists.ts";
export { type UnitWords, usualUnits } from "./usual-units.ts";
