import { createHash } from "node:crypto";
import { isLoopbackHost } from "../contract/index.ts";
import { defaultPatience, forbidden, type Patience, type ServiceAccess } from "./access.ts";
import { whyLost, whyNotConnected } from "./in-words.ts";
import { overNetwork } from "./over-network.ts";
import { proxyFor } from "./proxy.ts";

export interface DirectoryAccess extends Pick<ServiceAccess, "clientVersion" | "environment" | "extraCa"> {
  /** The resolver's address, with an optional port; the computer's own resolver by default. */
  readonly resolver?: string | undefined;
  /** The DNS zone of Peppol's locator (SML). */
  readonly zone: string;
  /** Overrides the default time limits. */
  readonly patience?: Partial<Patience> | undefined;
}

/**
 * The address of the publisher (SMP) without a trailing slash; `nowhere` if none is registered; or why it is unknown.
 */
export type Publisher =
  | { readonly is: "at"; readonly url: string }
  | { readonly is: "nowhere" }
  | { readonly is: "unknown"; readonly why: string };

export type DirectoryAnswer =
  | { readonly is: "answer"; readonly status: number; readonly body: Uint8Array }
  | { readonly is: "unknown"; readonly why: string };

/** Source: Peppol Policy for use of Identifiers 4.4.0, policy 5. */
export const participantScheme = "iso6523-actorid-upis";

/** At most 1 MB and 10 seconds. */
const patience = {
  ...defaultPatience,
  ...{ pauses: [], connect: 5_000, head: 8_000, idle: 5_000, whole: 10_000, answerBytes: 1_000_000 },
};

const letters = "abcdefghijklmnopqrstuvwxyz234567";

/** Encodes as in RFC 4648, but in lower case and without padding. */
function base32(bytes: Uint8Array): string {
  let [bits, value, text] = [0, 0, ""];
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += letters[(value >>> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + letters[(value << (5 - bits)) & 31];
}

/**
 * Returns a participant's DNS name; `address` is, for example, `0235:1002345674`. Source: Peppol Policy for use of
 * Identifiers 4.4.0, policy 7.
 */
export function participantName(address: string, zone: string): string {
  const hash = createHash("sha256").update(address.toLowerCase(), "utf8").digest();
  return `${base32(hash)}.${participantScheme}.${zone}`;
}

/** Looks up the publisher in DNS. Never throws. Source: Peppol SML 1.3.0; RFC 4848. */
export async function publisherOf(address: string, access: DirectoryAccess): Promise<Publisher> {
  // Loaded on demand, because most commands do not need DNS.
  const { naptrOf } = await import("./naptr.ts");
  try {
    const records = await naptrOf(participantName(address, access.zone), access.zone, access.resolver);
    const own = records
      .filter(({ service, flags }) => service.toLowerCase() === "meta:smp" && flags.toLowerCase() === "u")
      .sort((a, b) => a.order - b.order || a.preference - b.preference);
    const [first, second] = own;
    if (first === undefined) return { is: "nowhere" };
    const isOne = second === undefined || second.order !== first.order || second.preference !== first.preference;
    if (!isOne && second.regexp !== first.regexp)
      return { is: "unknown", why: "the locator names two publishers, and prefers none" };
    const url = replacedBy(first.regexp);
    if (url === undefined || !isAllowed(url, access))
      return { is: "unknown", why: "the locator names no secure address (https) of a publisher" };
    return { is: "at", url };
  } catch (error) {
    const { code = "failed" } = error as NodeJS.ErrnoException;
    const isNoZone = code === "ENOTFOUND";
    const why = isNoZone
      ? `the DNS does not know Peppol's locator (${access.zone})`
      : `the DNS did not answer (${code})`;
    return { is: "unknown", why };
  }
}

/**
 * Parses text such as `!.*!https://smp.example!`, whose first character is the delimiter; returns undefined for
 * anything else.
 */
function replacedBy(regexp: string): string | undefined {
  const [before, pattern, url, flags] = regexp.split(regexp.charAt(0));
  if (before !== "" || flags === undefined || !/^\^?\.\*\$?$/.test(pattern ?? "")) return undefined;
  return URL.canParse(url ?? "") ? (url ?? "").replace(/\/+$/, "") : undefined;
}

/** Allows only https for other computers; allows this computer (https or http) only if the resolver runs here too. */
function isAllowed(address: string, { resolver = "" }: DirectoryAccess): boolean {
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== "" || password !== "") return false;
  return isLoopbackHost(hostname)
    ? isLoopbackHost(resolver.replace(/:\d+$/, "")) && /^https?:$/.test(protocol)
    : protocol === "https:";
}

/** Asks a publisher (SMP) at `url`; does not follow HTTP redirects. Never throws. Source: Peppol SMP 1.4.0. */
export async function askPublisher(url: string, access: DirectoryAccess): Promise<DirectoryAnswer> {
  const ban = forbidden(access);
  if (ban) return { is: "unknown", why: ban.message };
  if (!URL.canParse(url) || !isAllowed(url, access))
    return { is: "unknown", why: "the publisher leads to an address that is not secure (https)" };
  const { origin, pathname } = new URL(url);
  const waits = { ...patience, ...access.patience };
  const route = { origin, proxy: proxyFor(origin, access.environment), extraCa: access.extraCa, patience: waits };
  const headers = { "user-agent": `selfbill/${access.clientVersion}`, "accept-encoding": "identity" };
  const { status, body, complete, failure } = await overNetwork({ method: "GET", path: pathname, headers }, route);
  if (status !== undefined && complete && failure === undefined) return { is: "answer", status, body };
  const why = failure && status === undefined ? whyNotConnected(failure) : whyLost(failure);
  return { is: "unknown", why: `${new URL(url).host}: ${why}` };
}
