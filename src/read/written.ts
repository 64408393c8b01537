import { type DocumentKind, isRecord, type SelfBilledDocument, unwritableIn } from "../document/index.ts";
import { ok, type Result } from "../problem/index.ts";
import { forbiddenKeys, maxDepth } from "./limits.ts";
import type { RawMap } from "./raw.ts";
import { readDocument, sourceDocumentOf } from "./read-document.ts";
import type { SourceDocument } from "./source.ts";

/** A document that selfbill created and that has no file of its own, with the YAML that its file would contain. */
export interface WrittenDocument {
  readonly document: SelfBilledDocument;
  /** Returns the output of `writeYaml`, after any comments. */
  bytes(): Uint8Array;
}

/**
 * Like calling `readDocument` on the bytes. A document of plain strings is not written and parsed until a position in
 * it is needed. Problems: as for `readDocument`.
 */
export function readWritten(written: WrittenDocument, file: string, kind?: DocumentKind): Result<SourceDocument> {
  const whole = (): Result<SourceDocument> => readDocument(written.bytes(), file, kind);
  if (!isPlain(written.document)) return whole();
  let read: Result<SourceDocument> | undefined;
  const spot: SourceDocument["spot"] = (path, of) => {
    read ??= whole();
    return read.ok ? read.value.spot(path, of) : { file, path };
  };
  return ok(sourceDocumentOf(written.document as unknown as RawMap, { file, format: "yaml", spot }, kind));
}

/**
 * Maximum total length accepted without parsing; a longer document may exceed a file limit, which `readDocument`
 * reports.
 */
const longest = 100_000;

/**
 * Whether reading the document's file would return exactly the same document, that is, whether it consists only of
 * groups, lists and short strings, and no group or list is empty.
 */
function isPlain(document: SelfBilledDocument): boolean {
  let length = 0;
  const plain = (value: unknown, depth: number): boolean => {
    if (typeof value === "string") {
      length += value.length;
      return unwritableIn(value) === undefined && length <= longest;
    }
    if (depth === maxDepth) return false;
    if (Array.isArray(value)) return value.length > 0 && value.every((each) => plain(each, depth + 1));
    if (!isRecord(value) || value.constructor !== Object) return false;
    const names = Object.keys(value);
    return (
      names.length > 0 &&
      names.every(
        (name) => !forbiddenKeys.has(name) && unwritableIn(name) === undefined && plain(value[name], depth + 1),
      )
    );
  };
  return plain(document, 0);
}
