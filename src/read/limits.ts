import { fail, ok, problem, type Result } from "../problem/index.ts";
import type { SourceText } from "./source-text.ts";

/** Nesting allowed in a document; the deepest real one has about eight levels. */
export const maxDepth = 64;
/**
 * Lines and commas allowed, 25 for each of 20,000 lines of an invoice: what is made of an entry takes some hundred bytes, and memory that
 * runs out cannot be caught.
 */
const maxEntries = 500_000;
/** Problems shown of one file's form; a file with more of them is not a document. */
export const maxProblems = 50;

/** Keys that would reach into the prototype of the objects a program keeps its data in. */
export const forbiddenKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Refuses text with more entries than any parser should see: `file-too-big`. */
export function withinLimits(source: SourceText): Result<SourceText> {
  const { text } = source;
  let entries = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    // A comma at the end of a line belongs to the entry that the line is.
    if (char === 10 || ((char === 44 || char === 13) && next !== 10 && next !== 13)) entries += 1;
  }
  if (entries <= maxEntries) return ok(source);
  const message = `The file has more than ${maxEntries.toLocaleString("en")} lines and entries.`;
  return fail(problem("file-too-big", message, "Split it into several documents.", { where: { file: source.file } }));
}
