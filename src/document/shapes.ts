import * as codes from "./codes/index.ts";
import { type Field, groupField, listField, type ValueOf } from "./fields/fields.ts";
import { base64, code, date, decimal, fileName, ofNetwork, pattern, textLeaf, time } from "./fields/leaf.ts";
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
  actual_delivery_date: date("Date of delivery or supply", "cbc:ActualDeliveryDate", { tier: "T1", term: "IBT-072" }),
  delivery_location: groupField({
    id: textLeaf("Identifier of the place", "cbc:ID", { term: "IBT-071", example: "GATE-4" }),
    address: addressShape.at("cac:Address", "Where the goods go"),
  }).at("cac:DeliveryLocation", "Place of delivery"),
  party_name: textLeaf("Who receives the goods", "cac:DeliveryParty/cac:PartyName/cbc:Name", {
    term: "IBT-070",
    example: "Palm Ledger warehouse",
    label: "the name of the recipient",
  }),
  party_id: textLeaf("TRN or TIN of the recipient", "cac:DeliveryParty/cac:PartyIdentification/cbc:ID", {
    term: "BTAE-23",
    example: "1009876549",
  }),
  terms: textLeaf("Incoterm", inUbl("cac:DeliveryTerms/cbc:ID", { with: { "@schemeID": "Incoterms" } }), {
    term: "BTAE-22",
    example: "DAP",
  }),
  delivery_time: time(
    "Time of delivery, Gulf time; PINT AE has only the day",
    notInUbl("PINT AE has only the day of delivery"),
  ),
});

const paymentMeansShape = groupField({
  payment_means_code: code("How it is paid", "cbc:PaymentMeansCode", codes.paymentMeansCodes, "payment means", {
    term: "IBT-081",
    example: "30",
    label: "the way of payment",
  }),
  id: textLeaf("A name for this way to pay, for payment_terms", "cbc:ID", { term: "IBT-178", example: "pm-1" }),
  payment_id: listField(
    textLeaf("A text that travels with the payment", inCode("by its group"), {
      term: "IBT-083",
      example: "RF18 5390 0754 7034",
    }),
  ).at("cbc:PaymentID", "Texts that travel with the payment"),
  payee_financial_account: financialAccountShape.at("cac:PayeeFinancialAccount", "The account to pay to; for code 30", {
    label: "the account to pay to",
  }),
  card_account: groupField({
    primary_account_number_id: textLeaf("Masked card number", "cbc:PrimaryAccountNumberID", {
      term: "IBT-087",
      example: "XXXX1234",
      label: "the masked card number",
    }),
    network_id: textLeaf("Card network, such as VISA", "cbc:NetworkID", { example: "VISA", label: "the card network" }),
    holder_name: textLeaf("Card holder", "cbc:HolderName", { term: "IBT-088", example: "Palm Ledger LLC" }),
  }).at("cac:CardAccount", "The card; for codes 54 and 55", { label: "the card" }),
  payment_mandate: groupField({
    id: textLeaf("Reference of the mandate", "cbc:ID", {
      term: "IBT-089",
      example: "M-1",
      label: "the reference of the mandate",
    }),
    payer_financial_account_id: textLeaf("The account that is debited", "cac:PayerFinancialAccount/cbc:ID", {
      term: "IBT-091",
      example: "AE070331234567890123456",
    }),
  }).at("cac:PaymentMandate", "The mandate; for code 49", { label: "the mandate of the direct debit" }),
});

const exchangeRateShape = groupField({
  source_currency_code: code(
    "The currency of the document",
    "cbc:SourceCurrencyCode",
    codes.currencyCodes,
    "currency",
    { example: "AED", label: "the currency of the rate" },
  ),
  target_currency_code: code("AED", "cbc:TargetCurrencyCode", codes.currencyCodes, "currency", {
    example: "AED",
    label: "the target currency of the rate",
  }),
  calculation_rate: decimal("AED for one unit of the document currency", "cbc:CalculationRate", {
    tier: "T1",
    least: "above-zero",
    term: "BTAE-04",
    label: "the exchange rate",
  }),
});

