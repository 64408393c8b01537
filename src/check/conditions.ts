import type { UblElement } from "../ubl/index.ts";
import { quoted } from "./expression.ts";
import type { Condition } from "./rule.ts";
import { isCode, isEmptyText, path, stringOf } from "./xpath.ts";

/** Makes a condition with its XPath expression: for `holds` what is required, for `when` where it applies. */
export function saying(xpath: string | (() => string), condition: Condition): Condition {
  return typeof xpath === "string"
    ? Object.assign(condition, { xpath })
    : Object.defineProperty(condition, "xpath", { get: xpath, enumerable: true });
}

/** Holds if there is at least one element at this path, even an empty one. */
export function exists(steps: string): Condition {
  const wanted = path(steps);
  return saying(`exists(${steps})`, (element) => wanted.in(element));
}

/** Holds if there is no element at this path, not even an empty one. */
export function absent(steps: string): Condition {
  const unwanted = path(steps);
  return saying(`empty(${steps})`, (element) => !unwanted.in(element));
}

/** Holds if some element at this path has exactly this text. */
export function isText(steps: string, text: string): Condition {
  const compared = path(steps);
  return saying(`${steps} = '${text}'`, (element) => compared.is(element, text));
}

/** Holds if there is an element at any of these paths. */
export function existsOneOf(...alternatives: readonly string[]): Condition {
  const wanted = alternatives.map(path);
  return saying(`exists(${alternatives.join(" | ")})`, (element) => {
    for (let at = 0; at < wanted.length; at++) if (wanted[at]?.in(element)) return true;
    return false;
  });
}

/** Holds if there is an element at this path with more than blanks in it. */
export function notBlank(steps: string): Condition {
  const wanted = path(steps);
  return saying(`exists(${steps}[normalize-space()])`, (element) => wanted.some(element, hasText));
}

const hasText = (element: UblElement): boolean => !isEmptyText(stringOf(element));

/** Holds if the element's text, with normalised blanks, is one of these codes. */
export function isListed(codes: ReadonlySet<string>): Condition {
  return saying(`normalize-space() = ${quoted(codes)}`, (element) => isCode(stringOf(element), codes));
}

/** Holds if there are at most `limit` elements at this path, by default one. */
export function atMost(steps: string, limit = 1): Condition {
  const counted = path(steps);
  return saying(`count(${steps}) <= ${limit}`, (element) => counted.count(element) <= limit);
}

/** Holds if the element has this attribute, even an empty one. */
export function hasAttribute(name: string): Condition {
  return saying(`exists(@${name})`, (element) => element.attributes?.[name] !== undefined);
}

/** Holds if the only element at this path has at most two digits after the decimal point. */
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

/** For a rule whose context is the error itself: every element of the context breaks it. */
export const contextIsTheFault: Condition = () => false;

/** For a rule that no document could break in an earlier edition. */
export const cannotBreak: Condition = saying("true()", () => true);
