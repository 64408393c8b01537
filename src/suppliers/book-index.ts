import { foldedName } from "../document/index.ts";
import { identityOf, type SupplierIdentity } from "./identity.ts";
import type { Supplier } from "./supplier.ts";

interface Entry {
  readonly entry: Supplier;
  readonly identity: SupplierIdentity;
}

/** Entries by what identifies them: the first one of each. Built once per book, because a run asks it often. */
interface BookIndex {
  readonly byTrn: ReadonlyMap<string, Entry>;
  readonly byTin: ReadonlyMap<string, Entry>;
  readonly byName: ReadonlyMap<string, Entry>;
  readonly byAccount: ReadonlyMap<string, readonly Entry[]>;
}

const built = new WeakMap<readonly Supplier[], BookIndex>();

function indexOf(entries: readonly Supplier[]): BookIndex {
  const known = built.get(entries);
  if (known) return known;
  const all = entries.map((entry) => ({ entry, identity: identityOf(entry) }));
  const first = (key: (of: SupplierIdentity) => string): Map<string, Entry> =>
    new Map(all.map((each) => [key(each.identity), each] as const).reverse());
  const byAccount = new Map<string, Entry[]>();
  for (const each of all)
    for (const number of each.identity.accounts) byAccount.set(number, [...(byAccount.get(number) ?? []), each]);
  const index = {
    byTrn: first(({ trn }) => trn),
    byTin: first(({ tin }) => tin),
    byName: first(({ name }) => foldedName(name)),
    byAccount,
  };
  built.set(entries, index);
  return index;
}

/** Matches the TRN, then the TIN, then the name, for a document that does not name its entry in the book. */
export function entryLike({ trn, tin, name }: SupplierIdentity, entries: readonly Supplier[]): Supplier | undefined {
  const { byTrn, byTin, byName } = indexOf(entries);
  const found =
    (trn === "" ? undefined : byTrn.get(trn)) ??
    (tin === "" ? undefined : byTin.get(tin)) ??
    (name === "" ? undefined : byName.get(foldedName(name)));
  return found?.entry;
}

/** Returns the suppliers in the book that are paid into this account. */
export function ownersInBook(number: string, entries: readonly Supplier[]): readonly SupplierIdentity[] {
  return (indexOf(entries).byAccount.get(number) ?? []).map(({ identity }) => identity);
}
