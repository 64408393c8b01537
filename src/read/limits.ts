import { fail, ok, problem, type Result } from "../problem/index.ts";
import type { SourceText } from "./source-text.ts";

/** Maximum depth of nesting in a document; the deepest real one has about eight levels. */
export const maxDepth = 64;
/**
 * Maximum number of lines and commas: 25 for each of an invoice's 20,000 lines. Each entry takes some hundred bytes, and running out of memory cannot
 * be caught.
 */
const maxEntries = 500_000;
/** Maximum number of syntax problems shown for one file; a file with more is not a document. */
export const maxProblems = 50;

/** Keys that would change the prototype of objects. */
export const forbiddenKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Refuses a text with too many entries for a parser: `file-too-big`. */
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
