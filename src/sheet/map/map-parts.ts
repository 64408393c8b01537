import { type DocumentKind, latinDigits } from "../../document/index.ts";
import type { Spot } from "../../problem/index.ts";

/** The part of a cell's text to use. */
export type Take =
  | { readonly part: "first" | "last"; readonly count: number }
  | { readonly part: "before" | "after"; readonly sign: string }
  /** Part of a cell such as `500.00 kg`. */
  | { readonly part: "number" | "unit" };

/** `code`: the short name, which other programs call a code; `name`: any of the entry's names. */
export type SupplierKey = "trn" | "code" | "name";

/** Selects rows by the word in a column (in lower case). If both lists are given, a word in neither is a problem. */
export interface RowCondition {
  readonly heading: string;
  /** Only rows with these words count. */
  readonly words: ReadonlySet<string> | undefined;
  /** Rows with these words do not count. */
  readonly leaves: ReadonlySet<string> | undefined;
  /** Set if the words stand in the part `words` of the map, below the heading. */
  readonly hasOwnWords?: true;
  readonly where: Spot;
}

/** The rule that determines whether the rows of a document form an invoice or a credit note. */
export type KindRule = { readonly heading: string; readonly where: Spot } & (
  | { readonly by: "word"; readonly words: ReadonlyMap<string, DocumentKind>; readonly hasOwnWords?: true }
  /**
   * Uses the sum of the column: a negative sum means a credit note, whose amounts are written without the minus sign.
   */
  | { readonly by: "sign" }
);

/** How the price of a line is calculated from its value, or from a price with VAT. */
export interface PriceRule {
  /** `amount`: the value of the whole line; `unit_price`: the price of one unit. */
  readonly of: "amount" | "unit_price";
  readonly heading: string;
  /** The quantity's column, if no other entry in the map fills it. */
  readonly quantity: string | undefined;
  /** Either the same for all rows, or determined by the word in a column. */
  readonly includesVat: boolean | InclusionRule;
  readonly where: Spot;
}

/** Whether the price of a row includes VAT, depending on the word (in lower case) in a column. */
export interface InclusionRule {
  readonly heading: string;
  readonly words: ReadonlyMap<string, boolean>;
}

/**
 * Totals calculated by another program. `line`: the rows are added up; `document`: the total is in one row or
 * repeated in every row.
 */
export interface ControlRule {
  readonly columns: Readonly<Partial<Record<ControlName, string>>>;
  readonly of: "line" | "document";
  /** The largest difference that causes only a warning, as a decimal string. */
  readonly tolerance: string;
  readonly where: Spot;
}

export const controlNames = ["net", "vat", "gross"] as const;
export type ControlName = (typeof controlNames)[number];

/** A second sheet with one row per document; its columns are appended to those of the lines. */
export interface HeaderRule {
  readonly sheet: string;
  /** The column that joins the second sheet to the lines. */
  readonly key: string;
  readonly where: Spot;
}

/** The parts of a map other than columns and fixed values. */
export interface MapParts {
  readonly kindRule: KindRule | undefined;
  readonly onlyWhen: readonly RowCondition[];
  readonly price: PriceRule | undefined;
  readonly control: ControlRule | undefined;
  readonly headers: HeaderRule | undefined;
  /** Whether the columns of a document may stand in its first row only. */
  readonly fillsDown: boolean;
}

export const noParts: MapParts = {
  kindRule: undefined,
  onlyWhen: [],
  price: undefined,
  control: undefined,
  headers: undefined,
  fillsDown: false,
};

/** A VAT category with its rate, such as `S 5`, `Z` or `AE 5%`. */
export const vatWords = /^(S|Z|E|O|AE|N)(?:\s+(\d{1,2}(?:\.\d{1,2})?)\s*%?)?$/;

/** Reads `take` of a map: `first 10`, `after -` or `unit`; undefined for anything else. */
export function takeOf(words: string): Take | undefined {
  const whole = words.trim();
  if (whole === "number" || whole === "unit") return { part: whole };
  const [, part, rest = ""] = /^(first|last|before|after)\s+(.+)$/.exec(whole) ?? [];
  if (part === "before" || part === "after") return { part, sign: rest.replace(/^(["'])(.+)\1$/, "$2") };
  if ((part !== "first" && part !== "last") || !/^[1-9]\d{0,2}$/.test(rest)) return undefined;
  return { part, count: Number.parseInt(rest, 10) };
}

/**
 * Returns the part of the text; empty if the separator is missing or, for `unit`, if the text does not begin with a
 * number.
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

/**
 * Returns the heading in the form used for comparisons: in lower case, without extra spaces or trailing asterisks and
 * colons.
 */
export function normal(heading: string): string {
  const plain = heading.replace(/[\s\u00a0\u2000-\u200f\u202f\ufeff]+/g, " ").trim();
  let end = plain.length;
  while (end > 0 && "*:".includes(plain.charAt(end - 1))) end -= 1;
  return plain.slice(0, end).trimEnd().toLowerCase();
}