const attachmentShape = groupField({
  file_name: fileName("Name with its ending", inCode("by its group"), {
    tier: "T1",
    term: "IBT-125-2",
    example: "delivery-note.pdf",
    label: "the name of the attachment",
  }),
  file_type: code(
    "MIME type; not needed with file_path",
    inCode("by its group"),
    codes.attachmentTypes,
    "attachment type",
    { ...ofNetwork, term: "IBT-125-1", example: "application/pdf", label: "the type of the attachment" },
  ),
  file_content: base64("The file in Base64; file_path is the easier way", inCode("by its group"), {
    tier: "T1",
    term: "IBT-125",
    example: "QQ==",
    label: "the content of the attachment",
  }),
});

const projectPlace = byKind({
  invoice: inUbl("cac:ProjectReference", { readAt: "cac:AdditionalDocumentReference[cbc:DocumentTypeCode=50]" }),
  "credit-note": "cac:AdditionalDocumentReference[cbc:DocumentTypeCode=50]",
});

const common = {
  profile_execution_id: pattern("The eight scenario flags; 00000000 = standard", "cbc:ProfileExecutionID", {
    form: /^[01]{8}$/,
    otherwise: "is not a string of eight 0 and 1.",
    hint: 'Write eight digits, "00000000" for a standard document.',
    tier: "T1",
    term: "BTAE-02",
    example: "00000000",
    label: "the scenario",
    cell: "digits",
    echo: "filled in",
  }),
  issue_date: date("Date of issue", "cbc:IssueDate", {
    tier: "T1",
    term: "IBT-002",
    label: "the issue date",
    echo: "filled in",
  }),
  issue_time: time("Time of issue, Gulf time; 00:00:00 when left out", "cbc:IssueTime", {
    term: "IBT-168",
    echo: "filled in",
  }),
  due_date: date("Date on which payment is due", byKind({ invoice: "cbc:DueDate" }), {
    term: "IBT-009",
    label: "the due date",
    echo: "filled in",
  }),
  document_number: textLeaf("Left out: the service gives the number", "cbc:ID", {
    term: "IBT-001",
    example: "SB-2026-0042",
    cell: "text",
    echo: "filled in",
  }),
  document_currency_code: code(
    "Currency of all amounts, such as AED",
    "cbc:DocumentCurrencyCode",
    codes.currencyCodes,
    "currency",
    { term: "IBT-005", example: "AED", label: "the currency", echo: "filled in" },
  ),
  tax_currency_code: pattern("AED; only in a document in a currency other than AED", "cbc:TaxCurrencyCode", {
    form: /^AED$/,
    otherwise: "is not AED.",
    hint: "Write AED, or leave it out when the document is in AED.",
    tier: "T1",
    term: "IBT-006",
    example: "AED",
    echo: "filled in",
  }),
  tax_exchange_rate: exchangeRateShape.at(
    "cac:TaxExchangeRate",
    "The published exchange rate; only in a document in a currency other than AED",
    { echo: "filled in" },
  ),
  accounting_supplier_party: partyShape.at("cac:AccountingSupplierParty/cac:Party", "Who supplied you", {
    label: "the supplier",
    echo: "filled in",
  }),
  buyer_customer_party: groupField({
    id: textLeaf("Identifier of the beneficiary", "cac:Party/cac:PartyIdentification/cbc:ID", {
      tier: "T1",
      term: "BTAE-01",
      example: "1010110110",
    }),
  }).at("cac:BuyerCustomerParty", "The beneficiary; scenario 1, free trade zone", { echo: "filled in" }),
  seller_supplier_party: groupField({
    id: pattern("The principal's TRN", "cac:Party/cac:PartyIdentification/cbc:ID", {
      form: /^1\d{12}0[13]$/,
      otherwise: "is not a TRN.",
      hint: "Write the principal's TRN: 15 digits without spaces, beginning with 1 and ending with 03.",
      tier: "T1",
      term: "BTAE-14",
      example: "100555666500003",
    }),
  }).at("cac:SellerSupplierParty", "The principal; scenario 6, disclosed agent billing", { echo: "filled in" }),
  payee_party: payeePartyShape.at("cac:PayeeParty", "Who is paid in place of the supplier", { echo: "filled in" }),
  tax_representative_party: taxRepresentativePartyShape.at(
    "cac:TaxRepresentativeParty",
    "The supplier's tax representative",
    { echo: "filled in" },
  ),
  delivery: deliveryShape.at(
    "cac:Delivery",
    "Date and place of delivery or supply; scenarios 7 and 8 require the address",
    { echo: "filled in" },
  ),
  order_reference: groupField({
    id: textLeaf("Number of your purchase order", "cbc:ID", {
      term: "IBT-013",
      example: "PO-4711",
      label: "the number of the order",
    }),
    issue_date: date("Date of the order", "cbc:IssueDate", { label: "the issue date" }),
    sales_order_id: textLeaf("Number of the order in the books of the supplier", "cbc:SalesOrderID", {
      term: "IBT-014",
      example: "SO-9",
    }),
  }).at("cac:OrderReference", "The order", { echo: "as sent" }),
  billing_reference: listField(
    groupField({
      id: textLeaf("Number of the invoice, not its id", "cbc:ID", {
        term: "IBT-025",
        example: "SB-2026-0042",
        label: "the number of the original invoice",
        cell: "text",
      }),
      issue_date: date("Date of issue of that invoice", "cbc:IssueDate", { term: "IBT-026", label: "the issue date" }),
      document_description: textLeaf("What it is, in words", "cbc:DocumentDescription", { example: "Tiles of May" }),
    }),
  ).at(
    "cac:BillingReference/cac:InvoiceDocumentReference",
    "Earlier invoices; on a credit note those that it corrects",
    { echo: "as sent" },
  ),
  despatch_document_reference: documentReferenceShape.at("cac:DespatchDocumentReference", "The delivery note", {
    label: "the delivery note",
    echo: "as sent",
  }),
  receipt_document_reference: documentReferenceShape.at("cac:ReceiptDocumentReference", "The goods received note", {
    label: "the receipt",
    echo: "as sent",
  }),
  statement_document_reference: documentReferenceShape.at("cac:StatementDocumentReference", "The customs declaration", {
    label: "the statement",
    echo: "as sent",
  }),
  originator_document_reference: documentReferenceShape.at("cac:OriginatorDocumentReference", "The tender or lot", {
    label: "the tender",
    echo: "as sent",
  }),
  contract_document_reference: documentReferenceShape.at(
    "cac:ContractDocumentReference",
    "The contract; its description may carry the value of the contract",
    { label: "the contract", echo: "as sent" },
  ),
  project_reference: groupField({
    id: textLeaf("Number of the project", "cbc:ID", {
      term: "IBT-011",
      example: "P-1",
      label: "the number of the project",
    }),
    name: textLeaf("Name of the project", notInUbl("a project has a number alone there"), { example: "Harbour" }),
  }).at(projectPlace, "The project", { echo: "as sent" }),
  invoice_period: periodShape.at("cac:InvoicePeriod", "The period that is billed; scenario 4 requires it", {
    echo: "as sent",
  }),
  document_lines: listField(documentLineShape).at(inCode("lines"), "What was supplied, or is credited", {
    echo: "filled in",
  }),
  charges: listField(chargeShape).at(inCode("charges"), "What the whole document costs in addition, such as freight", {
    echo: "as sent",
  }),
  allowances: listField(allowanceShape).at(inCode("allowances"), "Discounts on the whole document", {
    echo: "as sent",
  }),
  attachments: listField(attachmentShape).at(inCode("attachments"), "Files that travel with the document", {
    echo: "by the service",
  }),
  payment_means: listField(paymentMeansShape).at(
    "cac:PaymentMeans",
    "How it is paid; required on an invoice unless it is a deemed supply",
    { echo: "filled in" },
  ),
  payment_terms: groupField({
    note: textLeaf("The terms in words", "cbc:Note", { term: "IBT-020", example: "Within 30 days", echo: "as sent" }),
    due_date: date("Date on which payment is due", "cbc:PaymentDueDate", { label: "the due date" }),
    installment_due_date: date("Date on which the instalment is due", "cbc:InstallmentDueDate", { term: "IBT-177" }),
    amount: decimal("Amount of the instalment", "cbc:Amount", {
      ...{ least: "zero", beyond: "T3" },
      ...{ term: "IBT-176", label: "the amount" },
    }),
    payment_means_id: textLeaf("The id of the way to pay it", "cbc:PaymentMeansID", {
      term: "IBT-187",
      example: "pm-1",
    }),
  }).at("cac:PaymentTerms", "When it is paid", { echo: "filled in" }),
  note: textLeaf("A remark for the reader", "cbc:Note", {
    term: "IBT-022",
    example: "Self-billed under agreement 7",
    echo: "as sent",
  }),
  buyer_reference: textLeaf("Your own reference, as you like", "cbc:BuyerReference", {
    term: "IBT-010",
    example: "CC-12",
    cell: "text",
    echo: "as sent",
  }),
  accounting_cost: textLeaf("Where it is booked", "cbc:AccountingCost", {
    term: "IBT-019",
    example: "6000",
    unasked: "it is for the buyer's own books",
    echo: "as sent",
  }),
  prepaid_amount: decimal("What was already paid", inCode("prepaid amount"), {
    ...{ least: "zero", beyond: "T3" },
    ...{ term: "IBT-113", echo: "as sent" },
  }),
  payable_rounding_amount: decimal("Added to round what is payable; may be negative", inCode("rounding amount"), {
    least: "any",
    term: "IBT-114",
    echo: "as sent",
  }),
  document_source: textLeaf("Name of the sending system", notInUbl("it is for the service"), {
    example: "ERP",
    echo: "by the service",
  }),
};

