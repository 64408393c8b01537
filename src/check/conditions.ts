import type { UblElement } from "../ubl/index.ts";
import type { Condition } from "./rule.ts";
import { isEmptyText, path, stringOf } from "./xpath.ts";

/** At least one element at this path; an empty one counts. */
export function exists(steps: string): Condition {
  const wanted = path(steps);
  return (element) => wanted.in(element);
}

/** An element at one of these paths. */
export function existsOneOf(...alternatives: readonly string[]): Condition {
  const wanted = alternatives.map(path);
  return (element) => {
    for (let at = 0; at < wanted.length; at++) if (wanted[at]?.in(element)) return true;
    return false;
  };
}

/** An element at this path that has more than blanks in it. */
export function notBlank(steps: string): Condition {
  const wanted = path(steps);
  return (element) => wanted.some(element, hasText);
}

const hasText = (element: UblElement): boolean => !isEmptyText(stringOf(element));

/** No more than `limit` elements at this path, one when left out. */
export function atMost(steps: string, limit = 1): Condition {
  const counted = path(steps);
  return (element) => counted.count(element) <= limit;
}

/** The element has this attribute, be it empty. */
export function hasAttribute(name: string): Condition {
  return (element) => element.attributes?.[name] !== undefined;
}

/** No more than two digits written after the point, in the one element at this path. */
export function atMostTwoDecimals(steps: string): Condition {
  const amount = path(steps);
  return (element) => {
    const found = amount.first(element);
    if (found === undefined) return true;
    const text = stringOf(found);
    const point = text.indexOf(".");
    return point < 0 || text.length - point - 1 <= 2;
  };
}

/** For a rule whose context is the fault itself: whatever it is asked of breaks it. */
export const contextIsTheFault: Condition = () => false;

/** For a rule that an earlier edition asked in a way that nothing could break. */
export const cannotBreak: Condition = () => true;
