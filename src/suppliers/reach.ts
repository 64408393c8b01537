import { codes, type Party } from "../document/index.ts";
import { suggest } from "../problem/index.ts";
import type { NetworkWord } from "./book-records.ts";

export interface Reach {
  readonly answer: "yes" | "no" | "unknown";
  /** The day of the evidence, as YYYY-MM-DD; undefined if the answer holds for every day or there is no evidence. */
  readonly on?: string | undefined;
  /** The evidence as a sentence without a full stop: `SB-7 of 2026-06-15 was delivered over Peppol`. */
  readonly ground: string;
}

/** The user's own record, and the last document for which the service reported a delivery or its failure. */
interface ReachFacts {
  readonly word?: NetworkWord | undefined;
  readonly heard?: { readonly delivered: boolean; readonly day: string; readonly called: string } | undefined;
}

/** Returns an address such as `0235:1002345674`, in lower case; undefined if there is none. */
export function networkAddress(party: Party | undefined): string | undefined {
  const id = party?.endpoint_id?.trim().toLowerCase();
  return id ? `${party?.endpoint_scheme_id?.trim() || "0235"}:${id}` : undefined;
}

export function partyAt(address: string | undefined): Party {
  const [scheme, ...id] = address?.split(":") ?? [];
  return { endpoint_scheme_id: scheme, endpoint_id: id.join(":") };
}

/**
 * Returns whether the network delivers to a party. A placeholder address can never be reached. Otherwise the later of
 * the user's record and the service's report counts, if it is about the present address; if both are from the same day,
 * the service's report counts (Decision 137).
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

/** Returns text for lists, such as `yes, 2026-06-15`. */
export function reachWords({ answer, on }: Reach): string {
  return on === undefined ? answer : `${answer}, ${on}`;
}

/**
 * Explains that the document is not delivered over Peppol; undefined unless the answer is `no`. `called` is the
 * document in the suggested command.
 */
export function unreachedSays({ answer, on, ground }: Reach, called: string): string | undefined {
  if (answer !== "no") return undefined;
  // A placeholder address can never be reached; a supplier with any other address may have joined the network since.
  const sure = on === undefined ? "" : ", as far as is known";
  return (
    `not over Peppol${sure}: the supplier is not on the network (${ground}). The document is reported to the tax authority, and you hand the copy ` +
    `over yourself; then: ${suggest`suppliers handed-over ${called} --by mail`}`
  );
}
