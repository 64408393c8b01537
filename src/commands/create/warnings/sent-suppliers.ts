import { isFailedState, keptDocument } from "../../../contract/index.ts";
import { pairKey } from "../../../document/index.ts";
import { type Journal, lookAlikeKeys, type SentDocument, stateNow } from "../../../journal/index.ts";
import type { Sendable } from "../../../prepare/index.ts";
import { statusName } from "../../../states/index.ts";
import { correctedChain } from "../../../submit/index.ts";
import {
  type Earlier,
  type IbanInText,
  ibansInTexts,
  identityOf,
  type KnownPaid,
  nobodyPaid,
  type SupplierIdentity,
} from "../../../suppliers/index.ts";

/** Maximum number of documents searched per supplier to find one that counts. */
const most = 20;
/** Number of documents read first: usually the latest one counts. */
const few = 2;
/** Maximum number of documents with similar names that are compared. */
const mostNames = 100;

/** Maximum number of suppliers whose accounts are compared with a new one. */
const mostSuppliers = 5_000;

type Names = Pick<SupplierIdentity, "name" | "trn">;

export interface PaidBefore extends KnownPaid {
  readonly texts: readonly IbanInText[];
}

export interface AccountOwner {
  readonly supplier: Names;
  readonly called: string;
}

export interface SentBody {
  /** False if only the names are known, because the body was not kept. */
  readonly isKept: boolean;
  readonly identity: SupplierIdentity;
  readonly texts: readonly IbanInText[];
}

/** What all questions of a run share. */
interface Shared {
  readonly bodies: Map<string, SentBody>;
  /** Suppliers by account number. */
  owners?: Promise<ReadonlyMap<string, readonly AccountOwner[]>>;
}

/** The suppliers in the account's sent documents. A journal error counts as "not found" here; sending reports it. */
export class SentSuppliers {
  readonly #journal: Journal;
  readonly #account: string;
  /** Ids of documents that are being replaced or corrected. */
  readonly #without: readonly string[];
  readonly #shared: Shared;
  #isRejectedCounted = false;
  /** Cached, because several checks of a document use the same key. */
  readonly #found = new Map<string, ReturnType<Journal["sentTo"]>>();

  constructor(
    journal: Journal,
    account: string,
    without: readonly string[] = [],
    shared: Shared = { bodies: new Map() },
  ) {
    this.#journal = journal;
    this.#account = account;
    this.#without = without;
    this.#shared = shared;
  }

