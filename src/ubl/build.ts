import { type Attributes, UblElement } from "./element.ts";
import { ranksIn } from "./order.ts";

/**
 * Puts children into schema order, so that writers need not know that order and can serve both kinds of document.
 * Children written in order cost one lookup each; a child that the schema does not know is a bug in the writer.
 */
export function arrange(element: UblElement): void {
  const { children } = element;
  const rank = children.length > 1 ? ranksIn(element.name) : undefined;
  if (!rank) return;
  const places = new Array<number>(children.length);
  let inOrder = true;
  for (let at = 0; at < children.length; at++) {
    const { name } = children[at] as UblElement;
    const own = rank.get(name);
    if (own === undefined)
      throw new Error(`selfbill has an internal error: ${name} does not belong into ${element.name}`);
    places[at] = own;
    if (at > 0 && own < (places[at - 1] as number)) inOrder = false;
  }
  // An array that grew one element at a time has capacity for at least seventeen; a copy has no spare capacity.
  element.children = inOrder ? children.slice() : ordered(children, places);
}

/**
 * Sorts children by `places`, their positions in the schema, because looking up each name again would take most of the
 * time.
 */
function ordered(children: readonly UblElement[], places: readonly number[]): UblElement[] {
  const numbers = places.map((_, at) => at);
  numbers.sort((one, other) => (places[one] as number) - (places[other] as number));
  return numbers.map((at) => children[at] as UblElement);
}

/**
 * Adds an element with text to `parent`; nothing if the value is absent or blank, because IBR-079 forbids empty
 * elements.
 */
export function leaf(
  parent: UblElement,
  name: string,
  value: string | undefined,
  origin?: string,
  attributes?: Attributes,
): void {
  if (value !== undefined && value.trim() !== "") parent.append(new UblElement(name, value, attributes, origin));
}

/** Adds an element to `parent` whose children `fill` adds; an element without children is not added. */
export function group(
  parent: UblElement,
  name: string,
  origin: string | undefined,
  fill: (element: UblElement) => void,
): void {
  const element = new UblElement(name, "", undefined, origin);
  fill(element);
  if (element.children.length === 0) return;
  arrange(element);
  parent.append(element);
}

/** Returns the attributes that have a value; undefined if there are none. */
export function attributes(given: Record<string, string | undefined>): Attributes | undefined {
  let kept: Record<string, string> | undefined;
  for (const name in given) {
    const value = given[name];
    if (value === undefined || value.trim() === "") continue;
    kept ??= {};
    kept[name] = value;
  }
  return kept;
}
