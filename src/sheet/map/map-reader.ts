import { type DocumentKind, documentKinds, nearest } from "../../document/index.ts";
import { type Problem, problem, type Spot } from "../../problem/index.ts";
import type { PlainValue, SourceValues } from "../../read/index.ts";
import { type FieldPath, fieldPathOf } from "../field-path.ts";

export interface MapReading {
  /** Used if the map does not state the kind. */
  readonly kind: DocumentKind;
  /** Set for the built-in map: fields of the other kind are left out, and columns may be missing. */
  readonly builtIn?: boolean;
  readonly alike?: Readonly<Record<string, readonly string[]>>;
}

/** The most problems reported per map; the user corrects these and checks the map again. */
const mostTold = 1_000;

/** Reads the values of a map and collects the problems found. */
export class MapReader {
  readonly problems: Problem[] = [];
  readonly reading: MapReading;
  readonly #source: SourceValues;
  /** Only fields of this kind are used. */
  kind: DocumentKind;
  /**
   * Whether the kind of a document is determined from its rows. If so, a field that only one kind has is ignored for
   * the other, without a problem.
   */
  both = false;

  constructor(source: SourceValues, reading: MapReading) {
    this.#source = source;
    this.reading = reading;
    this.kind = reading.kind;
  }

  value(name: string): PlainValue {
    return this.#source.values[name];
  }

  names(): string[] {
    return Object.keys(this.#source.values);
  }

  spot(path: string, of: "name" | "value" = "name"): Spot {
    return this.#source.spot(path, of);
  }

  say(message: string, hint: string, path: string, of: "name" | "value" = "name"): void {
    if (this.problems.length >= mostTold) return;
    this.problems.push(problem("bad-map", message, hint, { where: this.#source.spot(path, of) }));
  }

  /** Reports unknown names; `at` is the group, empty for the map itself. */
  strangers(at: string, names: readonly string[], known: readonly string[]): void {
    for (const name of names.filter((each) => !known.includes(each))) {
      const guess = nearest(name, known);
      const whole = at === "" ? "a map" : at;
      const hint = guess === undefined ? `The parts of ${whole} are ${known.join(", ")}.` : `Did you mean ${guess}?`;
      this.say(`${name} is not part of ${whole}.`, hint, at === "" ? name : `${at}.${name}`);
    }
  }

  text(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === "string") return value;
    this.say(`${name} must be a single value.`, `Write ${name}: and one word behind it.`, name);
    return undefined;
  }

  choice<T extends string>(name: string, words: readonly T[]): T | undefined {
    const value = this.text(name)?.trim();
    const found = words.find((word) => word === value);
    if (value !== undefined && found === undefined)
      this.say(`${name} is ${words.join(" or ")}, not ${value}.`, `Write ${name}: ${words[0]}`, name, "value");
    return found;
  }

  list(name: string): string[] {
    const value = this.value(name);
    if (value === undefined) return [];
    if (typeof value === "string") return [value];
    if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value as string[];
    this.say(`${name} must be a heading, or a list of headings.`, `Write ${name}: [Invoice number]`, name);
    return [];
  }

  /** Returns the heading of a column; reports a value that is not text. `at` is the value's path in the map. */
  heading(value: PlainValue, at: string): string | undefined {
    if (value === undefined || typeof value === "string") return value;
    const name = at.slice(at.lastIndexOf(".") + 1);
    this.say(`${name} must be the heading of one column.`, `Write ${name}: Amount`, at);
    return undefined;
  }

  group(name: string): [string, PlainValue][] {
    const value = this.value(name);
    if (value === undefined) return [];
    if (typeof value === "object" && !Array.isArray(value)) return Object.entries(value);
    this.say(
      `${name} must be a group of names with values.`,
      "Below it, write one indented line for each name and its value.",
      name,
    );
    return [];
  }

  /** Returns an array with the field, or an empty array if the path is not valid for this kind. */
  field(path: string, at: string): FieldPath[] {
    const field = fieldPathOf(path, this.kind);
    if ("steps" in field) return [field];
    const others = Object.keys(documentKinds) as DocumentKind[];
    const ofOther = this.both && others.some((kind) => "steps" in fieldPathOf(path, kind));
    if (this.reading.builtIn !== true && !ofOther) this.say(field.message, field.hint, at, "value");
    return [];
  }
}
