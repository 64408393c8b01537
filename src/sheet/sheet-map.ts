import { type DocumentKind, documentKinds, nearest } from "../document/index.ts";
import { failAll, ok, type Problem, problem, type Result, type Spot } from "../problem/index.ts";
import { type PlainValue, readValues, type SourceValues } from "../read/index.ts";
import { type FieldPath, fieldPathOf } from "./field-path.ts";
import type { DateOrder } from "./take-date.ts";
import type { DecimalStyle } from "./take-number.ts";

/** A text that is the same in every document or line, or stands in for an empty cell. */
export interface FixedText {
  readonly field: FieldPath;
  readonly text: string;
  /** Where the map says so. */
  readonly where: Spot;
}

/** A column of the sheet, by its heading. */
export interface ColumnMap {
  readonly heading: string;
  /** Other words that mean the same heading. */
  readonly alike: readonly string[];
  readonly fields: readonly FieldPath[];
  /** Words of the cells, in small letters, and what they stand for. */
  readonly words: ReadonlyMap<string, string>;
  readonly where: Spot;
}

/** The map of columns and fields. */
export interface SheetMap {
  /** What its documents are, where the map says so. */
  readonly kind: DocumentKind | undefined;
  readonly sheet: string | undefined;
  readonly dateOrder: DateOrder | undefined;
  readonly decimals: DecimalStyle;
  readonly columns: readonly ColumnMap[];
  /** Headings of columns whose value is the same in all rows of a document; the first that the sheet has counts. */
  readonly groupBy: readonly string[];
  readonly defaults: readonly FixedText[];
  readonly constants: readonly FixedText[];
  /** Every heading must be in the sheet; the built-in map takes what there is. */
  readonly strict: boolean;
  /** Headings that are allowed and not mapped. */
  readonly ignored: readonly string[];
}

const known = [
  "kind",
  "sheet",
  "date_order",
  "decimals",
  "group_by",
  "columns",
  "words",
  "defaults",
  "constants",
  "ignore",
];

/** How a map is read. */
export interface MapReading {
  /** The kind that the command makes, where the map says nothing. */
  readonly kind: DocumentKind;
  /** The built-in map: what is not a field of this kind is left out, and the sheet need not have all columns. */
  readonly builtIn?: boolean;
  readonly alike?: Readonly<Record<string, readonly string[]>>;
}

/** Reads a map of columns. All its problems at once, with their line: `bad-map`, and those of reading a file. */
export function readMap(bytes: Uint8Array, file: string, reading: MapReading): Result<SheetMap> {
  const read = readValues(bytes, file);
  return read.ok ? new MapReader(read.value, reading).map() : read;
}

class MapReader {
  readonly #source: SourceValues;
  readonly #reading: MapReading;
  readonly #problems: Problem[] = [];
  #kind: DocumentKind;

  constructor(source: SourceValues, reading: MapReading) {
    this.#source = source;
    this.#reading = reading;
    this.#kind = reading.kind;
  }

  map(): Result<SheetMap> {
    for (const name of Object.keys(this.#source.values)) if (!known.includes(name)) this.#unknown(name);
    const kind = this.#choice("kind", Object.keys(documentKinds) as DocumentKind[]);
    this.#kind = kind ?? this.#reading.kind;
    const map: SheetMap = {
      kind,
      sheet: this.#text("sheet"),
      dateOrder: this.#choice("date_order", ["dmy", "mdy", "ymd"]),
      decimals: this.#choice("decimals", ["point", "comma"]) ?? "point",
      columns: this.#columns(),
      groupBy: this.#list("group_by"),
      defaults: this.#fixed("defaults"),
      constants: this.#fixed("constants"),
      strict: this.#reading.builtIn !== true,
      ignored: this.#list("ignore"),
    };
    this.#judge(map);
    return this.#problems.length > 0 ? failAll(this.#problems) : ok(map);
  }

  #say(message: string, hint: string, path: string, of: "name" | "value" = "name"): void {
    this.#problems.push(problem("bad-map", message, hint, { where: this.#source.spot(path, of) }));
  }

  #unknown(name: string): void {
    const guess = nearest(name, known);
    const hint = guess === undefined ? `The parts of a map are ${known.join(", ")}.` : `Did you mean ${guess}?`;
    this.#say(`${name} is not part of a map.`, hint, name);
  }

