import { membersIn, UblElement } from "../../src/ubl/index.ts";

/**
 * Small changes to a UBL tree for the rule cases. A path is a list of names from the root down:
 * `cac:TaxTotal/cbc:TaxAmount`.
 */

/** The first element at a path; throws if there is none, because then the case itself is wrong. */
export function at(root: UblElement, path: string): UblElement {
  const found = root.find(...path.split("/"));
  if (!found) throw new Error(`The case has no ${path}`);
  return found;
}

export function set(root: UblElement, path: string, text: string): void {
  at(root, path).text = text;
}

export function setAttribute(root: UblElement, path: string, name: string, value: string | undefined): void {
  const element = at(root, path);
  const { [name]: _, ...others } = element.attributes ?? {};
  element.attributes = value === undefined ? others : { ...others, [name]: value };
}

export function remove(root: UblElement, path: string): void {
  const element = at(root, path);
  const parent = element.parent as UblElement;
  parent.children = parent.children.filter((child) => child !== element);
}

/** Inserts the element in schema order and after others of the same name. `path` is "" for the root. */
export function add(root: UblElement, path: string, element: UblElement): void {
  const parent = path === "" ? root : at(root, path);
  const names = (membersIn(parent.name) ?? []).map(({ name }) => name);
  const rank = names.indexOf(element.name);
  const before = parent.children.filter(({ name }) => rank < 0 || names.indexOf(name) <= rank);
  const after = parent.children.filter((child) => !before.includes(child));
  parent.children = before;
  parent.append(element);
  parent.children.push(...after);
}

export function double(root: UblElement, path: string): void {
  const element = at(root, path);
  const above = path.split("/").slice(0, -1).join("/");
  add(root, above, copyOf(element));
}

function copyOf(element: UblElement): UblElement {
  const copy = new UblElement(element.name, element.text, element.attributes);
  for (const child of element.children) copy.append(copyOf(child));
  return copy;
}

/** Makes an element whose content is text or child elements. */
export function make(
  name: string,
  content: string | readonly UblElement[],
  attributes?: Readonly<Record<string, string>>,
): UblElement {
  const element = new UblElement(name, typeof content === "string" ? content : "", attributes);
  if (typeof content !== "string") for (const child of content) element.append(child);
  return element;
}

/** Makes a TaxCategory or ClassifiedTaxCategory, without a percentage if `percent` is undefined. */
export function category(name: string, id: string, percent?: string, scheme = "VAT"): UblElement {
  const members = [make("cbc:ID", id)];
  if (percent !== undefined) members.push(make("cbc:Percent", percent));
  return make(name, [...members, make("cac:TaxScheme", [make("cbc:ID", scheme)])]);
}
