import { codes, type Party } from "../document/index.ts";
import { typed } from "../problem/index.ts";
import type { NetworkWord } from "./book-records.ts";

/** Whether the network delivers self-billing documents to a supplier, as far as is known. */
export interface Reach {
  readonly answer: "yes" | "no" | "unknown";
  /** The day of what it is known by, YYYY-MM-DD; undefined of what holds every day, and where nothing is known. */
  readonly on?: string | undefined;
  /** What it is known by, without a full stop: `SB-7 of 2026-06-15 was delivered over Peppol`. */
  readonly ground: string;
}

/** What a person said, and the document of which the service told it last; both of one address. */
interface ReachFacts {
  readonly word?: NetworkWord | undefined;
  readonly heard?: { readonly delivered: boolean; readonly day: string; readonly called: string } | undefined;
}

/** The address of a party on the network, such as `0235:1002345674`, in small letters; undefined where it has none. */
export function networkAddress(party: Party | undefined): string | undefined {
  const id = party?.endpoint_id?.trim().toLowerCase();
  return id ? `${party?.endpoint_scheme_id?.trim() || "0235"}:${id}` : undefined;
}

/** The party at such an address. */
export function partyAt(address: string | undefined): Party {
  const [scheme, ...id] = address?.split(":") ?? [];
  return { endpoint_scheme_id: scheme, endpoint_id: id.join(":") };
}

/**
 * A placeholder address is delivered nowhere. Else the later of a person's word and what the service told of a document counts, if it is of
 * the address that the party has now; of one day the service's (Decision 137).
 */
export function reachOf(party: Party | undefined, { word, heard }: ReachFacts): Reach {
  const address = networkAddress(party);
  if (address === undefined) return { answer: "unknown", ground: "it has no Peppol address" };
  const placeholder = address.replace(/^0235:/, "");
  if (Object.hasOwn(codes.placeholderEndpoints, placeholder)) {
    const means = codes.placeholderEndpoints[placeholder as keyof typeof codes.placeholderEndpoints];
    return { answer: "no", ground: `its address ${placeholder} stands for ${means}` };
  }
  const said = word?.address === address ? word : undefined;
  if (said !== undefined && (heard === undefined || heard.day < said.date))
    return { answer: said.answer, on: said.date, ground: `recorded by ${said.recorded_by}: ${said.how}` };
  if (heard === undefined) return { answer: "unknown", ground: "no document has shown it yet" };
  const was = heard.delivered ? "was delivered" : "was not delivered";
  const ground = `${heard.called} of ${heard.day} ${was} over Peppol`;
  return { answer: heard.delivered ? "yes" : "no", on: heard.day, ground };
}

/** The answer with its day, for lists: `yes, 2026-06-15`. */
export function reachWords({ answer, on }: Reach): string {
  return on === undefined ? answer : `${answer}, ${on}`;
}

/** What it means for a document to a supplier that is not on the network; undefined of any other. `called` is what the next command names. */
export function unreachedSays({ answer, on, ground }: Reach, called: string): string | undefined {
  if (answer !== "no") return undefined;
  // An address that stands for nobody is delivered nowhere; anybody else may have joined the network since.
  const sure = on === undefined ? "" : ", as far as is known";
  return (
    `not over Peppol${sure}: the supplier is not on the network (${ground}). The document is reported to the tax authority, and you hand the copy ` +
    `over yourself; then: selfbill suppliers handed-over ${typed(called)} --by mail`
  );
}
