import * as codes from "./codes/index.ts";
import { type Field, groupField, listField, type ValueOf } from "./fields/fields.ts";
import { base64, code, date, decimal, fileName, pattern, textLeaf, time } from "./fields/leaf.ts";
import { byKind, inCode, inUbl, notInUbl } from "./fields/ubl-place.ts";
import type { DocumentKind } from "./kind.ts";
import {
  allowanceShape,
  chargeShape,
  type commodityClassificationShape,
  documentLineShape,
  documentReferenceShape,
  periodShape,
  type priceShape,
  type taxCategoryShape,
} from "./shapes-line.ts";
import {
  addressShape,
  financialAccountShape,
  partyShape,
  payeePartyShape,
  taxRepresentativePartyShape,
} from "./shapes-party.ts";

const deliveryShape = groupField({
  actual_delivery_date: date({
    tier: "T1",
    term: "IBT-072",
    says: "Date of delivery or supply",
    ubl: "cbc:ActualDeliveryDate",
  }),
  delivery_location: groupField({
    id: textLeaf({ term: "IBT-071", says: "Identifier of the place", ubl: "cbc:ID" }),
    address: addressShape.at("cac:Address", "Where the goods go"),
  }).at("cac:DeliveryLocation", "Place of delivery"),
  party_name: textLeaf({
    term: "IBT-070",
    says: "Who receives the goods",
    ubl: "cac:DeliveryParty/cac:PartyName/cbc:Name",
  }),
  party_id: textLeaf({
    term: "BTAE-23",
    says: "TRN or TIN of the recipient",
    ubl: "cac:DeliveryParty/cac:PartyIdentification/cbc:ID",
  }),
  terms: textLeaf({
    term: "BTAE-22",
    says: "Incoterm",
    ubl: inUbl("cac:DeliveryTerms/cbc:ID", { with: { "@schemeID": "Incoterms" } }),
  }),
  delivery_time: time({
    says: "Time of delivery, Gulf time",
    ubl: notInUbl("PINT AE knows the day of delivery alone"),
  }),
});

const paymentMeansShape = groupField({
  payment_means_code: code(codes.paymentMeansCodes, "payment means", {
    term: "IBT-081",
    says: "How it is paid",
    ubl: "cbc:PaymentMeansCode",
  }),
  id: textLeaf({ term: "IBT-178", says: "A name for this way to pay, for payment_terms", ubl: "cbc:ID" }),
  payment_id: listField(
    textLeaf({ term: "IBT-083", says: "A text that travels with the payment", ubl: inCode("by its group") }),
  ).at("cbc:PaymentID", "Texts that travel with the payment"),
  payee_financial_account: financialAccountShape.at("cac:PayeeFinancialAccount", "The account to pay to; for code 30"),
  card_account: groupField({
    primary_account_number_id: textLeaf({
      term: "IBT-087",
      says: "Masked card number",
      ubl: "cbc:PrimaryAccountNumberID",
    }),
    network_id: textLeaf({ says: "Card network, such as VISA", ubl: "cbc:NetworkID" }),
    holder_name: textLeaf({ term: "IBT-088", says: "Card holder", ubl: "cbc:HolderName" }),
  }).at("cac:CardAccount", "The card; for codes 54 and 55"),
  payment_mandate: groupField({
    id: textLeaf({ term: "IBT-089", says: "Reference of the mandate", ubl: "cbc:ID" }),
    payer_financial_account_id: textLeaf({
      term: "IBT-091",
      says: "The account that is debited",
      ubl: "cac:PayerFinancialAccount/cbc:ID",
    }),
  }).at("cac:PaymentMandate", "The mandate; for code 49"),
});

const exchangeRateShape = groupField({
  source_currency_code: code(codes.currencyCodes, "currency", {
    says: "The currency of the document",
    ubl: "cbc:SourceCurrencyCode",
  }),
  target_currency_code: code(codes.currencyCodes, "currency", { says: "AED", ubl: "cbc:TargetCurrencyCode" }),
  calculation_rate: decimal({
    tier: "T1",
    least: "above-zero",
    term: "BTAE-04",
    says: "AED for one unit of the document currency",
    ubl: "cbc:CalculationRate",
  }),
});

const attachmentShape = groupField({
  file_name: fileName({ tier: "T1", term: "IBT-125-2", says: "Name with its ending", ubl: inCode("by its group") }),
  file_type: code(codes.attachmentTypes, "attachment type", {
    term: "IBT-125-1",
    says: "MIME type; not needed with file_path",
    ubl: inCode("by its group"),
  }),
  file_content: base64({
    tier: "T1",
    term: "IBT-125",
    says: "The file in Base64; file_path is the easier way",
    ubl: inCode("by its group"),
  }),
});

