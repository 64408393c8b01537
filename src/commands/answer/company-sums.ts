import { type DocumentKind, totalsByCurrency } from "../../document/index.ts";
import { plainMoney, type Section } from "./section.ts";

/** A row of a table of several companies, with the values that its company's total needs. */
export interface CompanyAmount {
  readonly company?: string | undefined;
  readonly kind: DocumentKind | undefined;
  readonly currency: string;
  /** Exact text; undefined or empty if it is not counted. */
  readonly sum: string | undefined;
}

export interface CompanySums {
  readonly company: string;
  readonly rows: readonly CompanyAmount[];
}

/** Groups rows by company, including companies without rows. */
export function sumsByCompany(companies: readonly string[], rows: readonly CompanyAmount[]): CompanySums[] {
  return companies.map((company) => ({ company, rows: rows.filter((each) => each.company === company) }));
}

/** A line for each company and currency, then the totals of all companies. Currencies are never added together. */
export function companySumsSection(sums: readonly CompanySums[], note: string): Section {
  const lines = ({ company, rows }: CompanySums): string[][] => {
    const totals = totalsByCurrency(rows).map(([currency, sum]) => [plainMoney(sum), currency]);
    const counted = (currency: string) => rows.filter((each) => each.currency === currency).length;
    if (totals.length === 0) return [[company, String(rows.length), "", ""]];
    return totals.map(([total = "", currency = ""]) => [company, String(counted(currency)), total, currency]);
  };
  return {
    name: "Companies",
    title: "By company",
    columns: [
      { title: "Company" },
      { title: "Documents", is: "count" },
      { title: "Total", is: "money" },
      { title: "Currency" },
    ],
    rows: [...sums, { company: "All companies", rows: sums.flatMap(({ rows }) => rows) }].flatMap(lines),
    notes: [note],
  };
}
