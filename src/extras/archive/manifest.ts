import type { DayRange } from "../../commands/answer/period.ts";

export interface ArchivedFile {
  readonly path: string;
  /** A string, like all counts. */
  readonly bytes: string;
  readonly sha256: string;
}

export interface ArchivedDocument {
  readonly number: string;
  readonly id: string | null;
  readonly kind: string;
  readonly supplier: { readonly name: string; readonly trn: string };
  readonly issue_date: string;
  readonly state: string;
  readonly folder: string;
  /** Last day of the retention period, YYYY-MM-DD. */
  readonly keep_until: string;
  readonly supplier_answers: ReadonlyArray<Readonly<Record<string, unknown>>>;
  readonly missing: ReadonlyArray<{ readonly what: string; readonly why: string }>;
}

export interface ArchiveManifest {
  readonly schema: "selfbill-archive/1";
  readonly made_at: string;
  readonly period: DayRange;
  readonly account: string | null;
  readonly journal: { readonly id: string; readonly sequence: string; readonly head: string } | null;
  readonly keep_years: string;
  readonly documents: readonly ArchivedDocument[];
  readonly files: readonly ArchivedFile[];
}

export const manifestName = "manifest.json";
/** The name of the seal, a file in sha256sum format. */
export const sealName = "manifest.sha256";

/**
 * Counts from the end of the tax period, which is assumed to be no later than the third month after the month of
 * issue (tax periods last three months). Source: Federal Decree-Law No. 8 of 2017, Article 78, and Cabinet Decision
 * No. 74 of 2023, Article 3: 5 years after the end of the tax period, 7 years for real estate.
 */
export function keepUntil(issueDate: string, years: number): string {
  const [year = 0, month = 1] = issueDate.split("-").map(Number);
  // Day 0 is the last day of the previous month.
  return new Date(Date.UTC(year + years, month + 3, 0)).toISOString().slice(0, 10);
}