const projectPlace = byKind({
  invoice: inUbl("cac:ProjectReference", { readAt: "cac:AdditionalDocumentReference[cbc:DocumentTypeCode=50]" }),
  "credit-note": "cac:AdditionalDocumentReference[cbc:DocumentTypeCode=50]",
});

const common = {
  profile_execution_id: pattern(
    /^[01]{8}$/,
    "is not a string of eight 0 and 1.",
    'Write eight digits, "00000000" for a standard document.',
    {
      tier: "T1",
      term: "BTAE-02",
      says: "The eight scenario flags; 00000000 = standard",
      ubl: "cbc:ProfileExecutionID",
    },
  ),
  issue_date: date({ tier: "T1", term: "IBT-002", says: "Date of issue", ubl: "cbc:IssueDate" }),
  issue_time: time({ term: "IBT-168", says: "Time of issue, Gulf time; 00:00:00 when left out", ubl: "cbc:IssueTime" }),
  due_date: date({ term: "IBT-009", says: "Date on which payment is due", ubl: byKind({ invoice: "cbc:DueDate" }) }),
  document_number: textLeaf({ term: "IBT-001", says: "Left out: the service gives the number", ubl: "cbc:ID" }),
  document_currency_code: code(codes.currencyCodes, "currency", {
    term: "IBT-005",
    says: "Currency of all amounts, such as AED",
    ubl: "cbc:DocumentCurrencyCode",
  }),
  tax_currency_code: pattern(/^AED$/, "is not AED.", "Write AED, or leave it out when the document is in AED.", {
    tier: "T1",
    term: "IBT-006",
    says: "AED; only in a document in a currency other than AED",
    ubl: "cbc:TaxCurrencyCode",
  }),
  tax_exchange_rate: exchangeRateShape.at(
    "cac:TaxExchangeRate",
    "The published exchange rate; only in a document in a currency other than AED",
  ),
  accounting_supplier_party: partyShape.at("cac:AccountingSupplierParty/cac:Party", "Who supplied you"),
  buyer_customer_party: groupField({
    id: textLeaf({
      tier: "T1",
      term: "BTAE-01",
      says: "Identifier of the beneficiary",
      ubl: "cac:Party/cac:PartyIdentification/cbc:ID",
    }),
  }).at("cac:BuyerCustomerParty", "The beneficiary; scenario 1, free trade zone"),
  seller_supplier_party: groupField({
    id: pattern(
      /^1\d{12}0[13]$/,
      "is not a TRN.",
      "Write the principal's TRN: 15 digits without spaces, beginning with 1 and ending with 03.",
      { tier: "T1", term: "BTAE-14", says: "The principal's TRN", ubl: "cac:Party/cac:PartyIdentification/cbc:ID" },
    ),
  }).at("cac:SellerSupplierParty", "The principal; scenario 6, disclosed agent billing"),
  payee_party: payeePartyShape.at("cac:PayeeParty", "Who is paid in place of the supplier"),
  tax_representative_party: taxRepresentativePartyShape.at(
    "cac:TaxRepresentativeParty",
    "The supplier's tax representative",
  ),
  delivery: deliveryShape.at(
    "cac:Delivery",
    "Date and place of delivery or supply; scenarios 7 and 8 require the address",
  ),
  order_reference: groupField({
    id: textLeaf({ term: "IBT-013", says: "Number of your purchase order", ubl: "cbc:ID" }),
    issue_date: date({ says: "Date of the order", ubl: "cbc:IssueDate" }),
    sales_order_id: textLeaf({
      term: "IBT-014",
      says: "Number of the order in the books of the supplier",
      ubl: "cbc:SalesOrderID",
    }),
  }).at("cac:OrderReference", "The order"),
  billing_reference: listField(
    groupField({
      id: textLeaf({ term: "IBT-025", says: "Number of the invoice, not its id", ubl: "cbc:ID" }),
      issue_date: date({ term: "IBT-026", says: "Date of issue of that invoice", ubl: "cbc:IssueDate" }),
      document_description: textLeaf({ says: "What it is, in words", ubl: "cbc:DocumentDescription" }),
    }),
  ).at(
    "cac:BillingReference/cac:InvoiceDocumentReference",
    "Earlier invoices; on a credit note those that it corrects",
  ),
  despatch_document_reference: documentReferenceShape.at("cac:DespatchDocumentReference", "The delivery note"),
  receipt_document_reference: documentReferenceShape.at("cac:ReceiptDocumentReference", "The goods received note"),
  statement_document_reference: documentReferenceShape.at("cac:StatementDocumentReference", "The customs declaration"),
  originator_document_reference: documentReferenceShape.at("cac:OriginatorDocumentReference", "The tender or lot"),
  contract_document_reference: documentReferenceShape.at(
    "cac:ContractDocumentReference",
    "The contract; its description may carry the value of the contract",
  ),
  project_reference: groupField({
    id: textLeaf({ term: "IBT-011", says: "Number of the project", ubl: "cbc:ID" }),
    name: textLeaf({ says: "Name of the project", ubl: notInUbl("a project has a number alone there") }),
  }).at(projectPlace, "The project"),
  invoice_period: periodShape.at("cac:InvoicePeriod", "The period that is billed; scenario 4 requires it"),
  document_lines: listField(documentLineShape).at(inCode("lines"), "What was supplied, or is credited"),
  charges: listField(chargeShape).at(inCode("charges"), "What the whole document costs in addition, such as freight"),
  allowances: listField(allowanceShape).at(inCode("allowances"), "Discounts on the whole document"),
  attachments: listField(attachmentShape).at(inCode("attachments"), "Files that travel with the document"),
  payment_means: listField(paymentMeansShape).at(
    "cac:PaymentMeans",
    "How it is paid; required on an invoice unless it is a deemed supply",
  ),
  payment_terms: groupField({
    note: textLeaf({ term: "IBT-020", says: "The terms in words", ubl: "cbc:Note" }),
    due_date: date({ says: "Date on which payment is due", ubl: "cbc:PaymentDueDate" }),
    installment_due_date: date({
      term: "IBT-177",
      says: "Date on which the instalment is due",
      ubl: "cbc:InstallmentDueDate",
    }),
    amount: decimal({ least: "zero", term: "IBT-176", says: "Amount of the instalment", ubl: "cbc:Amount" }),
    payment_means_id: textLeaf({ term: "IBT-187", says: "The id of the way to pay it", ubl: "cbc:PaymentMeansID" }),
  }).at("cac:PaymentTerms", "When it is paid"),
  note: textLeaf({ term: "IBT-022", says: "A remark for the reader", ubl: "cbc:Note" }),
  buyer_reference: textLeaf({ term: "IBT-010", says: "Your own reference, as you like", ubl: "cbc:BuyerReference" }),
  accounting_cost: textLeaf({ term: "IBT-019", says: "Where it is booked", ubl: "cbc:AccountingCost" }),
  prepaid_amount: decimal({
    least: "zero",
    term: "IBT-113",
    says: "What was already paid",
    ubl: inCode("prepaid amount"),
  }),
  payable_rounding_amount: decimal({
    least: "any",
    term: "IBT-114",
    says: "Added to round what is payable; may be negative",
    ubl: inCode("rounding amount"),
  }),
  document_source: textLeaf({ says: "Name of the sending system", ubl: notInUbl("it is for the service") }),
};

