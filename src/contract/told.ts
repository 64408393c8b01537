import { isJsonObject, JsonNumber, type JsonObject, type JsonValue, writeJson } from "../json/index.ts";
import { embeddedDocument } from "./answers/embedded-document.ts";
import { instantAt, spelling, textAt } from "./members.ts";

/** The name includes the names of the enclosing objects; the value is on one line. */
export type ToldMember = readonly [name: string, value: string];

/** In characters; a longer value is cut, and its full length is appended. */
const longestValue = 300;
const longestName = 80;
/** Maximum number of members shown; if there are more, the output ends with the number left out. */
const mostMembers = 40;
const deepest = 8;

/** Cuts a long string and appends its full length. */
export function cutShort(text: string, longest = longestValue): string {
  if (text.length <= longest) return text;
  // Does not split a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(text[longest - 1] ?? "") ? longest - 1 : longest;
  return `${text.slice(0, end)}… (${text.length} characters)`;
}

/**
 * Returns one line per member; nested names are joined with dots, and list elements have their index. Leaves out null
 * and empty members, and counts members beyond the limit.
 */
export function toldOf(value: JsonValue | undefined, name = ""): ToldMember[] {
  const told: ToldMember[] = [];
  const left = flatten(value, name, 0, told);
  return left === 0 ? told : [...told, ["…", `${left} more (--json shows all)`]];
}

/** Appends the members to `told`; returns the number of values that were left out. */
function flatten(value: JsonValue | undefined, name: string, depth: number, told: ToldMember[]): number {
  const text = value === undefined ? undefined : valueText(value);
  if (text !== undefined) return add(name, text, told);
  if (typeof value !== "object" || value === null || value instanceof JsonNumber) return 0;
  if (depth >= deepest) return add(name, writeJson(value), told);
  const isScalars = Array.isArray(value) && value.every((each) => valueText(each) !== undefined);
  if (isScalars && value.length > 0) return add(name, value.map(valueText).join(", "), told);
  const entries = Array.isArray(value)
    ? value.map((each, at) => [`${name}[${at}]`, each] as const)
    : Object.entries(value).map(([key, each]) => [name === "" ? key : `${name}.${key}`, each] as const);
  let left = 0;
  for (const [path, member] of entries)
    left += told.length < mostMembers ? flatten(member, path, depth + 1, told) : saysSomething(member) ? 1 : 0;
  return left;
}

function add(name: string, text: string, told: ToldMember[]): number {
  if (told.length >= mostMembers) return 1;
  told.push([cutShort(name, longestName), cutShort(text)]);
  return 0;
}

function saysSomething(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === "") return false;
  return typeof value !== "object" || value instanceof JsonNumber || Object.keys(value).length > 0;
}

function valueText(value: JsonValue): string | undefined {
  return typeof value === "boolean" ? String(value) : textAt(value);
}

/** Returns a value of unknown shape on one line, for display; undefined if it is empty. */
export function asOneLine(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return valueText(value) ?? (saysSomething(value) ? cutShort(writeJson(value)) : undefined);
}

/** Scripts always get an object: any other value is wrapped as `{ value }`. */
export function asObject(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : { value };
}

/**
 * Reads an object in an answer and records what was understood. A value that was not understood, such as a time in an
 * unknown format, is returned by `rest`, so everything that a service sends reaches the screen.
 */
export class Reading {
  readonly #object: JsonObject;
  readonly #taken = new Set<string>();
  /** The object's keys, grouped by their normalised spelling. */
  #keys: Map<string, string[]> | undefined;

  constructor(object: JsonObject) {
    this.#object = object;
  }

  /** The first value under these names that is a non-blank string or a number. */
  text(...names: readonly string[]): string | undefined {
    return this.#first(names, textAt);
  }

  /** Unix milliseconds, from the first of these names whose value is an instant. */
  instant(...names: readonly string[]): number | undefined {
    return this.#first(names, instantAt);
  }

  /** The first value under these names that is a non-empty object. */
  object(...names: readonly string[]): JsonObject | undefined {
    return this.#first(names, (value) => (isJsonObject(value) && Object.keys(value).length > 0 ? value : undefined));
  }

  /** A document inside of the answer, in Base64. */
  document(...names: readonly string[]): string | undefined {
    return this.#first(names, embeddedDocument);
  }

  list(...names: readonly string[]): JsonValue[] | undefined {
    return this.#first(names, (value) => (Array.isArray(value) ? value : undefined));
  }

  boolean(...names: readonly string[]): boolean | undefined {
    return this.#first(names, (value) => (typeof value === "boolean" ? value : undefined));
  }

  /** Members that were not understood, as received. */
  rest(): ToldMember[] {
    return toldOf(Object.fromEntries(Object.entries(this.#object).filter(([key]) => !this.#taken.has(key))));
  }

  #first<T>(names: readonly string[], read: (value: JsonValue | undefined) => T | undefined): T | undefined {
    for (const name of names) {
      for (const key of this.#keysNamed(name)) {
        const found = this.#taken.has(key) ? undefined : read(this.#object[key]);
        if (found === undefined) continue;
        this.#taken.add(key);
        return found;
      }
    }
    return undefined;
  }

  /** All spellings of the name that occur, with the exact one first. */
  #keysNamed(name: string): readonly string[] {
    this.#keys ??= bySpelling(this.#object);
    const keys = this.#keys.get(spellingOf(name)) ?? [];
    return keys.length > 1 && keys.includes(name) ? [name, ...keys.filter((key) => key !== name)] : keys;
  }
}

function bySpelling(object: JsonObject): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  for (const key of Object.keys(object)) {
    const spelled = spelling(key);
    const known = keys.get(spelled);
    if (known === undefined) keys.set(spelled, [key]);
    else known.push(key);
  }
  return keys;
}

/** Cached normal forms: there are few names, but they are read in every object of a list. */
const asked = new Map<string, string>();

function spellingOf(name: string): string {
  const known = asked.get(name);
  if (known !== undefined) return known;
  const made = spelling(name);
  asked.set(name, made);
  return made;
}
