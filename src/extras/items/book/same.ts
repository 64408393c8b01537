import { type DocumentLine, foldedName } from "../../../document/index.ts";
import { type Item, itemOfLine } from "./item.ts";
import { itemNameKey } from "./name-key.ts";

export interface AskedItem {
  readonly code?: string | undefined;
  readonly supplierCode?: string | undefined;
  /** All names of the supplier, normalised. */
  readonly supplier: ReadonlySet<string>;
  readonly names: readonly string[];
}

/** No match, one match, or several that cannot be told apart. */
export type ItemMatch<T> =
  | { readonly is: "same"; readonly entry: T }
  | { readonly is: "several"; readonly entries: readonly T[] }
  | { readonly is: "none" };

export function askedItem(line: DocumentLine, supplier: ReadonlySet<string>): AskedItem {
  const { code, name, supplier_code: supplierCode } = itemOfLine(line);
  return { code, supplierCode, supplier, names: name === undefined ? [] : [name] };
}

/**
 * Matches by own code, by the supplier's code for the same supplier, or by `itemNameKey`. Items with different codes
 * of the same kind are different, whatever their names.
 */
export class ItemIndex<T extends Item> {
  readonly #byCode = new Map<string, T[]>();
  readonly #bySupplierCode = new Map<string, T[]>();
  readonly #byName = new Map<string, T[]>();
  readonly #keys = new Map<string, string>();

  constructor(entries: readonly T[] = []) {
    for (const each of entries) this.add(each);
  }

  add(entry: T): void {
    if (entry.code !== undefined) put(this.#byCode, foldedName(entry.code), entry);
    if (entry.supplier_code !== undefined) put(this.#bySupplierCode, foldedName(entry.supplier_code), entry);
    const names = [entry.name, entry.name_in_arabic].flatMap((each) => (each === undefined ? [] : [this.#keyOf(each)]));
    for (const key of new Set(names)) if (key !== "") put(this.#byName, key, entry);
  }

  find(asked: AskedItem): ItemMatch<T> {
    const own = asked.code === undefined ? [] : (this.#byCode.get(foldedName(asked.code)) ?? []);
    if (own.length > 0) return this.#oneOf(own, asked);
    const theirs =
      asked.supplierCode === undefined ? [] : (this.#bySupplierCode.get(foldedName(asked.supplierCode)) ?? []);
    const ofSupplier = theirs.filter((each) => isOf(each, asked.supplier) && !differ(each.code, asked.code));
    if (ofSupplier.length > 0) return this.#oneOf(ofSupplier, asked);
    const named = asked.names.flatMap((name) => this.#byName.get(this.#keyOf(name)) ?? []);
    return this.#oneOf(
      [...new Set(named)].filter((each) => !isAnother(each, asked)),
      asked,
    );
  }

  /** Prefers entries of this supplier. */
  #oneOf(found: readonly T[], { supplier }: AskedItem): ItemMatch<T> {
    const own = found.filter((each) => isOf(each, supplier));
    const entries = own.length > 0 ? own : found;
    const [entry, second] = entries;
    if (entry === undefined) return { is: "none" };
    return second === undefined ? { is: "same", entry } : { is: "several", entries };
  }

  #keyOf(name: string): string {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = itemNameKey(name);
    this.#keys.set(name, key);
    return key;
  }
}

function put<T>(map: Map<string, T[]>, key: string, entry: T): void {
  const before = map.get(key);
  if (before === undefined) map.set(key, [entry]);
  else before.push(entry);
}

function isOf({ supplier }: Item, names: ReadonlySet<string>): boolean {
  return supplier !== undefined && names.has(foldedName(supplier));
}

/** Whether codes show that an entry with the same name is a different item. */
function isAnother(entry: Item, { code, supplierCode, supplier }: AskedItem): boolean {
  return differ(entry.code, code) || (isOf(entry, supplier) && differ(entry.supplier_code, supplierCode));
}

function differ(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && foldedName(one) !== foldedName(other);
}
