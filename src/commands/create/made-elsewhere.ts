import { idOf, objectNamed, textNamed, totalsOf } from "../../contract/index.ts";
import { amount, type DocumentKind, foldedName, isDecimalText, money } from "../../document/index.ts";
import {
  type Belongs,
  type Intent,
  isNear,
  isSamePlace,
  type Journal,
  type SendingPlace,
} from "../../journal/index.ts";
import type { JsonObject } from "../../json/index.ts";
import { isMissingOnce } from "../../life/index.ts";
import { ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Elsewhere } from "../../submit/index.ts";
import { elsewhereNotes } from "../follow/noted-elsewhere.ts";

/** A document from the service that was not sent using this journal. Amounts are exact strings. */
export interface ElsewhereDocument {
  readonly kind: DocumentKind;
  readonly id: string;
  readonly number?: string | undefined;
  readonly trn?: string | undefined;
  readonly name?: string | undefined;
  readonly date?: string | undefined;
  readonly currency?: string | undefined;
  readonly payable?: string | undefined;
}

interface Asked extends SendingPlace {
  readonly account: string;
  readonly documents: readonly ElsewhereDocument[];
}

/** Documents that are missing from the journal, and that a user accepted as missing. */
interface Accepted {
  readonly account: string;
  readonly by: string;
  readonly documents: readonly ElsewhereDocument[];
  /**
   * Time up to which the list of missing documents is complete; UTC, ISO 8601. Absent if the lists were not read in
   * full.
   */
  readonly until?: string | undefined;
}

const { asked: askedNote, accepted: acceptedNote } = elsewhereNotes;
/** In days; less than a month, because a supplier may be paid the same amount every month. */
const sameSumWithin = 27;

/**
 * Documents made elsewhere, as noted in the journal. The notes include every listed document with an unknown id.
 * Whether one belongs to an attempt in doubt or to another address is determined when a document is sent, because
 * doubts and addresses may be settled before that.
 */
export interface ElsewhereKnown extends Elsewhere {
  /** `own` for this account, `perhaps` for an address that may be the same service; undefined if not noted. */
  notes(kind: DocumentKind, id: string): Belongs | undefined;
  /** Whether a user accepted that the document is missing from the journal. */
  isAccepted(kind: DocumentKind, id: string): boolean;
  /** A user accepted every document that was missing from the journal up to this time; UTC, ISO 8601. */
  readonly acceptedUntil: string | undefined;
  /** Whether the service was queried from this home folder since the computer started. */
  knowsPlace(place: SendingPlace): boolean;
  /** Like `knowsPlace`, but regardless of when the computer started; undefined if no place has ever been noted. */
  knowsHome(place: SendingPlace): boolean | undefined;
}

/** Reads what the journal's notes say about documents made elsewhere. Problem: `journal-unusable`. */
export async function knownElsewhere(account: string, journal: Journal): Promise<Result<ElsewhereKnown>> {
  const notes = await journal.notes();
  if (!notes.ok) return notes;
  const all: ElsewhereDocument[] = [];
  const noted = new Map<string, Belongs>();
  const asked: Asked[] = [];
  const accepted: Accepted[] = [];
  for (const { type, data } of notes.value.filter((each) => each.type === askedNote || each.type === acceptedNote)) {
    const note = data as unknown as Asked | Accepted;
    const isOwn = note.account === account;
    if (isOwn) (type === askedNote ? asked : accepted).push(note as Asked & Accepted);
    const belongs = isOwn ? ok("own" as const) : await belongsTo(note.account, account, journal);
    if (!belongs.ok) return belongs;
    if (belongs.value === undefined) continue;
    for (const each of note.documents) {
      all.push(each);
      const key = keyOf(each.kind, each.id);
      if (noted.get(key) !== "own") noted.set(key, belongs.value);
    }
  }
  const hidesDocuments = isMissingOnce("document", account, notes.value);
  const numbers = new Set(all.map(({ number }) => number));
  const agreed = new Set(accepted.flatMap((each) => each.documents.map(({ kind, id }) => keyOf(kind, id))));
  const untils = accepted.flatMap(({ until }) => until ?? []).sort();
  return ok({
    notes: (kind, id) => noted.get(keyOf(kind, id)),
    isAccepted: (kind, id) => agreed.has(keyOf(kind, id)),
    acceptedUntil: untils.at(-1),
    hasNumber: (number) => numbers.has(number),
    knowsPlace: (place) => asked.some((each) => isSamePlace(each, place)),
    knowsHome: (place) => (asked.length === 0 ? undefined : asked.some(({ where }) => where === place.where)),
    async like(intent, file) {
      for (const each of all) {
        const how = likeness(each, intent);
        if (how === undefined || each.id === intent.replaces) continue;
        const taken = await journal.accounts.knows(account, each.id);
        // The journal itself checks documents that it recorded later, and attempts in doubt.
        if (taken.ok && taken.value !== undefined) continue;
        const lately = await journal.lately(account);
        if (lately.ok && lately.value.open.some((open) => mayBeOpen(each, open))) continue;
        return looksMade(each, how, file, hidesDocuments);
      }
      return undefined;
    },
  });
}

