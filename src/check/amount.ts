import type { UblElement } from "../ubl/index.ts";
import { parseDecimal, type RuleDecimal } from "./decimal.ts";
import { stringOf } from "./xpath.ts";

/** Casts the element's text to xs:decimal; returns undefined if the text is not a decimal or there is no element. */
export function amountOf(element: UblElement | undefined): RuleDecimal | undefined {
  return element === undefined ? undefined : parseDecimal(stringOf(element));
}

/**
 * Casts the element's text to an IEEE double, for the few rules that calculate in doubles (check/README.md, N2 and N3);
 * NaN if the text is not a number or there is no element.
 */
export function numberOf(element: UblElement | undefined): number {
  return (element && doubleIn(stringOf(element))) ?? Number.NaN;
}

const doubleText = /^[ \t\n\r]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r]*$/;

/**
 * Casts to xs:double: accepts INF and NaN, but neither hexadecimal nor an empty string. Returns undefined if the cast
 * fails.
 */
export function doubleIn(text: string): number | undefined {
  return doubleText.test(text) ? Number(text) : specialDoubles.get(text.trim());
}

const specialDoubles: ReadonlyMap<string, number> = new Map([
  ["INF", Number.POSITIVE_INFINITY],
  ["+INF", Number.POSITIVE_INFINITY],
  ["-INF", Number.NEGATIVE_INFINITY],
  ["NaN", Number.NaN],
]);
