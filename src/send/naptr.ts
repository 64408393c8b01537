import { Resolver } from "node:dns/promises";

/** A record of a locator. Source: RFC 3403. */
export interface NaptrRecord {
  readonly order: number;
  readonly preference: number;
  readonly flags: string;
  readonly service: string;
  readonly regexp: string;
}

/** How long a try of a question takes, and how many tries there are; milliseconds. */
const patience = { timeout: 3_000, tries: 2 } as const;

/** DNS codes by which a name, or what was asked for under it, certainly is not there. */
const notThere = "ENOTFOUND";
const nothingThere = "ENODATA";

/**
 * The records of a name in a zone; none where the name is not there. Throws the errors of the DNS, with their codes; also where a name is not
 * there and the zone is not either, because a resolver that knows nothing of the world denies every name. A file of its own: most
 * commands ask no DNS.
 */
export async function naptrOf(
  name: string,
  zone: string,
  resolver: string | undefined,
): Promise<readonly NaptrRecord[]> {
  const dns = new Resolver(patience);
  if (resolver !== undefined) dns.setServers([resolver]);
  try {
    return await dns.resolveNaptr(name);
  } catch (error) {
    if (codeOf(error) === nothingThere) return [];
    if (codeOf(error) !== notThere) throw error;
  }
  try {
    await dns.resolveSoa(zone);
  } catch (error) {
    if (codeOf(error) !== nothingThere) throw error;
  }
  return [];
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
