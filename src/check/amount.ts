import type { UblElement } from "../ubl/index.ts";
import { parseDecimal, type RuleDecimal } from "./decimal.ts";
import { stringOf } from "./xpath.ts";

/** What an element's text means as a number, read at the first asking and kept on the element for all rules. */
class Reading {
  readonly text: string;
  #decimal: RuleDecimal | undefined;
  #number: number | undefined;
  #triedDecimal = false;

  constructor(text: string) {
    this.text = text;
  }

  decimal(): RuleDecimal | undefined {
    if (!this.#triedDecimal) {
      this.#triedDecimal = true;
      this.#decimal = parseDecimal(this.text);
    }
    return this.#decimal;
  }

  number(): number {
    this.#number ??= parseNumber(this.text);
    return this.#number;
  }
}

function readingOf(element: UblElement): Reading {
  const { reading } = element;
  const text = stringOf(element);
  if (reading instanceof Reading && reading.text === text) return reading;
  const made = new Reading(text);
  element.reading = made;
  return made;
}

/** The element's text as an exact decimal (a cast to xs:decimal); undefined when it is none or when there is no element. */
export function amountOf(element: UblElement | undefined): RuleDecimal | undefined {
  return element === undefined ? undefined : readingOf(element).decimal();
}

/**
 * The element's text as an IEEE double, for the few rules that calculate in doubles (check/README.md, N2 and N3); NaN when it is not a number or
 * when there is no element.
 */
export function numberOf(element: UblElement | undefined): number {
  return element === undefined ? Number.NaN : readingOf(element).number();
}

const doubleText = /^[ \t\n\r]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r]*$/;

/** A text read as xs:double, which knows INF but neither hexadecimal nor the empty text. */
export function parseNumber(text: string): number {
  if (doubleText.test(text)) return Number(text);
  const bare = text.trim();
  return bare === "INF" ? Number.POSITIVE_INFINITY : bare === "-INF" ? Number.NEGATIVE_INFINITY : Number.NaN;
}
