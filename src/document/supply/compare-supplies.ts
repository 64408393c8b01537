import { amount, isDecimalText, money } from "../money.ts";
import { compareItems, type ItemKey, resemblance } from "./item.ts";
import type { Supply, SupplyLine } from "./supply.ts";

/** The kinds of references that tell supplies apart, the most specific first, as messages name them. */
export const supplyKinds = {
  receipt: "goods received note",
  despatch: "delivery note",
  orderLine: "order line and delivery date",
  order: "order, item and delivery date",
} as const;

export type SupplyKind = keyof typeof supplyKinds;

/** Lines of two documents that may bill the same supply: their positions, and the number that both name. */
export interface SharedLine {
  readonly own: number;
  readonly other: number;
  readonly number: string;
}

export type SupplyRelation =
  /** Both name the same supply by `kind`, with the same item or items that cannot be told apart. */
  | { readonly is: "same"; readonly kind: SupplyKind; readonly shared: readonly SharedLine[] }
  | { readonly is: "different" }
  /** They have no kind of reference in common. `items`: whether any of their items may be the same. */
  | { readonly is: "unknown"; readonly items: "other" | "alike" };

/**
 * Decides by the most specific kind of reference that both documents have, and by nothing else. Source: contract,
 * Decision 63.
 */
export function compareSupplies(own: Supply, other: Supply): SupplyRelation {
  for (const kind of Object.keys(supplyKinds) as SupplyKind[]) {
    const [ours, theirs] = [own.map((line) => numbersOf(line, kind)), other.map((line) => numbersOf(line, kind))];
    if (ours.every((each) => each.length === 0) || theirs.every((each) => each.length === 0)) continue;
    const shared = own.flatMap((line, at) =>
      other.flatMap((its, place): SharedLine[] => {
        const number = ours[at]?.find((each) => theirs[place]?.includes(each));
        if (number === undefined || (isOrder(kind) && !overlap(line.days, its.days))) return [];
        return areOther(line, its) ? [] : [{ own: at, other: place, number }];
      }),
    );
    return shared.length > 0 ? { is: "same", kind, shared } : { is: "different" };
  }
  const mayBe =
    own.length === 0 || other.length === 0 || own.some((line) => other.some((its) => looksAlike(line, its)));
  return { is: "unknown", items: mayBe ? "alike" : "other" };
}

/** The numbers by which a supply can be found among others; an order only where it also has a delivery date. */
export function numbersOf(line: SupplyLine, kind: SupplyKind): readonly string[] {
  const { receipts = [], despatches = [], orders = [], orderLine, days } = line;
  switch (kind) {
    case "receipt":
      return receipts;
    case "despatch":
      return despatches;
    case "orderLine":
      return days && orderLine !== undefined ? orders.map((each) => `${each} ${orderLine}`) : [];
    case "order":
      return days ? orders : [];
  }
}

const isOrder = (kind: SupplyKind): boolean => kind === "orderLine" || kind === "order";

function overlap(one: SupplyLine["days"], other: SupplyLine["days"]): boolean {
  return one !== undefined && other !== undefined && one[0] <= other[1] && other[0] <= one[1];
}

/** Names that have less than this in common, from 0 to 1, are for other items; between, nobody can tell. */
const [least, alike] = [0.4, 0.7];

/** Whether two lines under the same number are certainly for other items. */
function areOther(one: SupplyLine, other: SupplyLine): boolean {
  for (const name of ["orderLine", "despatchLine"] as const) {
    const [own, its] = [one[name], other[name]];
    if (own !== undefined && its !== undefined) return own !== its;
  }
  const items = compareItems(one.item, other.item);
  if (items !== "unknown") return items === "other";
  return (resemblance(one.item.name, other.item.name) ?? 1) < least && !isSameQuantity(one, other);
}

/** Whether two lines without a reference in common look as if they were for the same item. */
function looksAlike({ item }: SupplyLine, { item: other }: SupplyLine): boolean {
  const items = compareItems(item, other);
  if (items !== "unknown") return items === "same";
  return (resemblance(nameOf(item), nameOf(other)) ?? 1) >= alike;
}

const nameOf = ({ name }: ItemKey): string => name;

function isSameQuantity(one: SupplyLine, other: SupplyLine): boolean {
  const [own, its] = [one.quantity, other.quantity];
  if (one.unit !== other.unit || !isDecimalText(own) || !isDecimalText(its)) return false;
  return money.equal(amount(own), amount(its));
}
