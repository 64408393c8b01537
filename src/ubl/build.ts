import { type Attributes, UblElement } from "./element.ts";
import { ranks } from "./order.ts";

/**
 * Puts `child` below `parent` at the place the schema gives it, so that writers need not know the order and the two kinds of
 * document can share them. Children written in schema order cost one look-up each.
 */
export function put(parent: UblElement, child: UblElement): void {
  parent.append(child);
  const rank = ranks.get(parent.name);
  const { children } = parent;
  if (!rank || children.length === 1) return;
  const own = rank.get(child.name);
  if (own === undefined) throw new Error(`selfbill has a fault: ${child.name} does not belong into ${parent.name}`);
  let at = children.length - 1;
  while (at > 0 && (rank.get((children[at - 1] as UblElement).name) ?? 0) > own) {
    children[at] = children[at - 1] as UblElement;
    at -= 1;
  }
  children[at] = child;
}

/** Adds an element with text; nothing when the value is absent or blank, because an empty element breaks IBR-079. */
export function leaf(
  parent: UblElement,
  name: string,
  value: string | undefined,
  origin?: string,
  attributes?: Attributes,
): void {
  if (value !== undefined && value.trim() !== "") put(parent, new UblElement(name, value, attributes, origin));
}

/** Adds an aggregate that `fill` fills; nothing when it stays empty. */
export function group(
  parent: UblElement,
  name: string,
  origin: string | undefined,
  fill: (element: UblElement) => void,
): void {
  const element = new UblElement(name, "", undefined, origin);
  fill(element);
  if (element.children.length > 0) put(parent, element);
}

/** Attributes out of the given ones that have a value; undefined when none has. */
export function attributes(given: Record<string, string | undefined>): Attributes | undefined {
  const kept = Object.entries(given).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1].trim() !== "",
  );
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
