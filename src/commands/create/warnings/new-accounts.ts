import { supplierKeys } from "../../../document/index.ts";
import type { Prepared } from "../../../prepare/index.ts";
import {
  accountOfAnother,
  type Earlier,
  foldedName,
  type IbanInText,
  ibanInText,
  ibansInTexts,
  ownersInBook,
  type PaidChange,
  type Supplier,
  type SupplierIdentity,
} from "../../../suppliers/index.ts";
import type { PaidBefore, SentSuppliers } from "./sent-suppliers.ts";

export interface InRun extends Earlier {
  readonly texts: readonly IbanInText[];
  readonly currency: string;
}

/** The earlier documents of the run. */
export class RunSuppliers {
  readonly #byKey = new Map<string, InRun>();
  readonly #byAccount = new Map<string, InRun[]>();

  add(each: InRun): void {
    for (const key of supplierKeys(each.identity)) this.#byKey.set(key, each);
    for (const number of each.identity.accounts) {
      const owners = this.ownersOf(number);
      if (!owners.some(({ identity }) => isSame(identity, each.identity)))
        this.#byAccount.set(number, [...owners, each]);
    }
  }

  of(identity: SupplierIdentity): InRun | undefined {
    return supplierKeys(identity).flatMap((key) => this.#byKey.get(key) ?? [])[0];
  }

  /** Returns the first document of each supplier that is paid into this account. */
  ownersOf(number: string): readonly InRun[] {
    return this.#byAccount.get(number) ?? [];
  }
}

/** What is known of who is paid for a supplier. */
export interface Yardsticks {
  /** What the document must agree with. */
  readonly compared: readonly PaidBefore[];
  readonly all: readonly PaidBefore[];
}

export function documentTexts({ document }: Prepared): IbanInText[] {
  return ibansInTexts(document);
}

/** Reports IBANs in texts that are neither an account of the document nor known from before. */
export function unknownTexts(
  prepared: Prepared,
  { accounts }: SupplierIdentity,
  known: readonly PaidBefore[],
): PaidChange[] {
  const fine = new Set([...accounts, ...known.flatMap(numbersOf)]);
  return documentTexts(prepared)
    .filter(({ iban }) => !fine.has(iban))
    .map(ibanInText);
}

function numbersOf({ paid, texts }: PaidBefore): string[] {
  return [...paid.accounts.map(({ number }) => number), ...texts.map(({ iban }) => iban)];
}

interface Others {
  readonly inRun: RunSuppliers;
  readonly entries: readonly Supplier[];
  readonly sent: SentSuppliers | undefined;
}

/** Reports accounts that are new for this supplier, and known from another one: in the book, the run or the journal. */
export async function accountsOfOthers(
  prepared: Prepared,
  identity: SupplierIdentity,
  known: readonly PaidBefore[],
  others: Others,
): Promise<PaidChange[]> {
  const own = new Set(known.flatMap(numbersOf));
  const places = new Map(documentTexts(prepared).map(({ iban, path }) => [iban, path]));
  for (const { number, path } of identity.paid.accounts) places.set(number, path);
  const found: PaidChange[] = [];
  for (const [number, path] of places) {
    const owner = own.has(number) ? undefined : await ownerOf(number, identity, others);
    if (owner) found.push(accountOfAnother(number, path, owner.supplier.name || owner.supplier.trn, owner.called));
  }
  return found;
}

type Names = Pick<SupplierIdentity, "name" | "trn">;

async function ownerOf(
  number: string,
  identity: SupplierIdentity,
  { inRun, entries, sent }: Others,
): Promise<{ readonly supplier: Names; readonly called: string } | undefined> {
  const isOther = (names: Names): boolean => !isSame(names, identity);
  const supplier = ownersInBook(number, entries).find(isOther);
  if (supplier) return { supplier, called: "your supplier book" };
  const before = inRun.ownersOf(number).find((each) => isOther(each.identity));
  return before ? { supplier: before.identity, called: before.called } : sent?.otherOwner(number, isOther);
}

function isSame(one: Names, other: Names): boolean {
  return (one.trn !== "" && one.trn === other.trn) || foldedName(one.name) === foldedName(other.name);
}
