import {
  amount,
  codes,
  type DocumentLine,
  isDecimalText,
  isRecord,
  money,
  type SelfBilledDocument,
} from "../../../document/index.ts";
import { type Item, type ItemField, itemOfLine } from "./item.ts";
import { askedItem, ItemIndex } from "./same.ts";
import type { SupplierNamesOf } from "./supplier-names.ts";

export interface FilledItem {
  readonly item: Item;
  readonly fields: ReadonlySet<ItemField>;
  readonly lines: number;
}

/** A name that matches several items, so none was used. */
export interface UnclearItem {
  readonly name: string;
  readonly items: readonly Item[];
}

/** An item for which some lines have, and keep, values that differ from those in the book. */
export interface DifferingItem {
  readonly item: Item;
  /** Values in the lines, by field. `rate` is a VAT rate without a category. */
  readonly said: ReadonlyMap<ItemField | "rate", ReadonlySet<string>>;
  readonly lines: number;
}

export interface Filling {
  readonly filled: readonly FilledItem[];
  readonly differing: readonly DifferingItem[];
  readonly unclear: readonly UnclearItem[];
}

export type FillItems = (document: Record<string, unknown>) => void;

/**
 * Returns one function that fills documents, and one that returns what was filled. A line's own values never change.
 */
export function fillerOf(
  items: readonly Item[],
  namesOf: SupplierNamesOf,
): { readonly fill: FillItems; readonly done: () => Filling } {
  const index = new ItemIndex(items);
  const filled = new Map<Item, { item: Item; fields: Set<ItemField>; lines: number }>();
  const unclear = new Map<string, UnclearItem>();
  const differing = new Map<Item, { item: Item; said: Map<ItemField | "rate", Set<string>>; lines: number }>();
  const compare = (line: DocumentLine, item: Item): void => {
    const others = differences(line, item);
    if (others.length === 0) return;
    const before = differing.get(item) ?? { item, said: new Map(), lines: 0 };
    for (const [field, value] of others) before.said.set(field, (before.said.get(field) ?? new Set()).add(value));
    before.lines += 1;
    differing.set(item, before);
  };
  const fill: FillItems = (document) => {
    const { document_lines: lines } = document;
    if (items.length === 0 || !Array.isArray(lines)) return;
    const { accounting_supplier_party: party, supplier } = document as SelfBilledDocument & { supplier?: unknown };
    const names = namesOf(isRecord(party) ? party : undefined, typeof supplier === "string" ? supplier : undefined);
    for (const line of lines.filter(isRecord) as DocumentLine[]) {
      const asked = askedItem(line, names);
      const found = index.find(asked);
      const wants = unfilled(line);
      if (found.is === "same") compare(line, found.entry);
      if (found.is === "none" || wants.length === 0) continue;
      if (found.is === "several") {
        const name = asked.names[0] ?? asked.code ?? asked.supplierCode ?? "";
        unclear.set(name, { name, items: found.entries });
        continue;
      }
      const fields = fillLine(line as Record<string, unknown>, found.entry);
      if (fields.length === 0) continue;
      const before = filled.get(found.entry) ?? { item: found.entry, fields: new Set(), lines: 0 };
      for (const each of fields) before.fields.add(each);
      before.lines += 1;
      filled.set(found.entry, before);
    }
  };
  const done = () => ({
    filled: [...filled.values()],
    differing: [...differing.values()],
    unclear: [...unclear.values()],
  });
  return { fill, done };
}

function differences(line: DocumentLine, item: Item): [ItemField | "rate", string][] {
  const own = itemOfLine(line);
  const fields = (["type", "hs", "sac", "unit", "vat", "exemption", "nature", "origin"] as const).filter(
    (field) => own[field] !== undefined && item[field] !== undefined && !isSame(field, own[field], item[field]),
  );
  const { percent } = line.classified_tax_category ?? {};
  const isOtherRate =
    own.vat === undefined && item.vat !== undefined && percent !== undefined && !isRateOf(item.vat, percent);
  return [
    ...fields.map((field): [ItemField, string] => [field, own[field] ?? ""]),
    ...(isOtherRate ? [["rate", String(percent)] satisfies ["rate", string]] : []),
  ];
}

function isSame(field: ItemField, one: string, other: string): boolean {
  // Type B (both) matches goods and services.
  if (field === "type" && [one, other].includes("B")) return true;
  return one.replace(/[\s.]/g, "") === other.replace(/[\s.]/g, "");
}

/** Returns the fields that the line lacks and a book can provide. */
function unfilled(line: DocumentLine): ItemField[] {
  const own = itemOfLine(line);
  return (["type", "hs", "sac", "unit", "vat"] as const).filter((field) => own[field] === undefined);
}

/** Skips values that contradict the line; returns the fields written. */
function fillLine(line: Record<string, unknown>, item: Item): ItemField[] {
  const own = itemOfLine(line as DocumentLine);
  const done: ItemField[] = [];
  const take: Take = (field, group, member, written = item[field]) => {
    if (item[field] === undefined || own[field] !== undefined) return;
    group[member] = written;
    done.push(field);
  };
  take("unit", line, "unit_code");
  take("origin", line, "origin_country", { identification_code: item.origin });
  const types = (own.type ?? item.type) === "B" ? ["G", "S"] : [own.type ?? item.type];
  const isSameType = own.type === undefined || own.type === item.type || item.type === "B" || own.type === "B";
  if (isSameType) {
    const classified = groupIn(line, "commodity_classification");
    take("type", classified, "commodity_code");
    if (types.includes("G")) take("hs", classified, "item_classification_code");
    if (types.includes("S")) take("sac", line, "additional_item_identification", [{ id: item.sac }]);
  }
  fillVat(line, item, take);
  for (const group of ["commodity_classification", "classified_tax_category"])
    if (isRecord(line[group]) && Object.keys(line[group]).length === 0) delete line[group];
  return done;
}

/** Writes a field from the book into a group of the line, unless the group already has it. */
type Take = (field: ItemField, group: Record<string, unknown>, member: string, written?: unknown) => void;

/** Does nothing if the line has another category or rate. */
function fillVat(line: Record<string, unknown>, { vat, exemption }: Item, take: Take): void {
  if (vat === undefined) return;
  const category = groupIn(line, "classified_tax_category");
  const isOther = category.id !== undefined && category.id !== vat;
  if (isOther || (category.percent !== undefined && !isRateOf(vat, category.percent))) return;
  const rate = codes.rateOfCategory[vat];
  take("vat", category, "id");
  if (rate !== undefined) category.percent ??= rate;
  if (vat === "AE") take("nature", groupIn(line, "commodity_classification"), "nature_code");
  if (vat !== "E" || exemption === undefined) return;
  take("exemption", category, "tax_exemption_reason_code");
  const words = codes.exemptionReasons as Readonly<Record<string, string>>;
  if (category.tax_exemption_reason_code === exemption) category.tax_exemption_reason ??= words[exemption];
}

function isRateOf(category: string, written: unknown): boolean {
  if (typeof written !== "string" || !isDecimalText(written)) return false;
  return money.isZero(money.subtract(amount(written), amount(codes.rateOfCategory[category] ?? "0")));
}

function groupIn(line: Record<string, unknown>, name: string): Record<string, unknown> {
  const group = isRecord(line[name]) ? line[name] : {};
  line[name] = group;
  return group;
}
