import { amount, type CodedInUbl, type DocumentKind, formatAmount, isDecimalText } from "../document/index.ts";
import type { UblElement } from "./element.ts";
import type { FieldPlan, Node, UblStep } from "./field-plan.ts";
import { type FieldPlans, plansOf } from "./field-plans.ts";
import { firstWhole } from "./merged.ts";

/** Functions that read the values for which a field's definition names no element. */
export type CodedReaders = Readonly<Record<CodedInUbl, (element: UblElement, reader: FieldReader) => unknown>>;

/** Reads fields according to their definitions. A blank value in the XML is absent from the document. */
export class FieldReader {
  readonly kind: DocumentKind;
  readonly plans: FieldPlans;
  readonly #coded: CodedReaders;

  constructor(kind: DocumentKind, coded: CodedReaders) {
    this.kind = kind;
    this.plans = plansOf(kind);
    this.#coded = coded;
  }

  /** Reads a group; undefined if no field has a value, so that the document has no empty group. */
  read<T extends object>(element: UblElement | undefined, plan: FieldPlan): T | undefined {
    if (element === undefined) return undefined;
    const values = new Array<unknown>(plan.members.length);
    this.#take(element, plan.nodes, values);
    let made: Record<string, unknown> | undefined;
    for (let slot = 0; slot < plan.members.length; slot++) {
      const { key, coded, when, readAt, plan: own, isNumber } = plan.members[slot] as FieldPlan["members"][number];
      let value = values[slot];
      if (coded !== undefined) value = this.#coded[coded](element, this);
      else if (value === undefined && readAt !== undefined) {
        const found = find(element, readAt);
        value = own === undefined ? textOf(found, isNumber) : this.read(found, own());
      }
      if (value === undefined || when?.(made ?? {}) === false) continue;
      made ??= {};
      made[key] = value;
    }
    return made as T | undefined;
  }

  #take(element: UblElement, nodes: readonly Node[], values: unknown[]): void {
    for (const node of nodes) {
      if (node.is === "list" || node.is === "texts") {
        values[node.slot] = this.#list(element, node);
        continue;
      }
      const found = first(element, node.step);
      if (found === undefined) continue;
      if (node.is === "wrap") this.#take(found, node.nodes, values);
      else if (node.plan !== undefined) values[node.slot] = this.read(find(found, node.below), node.plan());
      else {
        values[node.slot] = textOf(found, node.isNumber);
        for (const { name, slot } of node.attributes) values[slot] = found.attributes?.[name]?.trim() || undefined;
      }
    }
  }

  #list(element: UblElement, { step, below, plan, name }: Node): unknown[] | undefined {
    const found: unknown[] = [];
    for (const each of element.children) {
      if (each.name !== name || !isTold(each, step)) continue;
      const value = plan === undefined ? textOf(each, false) : this.read(find(each, below), plan());
      if (value !== undefined) found.push(value);
    }
    return found.length === 0 ? undefined : found;
  }
}

function isTold(element: UblElement, { told }: UblStep): boolean {
  return told === undefined || (textBelow(element, ...told.below) === told.text) === told.is;
}

function first(element: UblElement, step: UblStep): UblElement | undefined {
  const { told, name } = step;
  return told === undefined
    ? firstWhole(element, name)
    : element.children.find((each) => each.name === name && isTold(each, step));
}

function find(element: UblElement, steps: readonly UblStep[]): UblElement | undefined {
  let at: UblElement | undefined = element;
  for (const step of steps) at = at && first(at, step);
  return at;
}

/** Returns trimmed text; a number is converted to the format used in documents. */
function textOf(element: UblElement | undefined, isNumber: boolean): string | undefined {
  const text = element?.text.trim();
  if (text === undefined || text === "") return undefined;
  return isNumber ? numberText(text) : text;
}

/** Normalizes a number: `+05.10` becomes 5.1. Anything else stays unchanged, so that the field check reports it. */
function numberText(text: string): string {
  if (isDecimalText(text)) return text;
  return text.length < 28 && /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? formatAmount(amount(text)) : text;
}

/** Returns the trimmed text of the first element at the path. */
export function textBelow(from: UblElement | undefined, ...names: string[]): string | undefined {
  return textOf(from?.find(...names), false);
}

export function numberBelow(from: UblElement | undefined, ...names: string[]): string | undefined {
  return textOf(from?.find(...names), true);
}

/** Returns the attribute of the first element at the path. */
export function attributeAt(from: UblElement | undefined, attribute: string, ...names: string[]): string | undefined {
  return from?.find(...names)?.attributes?.[attribute]?.trim() || undefined;
}
