import { fail, ok, type Problem, problem, type Result, typed } from "../problem/index.ts";
import { parseBaseUrl } from "./base-url.ts";
import type { StoredProfile } from "./profile-settings.ts";
import type { Settings } from "./settings.ts";
import { isSandboxId } from "./values.ts";

export interface CompanyNames {
  /** Undefined in practice mode, and if there is only one company. */
  readonly company: string | undefined;
  readonly companyName: (businessProfile: string) => string;
}

/**
 * Returns the current company, if there are several, and a function that names any company. In practice mode, there is
 * no current company.
 */
export function companiesOf(settings: Pick<Settings, "file">, businessProfile: string): CompanyNames {
  const naming = (id: string): string => companyName(settings, id);
  const isOneOf = hasSeveralCompanies(settings) && !isSandboxId(businessProfile);
  return { company: isOneOf ? naming(businessProfile) : undefined, companyName: naming };
}

/**
 * Returns text such as `Acme LLC (main)`: the company and its profile, or the profile and the id if the company has no
 * name, or only the id if no profile has it.
 */
function companyName({ file }: Pick<Settings, "file">, businessProfile: string): string {
  const wanted = businessProfile.toLowerCase();
  const stored = Object.entries(file.profiles).find(([, { business_profile_id: id }]) => id?.toLowerCase() === wanted);
  const [name, profile] = stored ?? [];
  const company = profile && companyOfProfile(profile);
  if (company !== undefined) return `${company} (${name})`;
  return name === undefined ? businessProfile : `${name} (${businessProfile})`;
}

/** Returns the user's name for the company, or else its legal name. */
export function companyOfProfile({ company, business_profile: party }: StoredProfile): string | undefined {
  return company ?? (party?.party_name || party?.name || undefined);
}

function hasSeveralCompanies({ file }: Pick<Settings, "file">): boolean {
  const ids = Object.values(file.profiles).flatMap(({ business_profile_id: id }) => id?.toLowerCase() ?? []);
  return new Set(ids).size > 1;
}

/**
 * Finds a profile by the user's name for the company, by its legal name or by the name of the profile, ignoring
 * differences in case and spacing. Refuses if an environment variable would send the documents elsewhere. Problems:
 * `no-company`, `bad-usage`.
 */
export function profileOfCompany({ file, env }: Pick<Settings, "file" | "env">, company: string): Result<string> {
  const wanted = folded(company);
  const found = Object.entries(file.profiles).filter(([name, profile]) => namesOf(name, profile).has(wanted));
  const [first, another] = found;
  if (first === undefined) {
    const message = `No profile has a company ${JSON.stringify(company.trim())}.`;
    return fail(problem("no-company", message, listed(file.profiles)));
  }
  if (another !== undefined) {
    const names = found.map(([name]) => name).sort();
    const message = `${JSON.stringify(company.trim())} is the company of several profiles: ${names.join(", ")}.`;
    const hint = `Give each a name of its own: selfbill profile set ${typed(names[0] ?? "")} --company NAME`;
    return fail(problem("no-company", message, hint));
  }
  const [name, profile] = first;
  const other = overriding(profile, env);
  return other === undefined ? ok(name) : fail(other);
}

export interface CompanyProfile {
  readonly profile: string;
  /**
   * The company's name, with the profile's name added if two companies have the same name; only the profile's name if
   * the company has none.
   */
  readonly company: string;
}

/**
 * Lists all profiles with their companies, sorted by profile name. Refuses if an environment variable would make all
 * profiles the same company. Problems: `no-profile`, `bad-usage`.
 */
export function companyProfiles({ file, env }: Pick<Settings, "file" | "env">): Result<readonly CompanyProfile[]> {
  const stored = Object.entries(file.profiles).sort(([one], [other]) => (one < other ? -1 : 1));
  if (stored.length === 0)
    return fail(problem("no-profile", "There is no profile yet, and so no company.", listed({})));
  const name = (["SELFBILL_BUSINESS_PROFILE_ID", "SELFBILL_BASE_URL"] as const).find((each) => env[each]?.trim());
  if (name !== undefined) {
    const message = `All companies were asked for, and ${name} names one for all of them.`;
    return fail(problem("bad-usage", message, `Unset it, then run the same command again: unset ${name}`));
  }
  const named = stored.map(([profile, each]) => {
    const ofBuyer = stored.find(([, other]) => isSameBuyer(other, each) && companyOfProfile(other) !== undefined);
    const company = companyOfProfile(each) ?? (ofBuyer && companyOfProfile(ofBuyer[1])) ?? profile;
    return { profile, company, of: each };
  });
  const isAlone = ({ company, of }: (typeof named)[number]): boolean =>
    named.every((each) => each.of === of || folded(each.company) !== folded(company) || isSameBuyer(each.of, of));
  return ok(
    named.map((each) => ({
      profile: each.profile,
      company: isAlone(each) ? each.company : `${each.company} (${each.profile})`,
    })),
  );
}

function isSameBuyer({ business_profile_id: one }: StoredProfile, { business_profile_id: other }: StoredProfile) {
  return one !== undefined && one.toLowerCase() === other?.toLowerCase();
}

/** Removes differences in case, in the number of spaces and between compatible variants of letters. */
const folded = (text: string): string => text.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();

function namesOf(name: string, profile: StoredProfile): ReadonlySet<string> {
  const { company, business_profile: party } = profile;
  return new Set([name, company, party?.party_name, party?.name].flatMap((each) => (each ? folded(each) : [])));
}

function listed(profiles: Readonly<Record<string, StoredProfile>>): string {
  const names = Object.entries(profiles).map(([name, profile]) => {
    const company = companyOfProfile(profile);
    return company === undefined || folded(company) === folded(name) ? name : `${company} (${name})`;
  });
  if (names.length === 0) return "To make a profile: selfbill profile set NAME --base-url URL --company COMPANY";
  return `The companies are: ${names.sort().join(", ")}.`;
}

/** Finds an environment variable that names a service or business profile other than the company's own. */
function overriding({ base_url, business_profile_id: id }: StoredProfile, env: Settings["env"]): Problem | undefined {
  const address = env.SELFBILL_BASE_URL?.trim();
  const base = address ? parseBaseUrl(address) : undefined;
  const isOtherService = base !== undefined && !(base.ok && base.value.url === base_url);
  const buyer = env.SELFBILL_BUSINESS_PROFILE_ID?.trim();
  const isOtherBuyer = !!buyer && buyer.toLowerCase() !== id?.toLowerCase();
  if (!isOtherService && !isOtherBuyer) return undefined;
  const name = isOtherBuyer ? "SELFBILL_BUSINESS_PROFILE_ID" : "SELFBILL_BASE_URL";
  const message = `Nothing was sent: a company was named, and ${name} names another one.`;
  return problem("bad-usage", message, `Unset it, then run the same command again: unset ${name}`);
}
