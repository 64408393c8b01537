import { codes } from "../../document/index.ts";
import { templateColumns } from "../template-columns.ts";

/** The VAT category and rate that a tax code probably means, as `vat` of a map writes it; undefined where nothing is probable. */
export function vatGuess(word: string): string | undefined {
  const plain = word.toLowerCase();
  const has = (pattern: RegExp): boolean => pattern.test(plain);
  if (has(/reverse|(?:^|\W)rcm?(?:\W|$)|^ae$|احتساب عكسي/)) return "AE 5";
  if (has(/exempt|(?:^|\W)ex(?:\W|$)|^e$|معف/)) return "E";
  if (has(/out of scope|non[- ]?taxable|(?:^|\W)oo?s(?:\W|$)|^o$|خارج/)) return "O";
  if (has(/margin|^n$/)) return "N 5";
  if (has(/zero|(?:^|\W)zr(?:\W|$)|(?:^|\D)0(?:\.0+)?\s*%?$|^z$|export|صفر/)) return "Z 0";
  if (has(/standard|(?:^|\W)(?:sr|std)(?:\W|$)|(?:^|\D)5(?:\.0+)?\s*%?(?:\D|$)|^s$|^0?\.05$|أساسي|اساسي/)) return "S 5";
  return undefined;
}

const unitWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...templateColumns.find(({ heading }) => heading === "Unit")?.words,
    nos: "H87",
    no: "H87",
    ea: "EA",
    unit: "H87",
    units: "H87",
    g: "GRM",
    gm: "GRM",
    gms: "GRM",
    gram: "GRM",
    grams: "GRM",
    carat: "CTM",
    carats: "CTM",
    ct: "CTM",
    cts: "CTM",
    ltr: "LTR",
    l: "LTR",
    mtr: "MTR",
    m: "MTR",
    sqm: "MTK",
    hr: "HUR",
    hrs: "HUR",
    kgs: "KGM",
    قطعة: "H87",
    كجم: "KGM",
    ساعة: "HUR",
    جرام: "GRM",
  }),
);

/** The unit that a word means; the word itself where it is a code already, undefined where nothing is known. */
export function unitGuess(word: string): string | undefined {
  const plain = word.trim().toLowerCase();
  return codes.unitCodes.has(word.trim()) ? word.trim() : unitWords.get(plain);
}

/** Whether a word says that rows are no final documents. */
export const isUnfinished = (word: string): boolean =>
  /draft|cancel|void|reject|delet|revers|pending|parked|held|ملغ|مسودة|مرفوض/i.test(word);

/** Whether a word names a credit note. */
export const isCredit = (word: string): boolean =>
  /credit|refund|return|(?:^|\W)(?:cn|crn|kg)(?:\W|$)|دائن|مرتجع/i.test(word);

/** Whether a word names an invoice. */
export const isInvoice = (word: string): boolean =>
  !isCredit(word) && /invoice|bill|purchase|(?:^|\W)(?:inv|pi|kr|re)(?:\W|$)|فاتورة/i.test(word);
