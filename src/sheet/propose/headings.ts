import { headingParts, plainHeading } from "./heading-parts.ts";
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
  | "orderLine";

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
  | "quantity"
  | "unit"
  | "price"
  | "amount"
  | "kind"
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

/** The rank of headings that are known by a pattern, behind those of the lists. */
const patternRank = 200;

export function meaningOf(heading: string): HeadingMeaning | undefined {
  const plain = plainHeading(heading);
  const { bare } = headingParts(heading);
  const withVat = /(?:^|\s)(?:incl|including|inclusive|inc)(?:\s|$)|شامل/.test(plain)
    ? true
    : /(?:^|\s)(?:excl|excluding|exclusive|ex|before|without|exc)(?:\s|$)|قبل|بدون/.test(plain)
      ? false
      : undefined;
  for (const each of new Set([plain, withoutVat(plain), bare, withoutVat(bare)])) {
    const found = byName.get(each);
    if (found) return { ...found, withVat };
  }
  const name = withoutVat(bare);
  const found = listed.find(({ pattern }) => pattern.test(name));
  if (found === undefined) return undefined;
  if (found.role === "none") return { role: undefined, rank: patternRank, withVat, isIdle: true };
  return { role: found.role, rank: patternRank, withVat };
}

const withoutVat = (plain: string): string =>
  plain
    .replace(
      /(?:^|\s)(?:tax |vat )?(?:incl|including|inclusive|inc|excl|exc|excluding|exclusive|ex|with|without|before)(?: of)?(?: (?:vat|tax))?(?=\s|$)/g,
      " ",
    )
    .replace(/(?:^|\s)(?:شامل|قبل|بدون) ?(?:ال)?ضريبة/g, " ")
    .replace(/\s+/g, " ")
    .trim();
