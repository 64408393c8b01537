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

/** Where every member of a file stands, by the group or list that holds it. */
export class Places {
  readonly #known = new Map<object, Map<string | number, Place>>();

  note(holder: object, key: string | number, keyAt: number, valueAt: number): void {
    let members = this.#known.get(holder);
    if (!members) {
      members = new Map();
      this.#known.set(holder, members);
    }
    members.set(key, { key: keyAt, value: valueAt });
  }

  of(holder: object, key: string | number): Place | undefined {
    return this.#known.get(holder)?.get(key);
  }
}

/** A parsed file: its top-level group and where everything stands. */
export interface RawDocument {
  readonly root: RawMap;
  /** Offset of the top-level group. */
  readonly rootAt: number;
  readonly places: Places;
}