  anew(): SentSuppliers {
    return new SentSuppliers(this.#journal, this.#account, this.#without, this.#shared);
  }

  /** Returns a copy for which a rejected document counts: the one that is corrected was confirmed by a person. */
  withRejected(): SentSuppliers {
    const copy = this.anew();
    copy.#isRejectedCounted = true;
    return copy;
  }

  /** Returns a copy that ignores the documents with these ids. */
  besides(ids: readonly string[]): SentSuppliers {
    if (ids.length === 0) return this;
    return new SentSuppliers(this.#journal, this.#account, [...this.#without, ...ids], this.#shared);
  }

  /** Returns the ids of the documents that this one replaces. */
  corrected(prepared: Pick<Sendable, "corrects" | "kind">): Promise<readonly string[]> {
    return correctedChain(prepared, this.#account, this.#journal);
  }

  /** Whether a document with this `intentKey` was sent. */
  async knows(key: string): Promise<boolean> {
    const sent = await this.#journal.isSent(this.#account, key);
    return sent.ok && sent.value;
  }

  /** Whether this name and TRN were sent together before. */
  async knowsPair(identity: SupplierIdentity): Promise<boolean> {
    const { done } = await this.#each([pairKey(identity)]).next();
    return done !== true;
  }

  /**
   * Returns the supplier in the latest document under the first key that has any. `keys` are in descending order of
   * certainty.
   */
  async last(keys: readonly string[]): Promise<Earlier | undefined> {
    for await (const each of this.#each(keys)) {
      if (await this.#counts(each)) return { called: calledOf(each), identity: (await this.#bodyOf(each)).identity };
    }
    return undefined;
  }

  /**
   * Returns who was paid by the supplier's latest document that says so; prefers a document in this currency. If none
   * says it, returns the latest invoice.
   */
  async lastPaid(keys: readonly string[], currency: string): Promise<PaidBefore | undefined> {
    let other: PaidBefore | undefined;
    let silent: PaidBefore | undefined;
    for await (const each of this.#each(keys)) {
      const isSame = each.intent.currency === currency;
      if (!isSame && other !== undefined) continue;
      const { identity, texts, isKept } = await this.#bodyOf(each);
      const found = { paid: identity.paid, texts, called: calledOf(each) };
      const says = identity.accounts.length > 0 || identity.paid.payee.name !== "" || identity.paid.payee.id !== "";
      const isSilentInvoice = isKept && each.intent.kind === "invoice" && silent === undefined;
      if ((!says && !isSilentInvoice) || !(await this.#counts(each))) continue;
      if (!says) silent = found;
      else if (isSame) return found;
      else other = found;
    }
    return other ?? silent;
  }

  /** Returns another supplier whose latest document pays into this account. */
  async otherOwner(number: string, isOther: (of: Names) => boolean): Promise<AccountOwner | undefined> {
    this.#shared.owners ??= this.#readOwners();
    return (await this.#shared.owners).get(number)?.find(({ supplier }) => isOther(supplier));
  }

  async #readOwners(): Promise<ReadonlyMap<string, readonly AccountOwner[]>> {
    const owners = new Map<string, AccountOwner[]>();
    const latest = await this.#journal.tries.lastOfSuppliers(this.#account, mostSuppliers);
    for (const { intent, documentNumber } of latest.ok ? latest.value : []) {
      const { identity } = await this.#bodyOf({ intent });
      for (const number of identity.accounts) {
        const owner = { supplier: intent.supplier, called: calledOf({ intent, documentNumber }) };
        owners.set(number, [...(owners.get(number) ?? []), owner]);
      }
    }
    return owners;
  }

  /**
   * Whether the document counts. One that failed validation or was rejected does not: it has no effect, and often has
   * errors in these very fields.
   */
  async #counts({ id }: SentDocument): Promise<boolean> {
    if (id === undefined) return true;
    const seen = await this.#journal.seen(this.#account, id);
    const past = await this.#journal.tries.last("id", id, ({ state }) => state === "created");
    if (!seen.ok || !past.ok) return true;
    const { state } = stateNow(past.value?.result, seen.value);
    return !isFailedState(state) && (this.#isRejectedCounted || state !== statusName.rejected);
  }

  /** Returns the documents under the first key that has any, newest first; reads the older ones only if asked for. */
  async *#each(keys: readonly string[]): AsyncGenerator<SentDocument> {
    for (const key of keys) {
      const latest = await this.under(key, few);
      yield* latest;
      const older = (await this.under(key)).slice(latest.length);
      yield* older;
      if (latest.length + older.length > 0) return;
    }
  }

  async namedLike(name: string): Promise<readonly { readonly name: string; readonly trn: string }[]> {
    const found = await Promise.all(lookAlikeKeys(name, "near").map((key) => this.under(key, mostNames)));
    return found.flat().map(({ intent }) => intent.supplier);
  }

  /** Returns at most `atMost` documents sent under this key, newest first. */
  async under(key: string, atMost = most): Promise<readonly SentDocument[]> {
    const question = `${atMost} ${key}`;
    const asked = this.#found.get(question) ?? this.#journal.sentTo(this.#account, key, atMost);
    this.#found.set(question, asked);
    const found = await asked;
    if (!found.ok) return [];
    const without = new Set<string | undefined>(this.#without);
    return found.value.filter(({ id, intent: { replaces } }) => !without.has(id) && !without.has(replaces));
  }

  /** Reads the supplier from the stored body; returns only name, TRN and TIN if the body was not kept. */
  async #bodyOf({ intent }: Pick<SentDocument, "intent">): Promise<SentBody> {
    const { bodyHash, supplier } = intent;
    const known = this.#shared.bodies.get(bodyHash);
    if (known) return known;
    const text = await this.#journal.kept(bodyHash);
    const document = text.ok ? keptDocument(text.value, intent) : undefined;
    const { name, trn } = supplier;
    const identity =
      document !== undefined
        ? identityOf(document, supplier.entry)
        : { name, trn, tin: trn.slice(0, 10), accounts: [], paid: nobodyPaid };
    const read = { isKept: document !== undefined, identity, texts: ibansInTexts(document) };
    this.#shared.bodies.set(bodyHash, read);
    return read;
  }
}

export function calledOf({
  documentNumber,
  id,
  intent,
}: Pick<SentDocument, "documentNumber" | "id" | "intent">): string {
  return documentNumber ?? intent.documentNumber ?? id ?? `the document of ${intent.issueDate}`;
}
