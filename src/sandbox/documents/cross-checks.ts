import { isDeepStrictEqual } from "node:util";
import {
  calculate,
  countedDocument,
  countedTogether,
  type DocumentKind,
  invoiceNumbersOf,
  type NamedCredit,
  notFollowed,
  overCredited,
  type SelfBilledDocument,
  seenFrom,
} from "../../document/index.ts";
import { parseJson, writeJson } from "../../json/index.ts";
import { statusName } from "../../states/index.ts";
import type { Services } from "../endpoint.ts";
import type { Store } from "../store.ts";
import { currentStatus } from "./retrieve-document.ts";
import { sentContent } from "./same-content.ts";
import type { StoredDocument } from "./stored-document.ts";

const all = { condition: "1 = 1", values: [] };

/**
 * Returns conflicts with other documents, keyed by field, if the sandbox is set to check for them (G-24, G-25). `own`
 * is the id of the document being replaced.
 */
export function crossErrors(
  document: SelfBilledDocument,
  kind: DocumentKind,
  services: Services,
  own?: string,
): Map<string, string> {
  const { settings, store } = services;
  const errors = new Map<string, string>();
  if (settings.checkDuplicates) {
    const twin = sameContent(document, kind, store, own);
    if (twin !== undefined) errors.set("message", `The same document exists already, with the number ${twin.number}`);
  }
  if (settings.checkReferences && kind === "credit-note") {
    for (const [path, says] of wrongReferences(document, services, own)) errors.set(path, says);
  }
  return errors;
}

/** Finds a stored document that differs at most in its number, time of day and attachments. */
export function sameContent(
  document: SelfBilledDocument,
  kind: DocumentKind,
  store: Store,
  own?: string,
): StoredDocument | undefined {
  const wanted = content(document);
  return store.find(kind, all).find((each) => each.id !== own && isDeepStrictEqual(content(each.document), wanted));
}

/** Makes a round trip through JSON, so that the content can be compared with that of stored documents. */
function content(document: SelfBilledDocument): unknown {
  const read = parseJson(writeJson(sentContent(document)));
  return read.ok ? read.value : undefined;
}

const referencesOf = (document: SelfBilledDocument): string[] =>
  (document.billing_reference ?? []).map(({ id }) => id?.trim() ?? "");

function wrongReferences(
  document: SelfBilledDocument,
  services: Services,
  own: string | undefined,
): [string, string][] {
  const { store } = services;
  const isFailed = (stored: StoredDocument): boolean =>
    currentStatus(stored, services).overall_status === statusName.failed;
  const errors: [string, string][] = [];
  const invoices = new Map<string, StoredDocument>();
  for (const [place, number] of referencesOf(document).entries()) {
    const path = `billing_reference[${place}].id`;
    const [invoice] = store.find("invoice", { condition: "number = ?", values: [number] });
    if (invoice === undefined) errors.push([path, `There is no invoice with the number ${number}`]);
    else if (isFailed(invoice))
      errors.push([path, `Invoice ${number} failed its validation: there is nothing to credit`]);
    else invoices.set(invoice.id, invoice);
  }
  if (errors.length > 0) return errors;
  const all = [...invoices.values()];
  const followed = all.map(({ number, document: invoice }) => ({ number: number.trim(), document: invoice }));
  const differing = notFollowed(document, followed).map(({ path, message }): [string, string] => [path, message]);
  return [...differing, ...beyond(document, all, services, own)];
}

/**
 * Reports each place where the document credits more than all its invoices together allow after earlier credit notes.
 * Failed and rejected credit notes do not count.
 */
function beyond(
  document: SelfBilledDocument,
  invoices: readonly StoredDocument[],
  services: Services,
  own: string | undefined,
): [string, string][] {
  const numbers = invoices.map(({ number }) => number.trim());
  const earlier = services.store.find("credit-note", all).flatMap((stored): NamedCredit[] => {
    const invoiceNumbers = invoiceNumbersOf(stored.document);
    if (stored.id === own || !invoiceNumbers.some((each) => numbers.includes(each))) return [];
    const status = currentStatus(stored, services).overall_status;
    if (status === statusName.failed || status === statusName.rejected) return [];
    const { number, document: credit } = stored;
    const { discrepancy_response: reason } = credit;
    const counted = countedDocument(calculate(credit));
    return [seenFrom(numbers, { number, reason, status, invoiceNumbers, shared: true, ...counted })];
  });
  const counted = countedTogether(
    invoices.map(({ number, document: invoice }) => ({ number, ...countedDocument(calculate(invoice)) })),
  );
  return overCredited(document, counted, earlier).map(({ path, message }) => [path, message]);
}
