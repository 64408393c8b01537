import packageJson from "../../../package.json" with { type: "json" };
import type { Desk } from "../../desk/index.ts";
import { askPublisher, type DirectoryAccess, networkFrom, participantScheme, publisherOf } from "../../send/index.ts";
import { readAnyXml, type UblElement } from "../../ubl/index.ts";

/** Whether an address accepts PINT AE self-billed invoices, and the source of this answer. */
export interface LookedUp {
  readonly answer: "yes" | "no" | "unknown";
  readonly how: string;
}

/** The DNS zone that access points have used since August 2026. Source: Peppol, CNAME to NAPTR migration. */
const peppolZone = "participant.sml.prod.tech.peppol.org";

export interface DirectoryWords {
  readonly resolver: string | undefined;
  readonly smlZone: string | undefined;
}

export function directoryAccess({ resolver, smlZone = peppolZone }: DirectoryWords, desk: Desk): DirectoryAccess {
  const { environment } = desk;
  const network = networkFrom(environment);
  const extraCa = network.ok ? network.value.extraCa : undefined;
  return { resolver, zone: smlZone, environment, extraCa, clientVersion: packageJson.version };
}

/**
 * The document type: PINT AE, self-billing. Source: contract §9; Peppol Policy for use of Identifiers 4.4.0, policy 20.
 */
const customization = "urn:peppol:pint:selfbilling-1@ae-1";
const typeOf = (root: "Invoice" | "CreditNote"): RegExp =>
  new RegExp(
    `^(?:busdox-docid-qns|peppol-doctype-wildcard)::urn:oasis:names:specification:ubl:schema:xsd:${root}-2::${root}##(.+)::2\\.1$`,
  );

/** Whether a published document type includes ours; a final `*` in it matches any ending. */
function takes(published: string, root: "Invoice" | "CreditNote"): boolean {
  const own = typeOf(root).exec(published)?.[1];
  if (own === undefined) return false;
  return own.endsWith("*") ? customization.startsWith(own.slice(0, -1)) : own === customization;
}

const unknown = (how: string): LookedUp => ({ answer: "unknown", how });
const no = (how: string): LookedUp => ({ answer: "no", how });

/**
 * Looks up a participant such as `0235:1002345674`: first its publisher in the DNS, then its document types at the
 * publisher. Never throws.
 */
export async function askDirectory(address: string, access: DirectoryAccess, now: number): Promise<LookedUp> {
  const publisher = await publisherOf(address, access);
  if (publisher.is === "unknown") return unknown(publisher.why);
  if (publisher.is === "nowhere") return no("not registered in Peppol's locator");
  const { host } = new URL(publisher.url);
  const participant = `${publisher.url}/${encodeURIComponent(`${participantScheme}::${address.toLowerCase()}`)}`;
  const group = await askPublisher(participant, access);
  if (group.is === "unknown") return unknown(group.why);
  if (group.status === 404) return no(`its publisher ${host} does not know it`);
  const root = group.status === 200 ? rootOf(group.body) : undefined;
  if (root === undefined) return unknown(`${host} gave no answer that can be read (${group.status})`);
  const types = below(root, "ServiceMetadataReference").flatMap(({ attributes }) => typeIn(attributes?.href ?? ""));
  const invoice = types.find((each) => takes(each, "Invoice"));
  if (invoice === undefined) return no(`registered at ${host}, but not for self-billed invoices of PINT AE`);
  const service = `${participant}/services/${encodeURIComponent(invoice)}`;
  const takesBoth = types.some((each) => takes(each, "CreditNote"));
  return endpointSays(service, { host, but: takesBoth ? "" : ", but not for self-billed credit notes" }, access, now);
}

/** Reads whether the endpoint is in use. Follows at most one redirect to another publisher. */
async function endpointSays(
  url: string,
  { host, but }: { readonly host: string; readonly but: string },
  access: DirectoryAccess,
  now: number,
  redirected = false,
): Promise<LookedUp> {
  const answer = await askPublisher(url, access);
  if (answer.is === "unknown") return unknown(answer.why);
  const root = answer.status === 200 ? rootOf(answer.body) : undefined;
  if (root === undefined) return unknown(`${new URL(url).host} gave no answer that can be read (${answer.status})`);
  const next = below(root, "Redirect")[0]?.attributes?.href;
  if (next !== undefined) {
    if (redirected) return unknown("its publishers send from one to the other");
    return endpointSays(next, { host, but }, access, now, true);
  }
  const endpoints = below(root, "Endpoint").map((each) => spanOf(each, now));
  if (endpoints.includes("valid"))
    return { answer: "yes", how: `registered at ${host} for self-billed invoices of PINT AE${but}` };
  const last = endpoints.find((each) => each !== "valid");
  return last === undefined
    ? unknown(`${new URL(url).host} gave no answer that can be read (${answer.status})`)
    : no(`its registration for self-billed invoices ${last}`);
}

/** Returns `valid`, or when the endpoint's use ended or begins. */
function spanOf(endpoint: UblElement, now: number): string {
  const [begins, ends] = ["ServiceActivationDate", "ServiceExpirationDate"].map(
    (name) => below(endpoint, name)[0]?.text.trim() ?? "",
  );
  if (ends && Date.parse(ends) <= now) return `ended on ${ends.slice(0, 10)}`;
  return begins && Date.parse(begins) > now ? `begins on ${begins.slice(0, 10)}` : "valid";
}

/** Returns the document type in an address, the part after `/services/`; nothing if it cannot be decoded. */
function typeIn(href: string): string[] {
  try {
    return [decodeURIComponent(/\/services\/([^/?#]+)$/.exec(href)?.[1] ?? "")];
  } catch {
    return [];
  }
}

function rootOf(body: Uint8Array): UblElement | undefined {
  const read = readAnyXml(body, "");
  return read.ok ? read.value : undefined;
}

/** Returns all elements below with this name. Ignores namespaces, because publishers use three different ones. */
function below(element: UblElement, local: string): UblElement[] {
  return element.children.flatMap((child) => [
    ...(child.name.replace(/^\{.*\}/, "") === local ? [child] : []),
    ...below(child, local),
  ]);
}
