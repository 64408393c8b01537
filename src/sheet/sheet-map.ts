import { type DocumentKind, documentKinds } from "../document/index.ts";
import { failAll, ok, problem, type Result, type Spot } from "../problem/index.ts";
import { type PlainValue, readValues, type SourceValues } from "../read/index.ts";
import type { FieldPath } from "./field-path.ts";
import type { ColumnMap, FixedText } from "./map/column-map.ts";
import { type MapParts, noParts, normal, takeOf, vatWords } from "./map/map-parts.ts";
import { MapReader, type MapReading } from "./map/map-reader.ts";
import { asWord, isGroup, listOf, readParts } from "./map/read-map-parts.ts";
import { isColumnWord, vatSaid, withoutSaidVat, withSaidParts } from "./map/said-columns.ts";
import { timesOf } from "./map/times.ts";
import { undecidedLines } from "./map/undecided-lines.ts";
import { vatColumns, vatOfAll } from "./map/vat-columns.ts";
import type { DecimalStyle } from "./numbers/number-sign.ts";
import type { DateOrder } from "./take-date.ts";

/** An amount of a row that becomes a separate line. */
export interface MoreLine {
  readonly heading: string;
  readonly texts: readonly FixedText[];
  readonly where: Spot;
}

export interface SheetMap extends MapParts {
  /** The kind of all documents, if the map states it. */
  readonly kind: DocumentKind | undefined;
  readonly sheet: string | undefined;
  readonly dateOrder: DateOrder | undefined;
  /** Undefined if the cells decide. */
  readonly decimals: DecimalStyle | undefined;
  /** Days from the issue date to the due date, for documents without a due date. */
  readonly dueDays: { readonly days: number; readonly where: Spot } | undefined;
  readonly columns: readonly ColumnMap[];
  /** Columns with the same value in all rows of a document; without `groupsByAll`, the first one that the sheet has. */
  readonly groupBy: readonly string[];
  /** Whether all of `groupBy` together tell a document; lists of earlier versions name alternatives. */
  readonly groupsByAll: boolean;
  /** What the numbers of a column are multiplied by, keyed by heading (as normalized by `normal`). */
  readonly times: ReadonlyMap<string, string>;
  readonly defaults: readonly FixedText[];
  readonly constants: readonly FixedText[];
  readonly moreLines: readonly MoreLine[];
  /** Whether columns that the map names as unused were decided: a map of an earlier version did not ask. */
  readonly isDecided: boolean;
  /** Whether every heading must be in the sheet; false for the built-in map. */
  readonly strict: boolean;
  readonly ignored: readonly string[];
  /** Columns that are not used, by a line of their own. */
  readonly decided: readonly string[];
  /** Heading of a column whose values show that a row belongs to the other kind of document. */
  readonly ofOtherKind?: string | undefined;
}

const known = [
  "version",
  "kind",
  "sheet",
  "headers",
  "date_order",
  "due_days",
  "decimals",
  "group_by",
  "fill_down",
  "only_when",
  "leave_out",
  "columns",
  "times",
  "words",
  "fields",
  "vat",
  "price",
  "more_lines",
  "supplier",
  "control",
  "defaults",
  "constants",
  "ignore",
];

/**
 * Reads a map. Reports all problems together, with their line numbers: `bad-map`, and problems with reading the file.
 */
export function readMap(bytes: Uint8Array, file: string, reading: MapReading): Result<SheetMap> {
  const read = readValues(bytes, file);
  return read.ok ? mapFrom(read.value, reading) : read;
}

function mapFrom(source: SourceValues, reading: MapReading): Result<SheetMap> {
  const reader = new MapReader(source, reading);
  reader.strangers("", reader.names(), known);
  const open = undecidedLines(source);
  const [first, ...more] = open;
  if (first) return failAll([first, ...more]);
  const parts = reading.builtIn === true ? noParts : withSaidParts(readParts(reader), reader);
  const isRule = isGroup(reader.value("kind")) || parts.kindRule !== undefined;
  const kind = isRule ? undefined : reader.choice("kind", Object.keys(documentKinds) as DocumentKind[]);
  reader.kind = kind ?? reading.kind;
  reader.both = isRule;
  const map: SheetMap = {
    ...parts,
    kind,
    sheet: reader.text("sheet"),
    dateOrder: reader.choice("date_order", ["dmy", "mdy", "ymd"]),
    dueDays: dueDays(reader),
    decimals: reader.choice("decimals", ["point", "comma"]),
    columns: columns(reader),
    ...grouping(reader),
    times: timesOf(reader),
    defaults: fixed(reader, "defaults"),
    constants: withoutSaidVat([...fixed(reader, "constants"), ...vatOfAll(reader)], reader),
    moreLines: moreLines(reader),
    strict: reading.builtIn !== true,
    ignored: reader.list("ignore"),
    decided: ignoredColumns(reader),
    isDecided: reader.choice("version", ["2"]) === "2",
  };
  judge(map, reader);
  return reader.problems.length > 0 ? failAll(reader.problems) : ok(map);
}

