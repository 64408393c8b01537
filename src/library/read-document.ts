import { numbersAsText } from "../json/index.ts";
import { readDocumentText } from "../read/index.ts";
import { attempt, findingOf, made, refused, wrong } from "./finding.ts";
import type { DocumentDraft, ReadDocument, ReadOptions, Result } from "./types.ts";

/**
 * Reads a document from JSON or YAML text: every value as written, so that no digit is lost, and with its place in
 * the text. Findings: errors that prevent reading, each with line and column (`bad-syntax`, `duplicate-key`,
 * `file-too-big` beyond 16,777,216 characters …). The content is not checked: pass the result to `check`.
 */
export function readDocument(text: string, options: ReadOptions = {}): Result<ReadDocument> {
  return attempt(() => readDocumentOf(text, options ?? {}));
}

function readDocumentOf(text: unknown, options: ReadOptions): Result<ReadDocument> {
  if (typeof text !== "string")
    return refused([wrong("This is not a text.", "Give the text of a JSON or YAML document.")]);
  const read = readDocumentText(text.replace(/^\uFEFF/, ""), "", options.kind);
  if (!read.ok) return refused(read.problems.map(findingOf));
  const { document, kind, spot } = read.value;
  return made({
    kind,
    document: numbersAsText(document as never) as DocumentDraft,
    place(path, of) {
      const { line, column } = spot(String(path), of);
      return line === undefined || column === undefined ? null : { line, column };
    },
  });
}
