import type * as z from "zod";
import { type Field, fieldOf, isRecord, memberOf, pathText } from "./fields.ts";
import type { DocumentKind } from "./kind.ts";
import { documentSchemas } from "./shapes.ts";

/** A field the request does not know, with the known name that looks most like it. */
export interface Unknown {
  readonly path: string;
  readonly name: string;
  readonly didYouMean?: string;
}

/** Fields a file may have that are never sent: the path of an attachment, the name of a supplier of the book. */
function ours(at: readonly PropertyKey[], key: string): boolean {
  return at.length === 0 ? key === "supplier" : at[0] === "attachments" && key === "file_path";
}

/** Finds every unknown field, at any depth, in document order. They are warnings: the service ignores what it does not know. */
export function unknownFields(document: unknown, kind: DocumentKind): Unknown[] {
  const found: Unknown[] = [];
  visit(document, documentSchemas[kind], [], found);
  return found;
}

function visit(value: unknown, schema: z.ZodType, at: PropertyKey[], found: Unknown[]): void {
  const field: Field = fieldOf(schema);
  if (Array.isArray(value)) {
    if (field.kind !== "list" && field.kind !== "object-or-list") return;
    for (const [index, item] of value.entries()) visit(item, field.item, [...at, index], found);
    return;
  }
  if (!isRecord(value) || (field.kind !== "object" && field.kind !== "object-or-list")) return;
  for (const [key, member] of Object.entries(value)) {
    const known = memberOf(field, key);
    if (known) visit(member, known, [...at, key], found);
    else if (!ours(at, key)) {
      const guess = nearest(key, [...Object.keys(field.members), ...(at.length === 0 ? ["supplier"] : [])]);
      found.push({ path: pathText([...at, key]), name: key, ...(guess === undefined ? {} : { didYouMean: guess }) });
    }
  }
}

/** The nearest known word within a third of its length, or undefined. Used for fields; commands have commander's own. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of words) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), least);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** Damerau–Levenshtein distance (insert, delete, replace, swap), given up at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      current.push(cost);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? limit;
}