function dueDays(reader: MapReader): SheetMap["dueDays"] {
  const text = reader.text("due_days")?.trim();
  if (text === undefined) return undefined;
  if (/^\d{1,3}$/.test(text)) return { days: Number.parseInt(text, 10), where: reader.spot("due_days", "value") };
  reader.say(`due_days is a number of days, not ${text}.`, "Write due_days: 30", "due_days", "value");
  return undefined;
}

function columns(reader: MapReader): ColumnMap[] {
  const words = new Map(
    reader.group("words").map(([heading, value]) => [normal(heading), wordList(reader, value, `words.${heading}`)]),
  );
  const plain = reader.group("columns").flatMap(([heading, value]): ColumnMap[] => {
    const path = `columns.${heading}`;
    const paths = listOf(value);
    if (value === ignore || isColumnWord(value)) return [];
    if (paths.length === 0)
      reader.say(`${heading} is not mapped to any field.`, `Write ${heading}: and the path of a field.`, path);
    const fields = paths.flatMap((each) => reader.field(each, path));
    if (fields.length === 0) return [];
    const alike = reader.reading.alike?.[heading] ?? [];
    return [{ heading, alike, fields, words: words.get(normal(heading)) ?? new Map(), where: reader.spot(path) }];
  });
  const taxes = [...vatColumns(reader), ...vatSaid(reader)];
  const all = [...plain, ...fieldSources(reader), ...taxes, ...supplierColumn(reader)];
  if (reader.value("columns") === undefined && reader.value("fields") === undefined)
    reader.problems.push(problem("bad-map", "The map names no columns.", columnsHint, { where: reader.spot("") }));
  return [...all, ...quantityOfPrice(reader, all)];
}

/** Reads `fields`, which gives the source of a field if that is more than a single column. */
function fieldSources(reader: MapReader): ColumnMap[] {
  return reader.group("fields").flatMap(([path, value]): ColumnMap[] => {
    const at = `fields.${path}`;
    const group = isGroup(value) ? value : { from: value };
    reader.strangers(at, Object.keys(group), ["from", "words", "join", "with"]);
    const from = isGroup(group.from) ? group.from : { column: group.from };
    reader.strangers(at, Object.keys(from), ["column", "take"]);
    const [first, ...others] = typeof from.column === "string" ? [from.column] : listOf(group.join);
    const fields = reader.field(path, at);
    if (first === undefined) {
      reader.say(`${path} names no column.`, "Write from: and a heading, or join: and a list of headings.", at);
      return [];
    }
    const take = typeof from.take === "string" ? takeOf(from.take) : undefined;
    if (from.take !== undefined && take === undefined)
      reader.say(`${asWord(from.take)} is not a piece of a text.`, takeHint, at);
    if (group.with !== undefined && typeof group.with !== "string")
      reader.say("with must be a single value.", 'Write with: " / "', `${at}.with`);
    const between = typeof group.with === "string" ? group.with : " ";
    if (fields.length === 0) return [];
    return [
      {
        heading: first,
        alike: [],
        fields,
        words: group.words === undefined ? new Map() : wordList(reader, group.words, `${at}.words`),
        ...(take === undefined ? {} : { take }),
        ...(others.length === 0 ? {} : { join: { headings: others, between } }),
        where: reader.spot(at),
      },
    ];
  });
}

/** Reads `supplier`: the column that identifies an entry in the supplier book, and by what (TRN, code or name). */
function supplierColumn(reader: MapReader): ColumnMap[] {
  const value = reader.value("supplier");
  if (value === undefined) return [];
  const { column, by } = isGroup(value) ? value : {};
  if (isGroup(value)) reader.strangers("supplier", Object.keys(value), ["column", "by"]);
  if (typeof column !== "string" || (by !== "trn" && by !== "code" && by !== "name")) {
    reader.say(
      "supplier needs column and by.",
      "Write below it column: Supplier TRN and by: trn, code or name",
      "supplier",
    );
    return [];
  }
  const fields = reader.field("supplier", "supplier");
  return [{ heading: column, alike: [], fields, words: new Map(), finds: by, where: reader.spot("supplier") }];
}

/** Maps the column that `price` divides by to the line's quantity, unless another entry already fills that field. */
function quantityOfPrice(reader: MapReader, all: readonly ColumnMap[]): ColumnMap[] {
  const price = reader.value("price");
  const named =
    typeof price === "string" ? price.split(/\s+\/\s+/)[1]?.trim() : isGroup(price) ? price.quantity : undefined;
  const [field] = reader.field("document_lines.quantity", "price");
  if (typeof named !== "string" || field === undefined) return [];
  const isFed = all.some(({ fields }) => fields.some((each) => keyOf(each) === keyOf(field)));
  return isFed ? [] : [{ heading: named, alike: [], fields: [field], words: new Map(), where: reader.spot("price") }];
}

