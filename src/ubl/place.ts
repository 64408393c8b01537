import type { UblElement } from "./element.ts";

/**
 * XPath-like place of an element, as the service reports it: `/Invoice/cac:InvoiceLine[2]/cac:Price/cbc:PriceAmount`. Lines always
 * carry their number; any other element carries one only where siblings share its name.
 */
export function locationOf(element: UblElement): string {
  const steps: string[] = [];
  for (let at: UblElement | undefined = element; at; at = at.parent) steps.push(`/${at.name}${positionOf(at)}`);
  return steps.reverse().join("");
}

function positionOf(element: UblElement): string {
  const { parent } = element;
  if (!parent) return "";
  let count = 0;
  let position = 0;
  for (const sibling of parent.children) {
    if (sibling.name !== element.name) continue;
    count += 1;
    if (sibling === element) position = count;
  }
  const numbered = count > 1 || element.name === "cac:InvoiceLine" || element.name === "cac:CreditNoteLine";
  return numbered ? `[${position}]` : "";
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
