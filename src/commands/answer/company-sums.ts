import { type DocumentKind, totalsByCurrency } from "../../document/index.ts";
import { cellsOf } from "./columns.ts";
import { plainMoney, type Section } from "./section.ts";

export interface CompanyAmount {
  readonly company?: string | undefined;
  readonly kind: DocumentKind | undefined;
  readonly currency: string;
  /** An exact string; empty or undefined if the amount is not counted. */
  readonly sum: string | undefined;
}

export interface CompanySums {
  readonly company: string;
  readonly rows: readonly CompanyAmount[];
}

export function sumsByCompany(companies: readonly string[], rows: readonly CompanyAmount[]): CompanySums[] {
  return companies.map((company) => ({ company, rows: rows.filter((each) => each.company === company) }));
}

/** Currencies are never added together. */
export function companySumsSection(sums: readonly CompanySums[], note: string): Section {
  const lines = ({ company, rows }: CompanySums) => {
    const totals = totalsByCurrency(rows).map(([currency, sum]) => ({ currency, total: plainMoney(sum) }));
    const counted = (currency: string) => rows.filter((each) => each.currency === currency).length;
    if (totals.length === 0) return [{ company, documents: rows.length, total: "", currency: "" }];
    return totals.map((each) => ({ company, documents: counted(each.currency), ...each }));
  };
  const all = [...sums, { company: "All companies", rows: sums.flatMap(({ rows }) => rows) }].flatMap(lines);
  const [documents, total] = [["count", "documents"] as const, ["money", "total"] as const];
  const cells = cellsOf(all, { Company: "company", Documents: documents, Total: total, Currency: "currency" });
  return { name: "Companies", title: "By company", ...cells, notes: [note] };
}