function wordList(reader: MapReader, value: PlainValue, at: string): ReadonlyMap<string, string> {
  if (isGroup(value))
    return new Map(
      Object.entries(value).map(([word, means]) => {
        if (typeof means === "object")
          reader.say(`${word} must stand for a single value.`, "Write box: XBX", `${at}.${word}`);
        return [normal(word), typeof means === "string" ? means : ""];
      }),
    );
  // A group whose lines are all comments is empty.
  if (value === undefined || value === "") return new Map();
  reader.say(`The words of ${at.replace(/^words\./, "")} must be a group.`, "Write one line for each: box: XBX", at);
  return new Map();
}

/** Reads `more_lines`: amounts that become separate lines, with their VAT and the fields of the line. */
function moreLines(reader: MapReader): MoreLine[] {
  return reader.group("more_lines").map(([heading, value]) => {
    const at = `more_lines.${heading}`;
    const { vat, ...fields } = isGroup(value) ? value : {};
    const [, category = "", rate = ""] = vatWords.exec(typeof vat === "string" ? vat : "") ?? [];
    if (category === "") reader.say(`${heading} has no VAT category with its rate.`, `Write vat: S 5 below it.`, at);
    const percent = rate || (category === "Z" ? "0" : "");
    const texts = fixedTexts(reader, at, [
      ["document_lines.classified_tax_category.id", category],
      ...(percent === "" ? [] : [["document_lines.classified_tax_category.percent", percent] as const]),
      ...Object.entries(fields),
    ]);
    return { heading, texts, where: reader.spot(at) };
  });
}

const fixed = (reader: MapReader, name: "defaults" | "constants"): FixedText[] =>
  fixedTexts(reader, name, reader.group(name));

function fixedTexts(
  reader: MapReader,
  name: string,
  entries: ReadonlyArray<readonly [string, PlainValue]>,
): FixedText[] {
  return entries.flatMap(([path, text]): FixedText[] => {
    const at = `${name}.${path}`;
    if (typeof text !== "string") {
      reader.say(`${path} must be a single value.`, "Write the field with all its steps: a.b.c: value", at);
      return [];
    }
    const fields = path.split(/\s*,\s*/).flatMap((each) => reader.field(each, at));
    return fields.map((field) => ({ field, text, where: reader.spot(at, "value") }));
  });
}

/** Written for a column that a person decided not to use. */
const ignore = "ignore";
/** Written where each row is a document of its own. */
const eachRow = "each row";

function ignoredColumns(reader: MapReader): string[] {
  const all = reader.value("columns");
  return isGroup(all) ? Object.keys(all).filter((heading) => all[heading] === ignore) : [];
}

/** Reads `group_by`: a list, or several columns joined by a plus sign. */
function grouping(reader: MapReader): Pick<SheetMap, "groupBy" | "groupsByAll"> {
  const list = reader.list("group_by").filter((each) => each !== eachRow);
  const [only = ""] = list;
  const joined = list.length === 1 && only.includes(" + ") ? only.split(" + ").map((each) => each.trim()) : undefined;
  const isAll = joined !== undefined || reader.choice("version", ["2"]) === "2";
  return { groupBy: joined ?? list, groupsByAll: isAll && reader.reading.builtIn !== true };
}

/** Reports combinations of entries that are not allowed. */
function judge({ columns, constants, price, groupBy }: SheetMap, reader: MapReader): void {
  const seen = new Map<string, string>();
  for (const { heading, fields } of columns)
    for (const field of fields) {
      const key = keyOf(field);
      const other = seen.get(key);
      if (other !== undefined && reader.reading.builtIn !== true)
        reader.say(`${heading} and ${other} are mapped to the same field.`, "Keep one of them.", `columns.${heading}`);
      seen.set(key, heading);
    }
  for (const { field, where } of constants)
    if (seen.has(keyOf(field))) {
      const message = `${seen.get(keyOf(field))} is mapped to this field, which also has a constant.`;
      reader.problems.push(problem("bad-map", message, "Move it to defaults, for cells that are empty.", { where }));
    }
  const priced = JSON.stringify([true, ["price", "base_amount"]]);
  if (price !== undefined && seen.has(priced))
    reader.say(`${seen.get(priced)} is mapped to the price, which price works out.`, "Keep one of them.", "price");
  const number = columns.find(({ fields }) => fields.some(({ steps }) => steps.join(".") === "document_number"));
  if (number !== undefined && (number.join ?? number.take) !== undefined && groupBy.length === 0)
    reader.say(
      "document_number is a piece of a cell or several cells, so that it is not known which rows belong together.",
      "Write group_by: and the heading of a column that is the same in all rows of a document.",
      "fields.document_number",
    );
}

const columnsHint =
  "Write columns: and below it one line for each heading, such as Unit price: document_lines.price.base_amount";
const takeHint = "Write take: first 10, last 4, before -, after /, or number or unit for cells such as 500.00 kg";

/** Returns a key that is the same for two paths to the same field. */
export function keyOf({ steps, ofLine }: FieldPath): string {
  return JSON.stringify([ofLine, steps]);
}
