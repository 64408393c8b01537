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
import { attributeAt, group, list, numberAt, textAt } from "./to-document-parts.ts";

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
  const currency = textAt(root, "cbc:DocumentCurrencyCode");
  const lines = root.all(documentKinds[kind].line).map(readLine);
  const made: SelfBilledDocument = {
    profile_execution_id: textAt(root, "cbc:ProfileExecutionID"),
    document_number: textAt(root, "cbc:ID"),
    issue_date: textAt(root, "cbc:IssueDate"),
    issue_time: readTime(textAt(root, "cbc:IssueTime")),
    due_date: textAt(root, "cbc:DueDate"),
    ...(credits ? { credit_note_type_code: typeCode } : { invoice_type_code: typeCode }),
    discrepancy_response: credits ? textAt(root, "cac:DiscrepancyResponse", "cbc:ResponseCode") : undefined,
    reason: credits ? textAt(root, "cac:DiscrepancyResponse", "cbc:Description") : undefined,
    billing_reference: list(
      root.all("cac:BillingReference").map((each) => readReference(each.first("cac:InvoiceDocumentReference"))),
    ),
    document_currency_code: currency,
    tax_currency_code: currency === "AED" ? undefined : textAt(root, "cbc:TaxCurrencyCode"),
    tax_exchange_rate: currency === "AED" ? undefined : readRate(root.first("cac:TaxExchangeRate")),
    note: textAt(root, "cbc:Note"),
    accounting_cost: textAt(root, "cbc:AccountingCost"),
    buyer_reference: textAt(root, "cbc:BuyerReference"),
    invoice_period: readPeriod(root.first("cac:InvoicePeriod")),
    ...readReferences(root),
    accounting_supplier_party: readSupplier(root),
    ...readOtherParties(root),
    delivery: readDelivery(root.first("cac:Delivery")),
    payment_means: list(root.all("cac:PaymentMeans").map(readPaymentMeans)),
    payment_terms: readPaymentTerms(root.first("cac:PaymentTerms")),
    charges: readEntries(root, true),
    allowances: readEntries(root, false),
    prepaid_amount: unlessZero(numberAt(root, "cac:LegalMonetaryTotal", "cbc:PrepaidAmount")),
    payable_rounding_amount: unlessZero(numberAt(root, "cac:LegalMonetaryTotal", "cbc:PayableRoundingAmount")),
    document_lines: lines.length > 0 ? lines : undefined,
    attachments: list(root.all("cac:AdditionalDocumentReference").map(readAttachment)),
  };
  return group(made) ?? {};
}

/** A request tells Gulf Standard Time without a zone; a time of another zone is not carried over. */
function readTime(text: string | undefined): string | undefined {
  return /^(\d\d:\d\d:\d\d)(?:\+04:00)?$/.exec(text ?? "")?.[1];
}

function unlessZero(text: string | undefined): string | undefined {
  return text !== undefined && isDecimalText(text) && money.isZero(amount(text)) ? undefined : text;
}

function readRate(rate: UblElement | undefined): ExchangeRate | undefined {
  return group({
    source_currency_code: textAt(rate, "cbc:SourceCurrencyCode"),
    target_currency_code: textAt(rate, "cbc:TargetCurrencyCode"),
    calculation_rate: numberAt(rate, "cbc:CalculationRate"),
  });
}

function readReferences(root: UblElement): Partial<SelfBilledDocument> {
  const order = root.first("cac:OrderReference");
  // A credit note has no ProjectReference; its project is an additional document of type 50.
  const project = root
    .all("cac:AdditionalDocumentReference")
    .find((each) => textAt(each, "cbc:DocumentTypeCode") === "50");
  return {
    order_reference: group({
      id: textAt(order, "cbc:ID"),
      issue_date: textAt(order, "cbc:IssueDate"),
      sales_order_id: textAt(order, "cbc:SalesOrderID"),
    }),
    despatch_document_reference: readReference(root.first("cac:DespatchDocumentReference")),
    receipt_document_reference: readReference(root.first("cac:ReceiptDocumentReference")),
    statement_document_reference: readReference(root.first("cac:StatementDocumentReference")),
    originator_document_reference: readReference(root.first("cac:OriginatorDocumentReference")),
    contract_document_reference: readReference(root.first("cac:ContractDocumentReference")),
    project_reference: group({ id: textAt(root, "cac:ProjectReference", "cbc:ID") ?? textAt(project, "cbc:ID") }),
  };
}

function readDelivery(delivery: UblElement | undefined): Delivery | undefined {
  const party = delivery?.first("cac:DeliveryParty");
  const location = delivery?.first("cac:DeliveryLocation");
  return group({
    actual_delivery_date: textAt(delivery, "cbc:ActualDeliveryDate"),
    delivery_location: group({
      id: textAt(location, "cbc:ID"),
      address: readAddress(location?.first("cac:Address")),
    }),
    party_name: textAt(party, "cac:PartyName", "cbc:Name"),
    party_id: textAt(party, "cac:PartyIdentification", "cbc:ID"),
    terms: textAt(delivery, "cac:DeliveryTerms", "cbc:ID"),
  });
}

function readPaymentMeans(means: UblElement): PaymentMeans | undefined {
  const card = means.first("cac:CardAccount");
  const mandate = means.first("cac:PaymentMandate");
  return group({
    id: textAt(means, "cbc:ID"),
    payment_means_code: textAt(means, "cbc:PaymentMeansCode"),
    payment_id: list(means.all("cbc:PaymentID").map((id) => id.text.trim() || undefined)),
    payee_financial_account: readAccount(means.first("cac:PayeeFinancialAccount")),
    card_account: group({
      primary_account_number_id: textAt(card, "cbc:PrimaryAccountNumberID"),
      network_id: textAt(card, "cbc:NetworkID"),
      holder_name: textAt(card, "cbc:HolderName"),
    }),
    payment_mandate: group({
      id: textAt(mandate, "cbc:ID"),
      payer_financial_account_id: textAt(mandate, "cac:PayerFinancialAccount", "cbc:ID"),
    }),
  });
}

function readPaymentTerms(terms: UblElement | undefined): SelfBilledDocument["payment_terms"] {
  return group({
    note: textAt(terms, "cbc:Note"),
    due_date: textAt(terms, "cbc:PaymentDueDate"),
    installment_due_date: textAt(terms, "cbc:InstallmentDueDate"),
    amount: numberAt(terms, "cbc:Amount"),
    payment_means_id: textAt(terms, "cbc:PaymentMeansID"),
  });
}

function readAttachment(reference: UblElement): Attachment | undefined {
  const object = ["cac:Attachment", "cbc:EmbeddedDocumentBinaryObject"];
  const content = textAt(reference, ...object);
  if (content === undefined) return undefined;
  return group({
    file_name: attributeAt(reference, "filename", ...object) ?? textAt(reference, "cbc:ID"),
    file_type: attributeAt(reference, "mimeCode", ...object),
    file_content: content.replace(/\s+/g, ""),
  });
}
