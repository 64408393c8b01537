import type { UblElement } from "../ubl/index.ts";
import { quoted } from "./expression.ts";
import type { Condition } from "./rule.ts";
import { isCode, isEmptyText, path, stringOf } from "./xpath.ts";

/** A condition that says itself as an XPath expression: of `holds` the demand, of `when` where it is asked. */
export function saying(xpath: string | (() => string), condition: Condition): Condition {
  return typeof xpath === "string"
    ? Object.assign(condition, { xpath })
    : Object.defineProperty(condition, "xpath", { get: xpath, enumerable: true });
}

/** At least one element at this path; an empty one counts. */
export function exists(steps: string): Condition {
  const wanted = path(steps);
  return saying(`exists(${steps})`, (element) => wanted.in(element));
}

/** No element at this path, be it empty. */
export function absent(steps: string): Condition {
  const unwanted = path(steps);
  return saying(`empty(${steps})`, (element) => !unwanted.in(element));
}

/** Some element at this path has exactly this text. */
export function isText(steps: string, text: string): Condition {
  const compared = path(steps);
  return saying(`${steps} = '${text}'`, (element) => compared.is(element, text));
}

/** An element at one of these paths. */
export function existsOneOf(...alternatives: readonly string[]): Condition {
  const wanted = alternatives.map(path);
  return saying(`exists(${alternatives.join(" | ")})`, (element) => {
    for (let at = 0; at < wanted.length; at++) if (wanted[at]?.in(element)) return true;
    return false;
  });
}

/** An element at this path that has more than blanks in it. */
export function notBlank(steps: string): Condition {
  const wanted = path(steps);
  return saying(`exists(${steps}[normalize-space()])`, (element) => wanted.some(element, hasText));
}

const hasText = (element: UblElement): boolean => !isEmptyText(stringOf(element));

/** The element's text, its blanks normalised, is one of these codes. */
export function isListed(codes: ReadonlySet<string>): Condition {
  return saying(`normalize-space() = ${quoted(codes)}`, (element) => isCode(stringOf(element), codes));
}

/** No more than `limit` elements at this path, one when left out. */
export function atMost(steps: string, limit = 1): Condition {
  const counted = path(steps);
  return saying(`count(${steps}) <= ${limit}`, (element) => counted.count(element) <= limit);
}

/** The element has this attribute, be it empty. */
export function hasAttribute(name: string): Condition {
  return saying(`exists(@${name})`, (element) => element.attributes?.[name] !== undefined);
}

/** No more than two digits written after the point, in the one element at this path. */
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

/** For a rule whose context is the fault itself: whatever it is asked of breaks it. */
export const contextIsTheFault: Condition = () => false;

/** For a rule that an earlier edition asked in a way that nothing could break. */
export const cannotBreak: Condition = saying("true()", () => true);
