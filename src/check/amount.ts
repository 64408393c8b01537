import type { UblElement } from "../ubl/index.ts";
import { parseDecimal, type RuleDecimal } from "./decimal.ts";
import { stringOf } from "./xpath.ts";

/** A cast to xs:decimal; undefined if the text is not a decimal or there is no element. */
export function amountOf(element: UblElement | undefined): RuleDecimal | undefined {
  return element === undefined ? undefined : parseDecimal(stringOf(element));
}

/**
 * An IEEE double, for the few rules that calculate in doubles (check/README.md, N2 and N3); NaN if the text is not a
 * number or there is no element.
 */
export function numberOf(element: UblElement | undefined): number {
  return element === undefined ? Number.NaN : parseNumber(stringOf(element));
}

const doubleText = /^[ \t\n\r]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r]*$/;

/** Like a cast to xs:double: accepts INF, but neither hexadecimal nor an empty string. */
export function parseNumber(text: string): number {
  if (doubleText.test(text)) return Number(text);
  const bare = text.trim();
  return bare === "INF" ? Number.POSITIVE_INFINITY : bare === "-INF" ? Number.NEGATIVE_INFINITY : Number.NaN;
}
