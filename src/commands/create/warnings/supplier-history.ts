import type { Desk } from "../../../desk/index.ts";
import type { Intent } from "../../../journal/index.ts";
import type { Prepared, Sendable } from "../../../prepare/index.ts";
import type { ServiceProfile } from "../../../settings/index.ts";
import { intentOf, keyIn } from "../../../submit/index.ts";
import { identityOf, type SupplierIdentity } from "../../../suppliers/index.ts";
import { journalIfAny } from "../../answer/journal-head.ts";
import { isWrong } from "../../answer/submission-results.ts";
import { SentSuppliers } from "./sent-suppliers.ts";

/** A valid document that was not sent yet, with what is known of its supplier. */
export interface WithHistory {
  readonly prepared: Sendable;
  readonly identity: SupplierIdentity;
  /** Documents already sent; undefined without a journal or a profile. */
  readonly known: SentSuppliers | undefined;
  /** The same without those that this document corrects. */
  readonly besides: SentSuppliers | undefined;
  /** Undefined without a profile. */
  readonly intent: Intent | undefined;
}

/** Returns undefined for a document that is not valid or that exists already, because it is not sent again. */
export type SupplierHistory = (prepared: Prepared) => Promise<WithHistory | undefined>;

/**
 * Looks each document up once, for all warnings about its supplier. `instead` is the id of the document that this run
 * replaces; that document is ignored. Without a profile, no journal is opened.
 */
export function supplierHistory(profile: ServiceProfile | undefined, desk: Desk, instead?: string): SupplierHistory {
  let sent: Promise<SentSuppliers | undefined> | undefined;
  const lookedUp = new WeakMap<Prepared, Promise<WithHistory | undefined>>();
  const lookUp = async (prepared: Prepared): Promise<WithHistory | undefined> => {
    const { document, calculation, body, corrects, supplier } = prepared;
    if (!document || isWrong(prepared)) return undefined;
    const identity = identityOf(document, supplier);
    const sendable = prepared as Sendable;
    const account = await desk.account(profile);
    if (profile === undefined || account === undefined)
      return { prepared: sendable, identity, known: undefined, besides: undefined, intent: undefined };
    if (!calculation || !body) return undefined;
    sent ??= sentSuppliers(account, desk, instead);
    const known = (await sent)?.anew();
    const besides = known?.besides(corrects === undefined ? [] : await known.corrected(sendable));
    if (await isSent(sendable, account, known)) return undefined;
    const intent = intentOf(sendable, { account, profile }, [], desk);
    return { prepared: sendable, identity, known, besides, intent };
  };
  return (prepared) => {
    const found = lookedUp.get(prepared) ?? lookUp(prepared);
    lookedUp.set(prepared, found);
    return found;
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
