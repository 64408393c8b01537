import type { JsonNumber } from "../json/index.ts";

/**
 * A YAML scalar without quotes: only the schema of the request determines whether `00010000` is a string or a number.
 */
export class PlainScalar {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export interface RawMap {
  [key: string]: RawValue;
}

/** The content of a file before it is interpreted. */
export type RawValue = null | boolean | string | JsonNumber | PlainScalar | RawValue[] | RawMap;

export function isRawMap(value: RawValue | undefined): value is RawMap {
  return typeof value === "object" && value !== null && !Array.isArray(value) && value.constructor === Object;
}

/** Offsets of a member's key and value; for a list item both are the same. */
export interface Place {
  readonly key: number;
  readonly value: number;
}

/**
 * The positions of members, keyed by the group or list that contains them; stored flat, because a file may have a
 * million members.
 */
export class Places {
  /**
   * For a small group, names and indexes alternate in an array: a Map for each of a million small groups would
   * exhaust memory.
   */
  readonly #groups = new Map<object, (string | number)[] | Map<string, number>>();
  readonly #lists = new Map<object, number[]>();
  /**
   * For each member, the offset of its key, followed by the offset of its value. A member is identified by the index of
   * its key's offset.
   */
  readonly #offsets: number[] = [];

  note(holder: object, key: string | number, keyAt: number, valueAt: number): void {
    if (typeof key === "number") entryOf(this.#lists, holder, () => [])[key] = this.#offsets.length;
    else this.#noteName(holder, key, this.#offsets.length);
    this.#offsets.push(keyAt, valueAt);
  }

  #noteName(holder: object, name: string, index: number): void {
    const known = this.#groups.get(holder);
    if (known === undefined) this.#groups.set(holder, [name, index]);
    else if (known instanceof Map) known.set(name, index);
    else if (known.length < 2 * few) known.push(name, index);
    else this.#groups.set(holder, new Map([...pairsOf(known), [name, index]]));
  }

  of(holder: object, key: string | number): Place | undefined {
    const index = typeof key === "number" ? this.#lists.get(holder)?.[key] : indexIn(this.#groups.get(holder), key);
    if (index === undefined) return undefined;
    return { key: this.#offsets[index] as number, value: this.#offsets[index + 1] as number };
  }
}

/** Maximum number of names in a group that is searched linearly. */
const few = 40;

function indexIn(group: (string | number)[] | Map<string, number> | undefined, name: string): number | undefined {
  if (group === undefined || group instanceof Map) return group?.get(name);
  for (let at = 0; at < group.length; at += 2) if (group[at] === name) return group[at + 1] as number;
  return undefined;
}

function* pairsOf(group: readonly (string | number)[]): Generator<[string, number]> {
  for (let at = 0; at < group.length; at += 2) yield [group[at] as string, group[at + 1] as number];
}

function entryOf<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}

/** A parsed file: its top-level group and the positions of all members. */
export interface RawDocument {
  readonly root: RawMap;
  /** Offset of the top-level group. */
  readonly rootAt: number;
  readonly places: Places;
  /** Offsets of the names, without quotes, that follow a number and a comma inside braces; YAML only. */
  readonly afterNumber?: ReadonlySet<number>;
}
