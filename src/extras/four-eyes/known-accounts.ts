import { supplierChanges, trnPath } from "../../commands/create/warnings/changed-supplier.ts";
import type { SentSuppliers } from "../../commands/create/warnings/sent-suppliers.ts";
import { sentSuppliers } from "../../commands/create/warnings/supplier-history.ts";
import type { Desk } from "../../desk/index.ts";
import { supplierKeys } from "../../document/index.ts";
import type { Prepared } from "../../prepare/index.ts";
import type { Problem } from "../../problem/index.ts";
import {
  accountsIn,
  changedNumber,
  entryLike,
  identityOf,
  type Supplier,
  type SupplierIdentity,
} from "../../suppliers/index.ts";

export interface AccountCheck {
  /**
   * Whether the account (or the supplier, if there is no account) appears in neither an earlier document nor the
   * supplier book.
   */
  readonly isNew: boolean;
  /** Differences between the TRN or account and the recorded ones. */
  readonly changes: readonly Problem[];
}

export interface AccountRecords {
  readonly hasAny: boolean;
  /** Compares a document with the records. Changes are also reported against earlier documents of the same run. */
  check(prepared: Prepared): Promise<AccountCheck>;
}

/** Treats unreadable records as empty; the steps that require them report the problem. */
export async function accountRecords(account: string, desk: Desk): Promise<AccountRecords> {
  const sent = await sentSuppliers(account, desk);
  const book = await desk.suppliers();
  const entries = book.ok ? book.value.suppliers : [];
  const changesOf = supplierChanges(desk);
  return {
    hasAny: entries.length > 0 || (sent !== undefined && (await hasSent(account, desk))),
    async check(prepared) {
      const identity = identityOf(prepared.document, prepared.supplier);
      const entry = entryLike(identity, entries);
      const known = sent?.anew();
      const found = await changesOf(prepared, identity, known);
      const isNumberTold = found.some(({ where }) => where?.path === trnPath);
      const changes = [...found, ...(isNumberTold ? [] : numberAgainst(identity, entry, prepared))];
      return {
        changes,
        isNew:
          changes.every(({ code }) => code !== "supplier-changed") && (await isNew(identity, prepared, entry, known)),
      };
    },
  };
}

async function hasSent(account: string, desk: Desk): Promise<boolean> {
  const journal = await desk.journal();
  const last = journal.ok ? await journal.value.tries.lastOfSuppliers(account, 1) : journal;
  return last.ok && last.value.length > 0;
}

function numberAgainst(identity: SupplierIdentity, entry: Supplier | undefined, { file }: Prepared): Problem[] {
  if (entry === undefined) return [];
  const known = { identity: identityOf(entry), called: "your supplier book" };
  return changedNumber(identity, known, () => ({ file, path: trnPath }));
}

async function isNew(
  identity: SupplierIdentity,
  { calculation }: Prepared,
  entry: Supplier | undefined,
  sent: SentSuppliers | undefined,
): Promise<boolean> {
  const keys = supplierKeys(identity);
  if (identity.accounts.length === 0) return entry === undefined && (await sent?.last(keys)) === undefined;
  if (entry !== undefined && accountsIn(entry).length > 0) return false;
  return (await sent?.lastPaid(keys, calculation?.currency ?? "AED"))?.paid.accounts[0] === undefined;
}
