/**
 * The story of a document up to its verdict: file → read → check → UBL → check. A document without errors goes on to submit. Commands
 * call it; it talks to the world through the desk only, and it never sends.
 */
export { contentHash, examine, type Prepared, type PrepareOptions, prepare, type Sendable } from "./prepare.ts";
