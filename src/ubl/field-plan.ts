import type { CodedInUbl, DocumentKind, Field, GroupField, UblPlace } from "../document/index.ts";
import type { Attributes } from "./element.ts";
import { ranksIn } from "./order.ts";

/** An element in a path, and the text inside it that distinguishes it from others with the same name. */
export interface UblStep {
  readonly name: string;
  readonly told: { readonly below: readonly string[]; readonly is: boolean; readonly text: string } | undefined;
}

/** What is needed to read one member of a group; members are in the order of the definition. */
interface Member {
  readonly key: string;
  readonly coded: CodedInUbl | undefined;
  readonly when: ((group: Readonly<Record<string, unknown>>) => boolean) | undefined;
  /** Where the member is read if its own element has no value; if the member is a group, `plan` reads it there. */
  readonly readAt: readonly UblStep[] | undefined;
  readonly plan: (() => FieldPlan) | undefined;
  readonly isNumber: boolean;
}

interface AttributeOf {
  readonly name: string;
  readonly slot: number;
  readonly when: Member["when"];
}

/**
 * An element, with the part of a group that is written into it and read from it. Nodes are
 * walked constantly, so every node has every member: V8 then gives all nodes the same shape.
 */
export interface Node {
  readonly is: "wrap" | "text" | "texts" | "group" | "list";
  readonly step: UblStep;
  readonly name: string;
  /**
   * The field that the element holds, and its index in `members`; not used for an element that only contains others.
   */
  key: string;
  slot: number;
  isNumber: boolean;
  /** The element's content: `nodes` from the same group, or the `plan` of the field's own group. */
  nodes: Node[];
  plan: (() => FieldPlan) | undefined;
  /**
   * The fields inside an element that only contains others. It is written if one of them has a value, or always if
   * this list is empty.
   */
  slots: readonly number[];
  /** The elements below this one, down to the group's own element. */
  below: readonly UblStep[];
  attributes: AttributeOf[];
  fixed: Attributes | undefined;
  readonly isAmount: boolean;
  orElse: string | undefined;
  always: string | undefined;
  /** Fixed values that are written with the element, by path. */
  told: ReadonlyArray<readonly [path: readonly string[], text: string]>;
}

/** How a group is written into its element and read from it. */
export interface FieldPlan {
  readonly members: readonly Member[];
  /** The index of each field in `members`. */
  readonly slots: ReadonlyMap<string, number>;
  /** The elements that the group is written into, in schema order. */
  readonly nodes: Node[];
  readonly coded: readonly CodedInUbl[];
}

const made = new Map<string, Map<GroupField, FieldPlan>>();

/** Returns a group's plan, which is built when first needed. */
export function fieldPlan(group: GroupField, element: string, kind: DocumentKind): FieldPlan {
  const key = `${kind} ${element}`;
  const plans = made.get(key) ?? new Map<GroupField, FieldPlan>();
  made.set(key, plans);
  const plan = plans.get(group) ?? planned(group, element, kind);
  plans.set(group, plan);
  return plan;
}

/**
 * Returns a function that builds the plan when it is first called, because a document has only a few of the possible
 * groups.
 */
export function laterPlan(...of: Parameters<typeof fieldPlan>): () => FieldPlan {
  let plan: FieldPlan | undefined;
  return () => {
    plan ??= fieldPlan(...of);
    return plan;
  };
}

function planned(group: GroupField, element: string, kind: DocumentKind): FieldPlan {
  const places = Object.entries(group.members).map(([key, field], slot) => placeOf(key, field, slot, kind));
  const nodes: Node[] = [];
  for (const place of places) if (place.steps.length > 0) insert(nodes, place, places, kind);
  sort(nodes, element);
  return {
    members: places.map((place) => memberOf(place, kind)),
    slots: new Map(places.map(({ key, slot }) => [key, slot])),
    nodes,
    coded: places.flatMap(({ coded }) => coded ?? []),
  };
}

function memberOf({ key, field, options, coded }: Placed, kind: DocumentKind): Member {
  const readAt = options.readAt === undefined ? undefined : stepsOf(options.readAt);
  const plan = readAt && field.kind === "object" ? laterPlan(field, readAt.at(-1)?.name ?? "", kind) : undefined;
  return { key, coded, when: options.when, readAt, plan, isNumber: isNumber(field) };
}

type Options = Extract<UblPlace, { path: unknown }>;

interface Placed {
  readonly key: string;
  readonly field: Field;
  readonly slot: number;
  /** The path of the field in UBL; empty if it has none, or if the field is handled in code. */
  readonly steps: readonly UblStep[];
  readonly options: Partial<Options>;
  readonly coded: CodedInUbl | undefined;
}

function placeOf(key: string, field: Field, slot: number, kind: DocumentKind): Placed {
  const given = field.ubl as UblPlace;
  const base = { key, field, slot, steps: [], options: {}, coded: undefined };
  const place = typeof given === "object" && "byKind" in given ? given.byKind[kind] : given;
  if (place === undefined || (typeof place === "object" && "notInUbl" in place)) return base;
  if (typeof place === "object" && "inCode" in place) return { ...base, coded: place.inCode };
  const options = typeof place === "string" ? { path: place } : place;
  return { ...base, steps: stepsOf(options.path), options };
}

