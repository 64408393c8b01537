import { isJsonObject, JsonNumber, type JsonObject, type JsonValue, writeJson } from "../json/index.ts";
import { instantAt, spelling, textAt } from "./members.ts";

/** Something in an answer that is not known: its name, with those of the objects around it, and its value as one line. */
export type ToldMember = readonly [name: string, value: string];

/** Longest value that is shown, in characters; of a longer one its length is shown. */
const longestValue = 300;
const longestName = 80;
/** Most members of one object that are shown; of more, their number is shown. */
const mostMembers = 40;
const deepest = 8;

/** The beginning of a text, with its length if it is longer. */
export function cutShort(text: string, longest = longestValue): string {
  if (text.length <= longest) return text;
  // A surrogate pair stays whole.
  const end = /[\uD800-\uDBFF]/.test(text[longest - 1] ?? "") ? longest - 1 : longest;
  return `${text.slice(0, end)}… (${text.length} characters)`;
}

/**
 * The members of an object as received, one line each: nested ones with a dot, lists with their index. Leaves out what is null or
 * empty, and counts what is too much.
 */
export function toldOf(value: JsonValue | undefined, name = ""): ToldMember[] {
  const told: ToldMember[] = [];
  const left = flatten(value, name, 0, told);
  return left === 0 ? told : [...told, ["…", `${left} more (--json shows all)`]];
}

/** The number of values that were left out. */
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

/** A text, number or truth value as text. */
function valueText(value: JsonValue): string | undefined {
  return typeof value === "boolean" ? String(value) : textAt(value);
}

/** Any value as one line: what an unknown shape says. */
export function asOneLine(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return valueText(value) ?? (saysSomething(value) ? cutShort(writeJson(value)) : undefined);
}

/** A value for scripts, which always get an object: any other value is in one, as `value`. */
export function asObject(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : { value };
}

/**
 * Reads an object of an answer and remembers what was understood. A member counts as understood once its value was: a time that is not a
 * time remains in the rest, so nothing that a service says is lost on the way to the screen.
 */
export class Reading {
  readonly #object: JsonObject;
  readonly #taken = new Set<string>();
  /** The keys by what they spell. */
  #keys: Map<string, string[]> | undefined;

  constructor(object: JsonObject) {
    this.#object = object;
  }

  /** The first of these names that has a text. */
  text(...names: readonly string[]): string | undefined {
    return this.#first(names, textAt);
  }

  /** The first of these names that has an instant, in Unix milliseconds. */
  instant(...names: readonly string[]): number | undefined {
    return this.#first(names, instantAt);
  }

  /** The first of these names that has an object with something in it. */
  object(...names: readonly string[]): JsonObject | undefined {
    return this.#first(names, (value) => (isJsonObject(value) && Object.keys(value).length > 0 ? value : undefined));
  }

  list(...names: readonly string[]): JsonValue[] | undefined {
    return this.#first(names, (value) => (Array.isArray(value) ? value : undefined));
  }

  boolean(...names: readonly string[]): boolean | undefined {
    return this.#first(names, (value) => (typeof value === "boolean" ? value : undefined));
  }

  /** What was not understood, as it came. */
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

  /** The keys that spell this name, the exact one first. */
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

/** Few names are asked for, but in every object of a list. */
const asked = new Map<string, string>();

function spellingOf(name: string): string {
  const known = asked.get(name);
  if (known !== undefined) return known;
  const made = spelling(name);
  asked.set(name, made);
  return made;
}
