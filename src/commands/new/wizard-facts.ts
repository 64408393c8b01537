import { keptDocument, serviceVersions } from "../../contract/index.ts";
import type { ConnectionWords, Desk } from "../../desk/index.ts";
import {
  amount,
  calculate,
  gulfDay,
  isDecimalText,
  money,
  type Party,
  type SelfBilledDocument,
} from "../../document/index.ts";
import type { Journal, Past } from "../../journal/index.ts";
import { lastStatus } from "../../life/index.ts";
import { prepare } from "../../prepare/index.ts";
import { byPlace, failAll, ok, type Result, suggest } from "../../problem/index.ts";
import { writeYaml } from "../../read/index.ts";
import { renderPreview, safe } from "../../render/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import {
  agreementProblems,
  gapSentence,
  missingIn,
  type Supplier,
  type SupplierBook,
  unreachedSays,
} from "../../suppliers/index.ts";
import type { InvoiceToCredit, ItemMemory, KnownInvoice, KnownParty, WizardFacts } from "../../wizard/index.ts";
import { journalIfAny } from "../answer/journal-head.ts";
import { reachesNow, undelivered } from "../answer/reaches.ts";
import { withHsWords } from "../codes/hs-codes.ts";
import { warningsOf } from "../create/warnings/list.ts";
import { knownCredits } from "../credit/credit-from.ts";
import { findInvoice } from "../credit/credited-invoice.ts";
import { CreditedStates } from "../credit/credited-state.ts";

/** What an extra adds to the questions. */
export interface WizardPart {
  readonly items: (profile: ServiceProfile | undefined, desk: Desk) => ItemMemory;
}

export async function wizardFacts(
  words: ConnectionWords,
  profile: ServiceProfile | undefined,
  desk: Desk,
): Promise<WizardFacts> {
  const { parties, invoices } = await fromJournal(profile, desk);
  const today = gulfDay(desk.now());
  const book = await desk.suppliers();
  const [part] = await desk.hooks.parts<WizardPart>("new");
  const version = profile?.serviceVersion ?? serviceVersions.stable;
  const customer = profile?.businessProfile;
  return {
    today,
    parties: withBook(book, parties, today, await unreachedBy(profile?.sandbox ?? false, desk)),
    bookNames: book.ok ? book.value.suppliers.map(({ supplier }) => supplier) : [],
    buyerKnown: customer !== undefined,
    invoices,
    async judge(document, kind, rateDate) {
      const { judged, entry } = whileIncomplete(document, book);
      const content = new TextEncoder().encode(writeYaml(judged, kind));
      const prepared = await prepare(draftName, { kind, version, profile, content, rateDate }, desk);
      const agreement = entry ? agreementProblems(entry, document.issue_date ?? today, today, {}) : [];
      return [...prepared.problems, ...agreement, ...(await warningsOf(profile, desk)(prepared))].sort(byPlace);
    },
    items: part?.items(profile, desk),
    invoice: (named) => creditedInvoice(named, words, desk),
    async preview(document, kind) {
      const preview = {
        ...{ file: "", kind, document, calculation: calculate(document), customer },
        undelivered: await undelivered(document, profile?.sandbox ?? false, desk),
      };
      const [shown = preview] = await withHsWords([preview], desk);
      return renderPreview(shown, desk.talkStyle);
    },
    safe,
  };
}

/**
 * Returns the document to check. If the supplier's entry in the book is incomplete, leaves out the reference to it, so
 * that the check uses the data entered in the wizard.
 */
function whileIncomplete(
  document: SelfBilledDocument,
  book: Result<SupplierBook>,
): { judged: SelfBilledDocument; entry?: Supplier } {
  const { supplier: named, ...judged } = document as SelfBilledDocument & { readonly supplier?: unknown };
  const entry = book.ok ? book.value.suppliers.find(({ supplier }) => supplier === named) : undefined;
  return entry !== undefined && missingIn(entry).length > 0 ? { judged, entry } : { judged: document };
}

/** Placeholder name for the file, which is not saved yet; attachments are searched for in the working folder. */
const draftName = "draft.yaml";

async function creditedInvoice(named: string, words: ConnectionWords, desk: Desk): Promise<Result<InvoiceToCredit>> {
  const sources = { words, connection: await desk.connect(words), desk };
  const found = await findInvoice(named, sources);
  if (!found.ok) return found;
  const { number, document } = found.value;
  const states = new CreditedStates(sources.connection, desk, { creditRejected: false });
  states.heard(number, found.value.status);
  const stood = await states.ofInvoice(number);
  const never = stood.filter(({ severity }) => severity === "error");
  if (never.length > 0) return failAll(never);
  const known = await knownCredits(number, sources, true);
  if (!known.ok) return known;
  const remarks = [...stood, ...known.value.remarks].map(({ message }) => message);
  return ok({ number, document: withoutFiles(document), credits: known.value.credits, remarks });
}

interface Known {
  readonly parties: readonly KnownParty[];
  readonly invoices: readonly KnownInvoice[];
}

/** Maximum number of suppliers and invoices offered; others must be typed. */
const most = 30;

/**
 * Returns the suppliers and invoices of earlier documents, latest first. An unreadable journal does not stop the
 * wizard.
 */