/** The create request of each kind. Every field is optional here: presence is judged by `checkFields`, all at once. */
export const documentShapes = {
  invoice: groupField({
    ...common,
    invoice_type_code: textLeaf({ term: "IBT-003", says: "389", ubl: "cbc:InvoiceTypeCode" }),
  }),
  "credit-note": groupField({
    ...common,
    credit_note_type_code: pattern(
      /^261$/,
      "is not the type code of a self-billed credit note.",
      "Write 261, or leave it out.",
      { term: "IBT-003", says: "261", ubl: "cbc:CreditNoteTypeCode" },
    ),
    discrepancy_response: code(codes.discrepancyReasons, "credit note reason", {
      tier: "T1",
      term: "BTAE-03",
      says: "Why the invoice is corrected",
      ubl: "cac:DiscrepancyResponse/cbc:ResponseCode",
    }),
    reason: textLeaf({ says: "The reason in words", ubl: "cac:DiscrepancyResponse/cbc:Description" }),
  }),
};

export function documentShape(kind: DocumentKind): Field {
  return documentShapes[kind];
}

type InvoiceDocument = ValueOf<(typeof documentShapes)["invoice"]>;
type CreditNoteDocument = ValueOf<(typeof documentShapes)["credit-note"]>;

/** A document of either kind: every scalar is its author's text, absent fields are undefined. */
export type SelfBilledDocument = Partial<InvoiceDocument & CreditNoteDocument>;
export type Address = ValueOf<typeof addressShape>;
export type Party = ValueOf<typeof partyShape>;
export type FinancialAccount = ValueOf<typeof financialAccountShape>;
export type Delivery = ValueOf<typeof deliveryShape>;
export type PaymentMeans = ValueOf<typeof paymentMeansShape>;
export type ExchangeRate = ValueOf<typeof exchangeRateShape>;
export type Attachment = ValueOf<typeof attachmentShape>;
export type TaxCategory = ValueOf<typeof taxCategoryShape>;
export type AllowanceOrCharge = ValueOf<typeof chargeShape>;
export type Period = ValueOf<typeof periodShape>;
export type DocumentReference = ValueOf<typeof documentReferenceShape>;
export type BillingReference = DocumentReference;
export type Price = ValueOf<typeof priceShape>;
export type CommodityClassification = ValueOf<typeof commodityClassificationShape>;
export type DocumentLine = ValueOf<typeof documentLineShape>;
