import { documentShapes, type Field, memberOf } from "../../document/index.ts";
import type { Edit } from "../../problem/index.ts";
import { guessKind } from "../kind.ts";
import { isRawMap, type RawDocument, type RawMap } from "../raw.ts";
import { formatOf } from "../read-document.ts";
import { type Located, locate } from "../source.ts";
import type { SourceText } from "../source-text.ts";
import { scalar } from "../write-yaml.ts";
import { afterColon, blockEnd, flowEnd, lineEndAfter, lineStart, nameEnd, quotedAt } from "./text-extent.ts";

/** A part of the text, as offsets, and what to write in its place. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

interface Target {
  readonly raw: RawDocument;
  readonly text: string;
  readonly isJson: boolean;
  readonly kind: keyof typeof documentShapes;
}

export function targetOf(raw: RawDocument, { file, text }: SourceText): Target {
  return { raw, text, isJson: formatOf(file, text) === "json", kind: guessKind(raw.root, file) };
}

/** Returns what an edit replaces; undefined if it cannot be written without touching other parts of the file. */
export function replacementOf({ path, from, to }: Edit, target: Target): Replacement | undefined {
  const found = locate(target.raw, path);
  if (to === null) return found.whole ? removed(found, target) : undefined;
  if (!found.whole) return added(path, to, found, target);
  return replaced(path, from, to, found, target);
}

/** Gives a field another name, next to its value; quotes stay. */
export function renamed(path: string, name: string, { raw, text }: Target): Replacement | undefined {
  const { key, whole } = locate(raw, path);
  if (!whole) return undefined;
  const end = nameEnd(text, key);
  const quote = /^["']/.exec(text.slice(key, end))?.[0] ?? "";
  return { from: key, to: end, by: `${quote}${name}${quote}` };
}

function replaced(
  path: string,
  from: string | null,
  to: string,
  found: Located,
  { text, isJson, kind }: Target,
): Replacement | undefined {
  const { key, value: at, holder } = found;
  const field = fieldAt(path, kind);
  const written = scalar(to, field);
  const bare = isJson && written === to && !isNumber(field) ? JSON.stringify(to) : written;
  if (typeof found.at === "object" && (isRawMap(found.at) || Array.isArray(found.at))) {
    if (isFlow(text, at)) return { from: at, to: flowEnd(text, at), by: bare };
    const start = holder === undefined ? 0 : afterColon(text, key);
    const end = blockEnd(text, key);
    return start === 0 || hasComment(text, start, end) ? undefined : { from: start, to: end, by: ` ${bare}` };
  }
  if (at === key && isRawMap(holder?.value)) {
    const start = afterColon(text, key);
    return start === 0 ? undefined : { from: start, to: start, by: ` ${bare}` };
  }
  const token = quotedAt(text, at, isJson);
  if (token !== undefined) {
    const by = token.startsWith("'") ? `'${to.replaceAll("'", "''")}'` : JSON.stringify(to);
    return { from: at, to: at + token.length, by };
  }
  const plain = from ?? /^(?:~|null|Null|NULL)/.exec(text.slice(at, at + 4))?.[0];
  return plain !== undefined && text.startsWith(plain, at) ? { from: at, to: at + plain.length, by: bare } : undefined;
}

function removed({ key, value, holder }: Located, { text }: Target): Replacement | undefined {
  if (holder === undefined || !isRawMap(holder.value)) return undefined;
  if (!isFlow(text, holder.at)) {
    const start = lineStart(text, key);
    const isFirstOfEntry = text.slice(start, key).trim() !== "";
    const end = lineEndAfter(text, blockEnd(text, key));
    return isFirstOfEntry || hasComment(text, key, end) ? undefined : { from: start, to: end, by: "" };
  }
  const end = flowEnd(text, value);
  const comma = /^\s*,\s*/.exec(text.slice(end))?.[0];
  if (comma !== undefined) return { from: key, to: end + comma.length, by: "" };
  const before = /,\s*$/.exec(text.slice(0, key))?.[0] ?? "";
  return { from: key - before.length, to: end, by: "" };
}

/** Adds a field behind the one that the description of the service names before it, in the same form. */
function added(path: string, to: string, found: Located, { raw, text, isJson, kind }: Target): Replacement | undefined {
  const [, above = "", name = path] = /^(.*)\.([^.]+)$/.exec(path) ?? [];
  const group = locate(raw, above);
  if (!group.whole || !isRawMap(found.at) || group.at !== found.at) return undefined;
  const sibling = siblingOf(found.at, name, fieldAt(above, kind));
  const place = sibling === undefined ? undefined : raw.places.of(found.at, sibling);
  if (place === undefined) return undefined;
  const field = fieldAt(path, kind);
  const written = scalar(to, field);
  if (!isFlow(text, group.value)) {
    const end = blockEnd(text, place.key);
    const start = lineStart(text, place.key);
    const margin = text.slice(start, place.key).replace(/\S/g, " ");
    const line = text.includes("\r\n") ? "\r\n" : "\n";
    return { from: end, to: end, by: `${line}${margin}${name}: ${written}` };
  }
  const end = flowEnd(text, place.value);
  const nameAt = nameEnd(text, place.key);
  const isQuoted = text.slice(place.key, nameAt) !== sibling;
  const colon = /^\s*:[ \t]*$/.exec(text.slice(nameAt, place.value))?.[0] ?? ": ";
  const value = isJson && written === to && !isNumber(field) ? JSON.stringify(to) : written;
  const by = `,${gapBefore(found.at, place.key, text, raw)}${isQuoted ? JSON.stringify(name) : name}${colon}${value}`;
  return { from: end, to: end, by };
}

/** Blanks before a field in braces, as before the others of its group. */
function gapBefore(group: RawMap, key: number, text: string, raw: RawDocument): string {
  const second = Object.keys(group)[1];
  const at = second === undefined ? key : (raw.places.of(group, second)?.key ?? key);
  const gap = /\s*$/.exec(text.slice(0, at))?.[0] ?? "";
  return second === undefined && gap === "" && !/^"/.test(text.slice(at)) ? " " : gap;
}

function siblingOf(group: RawMap, name: string, field: Field | undefined): string | undefined {
  const names = Object.keys(group);
  const order = field?.kind === "object" || field?.kind === "object-or-list" ? Object.keys(field.members) : [];
  const before = order.slice(0, Math.max(0, order.indexOf(name)));
  return before.findLast((each) => Object.hasOwn(group, each)) ?? names[0];
}

/** What a person wrote beside a field is never removed with it. */
const hasComment = (text: string, from: number, to: number): boolean => /\s#/.test(text.slice(from, to));

const isFlow = (text: string, at: number): boolean => text[at] === "{" || text[at] === "[";

const isNumber = (field: Field | undefined): boolean => field?.kind === "leaf" && field.meta.wire === "number";

function fieldAt(path: string, kind: keyof typeof documentShapes): Field | undefined {
  let at: Field | undefined = documentShapes[kind];
  for (const [step] of path.matchAll(/[^.[\]]+/g)) {
    if (at === undefined) return undefined;
    if (!/^\d+$/.test(step)) at = memberOf(at, step);
    else at = at.kind === "list" || at.kind === "object-or-list" ? at.item : undefined;
  }
  return at;
}
