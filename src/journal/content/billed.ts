import { isFailedState, keptDocument, statusClassOf } from "../../contract/index.ts";
import type { Database } from "../../database/index.ts";
import {
  amount,
  billedSupplyOf,
  compareSupplies,
  isDecimalText,
  money,
  plainName,
  type SharedLine,
  type Supply,
  type SupplyLine,
  type SupplyRelation,
  supplyOfReferences,
} from "../../document/index.ts";
import { statusName } from "../../states/index.ts";
import { supplyKeysOf } from "../keys/alike.ts";
import { chainOf } from "../store/chain.ts";
import { creditedKey } from "../store/created-documents.ts";
import { keptTexts } from "../store/kept-texts.ts";
import { journalNotes, notesOfType } from "../store/notes.ts";
import { intentIn } from "../store/record-rows.ts";
import type { CreatedDocument, Intent, JournalRecord } from "../store/records.ts";
import type { RecordsTable } from "../store/records-table.ts";
import { seenOfMany } from "../store/seen-states.ts";

/** Most documents looked at for each key; no receipt and no month of an order has more. */
const mostFound = 1_000;

/** The reasons of credit notes that give back no quantity: they change the price. */
const priceReasons: ReadonlySet<string> = new Set(["DL8.61.1.C", "VD"]);

/** The note of what the tax authority said of a rejected document. */
const authorityHeard = "authority-heard";

/** Finds the documents that bill the same supply, and what was given back of them. */
export class BilledSupplies {
  readonly #database: Database;
  readonly #records: RecordsTable;

  constructor(database: Database, records: RecordsTable) {
    this.#database = database;
    this.#records = records;
  }

  /** Returns the keys of the contents that may bill the same supply as an invoice, in its account. */
  keysOf(intent: Intent): string[] {
    if (intent.kind !== "invoice") return [];
    const attempts = supplyKeysOf(intent.supply ?? []).flatMap((key) =>
      this.#records.bySupplier.attempts(intent.account, key, undefined, mostFound).map(({ attempt }) => attempt),
    );
    const records = this.#records.ofAttempts([...new Set(attempts)]);
    const others = [...records.values()].flatMap((each) => intentIn(each) ?? []);
    const same = others.filter((each) => each.account === intent.account && each.kind === "invoice");
    return [...new Set(same.map(({ key }) => key))].filter((key) => key !== intent.key);
  }

