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
  | "makingAmount";

const byName = new Map(
  rows
    .trim()
    .split("\n")
    .flatMap((row) => {
      const [role = "", list = ""] = row.split(": ");
      return list.split(", ").map((name, rank) => [name, { role: role as Role, rank }] as const);
    }),
);

/**
 * The meaning of a heading, judged by its words alone. `rank`: how exact the match is; lower is more exact.
 * `withVat`: the heading says that VAT is included or excluded.
 */
export interface HeadingMeaning {
  readonly role: Role;
  readonly rank: number;
  readonly withVat: boolean | undefined;
}

export function meaningOf(heading: string): HeadingMeaning | undefined {
  const plain = plainHeading(heading);
  const withVat = /(?:^|\s)(?:incl|including|inclusive)|شامل/.test(plain)
    ? true
    : /(?:^|\s)(?:excl|excluding|exclusive|ex|before|without)(?:\s|$)|قبل|بدون/.test(plain)
      ? false
      : undefined;
  for (const each of [plain, withoutVat(plain), withoutCurrency(plain), withoutCurrency(withoutVat(plain))]) {
    const found = byName.get(each);
    if (found) return { ...found, withVat };
  }
  return undefined;
}

/**
 * Returns a heading in lower case, with single spaces (`InvoiceDate` becomes two words), without punctuation, and with
 * one form of each Arabic letter.
 */
export function plainHeading(heading: string): string {
  const words = heading.includes(" ") ? heading : heading.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ");
  return words
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u064b-\u0652\u0640]/g, "")
    .replace(/[أإآ]/g, "ا")
    .replace(/[^\p{L}\p{N}%]+/gu, " ")
    .trim();
}

const withoutVat = (plain: string): string =>
  plain
    .replace(
      /(?:^|\s)(?:tax |vat )?(?:incl|including|inclusive|excl|excluding|exclusive|ex|with|without|before)(?: of)?(?: (?:vat|tax))?(?=\s|$)/g,
      " ",
    )
    .replace(/(?:^|\s)(?:شامل|قبل|بدون) ?(?:ال)?ضريبة/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const withoutCurrency = (plain: string): string =>
  plain
    .replace(/(?:^|\s)(?:in )?(?:aed|dhs|dirhams?|usd|eur|lc|fc|درهم)(?=\s|$)/g, " ")
    .replace(/\s+/g, " ")
    .trim();
