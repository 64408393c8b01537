import type { PlainValue } from "../../read/index.ts";
import type { ColumnMap, FixedText } from "./column-map.ts";
import { normal, vatWords } from "./map-parts.ts";
import type { MapReader } from "./map-reader.ts";
import { isGroup } from "./read-map-parts.ts";

type Group = Readonly<Record<string, PlainValue>>;

/**
 * Reads `vat`: tax codes with their category and rate, such as `SR: S 5`; or an amount that is zero if there is no VAT.
 */
export function vatColumns(reader: MapReader): ColumnMap[] {
  const value = reader.value("vat");
  if (value === undefined || typeof value === "string") return [];
  if (isGroup(value) && value.amount !== undefined) {
    reader.strangers("vat", Object.keys(value), ["amount", "less", "zero", "other"]);
    const [amount, less] = [reader.heading(value.amount, "vat.amount"), reader.heading(value.less, "vat.less")];
    return amount === undefined ? [] : vatByAmount(reader, { amount, less, means: value, at: "vat" });
  }
  const { column, words: list } = isGroup(value) ? value : {};
  if (isGroup(value)) reader.strangers("vat", Object.keys(value), ["column", "words"]);
  // A proposed map lists no words if none are known; each cell is then rejected, and its location is reported.
  const words = isGroup(value) && Object.hasOwn(value, "words") ? (list ?? {}) : list;
  if (typeof column !== "string" || !isGroup(words)) {
    reader.say("vat needs column and words.", "Write below it column: Tax code and words: with SR: S 5", "vat");
    return [];
  }
  return vatByWords(reader, column, words, "vat");
}

/** Reads `vat` that is one category with its rate: that of all lines. */
export function vatOfAll(reader: MapReader): FixedText[] {
  const value = reader.value("vat");
  if (typeof value !== "string") return [];
  const [, category = "", rate = ""] = vatWords.exec(value) ?? [];
  if (category === "") reader.say("vat is not a category with its rate.", vatHint, "vat", "value");
  const texts = { id: category, percent: rate || (category === "Z" ? "0" : "") };
  return Object.entries(texts).flatMap(([part, text]) =>
    text === ""
      ? []
      : reader
          .field(`document_lines.classified_tax_category.${part}`, "vat")
          .map((field) => ({ field, text, where: reader.spot("vat", "value") })),
  );
}

/** `at`: where the map says it, followed by `words` for the part `vat`. */
export function vatByWords(reader: MapReader, column: string, words: Group, at: string): ColumnMap[] {
  const [categories, rates] = [new Map<string, string>(), new Map<string, string>()];
  for (const [word, means] of Object.entries(words)) {
    const [, category = "", rate = ""] = vatWords.exec(typeof means === "string" ? means : "") ?? [];
    const path = `${at === "vat" ? "vat.words" : `words.${column}`}.${word}`;
    if (category === "") reader.say(`${word} is not a category with its rate.`, vatHint, path, "value");
    categories.set(normal(word), category);
    rates.set(normal(word), rate || (category === "Z" ? "0" : ""));
  }
  const where = reader.spot(at);
  const own = at === "vat" ? {} : ({ hasOwnWords: true } as const);
  const part = (path: string, list: ReadonlyMap<string, string>, closed: "said" | "passed"): ColumnMap[] =>
    reader
      .field(`document_lines.classified_tax_category.${path}`, at)
      .map((field) => ({ heading: column, alike: [], fields: [field], words: list, closed, ...own, where }));
  return [...part("id", categories, "said"), ...part("percent", rates, "passed")];
}

interface ByAmount {
  readonly amount: string;
  readonly less?: string | undefined;
  /** What rows without VAT (`zero`) and all others (`other`) are. */
  readonly means: Group;
  readonly at: string;
}

export function vatByAmount(reader: MapReader, { amount, less, means, at }: ByAmount): ColumnMap[] {
  const [zero, other] = (["zero", "other"] as const).map((name) => {
    const said = means[name];
    const [, category = "", rate = ""] = vatWords.exec(typeof said === "string" ? said : "") ?? [];
    if (category === "") reader.say(`${name} is not a category with its rate.`, vatHint, `${at}.${name}`);
    return { id: category, percent: rate || (category === "Z" ? "0" : "") };
  });
  if (zero === undefined || other === undefined) return [];
  return (["id", "percent"] as const).flatMap((part) =>
    reader.field(`document_lines.classified_tax_category.${part}`, at).map((field) => ({
      ...{ heading: amount, alike: [], fields: [field], words: new Map(), where: reader.spot(at) },
      ...(less === undefined ? {} : { join: { headings: [less], between: "" } }),
      bears: { zero: zero[part], other: other[part] },
    })),
  );
}

const vatHint = "Write the category (S, Z, E, O, AE or N) and the rate, such as S 5 or Z 0; E and O have no rate.";
