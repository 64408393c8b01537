import type { DocumentKind } from "../kind.ts";
import { documentShapes, type SelfBilledDocument } from "../shapes.ts";
import { isComment, isNameOfDigits, pathWithoutPlaces } from "./allowed-fields.ts";
import type { FieldProblem } from "./field-problem.ts";
import { type Field, isRecord, type Members, memberOf, pathText } from "./fields.ts";
import { isPresent } from "./is-present.ts";
import { judgeOf } from "./judge.ts";
import type { Correction } from "./refined.ts";
import { scalarText } from "./scalar-text.ts";
import { isSensitive } from "./sensitive.ts";

/** An unknown field, and a suggestion. */
export interface Unknown {
  readonly path: string;
  readonly name: string;
  /** Relative to the object that contains the field: `unit_code`, or `price.base_quantity` for a deeper one. */
  readonly didYouMean?: string;
  /** Set for a name made of digits, such as 500.00: it is always a slip. */
  readonly isDigits?: true;
  /** Set if there is no value. */
  readonly isBlank?: true;
  readonly correction?: Correction;
}

/**
 * Fields of a file that are never sent: the name of a supplier in the book, the document that this one replaces, and
 * the issuing company.
 */
export const ownFields: readonly string[] = ["supplier", "corrects", "company"];

function ours(steps: readonly PropertyKey[], key: string): boolean {
  return steps.length === 1 ? ownFields.includes(key) : steps[0] === "attachments" && key === "file_path";
}

/**
 * Maximum number of suggestions per document: each one requires a comparison with every known name, and a file with
 * more errors was not typed by hand.
 */
const mostGuesses = 200;

/** The first unknown fields, and how many more there are. */
export interface Unknowns {
  readonly first: readonly Unknown[];
  readonly more: number;
}

interface UnknownOptions {
  /** Maximum number of fields returned. */
  readonly most?: number;
  /** Fields that are never sent and comments are allowed in a `file`, but unknown in a `body`. */
  readonly written?: "file" | "body";
  /** Paths without places in lists (`document_lines.cost_centre`) that are not reported. */
  readonly allowed?: ReadonlySet<string> | undefined;
}

/** Finds unknown fields at any depth, in document order. */
export function unknownFields(document: unknown, kind: DocumentKind, options: UnknownOptions = {}): Unknowns {
  const { most = Number.POSITIVE_INFINITY, written = "file", allowed } = options;
  const found: Finding = { first: [], most, more: 0, written, allowed };
  visit(document, documentShapes[kind], [], found);
  const { first, more } = found;
  return { first, more };
}

interface Finding {
  readonly first: Unknown[];
  readonly most: number;
  more: number;
  readonly written: "file" | "body";
  readonly allowed: ReadonlySet<string> | undefined;
}

function visit(value: unknown, field: Field, trail: PropertyKey[], found: Finding): void {
  if (field.kind === "leaf") return;
  if (Array.isArray(value)) {
    if (field.kind === "object") return;
    for (let at = 0; at < value.length; at++) {
      trail.push(at);
      visit(value[at], field.item, trail, found);
      trail.pop();
    }
    return;
  }
  if (!isRecord(value) || field.kind === "list") return;
  for (const key of Object.keys(value)) {
    const known = memberOf(field, key);
    trail.push(key);
    if (known) visit(value[key], known, trail, found);
    else if (found.written === "body" || (!ours(trail, key) && !isComment(key))) note(key, value, field, trail, found);
    trail.pop();
  }
}

function note(
  name: string,
  holder: Readonly<Record<string, unknown>>,
  field: { readonly members: Members },
  trail: readonly PropertyKey[],
  found: Finding,
): void {
  const { first, most, written, allowed } = found;
  const path = pathText(trail);
  if (!isNameOfDigits(name) && allowed?.has(pathWithoutPlaces(path))) return;
  if (first.length >= most) {
    found.more += 1;
    return;
  }
  const own = trail.length === 1 && written === "file" ? ownFields : [];
  const guess = first.length < mostGuesses ? guessFor(name, field, own) : undefined;
  const correction = guess === undefined ? undefined : correctionOf({ name, guess, holder, field, trail });
  first.push({
    ...{ path, name },
    ...(correction === undefined ? {} : { correction }),
    ...(guess === undefined ? {} : { didYouMean: guess }),
    ...(isNameOfDigits(name) ? { isDigits: true } : {}),
    ...(isPresent(holder[name]) ? {} : { isBlank: true }),
  });
}

interface Misspelt {
  readonly name: string;
  readonly guess: string;
  readonly holder: Readonly<Record<string, unknown>>;
  readonly field: { readonly members: Members };
  readonly trail: readonly PropertyKey[];
}

