import type { Desk } from "../../../desk/index.ts";
import { supplierKeys } from "../../../document/index.ts";
import type { Prepared } from "../../../prepare/index.ts";
import type { Problem } from "../../../problem/index.ts";
import {
  accountsIn,
  changedNumber,
  changedPaid,
  entryLike,
  findSupplier,
  identityOf,
  paidProblems,
  type Supplier,
  type SupplierIdentity,
} from "../../../suppliers/index.ts";
import {
  accountsOfOthers,
  documentTexts,
  type InRun,
  RunSuppliers,
  unknownTexts,
  type Yardsticks,
} from "./new-accounts.ts";
import type { PaidBefore, SentSuppliers } from "./sent-suppliers.ts";
import type { Warning } from "./warning.ts";

/** A supplier whose TRN or account differs from before. It must be confirmed before any document is sent. */
export const changedSupplier: Warning = {
  name: "changed-supplier",
  begin({ history, desk }) {
    const changesOf = supplierChanges(desk);
    return async (prepared) => {
      const found = await history(prepared);
      return found === undefined ? [] : changesOf(prepared, found.identity, found.known, found.besides);
    };
  },
};

/**
 * Reports differences from the last document sent, the book and earlier documents in the run: at most one problem about
 * the TRN and one about who is paid. `besides` excludes the documents that this one corrects.
 */
export function supplierChanges(desk: Desk) {
  const inRun = new RunSuppliers();
  return async (
    prepared: Prepared,
    identity: SupplierIdentity,
    sent: SentSuppliers | undefined,
    besides = sent,
  ): Promise<Problem[]> => {
    const confirmed = besides === sent ? sent : sent?.withRejected();
    const book = await desk.suppliers();
    const entries = book.ok ? book.value.suppliers : [];
    const before = (await sent?.knowsPair(identity)) ? undefined : inRun.of(identity);
    const number = [
      ...(await changedSince(identity, prepared, [confirmed, besides])),
      ...(before === undefined ? [] : changedNumber(identity, before, () => place(prepared, trnPath))),
    ];
    const known = await yardsticks(identity, prepared, {
      sent: confirmed,
      besides,
      entries,
      before,
      keys: keysOfPaid(identity, number),
    });
    const others = { inRun, entries, sent: besides };
    const paid = [
      ...known.compared.flatMap((each) => changedPaid(identity, each)),
      ...unknownTexts(prepared, identity, known.all),
      ...(await accountsOfOthers(prepared, identity, known.all, others)),
    ];
    const currency = prepared.calculation?.currency ?? "AED";
    const texts = documentTexts(prepared);
    inRun.add({ identity, texts, currency, called: prepared.file });
    return [...number.slice(0, 1), ...paidProblems(identity.name, paid, (path) => place(prepared, path))];
  };
}

export const trnPath = "accounting_supplier_party.party_tax_scheme.company_id";

/**
 * A correction may keep the TRN of the document it corrects, or revert to an earlier one, so a change counts only if
 * both comparisons report it.
 */
async function changedSince(
  identity: SupplierIdentity,
  prepared: Prepared,
  [known, besides]: readonly [known: SentSuppliers | undefined, besides: SentSuppliers | undefined],
): Promise<Problem[]> {
  const found = await numberSinceLast(identity, prepared, besides);
  return found.length === 0 || known === besides || (await numberSinceLast(identity, prepared, known)).length > 0
    ? found
    : [];
}

async function numberSinceLast(
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
  return last ? changedNumber(identity, last, () => place(prepared, trnPath)) : [];
}

interface Sources {
  readonly sent: SentSuppliers | undefined;
  readonly besides: SentSuppliers | undefined;
  readonly entries: readonly Supplier[];
  /** The earlier document of this run. */
  readonly before: InRun | undefined;
  /** What earlier documents are found by. */
  readonly keys: readonly string[];
}

/** A supplier whose TRN has changed is known by its entry or name. */
function keysOfPaid(identity: SupplierIdentity, changed: readonly Problem[]): string[] {
  const keys = supplierKeys(identity);
  if (changed.length === 0) return keys;
  return [...keys.filter((key) => /^(?:entry|name) /.test(key)), ...keys];
}

/** Returns everything that says who is paid for this supplier, and what of it the document must agree with. */
async function yardsticks(
  identity: SupplierIdentity,
  prepared: Prepared,
  { sent, besides, entries, before, keys }: Sources,
): Promise<Yardsticks> {
  const currency = prepared.calculation?.currency ?? "AED";
  const last = await besides?.lastPaid(keys, currency);
  const corrected = besides === sent ? undefined : await sent?.lastPaid(keys, currency);
  const agrees = (each: PaidBefore | undefined): boolean =>
    each !== undefined && changedPaid(identity, each).length === 0;
  const entry = bookEntry(identity, entries);
  const book =
    entry === undefined ? undefined : { paid: identityOf(entry).paid, texts: [], called: "your supplier book" };
  // An entry that the document does not name is no more certain than the last document, and the book knows no payee.
  const isBookAsked =
    book !== undefined && accountsIn(entry).length > 0 && (identity.entry !== undefined || !agrees(last));
  const asBook = book && (last === undefined ? book : { ...book, paid: { ...book.paid, payee: identity.paid.payee } });
  const run = before && { paid: before.identity.paid, texts: before.texts, called: before.called };
  const compared = [
    last === undefined || agrees(corrected) ? undefined : last,
    isBookAsked ? asBook : undefined,
    // A supplier paid in two currencies often has a separate account for each.
    before?.currency === currency ? run : undefined,
  ];
  const all = [last, corrected, book, run];
  return { compared: compared.filter((each) => each !== undefined), all: all.filter((each) => each !== undefined) };
}

function bookEntry(identity: SupplierIdentity, entries: readonly Supplier[]): Supplier | undefined {
  if (identity.entry === undefined) return entryLike(identity, entries);
  const found = findSupplier({ path: "", suppliers: entries }, identity.entry);
  return found.ok ? found.value : undefined;
}

function place({ spot, file }: Prepared, path: string) {
  return spot?.(path) ?? { file, path };
}
