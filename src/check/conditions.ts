import type { UblElement } from "../ubl/index.ts";
import { quoted } from "./expression.ts";
import type { Condition } from "./rule.ts";
import { isCode, isEmptyText, path, stringOf } from "./xpath.ts";

/** Attaches the XPath expression of the condition. */
export function saying(xpath: string | (() => string), condition: Condition): Condition {
  return typeof xpath === "string"
    ? Object.assign(condition, { xpath })
    : Object.defineProperty(condition, "xpath", { get: xpath, enumerable: true });
}

/** Also true for an empty element. */
export function exists(steps: string): Condition {
  const wanted = path(steps);
  return saying(`exists(${steps})`, (element) => wanted.in(element));
}

/** An empty element counts as present. */
export function absent(steps: string): Condition {
  const unwanted = path(steps);
  return saying(`empty(${steps})`, (element) => !unwanted.in(element));
}

/** True if any element at this path has exactly this text. */
export function isText(steps: string, text: string): Condition {
  const compared = path(steps);
  return saying(`${steps} = '${text}'`, (element) => compared.is(element, text));
}

export function existsOneOf(...alternatives: readonly string[]): Condition {
  const wanted = alternatives.map(path);
  return saying(`exists(${alternatives.join(" | ")})`, (element) => {
    for (let at = 0; at < wanted.length; at++) if (wanted[at]?.in(element)) return true;
    return false;
  });
}

/** True if an element at this path contains more than whitespace. */
export function notBlank(steps: string): Condition {
  const wanted = path(steps);
  return saying(`exists(${steps}[normalize-space()])`, (element) => wanted.some(element, hasText));
}

const hasText = (element: UblElement): boolean => !isEmptyText(stringOf(element));

/** Compares the text after normalising whitespace. */
export function isListed(codes: ReadonlySet<string>): Condition {
  return saying(`normalize-space() = ${quoted(codes)}`, (element) => isCode(stringOf(element), codes));
}

/** True if there are at most `limit` elements at this path. */
export function atMost(steps: string, limit = 1): Condition {
  const counted = path(steps);
  return saying(`count(${steps}) <= ${limit}`, (element) => counted.count(element) <= limit);
}

/** Also true for an empty attribute. */
export function hasAttribute(name: string): Condition {
  return saying(`exists(@${name})`, (element) => element.attributes?.[name] !== undefined);
}

/**
 * True if the number at this path has at most two decimals, or is missing. The path must lead to at most one element.
 */
export function atMostTwoDecimals(steps: string): Condition {
  const amount = path(steps);
  return saying(`string-length(substring-after(${steps}, '.')) <= 2`, (element) => {
    const found = amount.first(element);
    if (found === undefined) return true;
    const text = stringOf(found);
    const point = text.indexOf(".");
    return point < 0 || text.length - point - 1 <= 2;
  });
}

/** The context of the rule is itself the error: every element of the context violates the rule. */
export const contextIsTheFault: Condition = () => false;

/** For a rule that no document could break in an earlier edition. */
export const cannotBreak: Condition = saying("true()", () => true);