  /** How what two documents bill relates; documents of two suppliers never bill the same. */
  relation(intent: Intent, other: Intent): SupplyRelation {
    if (!isSameSupplier(intent, other)) return { is: "different" };
    return compareSupplies(this.#billedSupplyOf(intent), this.#billedSupplyOf(other));
  }

  /**
   * Returns what both documents still bill: undefined if they bill different supplies, or if what they share was given
   * back. Documents that failed, and rejected ones that the tax authority did not accept, bill nothing.
   */
  shared(intent: Intent, other: Intent, id: string | undefined) {
    const relation = this.relation(intent, other);
    if (relation.is !== "same") return undefined;
    const [own, its] = [this.#billedSupplyOf(intent), this.#billedSupplyOf(other)];
    const left = this.#without(id, other, { own, its }, relation.shared);
    const [first] = left;
    if (first === undefined) return undefined;
    const items = [...new Set(left.flatMap((each) => own[each.own]?.name || []))];
    return { kind: relation.kind, number: first.number, items };
  }

  /** Whether a document of this id has no effect, so that it bills nothing. */
  isWithoutEffect(account: string, id: string, records: readonly JournalRecord[]): boolean {
    const status = this.#statusOf({ account, id }, records);
    if (isFailedState(status)) return true;
    return statusClassOf(status) === "bad" && this.#accepted(account, id) === false;
  }

  /**
   * Leaves out the shared lines of which approved credit notes gave back the whole quantity, or at least as much as is
   * billed now. What was billed since then is another document, which is compared by itself.
   */
  #without(
    id: string | undefined,
    other: Intent,
    { own, its }: { readonly own: Supply; readonly its: Supply },
    shared: readonly SharedLine[],
  ): readonly SharedLine[] {
    const number = id === undefined ? undefined : this.#records.find(other.account, id)[0]?.documentNumber;
    if (number === undefined) return shared;
    const found = this.#records.creditedMany([other.account], [number]).get(creditedKey(other.account, number)) ?? [];
    const credits = found.filter((each) => !priceReasons.has(each.credits?.reason ?? "") && this.#isApproved(each));
    if (credits.length === 0) return shared;
    const lines = credits.filter(isOfOne).flatMap((each) => each.lines);
    const isGivenBack = (line: SupplyLine): boolean => {
      const alike = its.flatMap((each, at) => (isLike(each, line.name, line.unit) ? [at] : []));
      const back = quantity(lines.filter((each) => isLike(line, each.name, each.unitCode)));
      if (money.compare(back, quantity(alike.flatMap((at) => its[at] ?? []))) >= 0) return true;
      const places = new Set(shared.flatMap((each) => (alike.includes(each.other) ? [each.own] : [])));
      const billed = [...places].flatMap((at) => own[at] ?? []);
      const isCounted = billed.every((each) => each.unit === line.unit && isDecimalText(each.quantity));
      return isCounted && money.compare(quantity(billed), back) <= 0;
    };
    return shared.filter((each) => {
      const line = its[each.other];
      return line === undefined || !isGivenBack(line);
    });
  }

  #isApproved(credit: CreatedDocument): boolean {
    return this.#statusOf(credit, this.#recordsOf(credit)) === statusName.approved;
  }

  #recordsOf({ account, id }: Pick<CreatedDocument, "account" | "id">): readonly JournalRecord[] {
    for (const past of this.#records.tried.named("id", id))
      if (past.intent.account === account && past.state === "created") return this.#records.ofAttempt(past.attempt);
    return [];
  }

  #statusOf(document: Pick<CreatedDocument, "account" | "id">, records: readonly JournalRecord[]): string | undefined {
    const seen = seenOfMany(this.#database, [document])[0]?.at(-1)?.state;
    const result = records.findLast((each) => each.type === "result");
    return seen ?? (result?.type === "result" ? result.data.overallStatus : undefined);
  }

  /** Whether the tax authority accepted a rejected document; undefined if nobody knows. */
  #accepted(account: string, id: string): boolean | undefined {
    const notes = journalNotes(this.#database, chainOf(this.#database)).all();
    const own = notesOfType(notes, authorityHeard).filter(({ data }) => data.account === account && data.id === id);
    const last = own.at(-1)?.data.accepted;
    return typeof last === "boolean" ? last : undefined;
  }

  /** For records of earlier versions, reads the content as sent or, if it is not kept, the references. */
  #billedSupplyOf(intent: Intent): Supply {
    if (intent.supply !== undefined) return intent.supply;
    const document = keptDocument(keptTexts(this.#database).find(intent.bodyHash), intent);
    return document ? billedSupplyOf(document) : supplyOfReferences(intent.references ?? [], intent.lines);
  }
}

const isOfOne = ({ credits }: CreatedDocument): boolean => credits?.invoiceNumbers.length === 1;

function isLike(line: SupplyLine, name: string, unit: string): boolean {
  return plainName(line.name) === plainName(name) && line.unit === unit.trim();
}

function quantity(lines: readonly { readonly quantity: string }[]) {
  return money.sum(lines.map(({ quantity: text }) => (isDecimalText(text) ? amount(text) : money.zero)));
}

/** Compares tax numbers if both have one, else the entries of the supplier book, else the names. */
function isSameSupplier({ supplier: own }: Intent, { supplier: other }: Intent): boolean {
  const [tin, its] = [taxNumber(own), taxNumber(other)];
  if (tin !== "" && its !== "") return tin === its;
  if (own.entry !== undefined && own.entry === other.entry) return true;
  return plainName(own.name) === plainName(other.name);
}

/** A TRN begins with the TIN. */
function taxNumber({ id, trn }: Intent["supplier"]): string {
  const digits = (trn || id).trim();
  return /^\d{10}(\d{5})?$/.test(digits) ? digits.slice(0, 10) : "";
}
