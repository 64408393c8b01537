import { latinDigits } from "../../document/index.ts";
import { withoutCurrency } from "./currency-text.ts";

/** The decimal separator in numbers written as text: 1,250.00 or 1.250,00. */
export type DecimalStyle = "point" | "comma";

/**
 * Returns the decimal sign that a number written as text proves, `either` if it can be read in two ways (`1,250`);
 * undefined if it proves nothing.
 */
export function signOf(text: string): DecimalStyle | "either" | undefined {
  if (!/[.,]/.test(text)) return undefined;
  const body = latinDigits(withoutCurrency(text).text)
    .replace(/[\u2212\u2010-\u2013\ufe63\uff0d]/g, "-")
    .trim()
    .replace(/^'?[-+(]?\s*/, "")
    .replace(/\s*[%)-]*$/, "");
  const one = /^(\d+)([.,])(\d+)$/.exec(body);
  if (one) {
    const [, whole = "", sign, fraction = ""] = one;
    if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return "either";
    return sign === "." ? "point" : "comma";
  }
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(body) || /^\d{1,3}(?:,\d{3}){2,}$/.test(body)) return "point";
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(body) || /^\d{1,3}(?:\.\d{3}){2,}$/.test(body)) return "comma";
  const last = /^\d{1,3}(?:[ '\u00a0\u202f]\d{3})+([.,])\d+$/.exec(body)?.[1];
  return last === undefined ? undefined : last === "." ? "point" : "comma";
}
