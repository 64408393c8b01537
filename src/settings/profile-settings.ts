/**
 * Each setting is defined once, in the order of settings.json, `profile set --help` and `profile show`. The schema,
 * the options, the changes, the list for `profile import`, the screen output, --json and `ServiceProfile` are all
 * derived from here.
 */
import { type BusinessProfile, parseAllowedFields } from "../document/index.ts";
import { map, type Result } from "../problem/index.ts";
import type { Accounts } from "./accounts-schema.ts";
import { parseBaseUrl } from "./base-url.ts";
import {
  parseAccountName,
  parseBusinessProfileId,
  parseCompany,
  parseJournal,
  parseNumberSeries,
  parseRulesEdition,
  parseServiceVersion,
  parseVersionHeader,
} from "./values.ts";

interface Typed {
  /** Validates the typed text; absent if the command itself reads the text, such as the name of a file. */
  readonly reads?: (text: string, path: string) => Result<string>;
  /** Text that removes the value when typed. */
  readonly removedBy?: "none" | "";
  readonly example: string;
  readonly look?: "edition";
}

interface Shown<Value> {
  /** The name shown on the screen. */
  readonly label: string;
  /** Shown if there is no value; if this is absent too, the line is omitted. */
  readonly otherwise?: string;
  /** Headings in lower case; the first one is also the name in YAML and JSON. */
  readonly headings: readonly [string, ...string[]] | "not imported";
  readonly shows?: (value: Value) => string;
}

/** A setting with its option for `profile set`. `Value` is the type in settings.json. */
interface Setting<Value> extends Typed, Shown<Value> {
  readonly flags: string;
  readonly does: string;
}

const setting =
  <Value>() =>
  (flags: string, does: string, typed: Typed, shown: Shown<Value>): Setting<Value> => ({
    flags,
    does,
    ...typed,
    ...shown,
  });
const text = setting<string>();

