import type { JsonNumber } from "../json/index.ts";

/** A YAML scalar without quotes: only the request's shape tells whether `00010000` is a text or a number. */
export class PlainScalar {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export interface RawMap {
  [key: string]: RawValue;
}

/** What stands in a file, before anybody asked what it means. */
export type RawValue = null | boolean | string | JsonNumber | PlainScalar | RawValue[] | RawMap;

export function isRawMap(value: RawValue | undefined): value is RawMap {
  return typeof value === "object" && value !== null && !Array.isArray(value) && value.constructor === Object;
}

/** Offsets of a member's key and of its value; a list item has its own offset as both. */
export interface Place {
  readonly key: number;
  readonly value: number;
}

/**
 * Where every member of a file stands, by the group or list that holds it; flat, because a file may have a million of
 * them.
 */
export class Places {
  readonly #groups = new Map<object, Map<string, number>>();
  readonly #lists = new Map<object, number[]>();
  /** Offset of the key, offset of the value, and so on; a member is known by its index here. */
  readonly #offsets: number[] = [];

  note(holder: object, key: string | number, keyAt: number, valueAt: number): void {
    if (typeof key === "number") entryOf(this.#lists, holder, () => [])[key] = this.#offsets.length;
    else entryOf(this.#groups, holder, () => new Map()).set(key, this.#offsets.length);
    this.#offsets.push(keyAt, valueAt);
  }

  of(holder: object, key: string | number): Place | undefined {
    const index = typeof key === "number" ? this.#lists.get(holder)?.[key] : this.#groups.get(holder)?.get(key);
    if (index === undefined) return undefined;
    return { key: this.#offsets[index] as number, value: this.#offsets[index + 1] as number };
  }
}

function entryOf<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}

/** A parsed file: its top-level group and where everything stands. */
export interface RawDocument {
  readonly root: RawMap;
  /** Offset of the top-level group. */
  readonly rootAt: number;
  readonly places: Places;
}