async function fromJournal(profile: ServiceProfile | undefined, desk: Desk): Promise<Known> {
  const none = { parties: [], invoices: [] };
  if (profile === undefined) return none;
  const journal = await journalIfAny(desk);
  if (!journal.ok || !journal.value) return none;
  const account = (await desk.account(profile)) ?? "";
  const latest = await journal.value.tries.lastOfSuppliers(account, most);
  if (!latest.ok) return none;
  return { parties: await partiesOf(latest.value, journal.value), invoices: await invoicesOf(account, journal.value) };
}

/**
 * Returns each supplier as stated in its latest invoice, or else in its latest credit note, which contains fewer
 * details.
 */
async function partiesOf(latest: readonly Past[], journal: Journal): Promise<KnownParty[]> {
  const parties: KnownParty[] = [];
  for (const past of latest) {
    const { intent } = past;
    if (await isReplaced(past, journal)) continue;
    const body = await journal.kept(intent.bodyHash);
    const document = body.ok ? keptDocument(body.value, intent) : undefined;
    const last = document && withoutFiles(document);
    const party = last?.accounting_supplier_party;
    if (!party) continue;
    const { name, trn } = intent.supplier;
    parties.push({ name, remark: `${trn === "" ? "" : `TRN ${trn}  `}last on ${intent.issueDate}`, party, last });
  }
  return parties;
}

/** Whether the document was sent again with other content, such as another TRN, after it had failed. */
async function isReplaced({ record, id, intent }: Past, journal: Journal): Promise<boolean> {
  if (id === undefined) return false;
  const last = await journal.tries.last(
    "id",
    id,
    (each) => each.state === "created" && each.intent.account === intent.account,
  );
  return last.ok && last.value !== undefined && last.value.record > record;
}

function withoutFiles({ attachments: _, ...document }: SelfBilledDocument): SelfBilledDocument {
  return document;
}

/** Lists the suppliers in the book under their names there, then those that only earlier documents contain. */
function withBook(
  book: Result<SupplierBook>,
  parties: readonly KnownParty[],
  today: string,
  unreached: Unreached,
): KnownParty[] {
  const entries = book.ok ? book.value.suppliers : [];
  const inBook = entries.map((entry): KnownParty => {
    const party = entry.accounting_supplier_party ?? {};
    const before = parties.find((each) => isSame(each.party, party));
    const trn = party.party_tax_scheme?.company_id;
    return {
      name: entry.supplier,
      remark: [party.party_name ?? party.name, trn === undefined ? "" : `TRN ${trn}`, "supplier book"]
        .filter(Boolean)
        .join("  "),
      party,
      last: before?.last,
      book: {
        name: entry.supplier,
        payment: entry.payment_means,
        lacks: missingIn(entry),
        isGroupMember: entry.vat_group === "yes",
      },
      warnings: [
        ...gapWarning(entry),
        ...agreementProblems(entry, today, today, {}).map(({ message }) => message),
        ...unreached(party),
      ],
    };
  });
  const others = parties.filter((each) => !inBook.some(({ party }) => isSame(each.party, party)));
  return [...inBook, ...others.map((each) => ({ ...each, warnings: unreached(each.party) }))];
}

type Unreached = (party: Party) => string[];

/** Returns a function that warns, before a document is written, if the network does not deliver to its supplier. */
async function unreachedBy(practice: boolean, desk: Desk): Promise<Unreached> {
  const reaches = await reachesNow(practice, desk);
  return (party) => {
    const says = unreachedSays(reaches(party), "NUMBER");
    return says === undefined ? [] : [`Delivery: ${says}`];
  };
}

function gapWarning(entry: Supplier): string[] {
  const sentence = gapSentence(entry);
  if (sentence === undefined) return [];
  const next =
    missingIn(entry).length > 0
      ? "What is missing is asked now, and kept in your supplier book."
      : `To correct it: ${suggest`suppliers edit ${entry.supplier} --set FIELD=VALUE`}`;
  return [`${sentence} ${next}`];
}

function isSame(one: Party, other: Party): boolean {
  const trn = one.party_tax_scheme?.company_id;
  // Members of a VAT group share a TRN, but have their own TINs.
  const isOneTin = one.tin === other.tin || one.tin === undefined || other.tin === undefined;
  return trn !== undefined && trn === other.party_tax_scheme?.company_id && isOneTin;
}

async function invoicesOf(account: string, journal: Journal): Promise<KnownInvoice[]> {
  const wanted = { account, kind: "invoice", states: ["created"] } as const;
  const found = await journal.tries.page(wanted, { before: Number.MAX_SAFE_INTEGER }, most);
  const known: KnownInvoice[] = [];
  const ids = new Set<string>();
  for (const past of found.ok ? found.value : []) {
    const { documentNumber: number, id, intent } = past;
    // The newest is first; one that was sent again keeps its id.
    if (number === undefined || ids.has(id ?? past.attempt)) continue;
    ids.add(id ?? past.attempt);
    const seen = id === undefined ? undefined : await journal.together.seen(intent.account, id);
    const { status } = lastStatus(past, seen?.ok ? seen.value : []);
    known.push({ number, words: wordsOf(intent, status) });
  }
  return known;
}

function wordsOf({ issueDate, supplier, currency, totals }: Past["intent"], status: string | undefined): string {
  const total = totals.tax_inclusive_amount ?? "";
  const gross = isDecimalText(total) ? money.forPeople(amount(total)) : total;
  return `${issueDate}  ${supplier.name}  ${currency} ${gross}  ${status ?? "no status yet"}`;
}
