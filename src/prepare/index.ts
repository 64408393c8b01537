/**
 * Turns a file into a document with a verdict: file → read → check → UBL → check. A document without errors goes on to submit. Commands
 * call it; it reaches the outside world only through the desk, and it never sends.
 */
export { type Examined, examine } from "./examine.ts";
export { contentHash } from "./fingerprint.ts";
export { prepare } from "./prepare.ts";
export type { Prepared, PrepareOptions, Sendable } from "./prepared.ts";
export { sentTree } from "./sent-tree.ts";
