import { type Correction, isRecord, valueAt } from "../document/index.ts";
import { JsonNumber, writeJson } from "../json/index.ts";
import type { Edit, Fix } from "../problem/index.ts";
import type { SourceDocument } from "./source.ts";

/**
 * Returns the edits of the file that make a correction. Undefined without one, and if the file does not contain a value
 * that changes, such as one from the supplier book, or the group of a value that is added.
 */
export function fixOf(correction: Correction | undefined, source: SourceDocument): Fix | undefined {
  if (correction === undefined) return undefined;
  const edits = correction.changes.map(({ path, to }) => editOf(path, to, source));
  return edits.some((each) => each === undefined)
    ? undefined
    : { safe: correction.safe, edits: edits as readonly Edit[] };
}

function editOf(path: string, to: unknown, { document, isWritten }: SourceDocument): Edit | undefined {
  const value = valueAt(document, path);
  const above = path.replace(/(?:^|\.)[^.]+$/, "");
  const group = valueAt(document, above);
  const isThere = value !== undefined || isWritten?.(path);
  if (isThere ? !isWritten?.(path) : !isRecord(group) || !(above === "" || isWritten?.(above))) return undefined;
  const after = to === undefined ? null : textOf(to);
  const from = value === undefined ? null : textOf(value);
  return from === after ? undefined : { path, from, to: after };
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value instanceof JsonNumber ? value.text : writeJson(value as never);
}
