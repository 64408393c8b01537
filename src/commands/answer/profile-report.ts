import type { Problem } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import {
  isOwnPlace,
  resolveJournal,
  type ServiceProfile,
  type Settings,
  signInAt,
  tokenPlace,
  withoutPassword,
} from "../../settings/index.ts";
import { tokenWords } from "./stopped-by.ts";

/** A profile with where each value came from, as `profile show`, `set` and `fetch` print it. Never the token. */
export function profileReport(
  profile: ServiceProfile,
  settings: Settings,
  title: string,
  problems: readonly Problem[] = [],
): Report {
  const { sources, businessProfile: party } = profile;
  const tokenAt = tokenPlace(settings, profile);
  const signIn = signInAt(settings.file, tokenAt);
  const variable = ["SELFBILL_TOKEN", "SELFBILL_TOKEN_FILE", "SELFBILL_CLIENT_ID"].find((each) =>
    settings.env[each]?.trim(),
  );
  const client = signIn?.client_id === undefined ? "" : `fetched as client ${signIn.client_id}, whose secret is `;
  const own = isOwnPlace(tokenAt) ? "; this profile's own" : "";
  const stored = signIn ? client + tokenWords(signIn.kept) + own : "none: selfbill login";
  const token = variable ? `from ${variable}` : stored;
  const from = (source: string): string => (source === "user file" ? "" : `  (${source})`);
  const journal = resolveJournal(settings, { profile: profile.name });
  const place = journal.ok ? journal.value : { value: undefined, source: "default" };
  const trn = party?.party_tax_scheme?.company_id;
  const facts: [string, string][] = [
    ["Profile", `${profile.name ?? "none"}${sources.name === "environment" ? "  (environment)" : ""}`],
    ["Base URL", `${profile.baseUrl}${from(sources.baseUrl)}${profile.sandbox ? "  (sandbox)" : ""}`],
    [
      "Business profile",
      profile.businessProfileId === undefined
        ? "none yet: --business-profile ID"
        : profile.businessProfileId + from(sources.businessProfileId),
    ],
    ...(profile.accountName ? [["Account", profile.accountName] as [string, string]] : []),
    [
      "Buyer",
      party
        ? `${party.party_name ?? party.name ?? "unnamed"}${trn ? `, TRN ${trn}` : ""}`
        : "not known yet: selfbill profile fetch",
    ],
    ["Version", profile.serviceVersion + from(sources.serviceVersion)],
    ["Version header", profile.versionHeader],
    ["Rules", profile.rulesEdition === undefined ? "the edition in force" : `PINT AE ${profile.rulesEdition}`],
    ["Extras", profile.extras ? "yes" : "no: only endpoints 1 to 6"],
    ["Number series", profile.numberSeries?.invoice ?? "none: the service numbers invoices"],
    ["Credit note series", profile.numberSeries?.["credit-note"] ?? "none: the service numbers credit notes"],
    [
      "Journal",
      place.value === undefined
        ? "in the usual folder of this computer"
        : withoutPassword(place.value) + from(place.source),
    ],
    ...(profile.accounts ? [["Accounts", Object.keys(profile.accounts).join(", ")] as [string, string]] : []),
    ...(profile.logo ? [["Logo", profile.logo] as [string, string]] : []),
    ...(profile.acceptance ? [["Acceptance", acceptanceWords(profile.acceptance)] as [string, string]] : []),
    ["Token", token],
  ];
  return {
    outcome: "done",
    sandbox: profile.sandbox,
    view: { view: "facts", title, facts, data: { profile: profileJson(profile, place) } },
    problems,
  };
}

function acceptanceWords({ days, from }: NonNullable<ServiceProfile["acceptance"]>): string {
  return `by the supplier within ${days} ${days === "1" ? "day" : "days"}, of documents sent since ${from}`;
}

function profileJson(
  profile: ServiceProfile,
  journal: { readonly value: string | undefined; readonly source: string },
): Record<string, unknown> {
  return {
    name: profile.name ?? null,
    base_url: profile.baseUrl,
    business_profile_id: profile.businessProfileId ?? null,
    account_name: profile.accountName ?? null,
    service_version: profile.serviceVersion,
    version_header: profile.versionHeader,
    rules_edition: profile.rulesEdition ?? null,
    extras: profile.extras,
    number_series: profile.numberSeries?.invoice ?? null,
    credit_note_series: profile.numberSeries?.["credit-note"] ?? null,
    business_profile: profile.businessProfile ?? null,
    accounts: profile.accounts ?? null,
    logo: profile.logo ?? null,
    acceptance: profile.acceptance ? { ...profile.acceptance, days: Number(profile.acceptance.days) } : null,
    journal: journal.value === undefined ? null : withoutPassword(journal.value),
    sources: {
      name: profile.sources.name,
      base_url: profile.sources.baseUrl,
      business_profile_id: profile.sources.businessProfileId,
      service_version: profile.sources.serviceVersion,
      journal: journal.source,
    },
  };
}
