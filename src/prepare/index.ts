/**
 * The story of a document up to its verdict: file → read → check → UBL → check. A document without errors goes on to submit. Commands
 * call it; it talks to the world through the desk only, and it never sends.
 */
export { doubtfulValues } from "./doubtful-values.ts";
export { examine } from "./examine.ts";
export { contentHash } from "./fingerprint.ts";
export { prepare } from "./prepare.ts";
export type { Prepared, PrepareOptions, Sendable } from "./prepared.ts";
export { unnamedPrepayment } from "./prepayment.ts";
export { sentTree } from "./sent-tree.ts";
