import {
  type Companies,
  type CompanyOf,
  companiesHere,
  companyOfAccount,
} from "../../commands/answer/all-companies.ts";
import { journalToRead } from "../../commands/answer/journal-head.ts";
import { type DayRange, everyDay, periodOf } from "../../commands/answer/period.ts";
import { eachOfPeriod } from "../../commands/period/documents-of-period.ts";
import { figuresOf, type Sums } from "../../commands/period/period-documents.ts";
import { type Whose, whosePeriod } from "../../commands/period/whose-period.ts";
import type { NamedDocument } from "../../commands/suppliers/named-documents.ts";
import type { Desk } from "../../desk/index.ts";
import { foldedName } from "../../document/index.ts";
import type { Journal, OfAccounts } from "../../journal/index.ts";
import { answerWordOf, documentMoney, type Lives, livesIn } from "../../life/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { findSupplier, identityOf } from "../../suppliers/index.ts";

export interface WaitingDocument extends NamedDocument {
  /** The amounts as printed on the document, in its currency. */
  readonly sums: Sums;
  /** Whether the document and the documents linked to it add up to zero. */
  readonly cancelsOut: boolean;
  /** Set if several companies are listed. */
  readonly company?: string | undefined;
}

export interface WaitingWords {
  readonly month: string | undefined;
  /** A short name, a TRN or part of a name. */
  readonly supplier: string | undefined;
  readonly sandbox: boolean;
  readonly profile: string | undefined;
  readonly allCompanies: boolean;
}

export interface AwaitedAnswers {
  readonly documents: readonly WaitingDocument[];
  /** Invoices credited in full, and their credit notes; they need no answer. */
  readonly cancelledOut: readonly WaitingDocument[];
  readonly whose: Whose;
  /** Set if several companies are listed. */
  readonly companies: Companies | undefined;
  /** Returns the profile of the document's company. */
  readonly profileOf: (document: WaitingDocument) => ServiceProfile | undefined;
  /** Undefined if no journal exists yet. */
  readonly journal: Journal | undefined;
}

/**
 * Finds the documents that await their supplier's answer, sorted by company and supplier. Problems: `bad-usage`,
 * `journal-unusable`, any profile problem, any supplier-book problem.
 */
export async function waitingFor(
  { month, supplier, ...words }: WaitingWords,
  desk: Desk,
): Promise<Result<AwaitedAnswers>> {
  const period = periodOf({ month, from: undefined, to: undefined });
  if (!period.ok) return period;
  const companies = words.allCompanies ? await companiesHere(words, desk) : ok(undefined);
  if (!companies.ok) return companies;
  const opened = await journalToRead(words, desk);
  if (!opened.ok) return opened;
  const journal = opened.value;
  const range = period.value ?? everyDay;
  const connection = { ...words, businessProfile: undefined, serviceVersion: undefined };
  const all = companies.value;
  const companyOf = all ? await companyOfAccount(all, journal) : ok(undefined);
  if (!companyOf.ok) return companyOf;
  const whose = all ? ok(ofSeveral(all)) : await whosePeriod(connection, range, journal, desk);
  if (!whose.ok) return whose;
  const account = all?.accounts ?? whose.value.account;
  const wanted = account === undefined ? undefined : { period: range, account, companyOf: companyOf.value };
  const found = journal && wanted ? await waitingIn(journal, wanted, desk) : ok([]);
  if (!found.ok) return found;
  const isMeant = supplier === undefined ? ok(() => true) : await supplierMeant(supplier, desk);
  if (!isMeant.ok) return isMeant;
  const meant = found.value.filter(isMeant.value);
  const [cancelledOut, documents] = [true, false].map((is) => meant.filter((each) => each.cancelsOut === is)) as [
    WaitingDocument[],
    WaitingDocument[],
  ];
  const profileOf = (each: WaitingDocument) =>
    companyOf.value ? companyOf.value(each.account)?.profile : whose.value.profile;
  return ok({ documents, cancelledOut, whose: whose.value, companies: all, profileOf, journal });
}

const ofSeveral = ({ all }: Companies): Whose => ({
  ...{ account: undefined, profile: undefined, sandbox: all.every(({ profile }) => profile.sandbox) },
});

interface Wanted {
  readonly period: DayRange;
  readonly account: OfAccounts;
  readonly companyOf: CompanyOf | undefined;
}

async function waitingIn(
  journal: Journal,
  { period, account, companyOf }: Wanted,
  desk: Desk,
): Promise<Result<WaitingDocument[]>> {
  // Without a status from the service, a document counts as pending.
  const lives = await livesIn(journal.together, { now: desk.now().getTime(), tellsStatus: () => true });
  if (!lives.ok) return lives;
  const found = await eachOfPeriod(journal, period, account, (past) => waitingOne(past, lives.value));
  if (!found.ok) return found;
  const key = ({ past: { intent, documentNumber = "" }, company = "" }: WaitingDocument): string =>
    JSON.stringify([company, intent.supplier.name, intent.supplier.trn, intent.issueDate, documentNumber]);
  const waiting = found.value
    .flatMap((each) => each ?? [])
    .map((each) => (companyOf ? { ...each, company: companyOf(each.account)?.company } : each));
  return ok(waiting.sort((a, b) => (key(a) < key(b) ? -1 : 1)));
}

async function waitingOne(past: NamedDocument["past"], lives: Lives): Promise<Result<WaitingDocument | undefined>> {
  const { intent, id } = past;
  if (id === undefined) return ok(undefined);
  const life = await lives.of(past);
  if (!life.ok) return life;
  const { stage, cancelsOut } = life.value;
  const last = lives.answers.of({ account: intent.account, id }).at(-1);
  if (answerWordOf(stage, last) !== "none") return ok(undefined);
  const sums = figuresOf(documentMoney(past).totals, intent.currency, undefined, undefined).own;
  return ok({ account: intent.account, id, past, sums, cancelsOut });
}

async function supplierMeant(word: string, desk: Desk): Promise<Result<(each: NamedDocument) => boolean>> {
  const book = await desk.suppliers();
  if (!book.ok) return book;
  const entry = findSupplier(book.value, word);
  const trn = entry.ok ? identityOf(entry.value).trn : "";
  const wanted = trn === "" ? word.trim() : trn;
  return ok(
    ({ past }) =>
      past.intent.supplier.trn === wanted ||
      (trn === "" && foldedName(past.intent.supplier.name).includes(foldedName(word))),
  );
}