/** Whether the other account is, or may be, the same account under a second address of the service. */
async function belongsTo(one: string, other: string, journal: Journal): Promise<Result<Belongs | undefined>> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const related = await journal.accounts.related(from);
    if (!related.ok) return related;
    const found = related.value.find(({ account }) => account === to);
    if (found === undefined) continue;
    if (!found.sameBuyer || found.relation === "other") return ok(undefined);
    return ok(found.relation === "same" ? "own" : "perhaps");
  }
  return ok(undefined);
}

function keyOf(kind: DocumentKind, id: string): string {
  return `${kind} ${id}`;
}

/**
 * Notes that selfbill looked for documents made elsewhere, from which place, and which ones the service listed.
 * Problem: `journal-unusable`.
 */
export function noteAsked(
  account: string,
  place: SendingPlace,
  documents: readonly ElsewhereDocument[],
  journal: Journal,
): Promise<Result<void>> {
  return journal.note(askedNote, { account, ...place, documents });
}

/**
 * Notes that the user accepted these documents as missing. A new document similar to one of them is still stopped.
 * Problem: `journal-unusable`.
 */
export function noteAccepted(accepted: Accepted, journal: Journal): Promise<Result<void>> {
  return journal.note(acceptedNote, { ...accepted });
}

/** Reads a document in the format of the service's lists. */
export function elsewhereOf(document: JsonObject, kind: DocumentKind): ElsewhereDocument {
  const supplier = objectNamed(document, "accountingSupplierParty") ?? {};
  return {
    kind,
    id: idOf(document)?.id ?? "",
    number: textNamed(document, "documentNumber")?.trim(),
    trn: textNamed(objectNamed(supplier, "partyTaxScheme") ?? {}, "companyId")?.trim(),
    name: textNamed(supplier, "partyName") ?? textNamed(supplier, "name"),
    date: textNamed(document, "issueDate")?.slice(0, 10),
    currency: textNamed(document, "documentCurrencyCode"),
    payable: totalsOf(document).payable_amount,
  };
}

/** Whether the listed document may come from this attempt in doubt. */
export function mayBeOpen({ kind, number, trn, date, payable }: ElsewhereDocument, intent: Intent): boolean {
  if (kind !== intent.kind) return false;
  if (intent.documentNumber !== undefined) return number === intent.documentNumber;
  if (trn && intent.supplier.trn !== "" && trn !== intent.supplier.trn) return false;
  const ours = intent.totals.payable_amount;
  return (
    (date === undefined || date === intent.issueDate) &&
    (payable === undefined || ours === undefined || money.equal(amount(payable), amount(ours)))
  );
}

function likeness(there: ElsewhereDocument, here: Intent): string | undefined {
  if (there.kind !== here.kind) return undefined;
  if (here.documentNumber !== undefined && here.documentNumber.trim() === there.number) return "the same number";
  if (!isSameSupplier(there, here.supplier)) return undefined;
  if (there.date === here.issueDate) return "the same supplier and date";
  if (!isSameSum(there, here)) return undefined;
  if (there.date === undefined) return "the same supplier and total";
  const near = isNear(there.date, here.issueDate, sameSumWithin);
  return near ? `the same supplier and total, dated ${there.date}` : undefined;
}

function isSameSupplier({ trn, name = "" }: ElsewhereDocument, supplier: Intent["supplier"]): boolean {
  if (trn && supplier.trn !== "") return trn === supplier.trn;
  return name !== "" && foldedName(name) === foldedName(supplier.name);
}

function isSameSum({ payable, currency }: ElsewhereDocument, here: Intent): boolean {
  const ours = here.totals.payable_amount;
  if (payable === undefined || ours === undefined || !isDecimalText(payable) || !isDecimalText(ours)) return false;
  return (currency ?? here.currency) === here.currency && money.equal(amount(payable), amount(ours));
}

function looksMade({ id, number }: ElsewhereDocument, how: string, file: string, hidesDocuments: boolean): Problem {
  const message = `${file} looks like ${number === undefined ? id : `${number} (${id})`}, which was not sent with this journal: ${how}.`;
  const hint = `Look at it: ${hidesDocuments ? suggest`status ${id}` : suggest`get ${id}`}. If this is another supply, add --allow-similar.`;
  return problem("made-elsewhere", message, hint, { severity: "warning", where: { file } });
}
