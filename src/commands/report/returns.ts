import type { Desk } from "../../desk/index.ts";
import type { BusinessProfile } from "../../document/index.ts";
import { type Problem, problem, typed } from "../../problem/index.ts";
import { companyOfProfile, type ServiceProfile } from "../../settings/index.ts";
import type { CompanyBooks } from "../answer/all-companies.ts";
import type { Section } from "../answer/section.ts";
import type { PeriodDocument } from "./period-documents.ts";
import { vatReturnSection } from "./sections.ts";

/** The documents of a company in a period. */
export interface CompanyDocuments extends Pick<CompanyBooks, "company" | "account" | "profile"> {
  readonly documents: readonly PeriodDocument[];
}

/** A VAT return. There is one for each tax registration number, regardless of who files it and for how many companies. */
export interface VatReturn {
  /** The tax registration number; undefined if a company's TRN is unknown: its annex then covers only that company. */
  readonly trn: string | undefined;
  /** Whether the members have their own TINs, as in a VAT group; otherwise they are branches. */
  readonly isGroup: boolean;
  readonly members: readonly CompanyDocuments[];
}

/**
 * Groups companies by return, in the order of their first members. Companies with the same TRN file one return:
 * branches, and the members of a VAT group, whose TINs differ from it. Source: Federal Decree-Law No. 8 of 2017,
 * Articles 14 and 15; Decision 100.
 */
export function vatReturnsOf(companies: readonly CompanyDocuments[]): VatReturn[] {
  const byTrn = new Map<string, CompanyDocuments[]>();
  for (const each of companies) {
    const key = trnOf(each.profile.businessProfile) ?? `${each.account}\n`;
    byTrn.set(key, [...(byTrn.get(key) ?? []), each]);
  }
  return [...byTrn.values()].map((members) => {
    const trn = trnOf(members[0]?.profile.businessProfile);
    const tins = members.map(({ profile }) => profile.businessProfile?.tin ?? "");
    return { trn, isGroup: tins.some((tin) => tin !== "" && !trn?.startsWith(tin)), members };
  });
}

/** Returns the TRN of a business profile; undefined if it is unknown. */
export function trnOf(party: BusinessProfile | undefined): string | undefined {
  return party?.party_tax_scheme?.company_id?.replace(/\s+/g, "") || undefined;
}

export const documentsOfReturn = ({ members }: VatReturn): PeriodDocument[] =>
  members.flatMap(({ documents }) => documents);

/** Names a return: `TRN 100123456700003 (VAT group): Acme Retail, Oasis Foods`. */
export function returnTitle({ trn, isGroup, members }: VatReturn): string {
  const names = members.map(({ company }) => company).join(", ");
  return `${trn === undefined ? "TRN not known" : `TRN ${trn}`}${isGroup ? " (VAT group)" : ""}: ${names}`;
}

/** Builds the annex to each return; the notes on decisions that the law leaves to the accountant follow the last one. */
export function returnSections(returns: readonly VatReturn[]): Section[] {
  return returns.map((each, at) => {
    const { notes = [], title, ...section } = vatReturnSection(documentsOfReturn(each));
    return { ...section, title: `${title}, ${returnTitle(each)}`, ...(at === returns.length - 1 ? { notes } : {}) };
  });
}

/** Builds one table of all annexes, each line with its TRN: for a sheet of a workbook. */
export function returnsSheet(returns: readonly VatReturn[]): Section {
  const sections = returns.map((each) => ({ each, section: vatReturnSection(documentsOfReturn(each)) }));
  const { columns, notes = [], ...first } = vatReturnSection([]);
  return {
    ...first,
    columns: [{ title: "TRN" }, { title: "Companies" }, ...columns],
    rows: sections.flatMap(({ each: { trn, members }, section }) =>
      section.rows.map((row) => [trn ?? "not known", members.map(({ company }) => company).join(", "), ...row]),
    ),
    notes,
  };
}

/** Warns about companies whose TRN is unknown here: another company may file the same return. */
export function unknownTrns(returns: readonly VatReturn[]): Problem[] {
  return returns.flatMap(({ trn, members: [first] }) => {
    if (trn !== undefined || first === undefined) return [];
    const message = `The TRN of ${first.company} is not known on this computer, so its annex to the VAT return is of it alone.`;
    const hint = `To fetch it: selfbill profile fetch --profile ${typed(first.profile.name ?? "NAME")}`;
    return [problem("buyer-unknown", message, hint, { severity: "warning" })];
  });
}

/** Returns the other companies of the settings that share a return with this profile. */
export async function companiesOfReturn(profile: ServiceProfile | undefined, desk: Desk): Promise<string[]> {
  const trn = trnOf(profile?.businessProfile);
  const settings = await desk.settings();
  if (trn === undefined || profile?.sandbox || !settings.ok) return [];
  const own = profile?.businessProfileId?.toLowerCase();
  const others = Object.values(settings.value.file.profiles).filter(
    ({ business_profile_id: id, business_profile: party }) => id?.toLowerCase() !== own && trnOf(party) === trn,
  );
  return [...new Set(others.map((each) => companyOfProfile(each) ?? each.business_profile_id ?? ""))];
}

/** Warns that the annex of one business profile is only a part of its return, because other profiles have its TRN. */
export function partOfReturn(party: BusinessProfile | undefined, sisters: readonly string[]): Problem[] {
  if (sisters.length === 0) return [];
  const message = `The VAT return of TRN ${trnOf(party)} has the documents of other companies too: ${sisters.join(", ")}.`;
  return [
    problem("vat-return-in-part", message, "The annex of all of them: selfbill report --all-companies", {
      severity: "warning",
    }),
  ];
}
