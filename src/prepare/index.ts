/**
 * Turns a file into a document with a verdict: file → read → check → UBL → check. A document without errors is passed
 * to submit. Commands call this folder; it accesses files only through the desk, and never sends.
 */
export { type Examined, examine, isForeignFile, verdictOn } from "./examine.ts";
export { contentHash } from "./fingerprint.ts";
export { prepare } from "./prepare.ts";
export type { Prepared, PrepareOptions, Sendable } from "./prepared.ts";
export { sentTree } from "./sent-tree.ts";
export { isOfTax, openTaxQuestions } from "./tax-answers.ts";
export { unknownPolicy } from "./unknown.ts";
