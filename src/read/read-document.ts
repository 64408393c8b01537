import type { DocumentKind } from "../document/index.ts";
import { spareMemoryFor } from "../memory/index.ts";
import { fail, failAll, ok, problem, type Result } from "../problem/index.ts";
import { lostFields } from "./braces.ts";
import { decode } from "./decode.ts";
import { fileLimit, tooBig } from "./files.ts";
import { guessKind, kindHintOf, suggestedKind } from "./kind.ts";
import { withinLimits } from "./limits.ts";
import { parseJsonDocument } from "./parse-json.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { RawMap } from "./raw.ts";
import { shape } from "./shape.ts";
import { locate, type SourceDocument, spotter } from "./source.ts";
import { SourceText } from "./source-text.ts";
import { findUnwritable } from "./unwritable.ts";

/**
 * Reads a YAML or JSON document. `file` is the name used in problems; its extension or, failing that, its first
 * character determines whether it is YAML or JSON. If no kind is given, the document determines it. Problems:
 * `file-too-big`, `bad-encoding`, `empty-document`, `bad-syntax`, `too-deep`, `forbidden-yaml`, `duplicate-key`,
 * `forbidden-key`, `not-a-document`, `wrong-value`, `unknown-field`.
 */
export function readDocument(bytes: Uint8Array, file: string, kind?: DocumentKind): Result<SourceDocument> {
  if (bytes.length > fileLimit) return fail(tooBig(file));
  spareMemoryFor(bytes.length);
  const text = decode(bytes, file);
  return text.ok ? readDocumentText(text.value, file, kind) : text;
}

/**
 * Like `readDocument`, but for text that does not come from a file. Problems: any problem from `readDocument` except
 * `bad-encoding`.
 */
export function readDocumentText(text: string, file: string, kind?: DocumentKind): Result<SourceDocument> {
  if (text.length > fileLimit) return fail(tooBig(file));
  const source = new SourceText(file, text);
  if (/^\s*<[?!A-Za-z]/.test(text)) {
    const where = source.spot(text.indexOf("<"));
    return fail(
      problem("not-a-document", "This is XML; a document is written in YAML or JSON.", asTemplate, { where }),
    );
  }
  const limited = withinLimits(source);
  if (!limited.ok) return limited;
  const format = formatOf(file, text);
  const raw = format === "json" ? parseJsonDocument(source) : parseYaml(source);
  if (!raw.ok) return raw;
  const unwritable = findUnwritable(raw.value, source);
  if (unwritable) return fail(...unwritable);
  const isWritten = (path: string): boolean => locate(raw.value, path).whole;
  const read = sourceDocumentOf(raw.value.root, { file, format, spot: spotter(raw.value, source), isWritten }, kind);
  const lost = lostFields(read, raw.value, source);
  return lost.length > 0 ? failAll(lost) : ok(read);
}

/**
 * Builds a document from a file's values. If no kind is given, it is taken from the values, or guessed from them and
 * the file name.
 */
export function sourceDocumentOf(
  root: RawMap,
  from: Pick<SourceDocument, "file" | "format" | "spot" | "isWritten">,
  kind?: DocumentKind,
): SourceDocument {
  const readAs = kind ?? guessKind(root, from.file);
  return {
    ...from,
    kind: readAs,
    kindHint: kindHintOf(root),
    looksLike: suggestedKind(root, from.file),
    document: shape(root, readAs),
  };
}

const asTemplate = "Start from a template: templates/standard-invoice.yaml.";

export function formatOf(file: string, text: string): "yaml" | "json" {
  if (/\.json$/i.test(file)) return "json";
  if (/\.ya?ml$/i.test(file)) return "yaml";
  return /^\s*[{[]/.test(text) ? "json" : "yaml";
}
