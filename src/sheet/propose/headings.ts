import { isTaxesHeading } from "../rules/child-rows.ts";
import { headingParts, plainHeading, unitHeading } from "./heading-parts.ts";
import patterns from "./heading-patterns.txt";
import rows from "./headings.txt";

/** What a column of an export contains. */
export type Role =
  | "number"
  | "date"
  | "due"
  | "supplyDate"
  | "periodFrom"
  | "periodTo"
  | "trn"
  | "supplierCode"
  | "supplierName"
  | "currency"
  | "rate"
  | "reference"
  | "item"
  | "description"
  | "quantity"
  | "unit"
  | "unitPrice"
  | "discount"
  | "amount"
  | "net"
  | "vat"
  | "gross"
  | "taxCode"
  | "taxRate"
  | "status"
  | "type"
  | "itemType"
  | "hsCode"
  | "serviceCode"
  | "iban"
  | "corrected"
  | "correctedDate"
  | "reason"
  | "note"
  | "order"
  | "weight"
  | "inclusive"
  | "metalAmount"
  | "makingAmount"
  | "priceBase"
  | "discountPercent"
  | "documentDiscount"
  | "charge"
  | "retention"
  | "prepaid"
  | "receipt"
  | "receiptDate"
  | "orderLine"
  | "rounding";

const byName = new Map<string, { readonly role: Role; readonly rank: number }>();
for (const row of rows.trim().split("\n")) {
  const [role = "", list = ""] = row.split(": ");
  for (const [rank, name] of list.split(", ").entries())
    if (!byName.has(name)) byName.set(name, { role: role as Role, rank });
}

const listed = patterns.split("\n").flatMap((row) => {
  const [, role = "", pattern = ""] = /^([a-zA-Z]+): (.*)$/.exec(row) ?? [];
  return role === "" ? [] : [{ role: role as Role | "none", pattern: new RegExp(pattern, "u") }];
});

/** What a heading speaks of, where a wrong reading changes what a document says or costs. */
export type MoneyTopic =
  | "discount"
  | "charge"
  | "deduction"
  | "vat"
  | "currency"
  /** A number of something, which is the quantity only where no column is headed so. */
  | "count"
  | "quantity"
  | "unit"
  | "price"
  | "amount"
  | "rounding"
  | "kind"
  /** Whether a row counts. */
  | "status"
  | "supplier";

const subjects = patterns.split("\n").flatMap((row) => {
  const [, subject = "", pattern = ""] = /^about ([a-z]+): (.*)$/.exec(row) ?? [];
  return subject === "" ? [] : [{ subject: subject as MoneyTopic, pattern: new RegExp(pattern, "u") }];
});

/** Returns what a heading speaks of, by its words alone; the most telling subject comes first. */
export function moneyTopicsOf(heading: string): readonly MoneyTopic[] {
  const plain = plainHeading(heading);
  return subjects.filter(({ pattern }) => pattern.test(plain)).map(({ subject }) => subject);
}

/**
 * The meaning of a heading, judged by its words alone. `rank`: how exact the match is; lower is more exact.
 * `withVat`: the heading says that VAT is included or excluded. `isIdle`: it speaks of money, but changes no document.
 */
export interface HeadingMeaning {
  readonly role: Role | undefined;
  readonly rank: number;
  readonly withVat: boolean | undefined;
  readonly isIdle?: true;
}

/** What is measured counts where the heading has its unit, as in `Area (sqm)`. */
const measures = /^(?:total |net )?(?:area|volume|length|consumption|usage|المساحة|الحجم|الطول)$/;

/** The number of pieces in a package is not the quantity, but may be a part of it. */
const packSize =
  /(?:^| )(?:pack(?:ing)? size|(?:pcs|pieces|units|nos|items|qty)(?: in| per)(?: an?)? \p{L}+|(?:pcs|pieces|units) (?:carton|ctn|box|case|pack|bag))$/u;

/** `Qty in kg` and `Qty in boxes` count, as opposed to `Qty in box`. */
const countedIn =
  /(?:^| )qty in (?!(?:carton|ctn|box|case|pack|packet|bag|drum|roll|pallet|crate|dozen pack|tin|can|bottle|set)$)\p{L}+$/u;

/** A rate or an amount among the taxes is that of the tax, not of the line. */
function meaningAmongTaxes(bare: string): HeadingMeaning {
  const role = /^(?:tax )?rate$/.test(bare) ? "taxRate" : /^(?:tax )?amount$/.test(bare) ? "vat" : undefined;
  return { role, rank: patternRank, withVat: undefined, ...(role === undefined ? { isIdle: true } : {}) };
}

/** The rank of headings that are known by a pattern, behind those of the lists. */
const patternRank = 200;

/** The rank of a heading that is only a unit: any other that counts is more exact. */
export const unitRank = 300;

export function meaningOf(heading: string): HeadingMeaning | undefined {
  const plain = plainHeading(heading);
  const { bare, unit, currency, factor } = headingParts(heading);
  if (isTaxesHeading(heading)) return meaningAmongTaxes(bare);
  if (packSize.test(plain) && !((unit ?? factor) !== undefined && countedIn.test(plain))) return undefined;
  const withVat = /(?:^|\s)(?:incl|including|inclusive|inc|inkl|ttc|brutto)(?:\s|$)|شامل/.test(plain)
    ? true
    : /(?:^|\s)(?:excl|excluding|exclusive|ex|before|without|exc|exkl|zzgl|ohne|ht|hors)(?:\s|$)|قبل|بدون/.test(plain)
      ? false
      : undefined;
  const forms = [plain, withoutVat(plain), bare, withoutVat(bare)];
  for (const each of new Set([...forms, ...forms.map(withInitials)])) {
    const found = byName.get(each);
    if (found) return { ...found, withVat };
  }
  const name = withoutVat(bare);
  // Numbers below a heading that is nothing but a currency, such as "Local currency", are amounts.
  if (bare === "" && currency !== undefined) return { role: "amount", rank: patternRank, withVat };
  const found = listed.find(({ pattern }) => pattern.test(name));
  if (found === undefined) {
    const isCount = unitHeading(bare) !== undefined || (unit !== undefined && measures.test(bare));
    return isCount ? { role: "quantity", rank: unitRank, withVat } : undefined;
  }
  if (found.role === "none") return { role: undefined, rank: patternRank, withVat, isIdle: true };
  return { role: found.role, rank: patternRank, withVat };
}

/** Joins letters that stand alone, as in `P.O. No.`. */
const withInitials = (plain: string): string =>
  plain.replace(/(?<!\S)\p{L}(?: \p{L})+(?!\S)/gu, (letters) => letters.replaceAll(" ", ""));

const withoutVat = (plain: string): string =>
  plain
    .replace(
      /(?:^|\s)(?:tax |vat )?(?:incl|including|inclusive|inc|excl|exc|excluding|exclusive|ex|with|without|before)(?: of)?(?: (?:vat|tax))?(?=\s|$)/g,
      " ",
    )
    .replace(/(?<=\S)\s(?:ttc|ht|hors taxes?|(?:inkl|exkl|zzgl|ohne)(?: (?:ust|mwst|steuer))?)(?=\s|$)/g, " ")
    .replace(/(?:^|\s)(?:شامل|قبل|بدون) ?(?:ال)?ضريبة/g, " ")
    .replace(/\s+/g, " ")
    .trim();
