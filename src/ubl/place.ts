import type { UblElement } from "./element.ts";

/**
 * The element that a location means: the way back from locationOf. Takes what other programs write too: any or no prefix, `*:Invoice`,
 * `*[local-name()='Invoice']`, a namespace in brackets, a number or none, an attribute at the end. Where an element is absent the
 * nearest one above it is meant. Undefined when the location speaks of another kind of document or of nothing at all.
 */
export function elementAt(root: UblElement, location: string): UblElement | undefined {
  if (location.length > longestLocation) return undefined;
  const steps = location.trim().match(step) ?? [];
  const [first, ...rest] = steps.map(readStep).filter((each) => !each.attribute);
  if (first === undefined) return location.trim() === "/" ? root : undefined;
  if (first.name !== localName(root)) return undefined;
  let at = root;
  for (const { name, position } of rest) {
    const next = at.children.filter((child) => localName(child) === name)[position - 1];
    if (!next) return at;
    at = next;
  }
  return at;
}

/** The deepest place of a document needs a tenth of it, even with a namespace at each step. */
const longestLocation = 4_000;

/** One step of a location: a name, perhaps behind a namespace in braces, and any number of brackets, which may hold slashes inside quotes. */
const step = /(?:\{[^}]*\}|[^/[\]{}])+(?:\[(?:'[^']*'|"[^"]*"|[^\]'"])*\])*/g;

function readStep(text: string): { name: string; position: number; attribute: boolean } {
  const told = /local-name\(\)\s*=\s*['"]([^'"]+)['"]/.exec(text)?.[1];
  const name = told ?? (/^[^[]*/.exec(text)?.[0] ?? "").replace(/^.*[:}]/, "").trim();
  const position = /\[(?:position\(\)\s*=\s*)?(\d{1,6})\]/.exec(text)?.[1];
  return { name, position: position === undefined ? 1 : Number(position), attribute: text.trim().startsWith("@") };
}

function localName({ name }: UblElement): string {
  return name.replace(/^.*[:}]/, "");
}

/**
 * XPath-like place of an element, as the service reports it: `/Invoice/cac:InvoiceLine[2]/cac:Price/cbc:PriceAmount`. Lines always
 * carry their number; any other element carries one only where siblings share its name.
 */
export function locationOf(element: UblElement): string {
  return new Locations().of(element);
}

/** Places of many elements of one tree, which must not change meanwhile: the siblings of each are counted once. */
export class Locations {
  readonly #steps = new Map<UblElement, ReadonlyMap<UblElement, string>>();

  of(element: UblElement): string {
    const { parent } = element;
    if (!parent) return `/${element.name}`;
    const steps = this.#steps.get(parent) ?? stepsBelow(parent);
    this.#steps.set(parent, steps);
    return `${this.of(parent)}/${steps.get(element)}`;
  }
}

/** The last step to each child. */
function stepsBelow(parent: UblElement): Map<UblElement, string> {
  const counts = new Map<string, number>();
  for (const { name } of parent.children) counts.set(name, (counts.get(name) ?? 0) + 1);
  const positions = new Map<string, number>();
  const steps = new Map<UblElement, string>();
  for (const child of parent.children) {
    const { name } = child;
    const position = (positions.get(name) ?? 0) + 1;
    positions.set(name, position);
    const numbered = counts.get(name) !== 1 || name === "cac:InvoiceLine" || name === "cac:CreditNoteLine";
    steps.set(child, numbered ? `${name}[${position}]` : name);
  }
  return steps;
}

/** The field of the document an element was written from: `document_lines[0].price.base_amount`; undefined when there is none. */
export function documentPathOf(element: UblElement): string | undefined {
  let path: string | undefined;
  for (let at: UblElement | undefined = element; at; at = at.parent) {
    const { origin } = at;
    if (origin === undefined) continue;
    const absolute = origin.startsWith("/");
    const own = absolute ? origin.slice(1) : origin;
    path = path === undefined || path === "" ? own : own === "" ? path : `${own}.${path}`;
    if (absolute) return path;
  }
  return path;
}
