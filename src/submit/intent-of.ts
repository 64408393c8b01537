import type { Connection, Desk } from "../desk/index.ts";
import {
  billedSupplyOf,
  creditedLine,
  formatAmount,
  invoiceNumbersOf,
  type SelfBilledDocument,
  supplyReferences,
} from "../document/index.ts";
import {
  businessProfileIn,
  type CreditedInvoices,
  type Intent,
  intentKey,
  type KeyIn,
  sha256,
} from "../journal/index.ts";
import { type JsonObject, writeJson } from "../json/index.ts";
import { contentHash, type Sendable } from "../prepare/index.ts";

/** A document that exists at the service and is sent again after its validation failed. */
export interface SentBefore {
  readonly id: string;
  /** This number is kept if the file has none, because the body replaces the whole document. */
  readonly documentNumber: string | undefined;
}

/** Returns the body to send: the given number is added if the document has none. */
export function bodyOf({ body, bodyText }: Sendable, number: string | undefined): string {
  return number === undefined || body.document_number !== undefined
    ? bodyText
    : writeJson({ document_number: number, ...body });
}

/** Returns a function that computes the document's content key for an account. */
export function keyIn({ kind, body, typed, corrects }: Pick<Sendable, "kind" | "body" | "typed" | "corrects">): KeyIn {
  const keyOf = (content: JsonObject) => (account: string) =>
    intentKey({ account, businessProfileId: businessProfileIn(account), kind }, content, corrects);
  return Object.assign(keyOf(body), typed === undefined ? {} : { asTyped: keyOf(typed) });
}

/** Returns everything that the journal must record about a document before it is sent. */
export function intentOf(
  prepared: Sendable,
  connection: Pick<Connection, "account" | "profile">,
  overridden: readonly string[],
  desk: Desk,
  { before, corrects }: { readonly before?: SentBefore | undefined; readonly corrects?: Intent["corrects"] } = {},
): Intent {
  const { account, profile } = connection;
  const { kind, document, calculation } = prepared;
  const number = document.document_number?.trim();
  return {
    account,
    businessProfileId: businessProfileIn(account),
    kind,
    key: keyIn(prepared)(account),
    supplier: { ...supplierOf(document), ...(prepared.supplier === undefined ? {} : { entry: prepared.supplier }) },
    ...(number ? { documentNumber: number } : {}),
    issueDate: document.issue_date ?? "",
    currency: calculation.currency,
    ...rateOf(prepared),
    totals: Object.fromEntries(Object.entries(calculation.totals).map(([name, value]) => [name, formatAmount(value)])),
    file: prepared.file === "-" || prepared.unsaved ? "-" : desk.output.absolute(prepared.file),
    version: profile.serviceVersion,
    bodyHash: sha256(bodyOf(prepared, before?.documentNumber)),
    contentHash: contentHash(prepared),
    ...(before ? { replaces: before.id } : {}),
    ...(corrects ? { corrects } : {}),
    lines: calculation.lines.map(creditedLine),
    ...referencesOf(prepared),
    supply: billedSupplyOf(document),
    ...creditsOf(prepared),
    rules: { edition: prepared.chosen.edition.id, hash: prepared.chosen.ruleSet.hash },
    ...(overridden.length === 0 ? {} : { overridden }),
  };
}

function rateOf({ document, calculation, rateDate }: Sendable): Pick<Intent, "exchangeRate"> {
  const rate = document.tax_exchange_rate?.calculation_rate;
  if (calculation.currency === "AED" || rate === undefined) return {};
  return { exchangeRate: { rate, ...(rateDate === undefined ? {} : { date: rateDate }) } };
}

function supplierOf({ accounting_supplier_party: party }: SelfBilledDocument): Intent["supplier"] {
  const name = party?.party_name ?? party?.name ?? "";
  const trn = party?.party_tax_scheme?.company_id ?? "";
  return { id: trn || party?.tin || party?.endpoint_id || party?.company_id || name, name, trn };
}

function referencesOf({ document }: Sendable): Pick<Intent, "references"> {
  const references = supplyReferences(document);
  return references.length === 0 ? {} : { references };
}

/**
 * Returns what a credit note credits. The journal records it, so that later credit notes can be counted against the
 * same invoices.
 */
function creditsOf({ kind, document }: Sendable): { credits?: CreditedInvoices } {
  if (kind !== "credit-note") return {};
  return { credits: { invoiceNumbers: invoiceNumbersOf(document), reason: document.discrepancy_response ?? "" } };
}
