import {
  type Attachment,
  amount,
  type Delivery,
  type DocumentKind,
  documentKinds,
  type ExchangeRate,
  isDecimalText,
  money,
  type PaymentMeans,
  type SelfBilledDocument,
} from "../document/index.ts";
import type { UblElement } from "./element.ts";
import { readEntries, readLine, readPeriod, readReference } from "./to-document-lines.ts";
import { readAccount, readAddress, readOtherParties, readSupplier } from "./to-document-parties.ts";
import { attributeAt, listOrNothing, numberAt, textBelow, unlessEmpty } from "./to-document-parts.ts";

/** Invoice or credit note, by the root alone. */
export function kindOfTree(root: UblElement): DocumentKind {
  return root.name === "CreditNote" ? "credit-note" : "invoice";
}

/**
 * The document that a self-billed UBL tree would have been written from, every value as its text. The buyer, the UUID and all that is
 * calculated (totals, breakdown, amounts in AED) have no field in a document; `leftOver` tells whatever else could not be carried over.
 * Never fails: what a tree does not state is absent. Source: the way back of from-document.ts; contract §3–§4 (UBL · term).
 */
export function toDocument(root: UblElement): SelfBilledDocument {
  const kind = kindOfTree(root);
  const credits = kind === "credit-note";
  const { typeCode } = documentKinds[kind];
  const currency = textBelow(root, "cbc:DocumentCurrencyCode");
  const lines = root.all(documentKinds[kind].line).map(readLine);
  const made: SelfBilledDocument = {
    profile_execution_id: textBelow(root, "cbc:ProfileExecutionID"),
    document_number: textBelow(root, "cbc:ID"),
    issue_date: textBelow(root, "cbc:IssueDate"),
    issue_time: readTime(textBelow(root, "cbc:IssueTime")),
    due_date: textBelow(root, "cbc:DueDate"),
    ...(credits ? { credit_note_type_code: typeCode } : { invoice_type_code: typeCode }),
    discrepancy_response: credits ? textBelow(root, "cac:DiscrepancyResponse", "cbc:ResponseCode") : undefined,
    reason: credits ? textBelow(root, "cac:DiscrepancyResponse", "cbc:Description") : undefined,
    billing_reference: listOrNothing(
      root.all("cac:BillingReference").map((each) => readReference(each.first("cac:InvoiceDocumentReference"))),
    ),
    document_currency_code: currency,
    tax_currency_code: currency === "AED" ? undefined : textBelow(root, "cbc:TaxCurrencyCode"),
    tax_exchange_rate: currency === "AED" ? undefined : readRate(root.first("cac:TaxExchangeRate")),
    note: textBelow(root, "cbc:Note"),
    accounting_cost: textBelow(root, "cbc:AccountingCost"),
    buyer_reference: textBelow(root, "cbc:BuyerReference"),
    invoice_period: readPeriod(root.first("cac:InvoicePeriod")),
    ...readReferences(root),
    accounting_supplier_party: readSupplier(root),
    ...readOtherParties(root),
    delivery: readDelivery(root.first("cac:Delivery")),
    payment_means: listOrNothing(root.all("cac:PaymentMeans").map(readPaymentMeans)),
    payment_terms: readPaymentTerms(root.first("cac:PaymentTerms")),
    charges: readEntries(root, true),
    allowances: readEntries(root, false),
    prepaid_amount: unlessZero(numberAt(root, "cac:LegalMonetaryTotal", "cbc:PrepaidAmount")),
    payable_rounding_amount: unlessZero(numberAt(root, "cac:LegalMonetaryTotal", "cbc:PayableRoundingAmount")),
    document_lines: lines.length > 0 ? lines : undefined,
    attachments: listOrNothing(root.all("cac:AdditionalDocumentReference").map(readAttachment)),
  };
  return unlessEmpty(made) ?? {};
}

/** A request tells Gulf Standard Time without a zone; a time of another zone is not carried over. */
function readTime(text: string | undefined): string | undefined {
  return /^(\d\d:\d\d:\d\d)(?:\+04:00)?$/.exec(text ?? "")?.[1];
}

function unlessZero(text: string | undefined): string | undefined {
  return text !== undefined && isDecimalText(text) && money.isZero(amount(text)) ? undefined : text;
}