/** The fields of the create requests. Every field is optional here: `checkFields` checks presence. */
export const documentShapes = {
  invoice: groupField({
    ...common,
    invoice_type_code: textLeaf("389", "cbc:InvoiceTypeCode", {
      term: "IBT-003",
      example: "389",
      echo: "by the service",
    }),
  }),
  "credit-note": groupField({
    ...common,
    credit_note_type_code: pattern("261", "cbc:CreditNoteTypeCode", {
      form: /^261$/,
      otherwise: "is not the type code of a self-billed credit note.",
      hint: "Write 261, or leave it out.",
      term: "IBT-003",
      example: "261",
      echo: "by the service",
    }),
    discrepancy_response: code(
      "Why the invoice is corrected",
      "cac:DiscrepancyResponse/cbc:ResponseCode",
      codes.discrepancyReasons,
      "credit note reason",
      { tier: "T1", term: "BTAE-03", example: "DL8.61.1.D", echo: "as sent" },
    ),
    reason: textLeaf("The reason in words", "cac:DiscrepancyResponse/cbc:Description", {
      example: "Four boxes broken on arrival",
      label: "the reason",
      echo: "as sent",
    }),
  }),
};

export function documentShape(kind: DocumentKind): Field {
  return documentShapes[kind];
}

type InvoiceDocument = ValueOf<(typeof documentShapes)["invoice"]>;
type CreditNoteDocument = ValueOf<(typeof documentShapes)["credit-note"]>;

/** Every scalar is the original string; absent fields are undefined. */
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
