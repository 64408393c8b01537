import { foreign, maybe, one, shape, text, the, whole, yes } from "../../answers/index.ts";
import type { Problem } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import {
  isOwnPlace,
  resolveJournal,
  type ServiceProfile,
  type Settings,
  signInAt,
  tokenPlace,
  tokenVariable,
  withoutPassword,
} from "../../settings/index.ts";
import { succeeded, tokenWords } from "./stopped-by.ts";

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
  const variable = tokenVariable(settings);
  const client = signIn?.client_id === undefined ? "" : `fetched as client ${signIn.client_id}, whose secret is `;
  const own = isOwnPlace(tokenAt) ? "; this profile's own" : "";
  const stored = signIn ? client + tokenWords(signIn.kept) + own : "none: selfbill login";
  const token = variable ? `from ${variable}` : stored;
  const from = (source: string): string => (source === "user file" ? "" : `  (${source})`);
  const journal = resolveJournal(settings, { profile: profile.name });
  const place = journal.ok ? journal.value : { value: undefined, source: "default" };
  const facts: [string, string][] = [
    ["Profile", `${profile.name ?? "none"}${sources.name === "environment" ? "  (environment)" : ""}`],
    ["Base URL", `${profile.baseUrl}${from(sources.baseUrl)}${profile.sandbox ? "  (sandbox)" : ""}`],
    [
      "Business profile",
      profile.businessProfileId === undefined
        ? "none yet: --business-profile ID"
        : profile.businessProfileId + from(sources.businessProfileId),
    ],
    ...given("Company", profile.company),
    ...given("Account", profile.accountName),
    [
      "Buyer",
      party ? `${party.party_name ?? party.name ?? "unnamed"}${trnOf(party)}` : "not known yet: selfbill profile fetch",
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
    ...given("Accounts", profile.accounts && Object.keys(profile.accounts).join(", ")),
    ...given("Logo", profile.logo),
    ...given("Acceptance", profile.acceptance && acceptanceWords(profile.acceptance)),
    ["Token", token],
  ];
  return succeeded(
    { view: "facts", title, facts, data: { profile: profileShape.json({ profile, journal: place }) } },
    profile.sandbox,
    problems,
  );
}

function trnOf({ party_tax_scheme: scheme }: NonNullable<ServiceProfile["businessProfile"]>): string {
  return scheme?.company_id ? `, TRN ${scheme.company_id}` : "";
}

/** A line of what a profile may lack. */
function given(label: string, value: string | undefined): [string, string][] {
  return value ? [[label, value]] : [];
}

function acceptanceWords({ days, from }: NonNullable<ServiceProfile["acceptance"]>): string {
  return `by the supplier within ${days} ${days === "1" ? "day" : "days"}, of documents sent since ${from}`;
}

interface Shown {
  readonly profile: ServiceProfile;
  readonly journal: { readonly value: string | undefined; readonly source: string };
}

const sourcesShape = shape<Shown>({
  name: [text, ({ profile }) => profile.sources.name],
  base_url: [text, ({ profile }) => profile.sources.baseUrl],
  business_profile_id: [text, ({ profile }) => profile.sources.businessProfileId],
  service_version: [text, ({ profile }) => profile.sources.serviceVersion],
  journal: [text, ({ journal }) => journal.source],
});

export const profileShape = shape<Shown>({
  name: [maybe, ({ profile }) => profile.name],
  base_url: [text, ({ profile }) => profile.baseUrl],
  business_profile_id: [maybe, ({ profile }) => profile.businessProfileId],
  company: [maybe, ({ profile }) => profile.company],
  account_name: [maybe, ({ profile }) => profile.accountName],
  service_version: [text, ({ profile }) => profile.serviceVersion],
  version_header: [text, ({ profile }) => profile.versionHeader],
  rules_edition: [maybe, ({ profile }) => profile.rulesEdition],
  extras: [yes, ({ profile }) => profile.extras],
  number_series: [maybe, ({ profile }) => profile.numberSeries?.invoice],
  credit_note_series: [maybe, ({ profile }) => profile.numberSeries?.["credit-note"]],
  business_profile: [foreign.nullable(), ({ profile }) => profile.businessProfile],
  accounts: [foreign.nullable(), ({ profile }) => profile.accounts],
  logo: [maybe, ({ profile }) => profile.logo],
  acceptance: one(
    shape<NonNullable<ServiceProfile["acceptance"]>>({
      days: [whole, ({ days }) => Number(days)],
      from: [text, ({ from }) => from],
    }),
    ({ profile }) => profile.acceptance,
  ),
  journal: [maybe, ({ journal }) => (journal.value === undefined ? undefined : withoutPassword(journal.value))],
  sources: the(sourcesShape, (shown) => shown),
});
