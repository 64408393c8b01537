import {
  type Address,
  addresses,
  type CompanyName,
  companies,
  type Sending,
  type ServiceName,
  tokens,
} from "./outside-world.ts";

/** Returns the key of a document at a service, for a company. */
export const placeOf = (service: ServiceName, company: CompanyName, note: string): string =>
  `${service} ${company} ${note}`;

/** The expected content of a home's settings and data folders. */
export interface Memory {
  /** Documents sent from this home. */
  readonly known: Set<string>;
  readonly doubts: Set<string>;
  /** Pairs of hosts that were declared to be the same service or different services. */
  readonly declared: Set<string>;
  /** Hosts that each company has used. */
  readonly hosts: Set<string>;
  /** Companies for which another data folder sent documents. */
  readonly parted: Set<CompanyName>;
  readonly shown: Set<string>;
  /** Time of the last record, by service and company. */
  readonly last: Map<string, number>;
  /** Where the service was queried, each as service, company, boot of the computer and journal file. */
  readonly asked: Set<string>;
  /** Identity of the journal file: a restored copy is a different one. */
  file: number;
  /** Hosts at which the service was queried for each company. */
  readonly looked: Set<string>;
  /**
   * `record` changes whenever something may have been recorded; `marked` is its value as stored in the settings
   * folder.
   */
  record: number;
  marked: number;
  /**
   * Whether the data folder is as new as the settings folder's mark: false after the data folder alone was restored
   * from an older copy, until `journal accept`.
   */
  whole: boolean;
}

export const freshMemory = (): Memory => ({
  known: new Set(),
  doubts: new Set(),
  declared: new Set(),
  hosts: new Set(),
  parted: new Set(),
  shown: new Set(),
  last: new Map(),
  asked: new Set(),
  file: 0,
  looked: new Set(),
  record: 0,
  marked: 0,
  whole: true,
});
export const copyOf = (memory: Memory): Memory => structuredClone(memory);

const day = 86_400_000;

export const usedBy = (company: CompanyName, hosts: Memory["hosts"]): string[] =>
  [...hosts].flatMap((each) => (each.startsWith(`${company} `) ? each.slice(company.length + 1) : []));

export const serviceAt = (host: string): ServiceName | undefined =>
  addresses.find((each) => each.host === host)?.service;

/**
 * Whether the service must be queried for documents made elsewhere: if nothing is known about the account, nothing
 * has been recorded for a day, or the service has not been queried from here yet.
 */
export function mustLook(memory: Memory, { address, company, says }: Sending, now: number, boot: number): boolean {
  const { last, asked, file, hosts } = memory;
  const account = `${address.service} ${company}`;
  const here = `${company} ${address.host}`;
  const open = openHosts(memory, company, address.host);
  const isSame = (each: string): boolean =>
    serviceAt(each) === address.service && (says === "same-service" || !open.includes(each));
  const isNew = !hosts.has(here) && !usedBy(company, hosts).some(isSame);
  return isNew || now - (last.get(account) ?? 0) > day || !asked.has(`${account} ${boot} ${file}`);
}

/** Records that the service was queried and showed these ids. */
export function look(
  { asked, file, shown, looked }: Memory,
  { address, company }: Sending,
  boot: number,
  ids: Iterable<string>,
): void {
  asked.add(`${address.service} ${company} ${boot} ${file}`);
  looked.add(`${company} ${address.host}`);
  for (const id of ids) shown.add(id);
}

/**
 * Hosts that a company has used and whose relationship to this host has not been declared and does not follow from
 * declarations.
 */
export function openHosts(
  { hosts, declared }: Pick<Memory, "hosts" | "declared">,
  company: CompanyName,
  host: string,
): string[] {
  const pairs = [...declared].map((each) => each.split(" ") as [string, string]);
  const reach = (from: string): Set<string> => {
    const found = new Set([from]);
    for (const each of found)
      for (const [one, other] of pairs)
        if (serviceAt(one) === serviceAt(other))
          for (const next of one === each ? [other] : other === each ? [one] : []) found.add(next);
    return found;
  };
  const here = reach(host);
  return usedBy(company, hosts).filter((each) => {
    const there = reach(each);
    return (
      !pairs.some(([one, other]) => (here.has(one) && there.has(other)) || (here.has(other) && there.has(one))) &&
      !here.has(each)
    );
  });
}

/**
 * Whether nothing prevents the send: the token is correct, the data folder is not an older copy, and no document
 * needs a person's decision.
 */
export function isPlain(how: Sending, memory: Memory, ids: ReadonlyMap<string, readonly string[]>): boolean {
  const { address, company, token, data, papers } = how;
  if (token === tokens.others || data !== undefined || !memory.whole || memory.parted.has(company)) return false;
  const hosts = new Set([...memory.hosts, ...memory.looked]);
  const undeclared = openHosts({ ...memory, hosts }, company, address.host).length > 0;
  return papers.every(({ note }) => {
    const place = placeOf(address.service, company, note);
    if ([...memory.doubts].some((each) => each.endsWith(` ${note}`))) return false;
    const isThere = (ids.get(place) ?? []).length > 0;
    if (isThere && !memory.known.has(place)) return false; // created elsewhere
    const otherCompany = company === "co1" ? "co2" : "co1";
    const known = [...memory.known];
    const forOther = known.some((each) => each.endsWith(` ${otherCompany} ${note}`));
    const other = placeOf(address.service === "real" ? "test" : "real", company, note);
    const atOther = memory.known.has(other) || ids.get(other)?.some((id) => memory.shown.has(id));
    const underOther = undeclared && isThere;
    return (memory.known.has(place) || !forOther) && !(atOther && undeclared) && !underOther;
  });
}

export const idsOf = (ids: ReadonlyMap<string, readonly string[]>, account: string): string[] =>
  [...ids].flatMap(([place, there]) => (place.startsWith(`${account} `) ? there : []));

/**
 * The single correct statement about all other undeclared addresses; undefined if there are none or no single statement
 * fits.
 */
export function whatItIs(memory: Memory, address: Address, company: CompanyName): Sending["says"] {
  const are = new Set(openHosts(memory, company, address.host).map((each) => serviceAt(each)));
  if (are.size !== 1) return undefined;
  return are.has(address.service) ? "same-service" : "other-service";
}

/** Why nothing can be concluded about a document that was not shown. */
export function whyUnknowable(sixCalls: boolean, twoComputers: boolean): string {
  if (sixCalls) return "a service without lists";
  return twoComputers ? "within the day, at another computer" : "within the day, by a snapshot of the whole computer";
}

/** The unusual aspects of a command, for the counts. */
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

/** The documents that `resolve` lists. */
export function doubtsIn(
  stdout: string,
): readonly { readonly id: string; readonly account: string; readonly file: string }[] {
  try {
    return JSON.parse(stdout).doubts ?? [];
  } catch {
    return [];
  }
}

/** The documents that `resolve --check` settled. */
export function settledIn(stdout: string): readonly SettledNow[] {
  try {
    return (JSON.parse(stdout) as { resolved?: SettledNow[] }).resolved ?? [];
  } catch {
    return [];
  }
}
