import { memberNamed, memberText, objectNamed, overallStatusOf, textNamed, totalsShown } from "../../contract/index.ts";
import type { Desk } from "../../desk/index.ts";
import { amount, documentKinds, isDecimalText, money } from "../../document/index.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json/index.ts";
import { plainAmount } from "../../render/index.ts";
import type { Fetched } from "./fetch-document.ts";

/** Returns the facts about a document for display; omits those that the service did not provide. */
export function documentFacts(
  { kind, document, isUnread }: Pick<Fetched, "kind" | "document" | "isUnread">,
  { dataStyle }: Desk,
): [string, string][] {
  const totals = totalsShown(document);
  const currency = textNamed(document, "documentCurrencyCode") ?? "AED";
  const told = (name: string): string | undefined => memberText(document, name);
  const sum = (text: string | undefined): string | undefined => {
    const shown = text !== undefined && isDecimalText(text) ? money.forPeople(amount(text)) : undefined;
    return shown === undefined || dataStyle.isTerminal ? shown : plainAmount(shown);
  };
  const facts: [string, string | undefined][] = [
    ["Document", documentKinds[kind].says],
    ["Number", told("documentNumber")],
    ["Id", told("id")],
    ["Status", overallStatusOf(document) ?? (isUnread ? "not understood: see below" : "no status yet")],
    ["Issue date", told("issueDate")],
    ["Due date", told("dueDate")],
    ["Supplier", party(document, "accountingSupplierParty")],
    ["Buyer", party(document, "accountingCustomerParty")],
    ["Refers to", references(document)],
    ["Lines", listOf(document, "documentLines")?.length.toString()],
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

function listOf(document: JsonObject, name: string): readonly JsonValue[] | undefined {
  const list = memberNamed(document, name);
  return Array.isArray(list) ? list : undefined;
}

function references(document: JsonObject): string | undefined {
  const list = listOf(document, "billingReference");
  return list?.flatMap((each) => (isJsonObject(each) ? (textNamed(each, "id") ?? []) : [])).join(", ") || undefined;
}

function attachments(document: JsonObject): [string, string | undefined][] {
  const list = listOf(document, "attachments")?.filter(isJsonObject) ?? [];
  return list.map((each, index) => [`Attachment ${index + 1}`, textNamed(each, "fileName")]);
}
