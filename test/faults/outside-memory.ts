import { addresses, type CompanyName, companies, type Sending, type ServiceName } from "./outside-world.ts";

/** A document at a service, for a company. */
export const placeOf = (service: ServiceName, company: CompanyName, note: string): string =>
  `${service} ${company} ${note}`;

/** What the drawers of a home remember, as far as a person knows. */
export interface Memory {
  /** Documents that were sent from here. */
  readonly known: Set<string>;
  readonly doubts: Set<string>;
  /** Pairs of hosts of which somebody said what they are. */
  readonly declared: Set<string>;
  /** Hosts by company that were used. */
  readonly hosts: Set<string>;
  /** Whether all drawers are those that were used last. */
  whole: boolean;
}

export const freshMemory = (): Memory => ({
  known: new Set(),
  doubts: new Set(),
  declared: new Set(),
  hosts: new Set(),
  whole: true,
});
export const copyOf = (memory: Memory): Memory => structuredClone(memory);

/** What is unusual about a command, for the counts of what was found. */
export function unusualIn(
  { data, home, address, businessProfile, company }: Sending,
  { whole, hosts }: Memory,
): string {
  if (data !== undefined) return "with another data folder";
  if (!whole) return "after drawers were put back";
  if (home.name === "laptop") return "at a second computer, or after it";
  if (!hosts.has(`${company} ${address.host}`)) return "under another name of the host";
  if (new URL(address.url).hostname.endsWith(".")) return "with a dot after the host";
  return businessProfile === undefined ? "as ever" : "with the business profile in small letters";
}

/** Whether an account of the journal is the one of a place. */
export function isOfAccount(place: string, account: string, note: string): boolean {
  const [service, company] = place.split(" ") as [ServiceName, CompanyName];
  const [origin = ""] = account.split(" ");
  const host = URL.canParse(origin) ? new URL(origin).hostname.replace(/\.$/, "") : "";
  return (
    place.endsWith(` ${note}`) &&
    account.toUpperCase().endsWith(companies[company]) &&
    addresses.some((each) => each.service === service && each.host === host)
  );
}

interface SettledNow {
  readonly account: string;
  readonly file: string;
  readonly verdict: string;
}

/** What `resolve` lists. */
export function doubtsIn(
  stdout: string,
): readonly { readonly id: string; readonly account: string; readonly file: string }[] {
  try {
    return JSON.parse(stdout).doubts ?? [];
  } catch {
    return [];
  }
}

/** What `resolve --check` settled. */
export function settledIn(stdout: string): readonly SettledNow[] {
  try {
    return (JSON.parse(stdout) as { resolved?: SettledNow[] }).resolved ?? [];
  } catch {
    return [];
  }
}
