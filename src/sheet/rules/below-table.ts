import { type Cell, type Row, shownText } from "../cell.ts";

/** Matches the label of a total, such as "Grand total" or "Total for March", in English or Arabic. */
export const totalWord =
  /^\s*(?:(?:(?:grand|sub|overall|report|page|net)[\s-]*)?totals?(?:\s+(?:amount|value|aed|for|of)\b.*)?|(?:ال)?(?:مجموع|[إا]جمالي).*)\s*:?\s*$/iu;

/** Matches words below a table that say what a sum is, where a row of the table has its document. */
const sumWord =
  /(?<![\p{L}\p{N}])(?:totals?|sub-?totals?|sum|vat|tax|net|gross|payable|balance|due|taxable)(?![\p{L}\p{N}])|مجموع|[إا]جمالي|ضريبة|صافي|المستحق/iu;

/** Matches words below a table that say who made it, or that it ends. */
const closingWord =
  /^[\s*_-]*(?:(?:prepared|checked|verified|approved|authori[sz]ed|reviewed|audited|entered|posted|received|signed|certified|recommended|requested|compiled|submitted|passed)\s*(?:by|on)?\b|.*\bsignat(?:ure|ory)\b|sign\b|(?:company )?stamp\b|seal\b|for (?:and )?on behalf\b|e\s*&\s*o\s*e\b|end of\b|page \d|print(?:ed|out)?\b|generated\b|(?:rep|exp)orted (?:by|on)\b|run (?:date|by)\b|notes?\s*[:.-]|remarks?\s*[:.-]|n\.?b\.?\s*[:.-]|name\s*:|date\s*:|designation\b|(?:(?:senior|chief|head) )?accountant\b|(?:finance|accounts) (?:manager|department|dept)\b|amount in words|in words\b|[أا]عد(?:ه|ها|ت|اد)|[إا]عداد|.*(?:ال)?توقيع|[إا]عتماد|معتمد|راجع|(?:ال)?مراجعة|(?:ال)?محاسب|(?:ال)?مدير|(?:ال)?ختم|ملاحظات|استلم|فقط\b)/iu;

const textOf = (cell: Cell | undefined): string => (cell?.is === "text" ? shownText(cell).trim() : "");
const isFilled = (cell: Cell | undefined): boolean => cell !== undefined && shownText(cell).trim() !== "";

export const isClosingWord = (cell: Cell | undefined): boolean => closingWord.test(textOf(cell));
export const isTotalWord = (cell: Cell | undefined): boolean => totalWord.test(textOf(cell));

/** Words that labels of sums are made of; a label with any other word may be an item. */
const labelWords = new Set(
  "total totals subtotal subtotals grand sub net gross overall sum sums vat tax taxable input amount amt payable balance due value aed dhs dh of for the to pay before after excl excluding exclusive incl including inclusive with without this month page purchase purchases invoice invoices bill bills january february march april may june july august september october november december مجموع المجموع اجمالي الاجمالي الكلي العام ضريبه الضريبه القيمه المضافه صافي الصافي المستحق المبلغ مبلغ قبل بعد شامل شهر".split(
    " ",
  ),
);

/** True for the label of a sum below a table; a rate may stand in it, such as in "VAT 5%". */
export const isSumLabel = (cell: Cell | undefined): boolean => {
  const text = textOf(cell);
  if (text.length > 80 || !sumWord.test(text)) return false;
  const plain = text.replace(/@?\s*\d+(?:\.\d+)?\s*%|\b20\d\d\b/g, " ").toLowerCase();
  const words = plain
    .replace(/[أإآ]/g, "ا")
    .replace(/ة/g, "ه")
    .split(/[^\p{L}\p{N}]+/u);
  return words.every((word) => word === "" || labelWords.has(word));
};

/**
 * Returns the rows without those at the end that close the table: totals, signatures and what stands among and below
 * them. For recognising columns only: which rows are no documents is decided with the map.
 */
export function withoutClosing(rows: readonly Row[]): readonly Row[] {
  const fills = rows.map(({ cells }) => cells.filter(isFilled).length);
  const usual = [...fills].sort((a, b) => b - a)[Math.floor(fills.length / 4)] ?? 0;
  let end = rows.length;
  for (let at = rows.length - 1; at > 0; at -= 1) {
    const cells = rows[at]?.cells ?? [];
    const says = cells.some((cell) => isClosingWord(cell) || isTotalWord(cell));
    if ((fills[at] ?? 0) * 2 > usual && !(says && (fills[at] ?? 0) < usual)) break;
    if (says) end = at;
  }
  return end === rows.length ? rows : rows.slice(0, end);
}
