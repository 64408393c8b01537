import type { ConnectionWords, Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import { fail, failAll, ok, type Problem, problem, type Result, typed } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { companyProfiles, type ServiceProfile } from "../../settings/index.ts";
import { flag } from "../command.ts";
import { suggestFor } from "./suggest-for.ts";

export const allCompaniesOption = {
  allCompanies: flag("--all-companies", "all companies of your profiles, with a column Company"),
} as const;

interface Typed extends Partial<ConnectionWords> {
  readonly allCompanies: boolean;
}

export interface CompanyBooks {
  readonly company: string;
  readonly profile: ServiceProfile;
  readonly account: string;
  readonly words: ConnectionWords;
}

export interface Companies {
  readonly all: readonly CompanyBooks[];
  readonly accounts: readonly string[];
  /** Problems with profiles that could not be read or have no account yet; the other companies are still shown. */
  readonly problems: readonly Problem[];
}

export function oneOrAllCompanies({ allCompanies, sandbox, profile, businessProfile }: Typed): Result<undefined> {
  const bad = (message: string) => fail(problem("bad-usage", message, "Leave one of them out."));
  if (!allCompanies) return ok(undefined);
  if (sandbox)
    return bad("Practice has a company of its own and no other: --sandbox and --all-companies exclude each other.");
  if (profile !== undefined) return bad("--all-companies and a single company exclude each other.");
  return businessProfile === undefined
    ? ok(undefined)
    : bad("--all-companies and --business-profile exclude each other.");
}

/**
 * Lists the companies of the stored profiles, each account once. Includes sandboxes only if there are no real services.
 * Requires all documents to be in one journal. Problems: `bad-usage`, `no-profile`, any settings problem.
 */
export async function companiesHere(given: Typed, desk: Desk): Promise<Result<Companies>> {
  const words = oneOrAllCompanies(given);
  if (!words.ok) return words;
  const settings = await desk.settings();
  if (!settings.ok) return settings;
  const stored = companyProfiles(settings.value);
  if (!stored.ok) return stored;
  const found: CompanyBooks[] = [];
  const problems: Problem[] = [];
  const journals = new Map<string, string>();
  for (const { profile: name, company } of stored.value) {
    const { serviceVersion, noWait = false, maxWait } = given;
    const words = { sandbox: false, profile: name, businessProfile: undefined, serviceVersion, noWait, maxWait };
    const profile = await forCompany({ words }, () => desk.profile(words));
    const account = profile.ok ? await desk.account(profile.value) : undefined;
    if (!profile.ok) problems.push(...ofCompany({ company }, profile.problems));
    else if (account === undefined) problems.push(withoutAccount(name));
    else if (!found.some((each) => each.account === account)) {
      const place = await desk.journalPlace();
      if (!place.ok) return place;
      found.push({ company, profile: profile.value, account, words });
      if (!profile.value.sandbox) journals.set(place.value.path, name);
    }
  }
  if (journals.size > 1) return fail(severalJournals([...journals.values()]));
  const real = found.filter(({ profile }) => !profile.sandbox);
  const all = real.length > 0 ? real : found;
  const [first] = all;
  if (first === undefined) return failAll(problems);
  // The desk uses the journal of the last profile requested, so request the first one again.
  await desk.profile(first.words);
  return ok({ all, accounts: all.map(({ account }) => account), problems });
}

export type CompanyOf = (account: string) => CompanyBooks | undefined;

/**
 * Returns a function that finds a company by its account, or by another name of the account in the journal. Problem:
 * `journal-unusable`.
 */
export async function companyOfAccount(
  { all }: Pick<Companies, "all">,
  journal: Journal | undefined,
): Promise<Result<CompanyOf>> {
  const companies = new Map<string, CompanyBooks>();
  for (const each of all) {
    const names = journal ? await journal.accounts.names(each.account) : ok([each.account]);
    if (!names.ok) return names;
    for (const name of names.value) companies.set(name, each);
  }
  return ok((account) => companies.get(account));
}

/** Adds the company's name to the problems. What makes them is done in `forCompany`, so that they suggest its profile. */
export function ofCompany({ company }: Pick<CompanyBooks, "company">, problems: readonly Problem[]): Problem[] {
  return problems.map((each) => ({ ...each, message: `${company}: ${each.message}` }));
}

/** Does work for one of several companies: the commands that it suggests name the company's profile. */
export function forCompany<T>(books: Pick<CompanyBooks, "words"> | undefined, work: () => T): T {
  return books === undefined ? work() : suggestFor({ profile: books.words.profile }, work);
}

/**
 * A company that could not be shown counts as an error. The report's own outcome, such as a doubt, takes precedence.
 */
export function withCompanyProblems(report: Report, problems: readonly Problem[]): Report {
  const failed = problems.find(({ severity }) => severity === "error");
  const outcome = report.outcome === "done" ? (failed?.outcome ?? "done") : report.outcome;
  return { ...report, outcome, problems: [...problems, ...report.problems] };
}

function withoutAccount(profile: string): Problem {
  const message = `The profile ${profile} has no business profile yet and is left out.`;
  const hint = `selfbill profile set ${typed(profile)} --business-profile ID`;
  return problem("no-profile", message, hint, { severity: "warning" });
}

function severalJournals(profiles: readonly string[]): Problem {
  const message = `The companies have several journals, and one look cannot show them; profiles: ${profiles.join(", ")}.`;
  return problem("bad-usage", message, "Look at each company by itself: --company NAME");
}
