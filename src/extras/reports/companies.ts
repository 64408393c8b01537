import { all, listOf, maybe, shape, text, the, yes } from "../../answers/index.ts";
import { type Companies, companyOfAccount, forCompany, ofCompany } from "../../commands/answer/all-companies.ts";
import type { DayRange } from "../../commands/answer/period.ts";
import type { Section } from "../../commands/answer/section.ts";
import { dayRangeShape } from "../../commands/period/day-range-json.ts";
import { documentsOfAccounts } from "../../commands/period/documents-of-period.ts";
import type { PeriodDocument } from "../../commands/period/period-documents.ts";
import { refreshed } from "../../commands/period/refresh.ts";
import * as sections from "../../commands/period/sections.ts";
import { vatReturnOf } from "../../commands/period/vat-return.ts";
import { sheetViews, totalOf, type ViewName } from "../../commands/period/views.ts";
import type { Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import { boxShape, documentShown, figuresMembers, totalShape } from "./report-json.ts";
import {
  type CompanyDocuments,
  documentsOfReturn,
  returnSections,
  returnsSheet,
  trnOf,
  type VatReturn,
  vatReturnsOf,
} from "./returns.ts";

export interface ReportedCompanies {
  readonly companies: readonly CompanyDocuments[];
  /** Problems of services that could not be queried; the journal's data is shown instead. */
  readonly problems: readonly Problem[];
}

/** Collects the documents of all companies; with `refresh`, queries the services. Problem: `journal-unusable`. */
export async function documentsOfCompanies(
  { all: books, accounts }: Companies,
  { period, refresh }: { readonly period: DayRange; readonly refresh: boolean },
  journal: Journal | undefined,
  desk: Desk,
): Promise<Result<ReportedCompanies>> {
  const companyOf = await companyOfAccount({ all: books }, journal);
  if (!companyOf.ok) return companyOf;
  const keyOf = (account: string) => companyOf.value(account)?.account;
  const known = journal ? await documentsOfAccounts(journal, period, accounts, keyOf) : ok(undefined);
  if (!known.ok) return known;
  const companies: CompanyDocuments[] = [];
  const problems: Problem[] = [];
  for (const each of books) {
    const { company, account, profile, words } = each;
    let documents: readonly PeriodDocument[] = known.value?.get(account) ?? [];
    if (refresh && journal) {
      const now = documents;
      const fresh = await forCompany(each, async () => {
        const connection = await desk.connect(words);
        return connection.ok ? refreshed(now, period, connection.value, journal, desk) : connection;
      });
      if (!fresh.ok && fresh.problems[0].outcome === "local_state") return fresh;
      problems.push(...ofCompany(each, fresh.ok ? fresh.value.problems : fresh.problems));
      documents = fresh.ok ? fresh.value.documents : documents;
    }
    companies.push({ company, account, profile, documents: documents.map((one) => ({ ...one, company })) });
  }
  return ok({ companies, problems });
}

export const allDocuments = (companies: readonly CompanyDocuments[]): PeriodDocument[] =>
  companies.flatMap(({ documents }) => documents);

/** Builds one section for all companies, with the company in the first column. */
function joined(
  companies: readonly CompanyDocuments[],
  make: (documents: readonly PeriodDocument[]) => Section,
): Section {
  const { columns, rows: _, ...first } = make([]);
  return {
    ...first,
    columns: [{ title: "Company" }, ...columns],
    rows: companies.flatMap(({ company, documents }) => make(documents).rows.map((row) => [company, ...row])),
  };
}

export function totalsSection(companies: readonly CompanyDocuments[]): Section {
  const documents = allDocuments(companies);
  const { rows, notes = [], ...section } = sections.summarySection(documents);
  const each = joined(companies, sections.summarySection);
  const inAll = rows.map((row) => ["All companies", ...row]);
  return { ...section, columns: each.columns, rows: [...each.rows, ...inAll], notes };
}

/** Returns totals and the view; without a view, the annex of each return. */
export function shownSections(companies: readonly CompanyDocuments[], by: ViewName | undefined): Section[] {
  const view = (name: ViewName): Section =>
    joined(
      companies.filter(({ documents }) => documents.length > 0),
      (some) => sections.viewSection(name, some),
    );
  if (by !== undefined) return [totalsSection(companies), view(by)];
  return [totalsSection(companies), view("category"), ...returnSections(vatReturnsOf(companies))];
}

/** Returns the only table that a CSV file can have: the view, or the documents. */
export function companiesTable(companies: readonly CompanyDocuments[], by: ViewName | undefined): Section {
  if (by !== undefined) return joined(companies, (some) => sections.fullViewSection(by, some));
  return sections.registerSection(allDocuments(companies));
}

/** Builds the sheets of a workbook: totals, VAT returns, documents, and one sheet per view. */
export function companiesSheets(companies: readonly CompanyDocuments[]): Section[] {
  return [
    totalsSection(companies),
    returnsSheet(vatReturnsOf(companies)),
    sections.registerSection(allDocuments(companies)),
    ...sheetViews.map((name) => joined(companies, (some) => sections.fullViewSection(name, some))),
  ];
}

const companyShown = shape<CompanyDocuments>({
  company: [text, ({ company }) => company],
  account: [text, ({ account }) => account],
  trn: [maybe, ({ profile }) => trnOf(profile.businessProfile)],
  ...figuresMembers,
});

const returnShown = shape<VatReturn>({
  trn: [maybe, ({ trn }) => trn],
  vat_group: [yes, ({ isGroup }) => isGroup],
  companies: [listOf(text), ({ members }) => members.map(({ company }) => company)],
  boxes: all(boxShape, (each) => vatReturnOf(documentsOfReturn(each))),
});

/** The answer with --all-companies; amounts of different VAT returns are never added up. */
export const companiesReportShape = shape<{
  readonly period: DayRange;
  readonly companies: readonly CompanyDocuments[];
}>({
  period: [() => dayRangeShape.schema, ({ period }) => dayRangeShape.json(period)],
  companies: all(companyShown, ({ companies }) => companies),
  counted: the(totalShape, ({ companies }) => totalOf(allDocuments(companies))),
  vat_returns: all(returnShown, ({ companies }) => vatReturnsOf(companies)),
  documents: all(documentShown, ({ companies }) => allDocuments(companies)),
});
