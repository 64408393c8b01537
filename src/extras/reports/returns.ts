import type { CompanyBooks } from "../../commands/answer/all-companies.ts";
import type { Section } from "../../commands/answer/section.ts";
import type { PeriodDocument } from "../../commands/period/period-documents.ts";
import { vatReturnSection } from "../../commands/period/sections.ts";
import type { Desk } from "../../desk/index.ts";
import type { BusinessProfile } from "../../document/index.ts";
import { type Problem, problem, suggest, typed } from "../../problem/index.ts";
import { companyOfProfile, type ServiceProfile } from "../../settings/index.ts";

export interface CompanyDocuments extends Pick<CompanyBooks, "company" | "account" | "profile"> {
  readonly documents: readonly PeriodDocument[];
}

/** One VAT return: all companies with the same TRN are in one return, no matter who files it. */
export interface VatReturn {
  /** Undefined if a company's TRN is unknown; its annex then covers only that company. */
  readonly trn: string | undefined;
  /** Whether the members have their own TINs (a VAT group); otherwise they are branches. */
  readonly isGroup: boolean;
  readonly members: readonly CompanyDocuments[];
}

/**
 * Groups companies by VAT return, in the order of their first members. Companies with the same TRN file one return:
 * branches, and members of a VAT group, whose TINs differ. Source: Federal Decree-Law No. 8 of 2017, Articles 14 and
 * 15; Decision 100.
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

export function trnOf(party: BusinessProfile | undefined): string | undefined {
  return party?.party_tax_scheme?.company_id?.replace(/\s+/g, "") || undefined;
}

export const documentsOfReturn = ({ members }: VatReturn): PeriodDocument[] =>
  members.flatMap(({ documents }) => documents);

export function returnTitle({ trn, isGroup, members }: VatReturn): string {
  const names = members.map(({ company }) => company).join(", ");
  return `${trn === undefined ? "TRN not known" : `TRN ${trn}`}${isGroup ? " (VAT group)" : ""}: ${names}`;
}

/** Builds one annex per return, followed by notes on decisions that the law leaves to the accountant. */
export function returnSections(returns: readonly VatReturn[]): Section[] {
  return returns.map((each, at) => {
    const { notes = [], title, ...section } = vatReturnSection(documentsOfReturn(each));
    return { ...section, title: `${title}, ${returnTitle(each)}`, ...(at === returns.length - 1 ? { notes } : {}) };
  });
}

/** Puts all annexes into one table, each line with its TRN. */
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

/** Warns about companies with an unknown TRN, which may share a VAT return with another company. */
export function unknownTrns(returns: readonly VatReturn[]): Problem[] {
  return returns.flatMap(({ trn, members: [first] }) => {
    if (trn !== undefined || first === undefined) return [];
    const message = `The TRN of ${first.company} is not known on this computer, so its annex to the VAT return is of it alone.`;
    const hint = `To fetch it: selfbill profile fetch --profile ${typed(first.profile.name ?? "NAME")}`;
    return [problem("buyer-unknown", message, hint, { severity: "warning" })];
  });
}

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

/** Warns that the annex is incomplete, because other profiles have the same TRN. */
export function partOfReturn(party: BusinessProfile | undefined, sisters: readonly string[]): Problem[] {
  if (sisters.length === 0) return [];
  const message = `The VAT return of TRN ${trnOf(party)} has the documents of other companies too: ${sisters.join(", ")}.`;
  return [
    problem("vat-return-in-part", message, `The annex of all of them: ${suggest`report --all-companies`}`, {
      severity: "warning",
    }),
  ];
}
