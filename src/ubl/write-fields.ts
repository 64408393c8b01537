import type { CodedInUbl } from "../document/index.ts";
import { arrange, leaf } from "./build.ts";
import { type Attributes, UblElement } from "./element.ts";
import type { FieldPlan, Node } from "./field-plan.ts";
import type { FieldPlans } from "./field-plans.ts";

type Group = Readonly<Record<string, unknown>>;

/** What the writer needs apart from the values. */
export interface Writing {
  readonly plans: FieldPlans;
  /** The currency attribute for all amounts. */
  readonly currency: Attributes;
  /**
   * Whether elements store the fields they come from; false for those of the buyer, who is not part of the document.
   */
  readonly traced: boolean;
}

/** Writes the fields of a group in schema order; leaves out blank fields and empty groups. */
export function writeFields(element: UblElement, plan: FieldPlan, group: Group, writing: Writing): void {
  // Values are stored by the index of their field, because looking up every possible field in the group would take
  // longer.
  const values = new Array<unknown>(plan.members.length);
  for (const key in group) {
    const slot = plan.slots.get(key);
    if (slot !== undefined) values[slot] = group[key];
  }
  writeNodes(element, plan.nodes, { group, values, writing });
  let isCoded = false;
  for (const name of plan.coded) {
    const write = coded[name];
    if (write === undefined) continue;
    write(element, group, writing);
    isCoded = true;
  }
  if (isCoded) arrange(element);
}

/** A group, and its values by the index of their field. */
interface Given {
  readonly group: Group;
  readonly values: readonly unknown[];
  readonly writing: Writing;
}

/** Writers of coded fields that occur in several groups; from-document.ts and write-line.ts write the others. */
const coded: Partial<Record<CodedInUbl, (element: UblElement, group: Group, writing: Writing) => void>> = {
  /** A party without a number has no scheme either. */
  "VAT number": (party, { party_tax_scheme }, { traced }) => {
    const { company_id: number, tax_scheme: scheme } = (party_tax_scheme ?? {}) as Partial<Record<string, string>>;
    if (!number?.trim()) return;
    const holder = new UblElement("cac:PartyTaxScheme", "", undefined, traced ? "party_tax_scheme" : undefined);
    leaf(holder, "cbc:CompanyID", number, traced ? "company_id" : undefined);
    const inner = new UblElement("cac:TaxScheme", "");
    leaf(inner, "cbc:ID", scheme ?? "VAT", traced && scheme !== undefined ? "tax_scheme" : undefined);
    if (inner.children.length > 0) holder.append(inner);
    party.append(holder);
  },
};

function writeNodes(element: UblElement, nodes: readonly Node[], given: Given): void {
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at] as Node;
    if (node.is === "wrap") {
      if (hasAny(given.values, node.slots)) writeWrap(element, node, given);
      continue;
    }
    const value = given.values[node.slot];
    if (node.is === "text") writeText(element, node, value as string | undefined, given);
    else if (value === undefined || value === null) continue;
    else if (!Array.isArray(value)) writeEntry(element, node, value, node.key, given.writing);
    else
      for (let index = 0; index < value.length; index++)
        writeEntry(element, node, value[index], `${node.key}[${index}]`, given.writing);
  }
}

function hasAny(values: readonly unknown[], slots: readonly number[]): boolean {
  for (let at = 0; at < slots.length; at++) if (values[slots[at] as number] !== undefined) return true;
  return slots.length === 0;
}

function writeText(element: UblElement, node: Node, own: string | undefined, given: Given): void {
  let value = own;
  let origin: string | undefined = node.key;
  if (node.orElse !== undefined && !value?.trim()) {
    origin = node.orElse;
    value = given.group[origin] as string | undefined;
  } else if (node.always !== undefined) {
    origin = undefined;
    value = node.always;
  }
  if (value === undefined || value.trim() === "") return;
  const from = given.writing.traced ? origin : undefined;
  element.append(new UblElement(node.name, value, attributesOf(node, given), from));
}

function attributesOf(node: Node, { group, values, writing }: Given): Attributes | undefined {
  if (node.isAmount) return writing.currency;
  const { attributes } = node;
  let found: Record<string, string> | undefined;
  for (let at = 0; at < attributes.length; at++) {
    const { name, slot, when } = attributes[at] as Node["attributes"][number];
    const value = values[slot] as string | undefined;
    if (value === undefined || value.trim() === "" || when?.(group) === false) continue;
    found ??= {};
    found[name] = value;
  }
  return found ?? node.fixed;
}

function writeWrap(element: UblElement, node: Node, given: Given): void {
  const holder = new UblElement(node.name, "");
  writeNodes(holder, node.nodes, given);
  keep(element, holder, node);
}

/** Writes a field that is a group, or one entry of a list. */
function writeEntry(element: UblElement, node: Node, value: unknown, origin: string, writing: Writing): void {
  if (node.plan === undefined) {
    leaf(element, node.name, value as string, writing.traced ? origin : undefined);
    return;
  }
  const outer = new UblElement(node.name, "", undefined, writing.traced ? origin : undefined);
  const inner = node.below.map(({ name }) => new UblElement(name, ""));
  writeFields(inner.at(-1) ?? outer, node.plan(), value as Group, writing);
  for (let at = inner.length - 1; at >= 0; at--) {
    const own = inner[at] as UblElement;
    if (own.children.length > 0) (inner[at - 1] ?? outer).append(own);
  }
  keep(element, outer, node);
}

function keep(element: UblElement, made: UblElement, node: Node): void {
  if (made.children.length === 0) return;
  for (const [path, text] of node.told) {
    let holder = made;
    for (const name of path.slice(0, -1)) {
      const own = new UblElement(name, "");
      holder.append(own);
      holder = own;
    }
    leaf(holder, path.at(-1) ?? "", text);
  }
  if (node.told.length > 0) arrange(made);
  else if (made.children.length > 1) made.children = made.children.slice(); // the copy has no spare capacity
  element.append(made);
}
