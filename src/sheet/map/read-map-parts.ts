import { type DocumentKind, isDecimalText } from "../../document/index.ts";
import type { PlainValue } from "../../read/index.ts";
import {
  type ControlRule,
  controlNames,
  type HeaderRule,
  type KindRule,
  type MapParts,
  normal,
  type PriceRule,
  type RowCondition,
} from "./map-parts.ts";
import type { MapReader } from "./map-reader.ts";

/** Reads the kind, the row conditions, the price, the control columns and the second sheet of a map. */
export function readParts(reader: MapReader): MapParts {
  return {
    kindRule: kindRule(reader),
    onlyWhen: onlyWhen(reader),
    price: price(reader),
    control: control(reader),
    headers: headers(reader),
    fillsDown: reader.choice("fill_down", ["no", "yes"]) === "yes",
  };
}

function kindRule(reader: MapReader): KindRule | undefined {
  const value = reader.value("kind");
  if (!isGroup(value)) return undefined;
  const where = reader.spot("kind");
  const { sign_of: sign, column, ...words } = value;
  reader.strangers("kind", Object.keys(value), ["sign_of", "column", "invoice", "credit-note"]);
  if (typeof sign === "string" && column === undefined) return { by: "sign", heading: sign, where };
  if (typeof column !== "string") {
    reader.say("kind names no column.", "Write kind: invoice, or below it sign_of: Amount, or column: Type.", "kind");
    return undefined;
  }
  const named = (["invoice", "credit-note"] as const).flatMap((kind) =>
    listOf(words[kind]).map((word): [string, DocumentKind] => [normal(word), kind]),
  );
  const kinds = new Map(named);
  if (new Set(kinds.values()).size < 2)
    reader.say(
      "kind needs words for both kinds.",
      "Write below it invoice: [Bill] and credit-note: [Refund], with the words of your column.",
      "kind",
    );
  return { by: "word", heading: column, words: kinds, where };
}

/** Reads `only_when` and `leave_out`, and combines them by column. */
function onlyWhen(reader: MapReader): RowCondition[] {
  const found = new Map<string, RowCondition>();
  for (const name of ["only_when", "leave_out"] as const)
    for (const [heading, value] of reader.group(name)) {
      const [words, at] = [listOf(value), `${name}.${heading}`];
      if (words.length === 0) reader.say(`${heading} has no words.`, `Write ${heading}: [Posted, Approved]`, at);
      const before = found.get(normal(heading)) ?? {
        heading,
        words: undefined,
        leaves: undefined,
        where: reader.spot(at),
      };
      const list = new Set(words.map(normal));
      found.set(normal(heading), { ...before, ...(name === "only_when" ? { words: list } : { leaves: list }) });
    }
  return [...found.values()];
}

function price(reader: MapReader): PriceRule | undefined {
  const value = reader.value("price");
  if (value === undefined) return undefined;
  const where = reader.spot("price");
  const how = "Write price: Amount / Quantity, or below it amount: or unit_price: with the heading, and vat: included.";
  if (typeof value === "string") {
    const [amount = "", quantity = "", ...more] = value.split(/\s+\/\s+/).map((each) => each.trim());
    if (amount !== "" && quantity !== "" && more.length === 0)
      return { of: "amount", heading: amount, quantity, includesVat: false, where };
    reader.say(`${value} is not an amount / a quantity.`, how, "price", "value");
    return undefined;
  }
  if (!isGroup(value)) {
    reader.say("price must be two headings, or a group.", how, "price");
    return undefined;
  }
  reader.strangers("price", Object.keys(value), ["amount", "unit_price", "quantity", "vat"]);
  const { amount, unit_price: unit, quantity, vat } = value;
  const heading = amount ?? unit;
  if (typeof heading !== "string" || (amount !== undefined && unit !== undefined)) {
    reader.say("price needs one of amount and unit_price.", how, "price");
    return undefined;
  }
  const includesVat = inclusion(reader, vat);
  if (unit !== undefined && includesVat === false)
    reader.say(
      "A unit price without VAT needs no rule.",
      `Write ${heading}: document_lines.price.base_amount under columns.`,
      "price",
    );
  const column = reader.heading(quantity, "price.quantity");
  return {
    of: amount === undefined ? "unit_price" : "amount",
    heading,
    quantity: column,
    includesVat,
    where,
  };
}

function inclusion(reader: MapReader, vat: PlainValue): PriceRule["includesVat"] {
  if (!isGroup(vat)) {
    if (vat !== undefined && vat !== "included" && vat !== "excluded")
      reader.say(`vat is included or excluded, not ${asWord(vat)}.`, "Write vat: included", "price.vat");
    return vat === "included";
  }
  const { column, included, excluded } = vat;
  reader.strangers("price.vat", Object.keys(vat), ["column", "included", "excluded"]);
  const words = [...listOf(included).map((word) => [normal(word), true] as const)];
  const others = listOf(excluded).map((word) => [normal(word), false] as const);
  if (typeof column === "string" && words.length > 0) return { heading: column, words: new Map([...words, ...others]) };
  reader.say(
    "vat needs a column and its words.",
    "Write vat: { column: Tax inclusive, included: [true], excluded: [false] }",
    "price.vat",
  );
  return false;
}

function control(reader: MapReader): ControlRule | undefined {
  const value = reader.value("control");
  if (value === undefined) return undefined;
  if (!isGroup(value)) {
    reader.say("control must be a group.", "Write below it net:, vat: or gross: and the heading of each.", "control");
    return undefined;
  }
  reader.strangers("control", Object.keys(value), [...controlNames, "of", "tolerance"]);
  const { of = "line", tolerance = "0.00" } = value;
  if (of !== "line" && of !== "document")
    reader.say(`of is line or document, not ${asWord(of)}.`, "Write of: document", "control.of");
  const largest = typeof tolerance === "string" && isDecimalText(tolerance) && !tolerance.startsWith("-");
  if (!largest) reader.say("tolerance must be an amount.", 'Write tolerance: "0.01"', "control.tolerance");
  const columns = Object.fromEntries(
    controlNames.flatMap((name) => {
      const heading = reader.heading(value[name], `control.${name}`);
      return heading === undefined ? [] : [[name, heading]];
    }),
  );
  return {
    columns,
    of: of === "document" ? "document" : "line",
    tolerance: largest ? (tolerance as string) : "0.00",
    where: reader.spot("control"),
  };
}

function headers(reader: MapReader): HeaderRule | undefined {
  const value = reader.value("headers");
  if (value === undefined) return undefined;
  const { sheet, key } = isGroup(value) ? value : {};
  if (isGroup(value)) reader.strangers("headers", Object.keys(value), ["sheet", "key"]);
  if (typeof sheet === "string" && typeof key === "string") return { sheet, key, where: reader.spot("headers") };
  const how = "Write below it sheet: and the name of the sheet with one row a document, and key: and its column.";
  reader.say("headers needs sheet and key.", how, "headers");
  return undefined;
}

export function isGroup(value: PlainValue): value is { readonly [key: string]: PlainValue } {
  return typeof value === "object" && !Array.isArray(value);
}

/** Returns a single string or a list of strings as a list; empty for anything else. */
export function listOf(value: PlainValue): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) && value.every((each) => typeof each === "string") ? value : [];
}

export const asWord = (value: PlainValue): string => (typeof value === "string" ? value : "a group");
