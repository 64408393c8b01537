import type { Connection, ConnectionWords, Desk } from "../../desk/index.ts";
import type { Journal, OfAccounts } from "../../journal/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import type { AcceptanceSetting, ServiceProfile } from "../../settings/index.ts";
import {
  type Companies,
  type CompanyOf,
  companiesHere,
  companyOfAccount,
  forCompany,
  ofCompany,
} from "../answer/all-companies.ts";
import { type Acceptances, acceptanceOfAll } from "./sent.ts";

export interface WhoseDue {
  /** Undefined to include all accounts or companies. */
  readonly profile: ServiceProfile | undefined;
  readonly account: OfAccounts | undefined;
  /** Services queried with --check. */
  readonly connections: readonly Connection[];
  readonly sandbox: boolean;
  readonly companies: Companies | undefined;
  /** Problems of companies that could not be queried; the other companies are still shown. */
  readonly problems: readonly Problem[];
}

interface Typed extends ConnectionWords {
  readonly allCompanies: boolean;
  readonly check: boolean;
}

export async function whoseDue(given: Typed, desk: Desk): Promise<Result<WhoseDue>> {
  if (given.allCompanies) return ofAll(given, desk);
  const profile = await profileOf(given, desk);
  if (!profile.ok) return profile;
  const sandbox = profile.value?.sandbox ?? false;
  const connection = given.check ? await desk.connect(given) : ok(undefined);
  if (!connection.ok) return connection;
  const account = connection.value?.account ?? (await desk.account(profile.value));
  const connections = connection.value ? [connection.value] : [];
  return ok({ profile: profile.value, account, connections, sandbox, companies: undefined, problems: [] });
}

async function profileOf(given: Typed, desk: Desk): Promise<Result<ServiceProfile | undefined>> {
  const found = await desk.profile(given);
  if (found.ok || given.sandbox || given.check || given.profile !== undefined) return found;
  return found.problems.every(({ code }) => code === "no-profile") ? ok(undefined) : found;
}

async function ofAll(given: Typed, desk: Desk): Promise<Result<WhoseDue>> {
  const companies = await companiesHere(given, desk);
  if (!companies.ok) return companies;
  const { all, accounts } = companies.value;
  const connections: Connection[] = [];
  const problems = [...companies.value.problems];
  for (const each of given.check ? all : []) {
    const connection = await forCompany(each, () => desk.connect(each.words));
    if (connection.ok) connections.push(connection.value);
    else problems.push(...ofCompany(each, connection.problems));
  }
  const sandbox = all.every(({ profile }) => profile.sandbox);
  return ok({ profile: undefined, account: accounts, connections, sandbox, companies: companies.value, problems });
}

export interface DueCompanies {
  readonly names: readonly string[];
  readonly of: CompanyOf;
  /** Does work of which the suggested commands are for that company. */
  readonly suggesting: <T>(company: string | undefined, work: () => T) => T;
}

export async function dueCompanies(
  companies: Companies | undefined,
  journal: Journal | undefined,
): Promise<Result<DueCompanies | undefined>> {
  if (companies === undefined) return ok(undefined);
  const of = await companyOfAccount(companies, journal);
  if (!of.ok) return of;
  const books = new Map(companies.all.map((each) => [each.company, each]));
  return ok({
    names: companies.all.map(({ company }) => company),
    of: of.value,
    suggesting: (company, work) => forCompany(books.get(company ?? ""), work),
  });
}

/** Returns the periods for suppliers' answers; --acceptance-days overrides the setting of each profile. */
export function acceptancesOf(
  typed: AcceptanceSetting | undefined,
  { profile, companies }: Pick<WhoseDue, "profile" | "companies">,
  books: DueCompanies | undefined,
): Acceptances | undefined {
  if (typed !== undefined || companies === undefined || books === undefined)
    return acceptanceOfAll(typed ?? profile?.acceptance);
  const days = companies.all.flatMap((each) => each.profile.acceptance?.from ?? []).sort();
  const [from] = days;
  return from === undefined ? undefined : { from, of: (account) => books.of(account)?.profile.acceptance };
}
