import type { Intent, Journal, JournalRecord } from "../journal/index.ts";
import { isJsonObject, numbersAsText, parseJson } from "../json/index.ts";
import { ok, type Result } from "../problem/index.ts";
import { type Earlier, foldedName, identityOf, keysOf, type SupplierIdentity } from "../suppliers/index.ts";

/** A document that was sent, as far as its supplier is concerned; the body is read when it is needed. */
interface Sent {
  readonly supplier: Intent["supplier"];
  readonly currency: string;
  readonly called: string;
  readonly bodyHash: string;
  /** Absent while it is in doubt. */
  readonly id: string | undefined;
}

/** So many records are read at a time, and so many bodies to find an account. */
const page = 1_000;
const mostBodies = 20;

/** The suppliers of all documents that left this computer for an account, the latest of each first. */
export class SentSuppliers {
  readonly #journal: Journal;
  readonly #account: string;
  readonly #bySupplier = new Map<string, Sent[]>();
  /** Names with a number that were together in a document before. */
  readonly #pairs = new Set<string>();
  readonly #contents = new Set<string>();
  readonly #bodies = new Map<string, SupplierIdentity>();

  private constructor(journal: Journal, account: string) {
    this.#journal = journal;
    this.#account = account;
  }

  /** Reads the journal once; the document of the id `without` is left out. Problem: `journal-unusable`. */
  static async read(journal: Journal, account: string, without?: string): Promise<Result<SentSuppliers>> {
    const sent = new SentSuppliers(journal, account);
    const open = new Map<string, Intent>();
    for (let after = 0; ; ) {
      const records = await journal.records(after, page);
      if (!records.ok) return records;
      for (const each of records.value) if (each.account === account) sent.#take(each, open, without);
      const last = records.value.at(-1);
      if (last === undefined) return ok(sent);
      after = last.sequence;
    }
  }

  /** What may exist counts: from the first byte on, until an answer says that nothing was created. */
  #take(record: JournalRecord, open: Map<string, Intent>, without: string | undefined): void {
    const intent = open.get(record.attempt);
    if (record.type === "intent") open.set(record.attempt, record.data);
    else if (record.type !== "armed" && intent) {
      open.delete(record.attempt);
      const { verdict, id } = record.data;
      if (without !== undefined && (id === without || intent.replaces === without)) return;
      if (verdict === "created" || verdict === "in-doubt") this.#add(intent, record.data);
    }
  }

  #add(
    intent: Intent,
    { documentNumber: number, id }: { documentNumber?: string | undefined; id?: string | undefined },
  ): void {
    const { supplier, currency, bodyHash, contentHash, issueDate } = intent;
    const called = number ?? intent.documentNumber ?? `the document of ${issueDate}`;
    const sent = { supplier, currency, called, bodyHash, id };
    this.#contents.add(contentHash);
    for (const key of keysOfIntent(supplier)) {
      const known = this.#bySupplier.get(key);
      if (known) known.unshift(sent);
      else this.#bySupplier.set(key, [sent]);
    }
    this.#pairs.add(pair(supplier.name, supplier.trn));
  }

  /** Whether a document of exactly this content was sent. */
  knows(contentHash: string): boolean {
    return this.#contents.has(contentHash);
  }

  /** Whether this name was sent with this TRN before. */
  knowsPair({ name, trn }: SupplierIdentity): boolean {
    return this.#pairs.has(pair(name, trn));
  }

  /** The last document under the surest of these keys that is known. */
  async last(keys: readonly string[]): Promise<Earlier | undefined> {
    for (const each of this.#of(keys)) {
      if (await this.#counts(each)) return { called: each.called, identity: await this.#identityOf(each) };
    }
    return undefined;
  }

  /** The accounts of the last document that had some, if there is one in that currency. */
  async lastAccounts(
    keys: readonly string[],
    currency: string,
  ): Promise<{ accounts: readonly string[]; called: string } | undefined> {
    const all = this.#of(keys);
    const same = all.filter((each) => each.currency === currency);
    for (const each of [...same, ...all].slice(0, mostBodies)) {
      const { accounts } = await this.#identityOf(each);
      if (accounts.length > 0 && (await this.#counts(each))) return { accounts, called: each.called };
    }
    return undefined;
  }

  /** A document whose validation failed reached nobody, and was often wrong just there. */
  async #counts({ id }: Sent): Promise<boolean> {
    if (id === undefined) return true;
    const seen = await this.#journal.seen(this.#account, id);
    return !seen.ok || seen.value.at(-1)?.state !== "VALIDATION_FAILED";
  }

  #of(keys: readonly string[]): readonly Sent[] {
    for (const key of keys) {
      const found = this.#bySupplier.get(key);
      if (found) return found;
    }
    return [];
  }

  /** Out of the body as it was sent; what was kept before bodies were has its TRN in the record. */
  async #identityOf({ bodyHash, supplier }: Sent): Promise<SupplierIdentity> {
    const known = this.#bodies.get(bodyHash);
    if (known) return known;
    const text = await this.#journal.kept(bodyHash);
    const body = text.ok && text.value !== undefined ? parseJson(text.value) : undefined;
    const { name, trn } = supplier;
    const identity =
      body?.ok && isJsonObject(body.value)
        ? identityOf(numbersAsText(body.value), supplier.entry)
        : { name, trn, tin: trn.slice(0, 10), accounts: [] };
    this.#bodies.set(bodyHash, identity);
    return identity;
  }
}

function keysOfIntent({ name, trn, id, entry }: Intent["supplier"]): string[] {
  return keysOf({ name, trn, tin: trn === "" ? id : trn.slice(0, 10), entry });
}

function pair(name: string, trn: string): string {
  return `${foldedName(name)} ${trn}`;
}
