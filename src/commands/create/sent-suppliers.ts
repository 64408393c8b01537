import { isFailedState, keptDocument } from "../../contract/index.ts";
import { pairKey } from "../../document/index.ts";
import { type Journal, lookAlikeKeys, type SentDocument, stateNow } from "../../journal/index.ts";
import type { Sendable } from "../../prepare/index.ts";
import { correctedChain } from "../../submit/index.ts";
import { type Earlier, identityOf, type SupplierIdentity } from "../../suppliers/index.ts";

/** Maximum number of documents searched per supplier to find one that counts. */
const most = 20;
/** Number of documents read first: usually the latest one counts. */
const few = 2;
/** Maximum number of documents with similar names that are compared. */
const mostNames = 100;

/** The suppliers in the account's sent documents. A journal error counts as "not found" here; sending reports it. */
export class SentSuppliers {
  readonly #journal: Journal;
  readonly #account: string;
  /** Ids of documents that are being replaced or corrected. */
  readonly #without: readonly string[];
  readonly #bodies: Map<string, SupplierIdentity>;
  /** Cached, because several checks of a document use the same key. */
  readonly #found = new Map<string, ReturnType<Journal["sentTo"]>>();

  constructor(
    journal: Journal,
    account: string,
    without: readonly string[] = [],
    bodies: Map<string, SupplierIdentity> = new Map(),
  ) {
    this.#journal = journal;
    this.#account = account;
    this.#without = without;
    this.#bodies = bodies;
  }

  anew(): SentSuppliers {
    return new SentSuppliers(this.#journal, this.#account, this.#without, this.#bodies);
  }

  /** Returns a copy that ignores the documents with these ids. */
  besides(ids: readonly string[]): SentSuppliers {
    if (ids.length === 0) return this;
    return new SentSuppliers(this.#journal, this.#account, [...this.#without, ...ids], this.#bodies);
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
      if (await this.#counts(each)) return { called: calledOf(each), identity: await this.#identityOf(each) };
    }
    return undefined;
  }

  /** Returns the bank accounts in the supplier's latest document that has any; prefers a document in this currency. */
  async lastAccounts(
    keys: readonly string[],
    currency: string,
  ): Promise<{ accounts: readonly string[]; called: string } | undefined> {
    let other: { accounts: readonly string[]; called: string } | undefined;
    for await (const each of this.#each(keys)) {
      const isSame = each.intent.currency === currency;
      if (!isSame && other !== undefined) continue;
      const { accounts } = await this.#identityOf(each);
      if (accounts.length === 0 || !(await this.#counts(each))) continue;
      const found = { accounts, called: calledOf(each) };
      if (isSame) return found;
      other = found;
    }
    return other;
  }

  /**
   * Whether the document counts. One that failed validation does not: it was not delivered, and often has errors in
   * these very fields.
   */
  async #counts({ id }: SentDocument): Promise<boolean> {
    if (id === undefined) return true;
    const seen = await this.#journal.seen(this.#account, id);
    const past = await this.#journal.tries.last("id", id, ({ state }) => state === "created");
    return !seen.ok || !past.ok || !isFailedState(stateNow(past.value?.result, seen.value).state);
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
  async #identityOf({ intent }: SentDocument): Promise<SupplierIdentity> {
    const { bodyHash, supplier } = intent;
    const known = this.#bodies.get(bodyHash);
    if (known) return known;
    const text = await this.#journal.kept(bodyHash);
    const document = text.ok ? keptDocument(text.value, intent) : undefined;
    const { name, trn } = supplier;
    const identity =
      document !== undefined
        ? identityOf(document, supplier.entry)
        : { name, trn, tin: trn.slice(0, 10), accounts: [] };
    this.#bodies.set(bodyHash, identity);
    return identity;
  }
}

export function calledOf({ documentNumber, intent }: SentDocument): string {
  return documentNumber ?? intent.documentNumber ?? `the document of ${intent.issueDate}`;
}