/** Parses paths such as `cac:DocumentReference[cbc:DocumentTypeCode=130]/cbc:ID`. */
function stepsOf(path: string): UblStep[] {
  if (!path.includes("[")) return path.split("/").map((name) => ({ name, told: undefined }));
  return [...path.matchAll(/([^/[]+)(?:\[([^\]=!]+)(!?=)([^\]]*)\])?(?:\/|$)/g)].map(
    ([, name = "", below, is, text]) => ({
      name,
      told: below === undefined ? undefined : { below: below.split("/"), is: is === "=", text: text ?? "" },
    }),
  );
}

const sameStep = (one: UblStep | undefined, other: UblStep | undefined): boolean =>
  one?.name === other?.name && one?.told?.text === other?.told?.text && one?.told?.is === other?.told?.is;

function insert(nodes: Node[], place: Placed, places: readonly Placed[], kind: DocumentKind): void {
  const { steps, field, options, key, slot } = place;
  const attribute = steps.at(-1)?.name.startsWith("@") ? steps.at(-1)?.name.slice(1) : undefined;
  const elements = attribute === undefined ? steps : steps.slice(0, -1);
  // A group gets the first element in its path that no other field shares.
  const isLeaf = field.kind === "leaf";
  const shared = isLeaf ? elements.length - 1 : sharedSteps(place, places);
  let held = nodes;
  for (const step of elements.slice(0, shared)) held = nodeAt(held, step, "wrap").nodes;
  const node = nodeAt(held, elements[shared] as UblStep, kindOfNode(field));
  if (attribute !== undefined) {
    node.attributes.push({ name: attribute, slot, when: options.when });
    node.attributes.sort((a, b) => attributeOrder.indexOf(a.name) - attributeOrder.indexOf(b.name));
    return;
  }
  Object.assign(node, { key, slot, isNumber: isNumber(field), orElse: options.orElse, always: options.always });
  node.below = elements.slice(shared + 1);
  const group = groupOf(field);
  if (group !== undefined) node.plan = laterPlan(group, elements.at(-1)?.name ?? "", kind);
  tell(node, options.with ?? {});
}

function sharedSteps({ steps, slot }: Placed, places: readonly Placed[]): number {
  let most = 0;
  for (const other of places) if (other.slot !== slot) most = Math.max(most, alikeSteps(steps, other.steps));
  return Math.min(most, steps.length - 1);
}

/** Returns how many steps two paths share at their beginning. */
function alikeSteps(one: readonly UblStep[], other: readonly UblStep[]): number {
  let count = 0;
  while (count < one.length && sameStep(one[count], other[count])) count += 1;
  return count;
}

function kindOfNode(field: Field): Node["is"] {
  if (field.kind === "leaf") return "text";
  if (field.kind === "object") return "group";
  return field.kind === "list" && field.item.kind === "leaf" ? "texts" : "list";
}

function groupOf(field: Field): GroupField | undefined {
  const group = field.kind === "list" || field.kind === "object-or-list" ? field.item : field;
  return group.kind === "object" ? group : undefined;
}

function isNumber(field: Field): boolean {
  return field.kind === "leaf" && field.meta.wire === "number";
}

function nodeAt(nodes: Node[], step: UblStep, is: Node["is"]): Node {
  const known = nodes.find((each) => sameStep(each.step, step));
  if (known !== undefined) return known;
  const { name, told } = step;
  const node: Node = {
    ...{ is, step, name, key: "", slot: -1, isNumber: false, nodes: [], plan: undefined, slots: [], below: [] },
    ...{ attributes: [], fixed: undefined, isAmount: name.endsWith("Amount"), orElse: undefined, always: undefined },
    told: told?.is ? [[told.below, told.text]] : [],
  };
  nodes.push(node);
  return node;
}

function tell(node: Node, texts: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(texts)) {
    if (path.startsWith("@")) node.fixed = { ...node.fixed, [path.slice(1)]: text };
    else node.told = [...node.told, [path.split("/"), text]];
  }
}

/** The order in which UBL defines attributes, and in which they are written. */
const attributeOrder = ["schemeID", "schemeAgencyID", "schemeAgencyName", "schemeVersionID", "listID", "listVersionID"];

/** Sorts into schema order; of two nodes with the same name, the one identified by the text inside it comes first. */
function sort(nodes: Node[], element: string): void {
  const rank = ranksIn(element);
  const rankOf = ({ name }: Node): number => {
    const own = rank?.get(name);
    if (own === undefined) throw new Error(`selfbill has an internal error: ${name} does not belong into ${element}`);
    return own;
  };
  nodes.sort((a, b) => rankOf(a) - rankOf(b) || Number(b.step.told?.is ?? false) - Number(a.step.told?.is ?? false));
  for (const node of nodes) {
    if (node.is !== "wrap") continue;
    sort(node.nodes, node.name);
    node.slots = neededSlots(node.nodes) ?? [];
  }
}

function neededSlots(nodes: readonly Node[]): number[] | undefined {
  const found: number[] = [];
  for (const { is, slot, slots, always, orElse } of nodes) {
    if (always !== undefined || orElse !== undefined || (is === "wrap" && slots.length === 0)) return undefined;
    found.push(...(is === "wrap" ? slots : [slot]));
  }
  return found;
}