export const profileSettings = {
  base_url: text(
    "--base-url <url>",
    "address of the service, without /api",
    { reads: (given) => map(parseBaseUrl(given), ({ url }) => url), example: "https://api.example.com" },
    { label: "Base URL", headings: ["base url", "url", "address", "service"] },
  ),
  business_profile_id: text(
    "--business-profile <id>",
    "business profile id, the buyer of every document",
    { reads: parseBusinessProfileId, example: "BP-4W8N2RTKXC" },
    {
      ...{ label: "Business profile", otherwise: "none yet: --business-profile ID" },
      headings: ["business profile id", "business profile"],
    },
  ),
  company: text(
    "--company <name>",
    "what you call the company that buys, for --company and the column Company of a sheet; none removes it",
    { reads: parseCompany, removedBy: "none", example: "Acme Retail LLC" },
    { label: "Company", headings: ["company", "company name"] },
  ),
  account_name: text(
    "--account <name>",
    "name of the account at the service, where profiles with different tokens share its 60 requests a minute; none removes it",
    { reads: parseAccountName, removedBy: "none", example: "shared services" },
    { label: "Account", headings: ["account name", "account"] },
  ),
  business_profile: setting<BusinessProfile>()(
    "--party <file>",
    "the buyer's party as a YAML or JSON file, where the service does not provide it",
    { example: "buyer.yaml" },
    {
      ...{ label: "Buyer", otherwise: "not known yet: selfbill profile fetch", headings: "not imported" },
      shows: ({ party_name, name, party_tax_scheme: scheme }) =>
        `${party_name ?? name ?? "unnamed"}${scheme?.company_id ? `, TRN ${scheme.company_id}` : ""}`,
    },
  ),
  service_version: text(
    "--service-version <YYYYMMDD>",
    "API version of the service (a new profile has 20260101)",
    { reads: parseServiceVersion, example: "20260507" },
    { label: "Version", headings: ["service version", "version"] },
  ),
  version_header: text(
    "--version-header <name>",
    "name of the version header, where the service uses a name of its own",
    { reads: parseVersionHeader, example: "X-BRAND" },
    { label: "Version header", headings: "not imported" },
  ),
  rules_edition: text(
    "--rules-edition <id>",
    'edition of the Peppol rules to check by; "" for the one in force',
    { reads: parseRulesEdition, removedBy: "", example: "1.0.3", look: "edition" },
    {
      ...{ label: "Rules", otherwise: "the edition in force", headings: "not imported" },
      shows: (edition) => `PINT AE ${edition}`,
    },
  ),
  /** Whether the service has more than endpoints 1–6. */
  extras: setting<boolean>()(
    "--extras <yes|no>",
    "whether the service also has lists and documents, not only creating and status",
    { example: "no" },
    { label: "Extras", headings: "not imported", shows: (has) => (has ? "yes" : "no: only endpoints 1 to 6") },
  ),
  number_series: text(
    "--number-series <series>",
    "number invoices here, such as SB-{yyyy}-{00000}; none stops it",
    { reads: parseNumberSeries, removedBy: "none", example: "SB-{yyyy}-{00000}" },
    {
      ...{ label: "Number series", otherwise: "none: the service numbers invoices" },
      headings: ["number series", "invoice series"],
    },
  ),
  credit_note_series: text(
    "--credit-note-series <series>",
    "the same for credit notes, such as SBC-{yyyy}-{00000}",
    { reads: parseNumberSeries, removedBy: "none", example: "SBC-{yyyy}-{00000}" },
    {
      ...{ label: "Credit note series", otherwise: "none: the service numbers credit notes" },
      headings: ["credit note series"],
    },
  ),
  /** Absolute path of a folder, or the address of a server. */
  journal: text(
    "--journal <place>",
    "the journal of every run with this profile: a folder, or a team's postgres://USER@HOST/DATABASE; none for this computer's own",
    { reads: parseJournal, removedBy: "none", example: "/srv/selfbill" },
    { label: "Journal", otherwise: "in the usual folder of this computer", headings: ["journal"] },
  ),
  /** Paths of unknown fields, separated by commas. */
  allow_unknown: text(
    "--allow-unknown <paths>",
    "unknown fields that are sent with --yes, such as document_lines.cost_centre,batch; none removes them",
    {
      reads: (given) => map(parseAllowedFields(given), (paths) => paths.join(",")),
      removedBy: "none",
      example: "batch",
    },
    { label: "Unknown fields", headings: "not imported", shows: (paths) => `sent: ${paths.replaceAll(",", ", ")}` },
  ),
  accounts: setting<Accounts>()(
    "--accounts <file>",
    "a YAML file with the accounts of your books, for selfbill export",
    { example: "accounts.yaml" },
    { label: "Accounts", headings: "not imported", shows: (accounts) => Object.keys(accounts).join(", ") },
  ),
  logo: text(
    "--logo <file>",
    "a PNG, JPEG or SVG picture for the top of printed pages; none removes it",
    { removedBy: "none", example: "logo.svg" },
    { label: "Logo", headings: "not imported" },
  ),
  /**
   * A number of days from 0 to 365, and the date (YYYY-MM-DD) on which it was first set; earlier documents are
   * exempt.
   */
  acceptance: setting<{ readonly days: string; readonly from: string }>()(
    "--acceptance-days <days>",
    "due lists documents that the supplier did not accept within so many days; none stops it",
    { removedBy: "none", example: "14" },
    {
      ...{ label: "Acceptance", headings: "not imported" },
      shows: ({ days, from }) =>
        `by the supplier within ${days} ${days === "1" ? "day" : "days"}, of documents sent since ${from}`,
    },
  ),
};

export type SettingName = keyof typeof profileSettings;
export const settingNames = Object.keys(profileSettings) as readonly SettingName[];

type Values = { readonly [K in SettingName]: (typeof profileSettings)[K] extends Setting<infer Value> ? Value : never };

export type StoredProfile = Pick<Values, "base_url"> & {
  readonly [K in Exclude<SettingName, "base_url">]?: Values[K] | undefined;
};
export type AcceptanceSetting = Values["acceptance"];

export type TextSetting = { [K in SettingName]: Values[K] extends string ? K : never }[SettingName];

type Camel<S extends string> = S extends `${infer One}_${infer More}` ? `${One}${Capitalize<Camel<More>>}` : S;

/** The settings with the names used in code: `account_name` becomes `accountName`. */
export type NamedSettings<Of = StoredProfile> = { readonly [K in keyof Of as Camel<K & string>]?: Of[K] | undefined };

export const nameInCode = <K extends string>(name: K): Camel<K> =>
  name.replace(/_./g, (each) => each.slice(1).toUpperCase()) as Camel<K>;

export const namedSettings = <Of extends object>(settings: Of): NamedSettings<Of> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [nameInCode(name), value])) as NamedSettings<Of>;
