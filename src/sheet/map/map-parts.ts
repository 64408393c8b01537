import type { DocumentKind } from "../../document/index.ts";
import type { Spot } from "../../problem/index.ts";
import { latinDigits } from "../take-text.ts";

/** A piece of a cell's text. */
export type Take =
  | { readonly part: "first" | "last"; readonly count: number }
  | { readonly part: "before" | "after"; readonly sign: string }
  /** A part of a cell such as `500.00 kg`. */
  | { readonly part: "number" | "unit" };

/** How to find an entry of the supplier book: by its TRN, by its short name (the code in other programs), or by any name. */
export type SupplierKey = "trn" | "code" | "name";

/** Selects rows by the word in a column (in lower case). A word in neither of two lists is a problem. */
export interface RowCondition {
  readonly heading: string;
  /** Only rows with these words count. */
  readonly words: ReadonlySet<string> | undefined;
  /** Rows with these words do not count. */
  readonly leaves: ReadonlySet<string> | undefined;
  readonly where: Spot;
}

/** How to decide whether the rows of a document are an invoice or a credit note. */
export type KindRule = { readonly heading: string; readonly where: Spot } & (
  | { readonly by: "word"; readonly words: ReadonlyMap<string, DocumentKind> }
  /** The sum of the column over the rows: negative means a credit note, whose amounts are written without the sign. */
  | { readonly by: "sign" }
);

/** The price of a line from its value, or from a price with VAT. */
export interface PriceRule {
  /** The value of the whole line, or the price of one. */
  readonly of: "amount" | "unit_price";
  readonly heading: string;
  /** The column with the quantity, if no other entry of the map fills it. */
  readonly quantity: string | undefined;
  /** Whether the price includes VAT: the same for all rows, or by the word in a column. */
  readonly includesVat: boolean | InclusionRule;
  readonly where: Spot;
}

/** The column that says whether the price of a row includes VAT, and what each word (in lower case) means. */
export interface InclusionRule {
  readonly heading: string;
  readonly words: ReadonlyMap<string, boolean>;
}

/** Totals calculated by another program: `line` adds up the rows, `document` is in one row or in each of them. */
export interface ControlRule {
  readonly columns: Readonly<Partial<Record<ControlName, string>>>;
  readonly of: "line" | "document";
  /** The largest difference that is only a warning; a decimal text. */
  readonly tolerance: string;
  readonly where: Spot;
}

export const controlNames = ["net", "vat", "gross"] as const;
export type ControlName = (typeof controlNames)[number];

/** A second sheet with one row per document; its columns are used as if they were next to the lines. */
export interface HeaderRule {
  readonly sheet: string;
  /** The column that joins the second sheet to the lines. */
  readonly key: string;
  readonly where: Spot;
}

/** The parts of a map beyond columns and fixed texts. */
export interface MapParts {
  readonly kindRule: KindRule | undefined;
  readonly onlyWhen: readonly RowCondition[];
  readonly price: PriceRule | undefined;
  readonly control: ControlRule | undefined;
  readonly headers: HeaderRule | undefined;
}

export const noParts: MapParts = {
  kindRule: undefined,
  onlyWhen: [],
  price: undefined,
  control: undefined,
  headers: undefined,
};

/** A VAT category with its rate, such as `S 5`, `Z` or `AE 5%`. */
export const vatWords = /^(S|Z|E|O|AE|N)(?:\s+(\d{1,2}(?:\.\d{1,2})?)\s*%?)?$/;

/** Returns a part of a text as named in `take`, such as `first 10`, `after -` or `unit`; undefined for other words. */
export function takeOf(words: string): Take | undefined {
  const whole = words.trim();
  if (whole === "number" || whole === "unit") return { part: whole };
  const [, part, rest = ""] = /^(first|last|before|after)\s+(.+)$/.exec(whole) ?? [];
  if (part === "before" || part === "after") return { part, sign: rest.replace(/^(["'])(.+)\1$/, "$2") };
  if ((part !== "first" && part !== "last") || !/^[1-9]\d{0,2}$/.test(rest)) return undefined;
  return { part, count: Number.parseInt(rest, 10) };
}

/**
 * Returns the part of the text; a text without the character has no part before or after it, and one that does not
 * begin with a number has no unit.
 */
export function taken(text: string, take: Take): string {
  if (!("count" in take) && !("sign" in take)) {
    const [, number = text, unit = ""] = /^\s*([-+]?\d[\d.,' ]*?)\s*(\p{L}.*)?$/u.exec(latinDigits(text)) ?? [];
    return take.part === "number" ? number : unit.trim();
  }
  if ("count" in take) return take.part === "first" ? text.slice(0, take.count) : text.slice(-take.count);
  const at = text.indexOf(take.sign);
  if (at < 0) return "";
  return (take.part === "before" ? text.slice(0, at) : text.slice(at + take.sign.length)).trim();
}

/** Returns a heading without case, blanks, and a trailing star or colon, which readers ignore. */
export function normal(heading: string): string {
  const plain = heading.replace(/[\s\u00a0\u2000-\u200f\u202f\ufeff]+/g, " ").trim();
  let end = plain.length;
  while (end > 0 && "*:".includes(plain.charAt(end - 1))) end -= 1;
  return plain.slice(0, end).trimEnd().toLowerCase();
}
