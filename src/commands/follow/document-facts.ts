import { objectNamed, overallStatusOf, textNamed, totalsOf } from "../../contract/index.ts";
import type { Desk } from "../../desk/index.ts";
import { amount, type DocumentKind, documentKinds, isDecimalText, money } from "../../document/index.ts";
import { isJsonObject, type JsonObject } from "../../json/index.ts";
import { plainAmount } from "../../render/index.ts";

/** The document in short; what the service does not tell is left out. */
export function documentFacts(kind: DocumentKind, document: JsonObject, { dataStyle }: Desk): [string, string][] {
  const totals = totalsOf(document);
  const currency = textNamed(document, "documentCurrencyCode") ?? "AED";
  const told = (name: string): string | undefined => textNamed(document, name);
  const sum = (text: string | undefined): string | undefined => {
    const shown = text !== undefined && isDecimalText(text) ? money.forPeople(amount(text)) : undefined;
    return shown === undefined || dataStyle.isTerminal ? shown : plainAmount(shown);
  };
  const facts: [string, string | undefined][] = [
    ["Document", documentKinds[kind].says],
    ["Number", told("documentNumber")],
    ["Id", told("id")],
    ["Status", overallStatusOf(document) ?? "no status yet"],
    ["Issue date", told("issueDate")],
    ["Due date", told("dueDate")],
    ["Supplier", party(document, "accountingSupplierParty")],
    ["Buyer", party(document, "accountingCustomerParty")],
    ["Refers to", references(document)],
    ["Lines", Array.isArray(document.document_lines) ? String(document.document_lines.length) : undefined],
    [`Net ${currency}`, sum(totals.tax_exclusive_amount)],
    [`VAT ${currency}`, sum(totals.tax_amount)],
    [`Gross ${currency}`, sum(totals.tax_inclusive_amount)],
    [`Payable ${currency}`, sum(totals.payable_amount)],
    ["Payable AED", currency === "AED" ? undefined : sum(totals.payable_amount_in_aed)],
    ...attachments(document),
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
}

function party(document: JsonObject, name: string): string | undefined {
  const found = objectNamed(document, name);
  if (!found) return undefined;
  const scheme = objectNamed(found, "partyTaxScheme");
  const trn = scheme && textNamed(scheme, "companyId");
  const named = textNamed(found, "partyName") ?? textNamed(found, "name") ?? "unnamed";
  return trn === undefined ? named : `${named}, TRN ${trn}`;
}

function references(document: JsonObject): string | undefined {
  const list = Array.isArray(document.billing_reference) ? document.billing_reference : [];
  return list.flatMap((each) => (isJsonObject(each) ? (textNamed(each, "id") ?? []) : [])).join(", ") || undefined;
}

function attachments(document: JsonObject): [string, string | undefined][] {
  const list = Array.isArray(document.attachments) ? document.attachments.filter(isJsonObject) : [];
  return list.map((each, index) => [`Attachment ${index + 1}`, textNamed(each, "fileName")]);
}