/** Names shorter than the first are another word as soon as a letter differs; from the second on, two letters may. */
const enoughLetters = { forOne: 6, forTwo: 8 } as const;

/** Whether one or two letters were mistyped, or only case and hyphens differ: anything wider may be a name of its own. */
function isSlip(name: string, guess: string, most: number): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[-_]/g, "");
  if (plain(name) === plain(guess)) return true;
  const words = (text: string): number => text.split("_").length;
  const { forOne, forTwo } = enoughLetters;
  const letters = guess.length < forOne ? 0 : guess.length < forTwo ? 1 : most;
  return words(name) === words(guess) && editDistance(name, guess, letters + 1) <= letters;
}

/** Whether another unknown name beside it could be the same field. */
function hasRival({ name, guess, holder, field }: Misspelt): boolean {
  const names = Object.keys(field.members);
  const isRival = (each: string): boolean => each !== name && !isComment(each) && nearest(each, names) === guess;
  return Object.keys(holder).some((each) => !Object.hasOwn(field.members, each) && isRival(each));
}

/**
 * Returns what to do with a mistyped name: remove it if the right name has the same value; give it the right name if
 * that is missing, no other missing field and no other unknown name is similar, and the value is one of this field.
 * Days are left to a person, who knows which of them it is.
 */
function correctionOf(misspelt: Misspelt): Correction | undefined {
  const { name, guess, holder, field, trail } = misspelt;
  const target = Object.hasOwn(field.members, guess) ? field.members[guess] : undefined;
  if (target === undefined || !/^\w+$/.test(name)) return undefined;
  const [value, path, right] = [holder[name], pathText(trail), pathText([...trail.slice(0, -1), guess])];
  const text = scalarText(value);
  if (isPresent(holder[guess])) {
    const isSame = text !== undefined && text === scalarText(holder[guess]);
    return isSame ? { safe: true, changes: [{ path, to: undefined }] } : undefined;
  }
  const others = Object.keys(field.members).filter((each) => each !== guess && !isPresent(holder[each]));
  if (target.kind !== "leaf" || text === undefined || nearest(name, others) !== undefined) return undefined;
  const isDay = target.meta.form?.is === "date";
  if (!isSlip(name, guess, isDay ? 1 : 2) || hasRival(misspelt)) return undefined;
  const problems: FieldProblem[] = [];
  judgeOf(target)(text, [...trail.slice(0, -1), guess], problems);
  if (problems.length > 0) return undefined;
  const changes = [
    { path, to: undefined },
    { path: right, to: text },
  ];
  return { safe: !isDay && !isSensitive(right, target), changes };
}

/**
 * Suggests a name at the same level, or one level deeper, with or without the group's name in front
 * (`price_base_quantity`).
 */
function guessFor(
  name: string,
  { members }: { readonly members: Members },
  own: readonly string[],
): string | undefined {
  const near = new Map([...Object.keys(members), ...own].map((each) => [each, each]));
  const deeper: string[] = [];
  for (const [group, field] of Object.entries(members)) {
    if (field.kind !== "object") continue;
    for (const each of Object.keys(field.members)) {
      const path = `${group}.${each}`;
      if (each === name) deeper.push(path);
      if (!near.has(`${group}_${each}`)) near.set(`${group}_${each}`, path);
    }
  }
  return deeper.length === 1 ? deeper[0] : near.get(nearest(name, [...near.keys()]) ?? "");
}

/**
 * Returns the most similar word. At most `most` letters may differ; by default a third of the letters, but at least
 * two.
 */
export function nearest(
  word: string,
  words: readonly string[],
  most: number = Math.max(2, Math.floor(word.length / 3)),
): string | undefined {
  let best: string | undefined;
  let least = most + 1;
  for (const candidate of words) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), least);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** Damerau–Levenshtein distance (insert, delete, replace, swap); stops at `limit`. */
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

/** Leaves out unknown and empty fields. */
export function onlyKnown(document: unknown, kind: DocumentKind): SelfBilledDocument {
  return known(document, documentShapes[kind]) as SelfBilledDocument;
}

function known(value: unknown, field: Field): unknown {
  if (Array.isArray(value)) {
    const item = field.kind === "list" || field.kind === "object-or-list" ? field.item : undefined;
    return item ? value.map((each) => known(each, item)) : value;
  }
  if (!isRecord(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const fieldOfMember = memberOf(field, key);
    if (fieldOfMember && isPresent(value[key])) kept[key] = known(value[key], fieldOfMember);
  }
  return kept;
}
