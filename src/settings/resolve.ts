import type { BusinessProfile, EditionId } from "../document/index.ts";
import { fail, failAll, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { parseBaseUrl } from "./base-url.ts";
import { type NamedSettings, namedSettings, type StoredProfile } from "./profile-settings.ts";
import { demandProfile } from "./profiles.ts";
import type { Settings } from "./settings.ts";
import {
  defaultServiceVersion,
  defaultVersionHeader,
  isSandboxId,
  mayBeSandbox,
  parseBusinessProfileId,
  parseRulesEdition,
  parseServiceVersion,
  parseVersionHeader,
} from "./values.ts";

/** Where a value comes from, in order of precedence. */
export type Source = "flag" | "environment" | "user file" | "default";

export interface ProfileFlags {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly businessProfile?: string | undefined;
  readonly serviceVersion?: string | undefined;
  readonly rulesEdition?: string | undefined;
}

/** A validated profile, with every setting of the stored profile except the journal (see `resolveJournal`). */
export interface ServiceProfile extends Omit<NamedSettings, "journal" | "rulesEdition"> {
  /** Absent if the service comes only from the environment or options. */
  readonly name?: string | undefined;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly origin: string;
  /**
   * Set if the service may be a sandbox, which is all that the settings can show about a loopback address; the desk
   * checks what is listening there.
   */
  readonly sandbox: boolean;
  readonly serviceVersion: string;
  readonly versionHeader: string;
  /** Absent if the edition in force on the day is to be used. */
  readonly rulesEdition?: EditionId | undefined;
  readonly extras: boolean;
  /** Where each value came from. */
  readonly sources: Readonly<Record<"name" | "baseUrl" | "businessProfileId" | "serviceVersion", Source>>;
}

/**
 * Uses only the options, the environment and the user's own file, and nothing from the working folder. Problems:
 * `no-profile`, `bad-setting` (one for each wrong setting).
 */
export function resolveProfile(settings: Settings, flags: ProfileFlags = {}): Result<ServiceProfile> {
  const name = namedProfile(settings, flags.profile);
  const found = name.value === undefined ? ok(undefined) : demandProfile(settings, name.value);
  if (!found.ok) return found;
  const stored = found.value;
  const problems: Problem[] = [];
  const baseUrl = pick(flags.baseUrl, settings.env.SELFBILL_BASE_URL, stored?.base_url, undefined);
  if (baseUrl.value === undefined) return fail(noProfile());
  const base = checked(baseUrl.value, "SELFBILL_BASE_URL", baseUrl.source, parseBaseUrl, problems);
  const id = pick(
    flags.businessProfile,
    settings.env.SELFBILL_BUSINESS_PROFILE_ID,
    stored?.business_profile_id,
    undefined,
  );
  const typed =
    id.value === undefined
      ? undefined
      : checked(id.value, "SELFBILL_BUSINESS_PROFILE_ID", id.source, parseBusinessProfileId, problems);
  const businessProfileId = spelled(typed, stored?.business_profile_id);
  const version = pickVersion(settings, flags, stored);
  const serviceVersion = checkedVersion(version, problems);
  const header = checked(stored?.version_header ?? defaultVersionHeader, "", "user file", parseVersionHeader, problems);
  const edition = checkedEdition(flags.rulesEdition, stored?.rules_edition, problems);
  if (base && !base.loopback && businessProfileId !== undefined && isSandboxId(businessProfileId))
    problems.push(sandboxIdElsewhere(businessProfileId, base.origin));
  if (!base || !serviceVersion || !header || problems.length > 0) return failAll(problems);
  // The company and the party belong to the stored business profile, so they are not used with another id.
  const { journal: _journal, company, business_profile: party, ...rest } = stored ?? {};
  const isStored = businessProfileId === stored?.business_profile_id;
  return ok({
    ...namedSettings({ ...rest, ...(isStored ? { company, business_profile: party } : {}) }),
    name: name.value?.trim(),
    baseUrl: base.url,
    origin: base.origin,
    sandbox: mayBeSandbox(base.loopback, businessProfileId),
    businessProfileId,
    serviceVersion,
    versionHeader: header,
    rulesEdition: edition,
    extras: stored?.extras ?? true,
    sources: {
      name: name.source,
      baseUrl: baseUrl.source,
      businessProfileId: id.source,
      serviceVersion: version.source,
    },
  });
}

/**
 * Prefers the stored spelling if the ids differ only in case, because a service may accept only the original
 * spelling.
 */
function spelled(typed: string | undefined, stored: string | undefined): string | undefined {
  return typed?.toLowerCase() === stored?.toLowerCase() ? stored : typed;
}

export interface JournalFlags {
  readonly journal?: string | undefined;
  readonly profile?: string | undefined;
}

/**
 * Returns a folder or the address of a server; undefined for the user's own folder. The embedded sandbox has no stored
 * profile, and uses another folder only if the user's journal was moved. Problem: `no-profile`.
 */
export function resolveJournal(
  settings: Settings,
  { journal, profile }: JournalFlags,
): Result<Picked<string | undefined>> {
  const given = pick(journal, settings.env.SELFBILL_JOURNAL?.trim(), undefined, undefined);
  if (given.value === undefined && settings.folders.usual !== undefined)
    return ok(pick(undefined, undefined, settings.file.sandbox_journal, undefined));
  const name = namedProfile(settings, profile).value;
  if (given.value !== undefined || name === undefined) return ok(given);
  const stored = demandProfile(settings, name);
  return stored.ok ? ok(pick(undefined, undefined, stored.value.journal, undefined)) : stored;
}

function namedProfile({ env, file }: Settings, flag: string | undefined): Picked<string | undefined> {
  return pick(flag, env.SELFBILL_PROFILE, file.current_profile, undefined);
}

export interface EmbeddedService {
  readonly baseUrl: string;
  readonly businessProfileId: string;
  readonly profile: BusinessProfile;
}

/**
 * Resolves the profile of the embedded sandbox, without a stored profile; the version can come from an option or the
 * environment. Problems: `bad-setting`, one for each setting that is wrong.
 */
export function resolveEmbedded(
  settings: Settings,
  running: EmbeddedService,
  flags: ProfileFlags = {},
): Result<ServiceProfile> {
  const problems: Problem[] = [];
  const id = pick(flags.businessProfile, undefined, undefined, running.businessProfileId);
  const businessProfileId = checked(id.value, "", id.source, parseBusinessProfileId, problems);
  const version = pickVersion(settings, flags);
  const serviceVersion = checkedVersion(version, problems);
  const edition = checkedEdition(flags.rulesEdition, undefined, problems);
  if (!businessProfileId || !serviceVersion || problems.length > 0) return failAll(problems);
  return ok({
    name: "sandbox",
    baseUrl: running.baseUrl,
    origin: running.baseUrl,
    sandbox: true,
    businessProfileId,
    serviceVersion,
    versionHeader: defaultVersionHeader,
    rulesEdition: edition,
    extras: true,
    businessProfile: running.profile,
    sources: { name: "flag", baseUrl: "flag", businessProfileId: id.source, serviceVersion: version.source },
  });
}

function pickVersion(settings: Settings, flags: ProfileFlags, stored?: StoredProfile): Picked<string> {
  const { SELFBILL_SERVICE_VERSION } = settings.env;
  return pick(flags.serviceVersion, SELFBILL_SERVICE_VERSION, stored?.service_version, defaultServiceVersion);
}

function checkedVersion({ value, source }: Picked<string>, problems: Problem[]): string | undefined {
  return checked(value, "SELFBILL_SERVICE_VERSION", source, parseServiceVersion, problems);
}

function checkedEdition(
  flag: string | undefined,
  stored: string | undefined,
  problems: Problem[],
): EditionId | undefined {
  const given = flag ?? stored;
  if (given === undefined) return undefined;
  return checked(given, "", flag === undefined ? "user file" : "flag", parseRulesEdition, problems);
}

interface Picked<T> {
  readonly value: T;
  readonly source: Source;
}

/**
 * Picks the value by precedence. Blank text in the environment or the file counts as unset, so that an empty variable
 * in CI changes nothing.
 */
function pick<T extends string | undefined>(
  flag: string | undefined,
  environment: string | undefined,
  userFile: string | undefined,
  otherwise: T,
): Picked<string | T> {
  if (flag !== undefined) return { value: flag, source: "flag" };
  if (environment?.trim()) return { value: environment, source: "environment" };
  if (userFile?.trim()) return { value: userFile, source: "user file" };
  return { value: otherwise, source: "default" };
}

/** Validates a value; if it came from a variable, the problem names that variable. */
function checked<T>(
  text: string,
  variable: string,
  source: Source,
  parse: (text: string) => Result<T>,
  problems: Problem[],
): T | undefined {
  const result = parse(text);
  if (result.ok) return result.value;
  const from = source === "environment" ? ` (from ${variable})` : "";
  for (const each of result.problems) problems.push({ ...each, message: each.message + from });
  return undefined;
}

function noProfile(): Problem {
  return problem(
    "no-profile",
    "No service is set up: there is no profile yet.",
    "To set one up: selfbill profile set NAME --base-url URL. To practise: --sandbox",
  );
}

function sandboxIdElsewhere(id: string, origin: string): Problem {
  return problem(
    "bad-setting",
    `The business profile ${id} is one of the sandbox, but ${origin} is a real service.`,
    "Use the business profile id that the service gave you.",
    { where: { path: "business_profile_id" } },
  );
}
