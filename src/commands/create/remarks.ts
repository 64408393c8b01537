import type { Desk } from "../../desk/index.ts";
import type { Sendable } from "../../prepare/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { intentOf, keyIn } from "../../submit/index.ts";
import { identityOf } from "../../suppliers/index.ts";
import { journalIfAny } from "../answer/journal-head.ts";
import { isWrong } from "../answer/submission-results.ts";
import type { Remarks } from "./check-documents.ts";
import { bookWatch, supplierChanges } from "./compare-suppliers.ts";
import { correctsWatch } from "./corrects-watch.ts";
import { looksSent } from "./looks-sent.ts";
import { SentSuppliers } from "./sent-suppliers.ts";
import { sameNumber } from "./within-run.ts";

/** Adds findings from the journal to those of `remarksOfRun`. */
export function remarksOf(profile: ServiceProfile | undefined, desk: Desk, more?: Remarks): Remarks {
  const number = sameNumber();
  const watch = supplierWatch(profile, desk);
  const corrected = correctsWatch(profile, desk);
  return async (each) => [
    ...((await more?.(each)) ?? []),
    ...number(each),
    ...(await corrected(each)),
    ...(await watch(each)),
  ];
}

/**
 * Finds repeated numbers in the run, and suppliers that differ from the book or from earlier documents in the run; does
 * not open a journal. `remarksOf` also uses the journal.
 */
export function remarksOfRun(desk: Desk): Remarks {
  const number = sameNumber();
  const book = bookWatch(desk);
  return async (each) => [...number(each), ...(await book(each))];
}

/**
 * Compares the TRN and accounts with those in the supplier's last document and in earlier documents of the run.
 * `instead` is the id of the document that this run replaces; that document is ignored.
 */
export function supplierWatch(profile: ServiceProfile | undefined, desk: Desk, instead?: string): Remarks {
  let sent: Promise<SentSuppliers | undefined> | undefined;
  const changesOf = supplierChanges(desk);
  const book = bookWatch(desk);
  return async (prepared) => {
    const { document, calculation, body, corrects } = prepared;
    const account = await desk.account(profile);
    if (profile === undefined || account === undefined) return book(prepared);
    if (!document || !calculation || !body || isWrong(prepared)) return []; // compared only once it is valid
    sent ??= sentSuppliers(account, desk, instead);
    const known = (await sent)?.anew();
    const besides = known?.besides(corrects === undefined ? [] : await known.corrected(prepared as Sendable));
    const identity = identityOf(document, prepared.supplier);
    if (await isSent(prepared as Sendable, account, known)) return []; // already exists, and is not sent again
    const changed = await changesOf(prepared, identity, known, besides);
    const intent = intentOf(prepared as Sendable, { account, profile }, [], desk);
    return [...changed, ...(await looksSent(prepared as Sendable, intent, identity, { known, besides }, desk))];
  };
}

async function isSent(prepared: Sendable, account: string, known: SentSuppliers | undefined): Promise<boolean> {
  const key = keyIn(prepared);
  return (
    known !== undefined &&
    ((await known.knows(key(account))) || (key.asTyped !== undefined && (await known.knows(key.asTyped(account)))))
  );
}

/** Does not create a journal: an empty one would hide the fact that nothing is known about earlier runs. */
export async function sentSuppliers(account: string, desk: Desk, instead?: string): Promise<SentSuppliers | undefined> {
  const journal = await journalIfAny(desk);
  return journal.ok && journal.value
    ? new SentSuppliers(journal.value, account, instead === undefined ? [] : [instead])
    : undefined;
}