function readRate(rate: UblElement | undefined): ExchangeRate | undefined {
  return unlessEmpty({
    source_currency_code: textBelow(rate, "cbc:SourceCurrencyCode"),
    target_currency_code: textBelow(rate, "cbc:TargetCurrencyCode"),
    calculation_rate: numberAt(rate, "cbc:CalculationRate"),
  });
}

function readReferences(root: UblElement): Partial<SelfBilledDocument> {
  const order = root.first("cac:OrderReference");
  // A credit note has no ProjectReference; its project is an additional document of type 50.
  const project = root
    .all("cac:AdditionalDocumentReference")
    .find((each) => textBelow(each, "cbc:DocumentTypeCode") === "50");
  return {
    order_reference: unlessEmpty({
      id: textBelow(order, "cbc:ID"),
      issue_date: textBelow(order, "cbc:IssueDate"),
      sales_order_id: textBelow(order, "cbc:SalesOrderID"),
    }),
    despatch_document_reference: readReference(root.first("cac:DespatchDocumentReference")),
    receipt_document_reference: readReference(root.first("cac:ReceiptDocumentReference")),
    statement_document_reference: readReference(root.first("cac:StatementDocumentReference")),
    originator_document_reference: readReference(root.first("cac:OriginatorDocumentReference")),
    contract_document_reference: readReference(root.first("cac:ContractDocumentReference")),
    project_reference: unlessEmpty({
      id: textBelow(root, "cac:ProjectReference", "cbc:ID") ?? textBelow(project, "cbc:ID"),
    }),
  };
}

function readDelivery(delivery: UblElement | undefined): Delivery | undefined {
  const party = delivery?.first("cac:DeliveryParty");
  const location = delivery?.first("cac:DeliveryLocation");
  return unlessEmpty({
    actual_delivery_date: textBelow(delivery, "cbc:ActualDeliveryDate"),
    delivery_location: unlessEmpty({
      id: textBelow(location, "cbc:ID"),
      address: readAddress(location?.first("cac:Address")),
    }),
    party_name: textBelow(party, "cac:PartyName", "cbc:Name"),
    party_id: textBelow(party, "cac:PartyIdentification", "cbc:ID"),
    terms: textBelow(delivery, "cac:DeliveryTerms", "cbc:ID"),
  });
}

function readPaymentMeans(means: UblElement): PaymentMeans | undefined {
  const card = means.first("cac:CardAccount");
  const mandate = means.first("cac:PaymentMandate");
  return unlessEmpty({
    id: textBelow(means, "cbc:ID"),
    payment_means_code: textBelow(means, "cbc:PaymentMeansCode"),
    payment_id: listOrNothing(means.all("cbc:PaymentID").map((id) => id.text.trim() || undefined)),
    payee_financial_account: readAccount(means.first("cac:PayeeFinancialAccount")),
    card_account: unlessEmpty({
      primary_account_number_id: textBelow(card, "cbc:PrimaryAccountNumberID"),
      network_id: textBelow(card, "cbc:NetworkID"),
      holder_name: textBelow(card, "cbc:HolderName"),
    }),
    payment_mandate: unlessEmpty({
      id: textBelow(mandate, "cbc:ID"),
      payer_financial_account_id: textBelow(mandate, "cac:PayerFinancialAccount", "cbc:ID"),
    }),
  });
}

function readPaymentTerms(terms: UblElement | undefined): SelfBilledDocument["payment_terms"] {
  return unlessEmpty({
    note: textBelow(terms, "cbc:Note"),
    due_date: textBelow(terms, "cbc:PaymentDueDate"),
    installment_due_date: textBelow(terms, "cbc:InstallmentDueDate"),
    amount: numberAt(terms, "cbc:Amount"),
    payment_means_id: textBelow(terms, "cbc:PaymentMeansID"),
  });
}

function readAttachment(reference: UblElement): Attachment | undefined {
  const object = ["cac:Attachment", "cbc:EmbeddedDocumentBinaryObject"];
  const content = textBelow(reference, ...object);
  if (content === undefined) return undefined;
  return unlessEmpty({
    file_name: attributeAt(reference, "filename", ...object) ?? textBelow(reference, "cbc:ID"),
    file_type: attributeAt(reference, "mimeCode", ...object),
    file_content: content.replace(/\s+/g, ""),
  });
}
