import { fail, ok, problem, type Result } from "../problem/index.ts";
import type { SourceText } from "./source-text.ts";

/** Nesting; the deepest real document has about eight levels. */
export const maxDepth = 64;
/**
 * Lines and commas: 25 for each of an invoice's 20,000 lines. Each entry takes some hundred bytes, and running out of
 * memory cannot be caught.
 */
const maxEntries = 500_000;
/** Syntax problems shown per file; a file with more is not a document. */
export const maxProblems = 50;

/** Keys that would change the prototype of objects. */
export const forbiddenKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Problem: `file-too-big` for a text with too many entries for a parser. */
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