  #text(name: string): string | undefined {
    const value = this.#source.values[name];
    if (value === undefined || typeof value === "string") return value;
    this.#say(`${name} must be a single value.`, `Write ${name}: and one word behind it.`, name);
    return undefined;
  }

  #choice<T extends string>(name: string, words: readonly T[]): T | undefined {
    const value = this.#text(name)?.trim();
    const found = words.find((word) => word === value);
    if (value !== undefined && found === undefined)
      this.#say(`${name} is ${words.join(" or ")}, not ${value}.`, `Write ${name}: ${words[0]}`, name, "value");
    return found;
  }

  #list(name: string): string[] {
    const value = this.#source.values[name];
    if (value === undefined) return [];
    if (typeof value === "string") return [value];
    if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value as string[];
    this.#say(`${name} must be a heading, or a list of headings.`, `Write ${name}: [Invoice number]`, name);
    return [];
  }

  #group(name: string): [string, PlainValue][] {
    const value = this.#source.values[name];
    if (value === undefined) return [];
    if (typeof value === "object" && !Array.isArray(value)) return Object.entries(value);
    this.#say(`${name} must be a group of names with values.`, "Write one line for each below it, further in.", name);
    return [];
  }

  #columns(): ColumnMap[] {
    const words = new Map(
      this.#group("words").map(([heading, value]) => [normal(heading), this.#words(heading, value)]),
    );
    const columns = this.#group("columns").flatMap(([heading, value]): ColumnMap[] => {
      const path = `columns.${heading}`;
      const paths = typeof value === "string" ? [value] : Array.isArray(value) ? value : [];
      if (paths.length === 0)
        this.#say(`${heading} is not mapped to any field.`, `Write ${heading}: and the path of a field.`, path);
      const fields = paths.flatMap((each) => this.#field(String(each), path));
      if (fields.length === 0) return [];
      const alike = this.#reading.alike?.[heading] ?? [];
      return [
        { heading, alike, fields, words: words.get(normal(heading)) ?? new Map(), where: this.#source.spot(path) },
      ];
    });
    if (this.#source.values.columns === undefined)
      this.#problems.push(
        problem("bad-map", "The map names no columns.", columnsHint, { where: this.#source.spot("") }),
      );
    return columns;
  }

  #words(heading: string, value: PlainValue): ReadonlyMap<string, string> {
    if (typeof value === "object" && !Array.isArray(value))
      return new Map(Object.entries(value).map(([word, means]) => [normal(word), String(means ?? "")]));
    this.#say(`The words of ${heading} must be a group.`, "Write one line for each: box: XBX", `words.${heading}`);
    return new Map();
  }

  #fixed(name: "defaults" | "constants"): FixedText[] {
    return this.#group(name).flatMap(([path, text]): FixedText[] => {
      const at = `${name}.${path}`;
      if (typeof text !== "string") {
        this.#say(`${path} must be a single value.`, "Write the field with all its steps: a.b.c: value", at);
        return [];
      }
      return this.#field(path, at).map((field) => ({ field, text, where: this.#source.spot(at, "value") }));
    });
  }

  #field(path: string, at: string): FieldPath[] {
    const field = fieldPathOf(path, this.#kind);
    if ("steps" in field) return [field];
    if (this.#reading.builtIn !== true) this.#say(field.message, field.hint, at, "value");
    return [];
  }

  /** What does not go together. */
  #judge({ columns, constants }: SheetMap): void {
    const seen = new Map<string, string>();
    for (const { heading, fields } of columns)
      for (const field of fields) {
        const key = keyOf(field);
        const other = seen.get(key);
        if (other !== undefined && this.#reading.builtIn !== true)
          this.#say(`${heading} and ${other} are mapped to the same field.`, "Keep one of them.", `columns.${heading}`);
        seen.set(key, heading);
      }
    for (const { field, where } of constants)
      if (seen.has(keyOf(field))) {
        const message = `${seen.get(keyOf(field))} is mapped to this field, which also has a constant.`;
        this.#problems.push(problem("bad-map", message, "Move it to defaults, for cells that are empty.", { where }));
      }
  }
}

const columnsHint =
  "Write columns: and below it one line for each heading, such as Unit price: document_lines.price.base_amount";

/** Two paths that mean the same field have the same key. */
export function keyOf({ steps, ofLine }: FieldPath): string {
  return JSON.stringify([ofLine, steps]);
}

/** A heading without what the eye passes over: case, blanks, a star or colon at the end. */
export function normal(heading: string): string {
  return heading
    .replace(/[\s\u00a0\u2000-\u200f\u202f\ufeff]+/g, " ")
    .trim()
    .replace(/\s*[*:]+$/, "")
    .toLowerCase();
}
