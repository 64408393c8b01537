import { foreign, maybe, one, type Source, shape, text, the, whole, yes } from "../../answers/index.ts";
import type { Problem } from "../../problem/index.ts";
import { suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import {
  type AcceptanceSetting,
  isOwnPlace,
  nameInCode,
  profileSettings,
  resolveJournal,
  type ServiceProfile,
  type SettingName,
  type Settings,
  settingNames,
  signInAt,
  type TextSetting,
  tokenPlace,
  tokenVariable,
  withoutPassword,
} from "../../settings/index.ts";
import { succeeded, tokenWords } from "./stopped-by.ts";

/** Never shows the token. */
export function profileReport(
  profile: ServiceProfile,
  settings: Settings,
  title: string,
  problems: readonly Problem[] = [],
): Report {
  const { sources } = profile;
  const tokenAt = tokenPlace(settings, profile);
  const signIn = signInAt(settings.file, tokenAt);
  const variable = tokenVariable(settings);
  const client = signIn?.client_id === undefined ? "" : `fetched as client ${signIn.client_id}, whose secret is `;
  const own = isOwnPlace(tokenAt) ? "; this profile's own" : "";
  const stored = signIn ? client + tokenWords(signIn.kept) + own : `none: ${suggest`login`}`;
  const token = variable ? `from ${variable}` : stored;
  const journal = resolveJournal(settings, { profile: profile.name });
  const place = journal.ok ? journal.value : { value: undefined, source: "default" };
  const shown: Shown = {
    ...profile,
    journal: place.value === undefined ? undefined : withoutPassword(place.value),
    sources: { ...sources, journal: place.source },
  };
  const facts: [string, string][] = [
    ["Profile", `${profile.name ?? "none"}${sources.name === "environment" ? "  (environment)" : ""}`],
    ...settingNames.flatMap((name) => factOf(name, shown)),
    ["Token", token],
  ];
  return succeeded(
    { view: "facts", title, facts, data: { profile: profileShape.json(shown) } },
    profile.sandbox,
    problems,
  );
}

/** Names the source of a value, unless the source is the profile; omits absent optional settings. */
function factOf(name: SettingName, shown: Shown): [string, string][] {
  const { label, shows, otherwise } = profileSettings[name];
  const value = shown[nameInCode(name)];
  const source = shown.sources[nameInCode(name)];
  if (value === undefined) return otherwise === undefined ? [] : [[label, otherwise]];
  const words = shows ? (shows as (value: unknown) => string)(value) : String(value);
  const from = source === undefined || source === "user file" ? "" : `  (${source})`;
  return [[label, `${words}${from}${name === "base_url" && shown.sandbox ? "  (sandbox)" : ""}`]];
}

interface Shown extends Omit<ServiceProfile, "sources"> {
  readonly journal: string | undefined;
  readonly sources: Readonly<Partial<Record<string, string>>>;
}

const sourcesShape = shape<Shown["sources"]>(
  Object.fromEntries(
    ["name", "base_url", "business_profile_id", "service_version", "journal"].map((name) => [
      name,
      [text, (sources) => sources[nameInCode(name)]],
    ]),
  ),
);

const otherMembers: { readonly [K in Exclude<SettingName, TextSetting>]: Source<Shown> } & Record<
  string,
  Source<Shown>
> = {
  base_url: [text, ({ baseUrl }) => baseUrl],
  service_version: [text, ({ serviceVersion }) => serviceVersion],
  version_header: [text, ({ versionHeader }) => versionHeader],
  extras: [yes, ({ extras }) => extras],
  business_profile: [foreign.nullable(), ({ businessProfile }) => businessProfile],
  accounts: [foreign.nullable(), ({ accounts }) => accounts],
  acceptance: one(
    shape<AcceptanceSetting>({ days: [whole, ({ days }) => Number(days)], from: [text, ({ from }) => from] }),
    ({ acceptance }) => acceptance,
  ),
};

export const profileShape = shape<Shown>({
  name: [maybe, ({ name }) => name],
  ...Object.fromEntries(
    settingNames.map((name): [string, Source<Shown>] => [name, [maybe, (shown) => shown[nameInCode(name)]]]),
  ),
  ...otherMembers,
  sources: the(sourcesShape, ({ sources }) => sources),
});
