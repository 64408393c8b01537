import type { Cell } from "../cell.ts";
import words from "./currencies.txt";

/** Returned where a text speaks of a foreign currency without saying which one, as `FC` does. */
export const someCurrency = "?";

const currencies = words.split("\n").flatMap((row) => {
  const [, code = "", list = ""] = /^(\S+): (.*)$/.exec(row) ?? [];
  return code === "#" || list === "" ? [] : list.split(", ").map((word) => ({ code, word: escaped(word) }));
});

function escaped(word: string): string {
  const plain = word.replace(/[$.*+?^{}()|[\]\\]/g, "\\$&");
  return /^[\p{L} .]+$/u.test(word)
    ? `(?<![\\p{L}\\p{N}])(?:in )?${plain}(?![\\p{L}\\p{N}])`
    : `(?:(?<!\\p{L})in )?${plain}`;
}

/** Matches each way to write a currency, in a text in small letters; the longer words first. */
export const currencyPatterns: readonly { readonly code: string; readonly pattern: RegExp }[] = currencies.map(
  ({ code, word }) => ({ code, pattern: new RegExp(word, "u") }),
);

const around = currencies.map(({ code, word }) => ({
  code,
  front: new RegExp(`^(\\s*[-(']*)\\s*${word}\\.?\\s*(?=[-(.]*\\p{Nd})`, "u"),
  back: new RegExp(`(?<=[\\p{Nd})-])\\s*${word}\\.?\\s*$`, "u"),
}));

/** Returns the text in small letters, with one form of each Arabic letter and without marks of direction. */
export const plainLetters = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u064b-\u0652\u0640\u200e\u200f\u061c]/g, "")
    .replace(/[أإآ]/g, "ا")
    .replace(/\u066a/g, "%");

/** Returns the currency that a text names by its code, sign or word. */
export function currencyIn(text: string): string | undefined {
  const low = plainLetters(text);
  return currencyPatterns.find(({ pattern }) => pattern.test(low))?.code;
}

const known = new Map<string, { text: string; currency?: string }>();

/** Splits an amount such as `USD 100.00` or `100.00 AED` into its number and currency. */
export function withoutCurrency(text: string): { readonly text: string; readonly currency?: string } {
  if (!/\p{Nd}/u.test(text) || !/[\p{L}\p{Sc}]/u.test(text) || text.length > 60) return { text };
  const before = known.get(text);
  if (before) return before;
  const low = plainLetters(text);
  const found = around
    .map(({ code, front, back }) => ({ code, rest: low.replace(front, "$1").replace(back, "") }))
    .find(({ rest }) => rest !== low);
  const split = found ? { text: found.rest, currency: found.code } : { text };
  if (known.size > 10_000) known.clear();
  known.set(text, split);
  return split;
}

/** Returns the currency of an amount: that of the cell's format, or that in its text. */
export function currencyOf(cell: Cell | undefined): string | undefined {
  if (cell?.is === "number") return cell.says === undefined ? undefined : currencyIn(cell.says);
  return cell?.is === "text" ? withoutCurrency(cell.text).currency : undefined;
}
