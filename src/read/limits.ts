import { fail, ok, problem, type Result } from "../problem/index.ts";
import type { SourceText } from "./source-text.ts";

/** Maximum nesting; the deepest real document has about eight levels. */
export const maxDepth = 64;
/**
 * Maximum number of lines and commas: 25 for each line of an invoice with 20,000 lines. Each entry takes a few
 * hundred bytes, and running out of memory cannot be caught.
 */
const maxEntries = 500_000;
/** Maximum number of syntax problems shown per file; a file with more is not a document. */
export const maxProblems = 50;

/** Keys that would change the prototype of objects. */
export const forbiddenKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Checks that the source text does not have too many entries for a parser. Problem: `file-too-big`. */
export function withinLimits(source: SourceText): Result<SourceText> {
  const { text } = source;
  let entries = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    // A comma at the end of a line belongs to that line's entry.
    if (char === 10 || ((char === 44 || char === 13) && next !== 10 && next !== 13)) entries += 1;
  }
  if (entries <= maxEntries) return ok(source);
  const message = `The file has more than ${maxEntries.toLocaleString("en")} lines and entries.`;
  return fail(problem("file-too-big", message, "Split it into several documents.", { where: { file: source.file } }));
}
