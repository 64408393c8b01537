import type { Desk } from "../../desk/index.ts";
import { supplierKeys } from "../../document/index.ts";
import type { Prepared, Sendable } from "../../prepare/index.ts";
import type { Problem } from "../../problem/index.ts";
import {
  accountsIn,
  changedAccounts,
  changedNumber,
  type Earlier,
  findSupplier,
  identityOf,
  type SupplierIdentity,
} from "../../suppliers/index.ts";
import { isWrong } from "../answer/submission-results.ts";
import type { Remarks } from "./check-documents.ts";
import { lookAlike } from "./look-alike.ts";
import type { SentSuppliers } from "./sent-suppliers.ts";

/** Compares suppliers with the book and with each other; does not open a journal. */
export function bookWatch(desk: Desk): Remarks {
  const changesOf = supplierChanges(desk);
  return async (prepared) => {
    if (!prepared.document || isWrong(prepared)) return []; // compared only once it is valid
    const identity = identityOf(prepared.document, prepared.supplier);
    const changed = await changesOf(prepared, identity, undefined);
    return [...changed, ...(await lookAlike(prepared as Sendable, identity, undefined, desk))];
  };
}

/**
 * Reports differences from the last document sent, the book and earlier documents in the run, at most one per field.
 * `besides` excludes the documents that this one corrects.
 */
export function supplierChanges(desk: Desk) {
  const inRun = new Map<string, InRun>();
  return async (
    prepared: Prepared,
    identity: SupplierIdentity,
    sent: SentSuppliers | undefined,
    besides = sent,
  ): Promise<Problem[]> => {
    const found = [
      ...(await changedSince(identity, prepared, [sent, besides])),
      ...(await againstBook(identity, prepared, desk)),
      ...((await sent?.knowsPair(identity)) ? [] : withinRun(identity, prepared, inRun)),
    ];
    const currency = prepared.calculation?.currency ?? "AED";
    for (const key of supplierKeys(identity)) inRun.set(key, { identity, currency, called: prepared.file });
    const seen = new Set<string | undefined>();
    return found.filter(({ where }) => !seen.has(where?.path) && seen.add(where?.path));
  };
}

interface InRun extends Earlier {
  readonly currency: string;
}

/**
 * A correction may keep the TRN and accounts of the document it corrects, or revert to earlier ones, so a change
 * counts only if both comparisons report it.
 */
async function changedSince(
  identity: SupplierIdentity,
  prepared: Prepared,
  [known, besides]: readonly [known: SentSuppliers | undefined, besides: SentSuppliers | undefined],
): Promise<Problem[]> {
  const found = await sinceLast(identity, prepared, besides);
  return found.length === 0 || known === besides || (await sinceLast(identity, prepared, known)).length > 0
    ? found
    : [];
}

const trnPath = "accounting_supplier_party.party_tax_scheme.company_id";

async function sinceLast(
  identity: SupplierIdentity,
  prepared: Prepared,
  sent: SentSuppliers | undefined,
): Promise<Problem[]> {
  if (sent === undefined) return [];
  const keys = supplierKeys(identity);
  const byEntry = keys.filter((key) => key.startsWith("entry "));
  const byName = keys.filter((key) => key.startsWith("name "));
  // Several suppliers may share a name. If name and TRN were sent together before, compare only with the last
  // document with that TRN.
  const surest = (await sent.knowsPair(identity)) ? keys : [...byName, ...keys];
  const last = (await sent.last(byEntry)) ?? (await sent.last(surest));
  const number = last ? changedNumber(identity, last, () => place(prepared, trnPath)) : [];
  const currency = prepared.calculation?.currency ?? "AED";
  const paid = await sent.lastAccounts(number.length > 0 ? [...byEntry, ...byName, ...keys] : keys, currency);
  const accounts = paid
    ? changedAccounts(identity, paid.accounts, paid.called, (each) => accountPlace(prepared, each))
    : [];
  return [...number, ...accounts];
}

/** Reports a supplier from the book that is paid into a different account. */
async function againstBook(identity: SupplierIdentity, prepared: Prepared, desk: Desk): Promise<Problem[]> {
  if (identity.entry === undefined) return [];
  const book = await desk.suppliers();
  const entry = book.ok ? findSupplier(book.value, identity.entry) : book;
  if (!entry.ok) return [];
  return changedAccounts(identity, accountsIn(entry.value), "your supplier book", (each) =>
    accountPlace(prepared, each),
  );
}

function withinRun(identity: SupplierIdentity, prepared: Prepared, inRun: ReadonlyMap<string, InRun>): Problem[] {
  const before = supplierKeys(identity).flatMap((key) => inRun.get(key) ?? [])[0];
  if (before === undefined) return [];
  // A supplier paid in two currencies often has a separate account for each.
  const accounts = before.currency === prepared.calculation?.currency ? before.identity.accounts : [];
  return [
    ...changedNumber(identity, before, () => place(prepared, trnPath)),
    ...changedAccounts(identity, accounts, before.called, (each) => accountPlace(prepared, each)),
  ];
}

function place({ spot, file }: Prepared, path: string) {
  return spot?.(path) ?? { file, path };
}

function accountPlace(prepared: Prepared, account: string) {
  const means = prepared.document?.payment_means ?? [];
  const at = means.findIndex((each) => accountsIn({ payment_means: [each] }).includes(account));
  return place(
    prepared,
    at < 0 ? "payee_party.financial_account.id" : `payment_means[${at}].payee_financial_account.id`,
  );
}
