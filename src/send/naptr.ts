import { Resolver } from "node:dns/promises";

/** Source: RFC 3403. */
export interface NaptrRecord {
  readonly order: number;
  readonly preference: number;
  readonly flags: string;
  readonly service: string;
  readonly regexp: string;
}

/** Milliseconds per attempt, and the number of attempts. */
const patience = { timeout: 3_000, tries: 2 } as const;

/** Error codes of a name that does not exist, and of one that has no such record. */
const notThere = "ENOTFOUND";
const nothingThere = "ENODATA";

/**
 * Returns an empty list if the name does not exist. Throws DNS errors with their codes, even if neither the name nor
 * the zone exists, because a resolver without internet access denies every name. This is in a separate file because
 * most commands need no DNS.
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
