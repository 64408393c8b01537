import * as codes from "./codes/index.ts";
import { type Field, groupField, listField, type ValueOf } from "./fields/fields.ts";
import { base64, code, date, decimal, fileName, pattern, textLeaf, time } from "./fields/leaf.ts";
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
  actual_delivery_date: date({ tier: "T1", term: "IBT-072", description: "Date of delivery or supply" }),
  delivery_location: groupField({
    id: textLeaf({ term: "IBT-071", description: "Identifier of the place" }),
    address: addressShape.described("Where the goods go"),
  }).described("Place of delivery"),
  party_name: textLeaf({ term: "IBT-070", description: "Who receives the goods" }),
  party_id: textLeaf({ term: "BTAE-23", description: "TRN or TIN of the recipient" }),
  terms: textLeaf({ term: "BTAE-22", description: "Incoterm" }),
  delivery_time: time({ description: "Time of delivery, Gulf time" }),
});

const paymentMeansShape = groupField({
  payment_means_code: code(codes.paymentMeansCodes, "payment means", {
    term: "IBT-081",
    description: "How it is paid",
  }),
  id: textLeaf({ term: "IBT-178", description: "A name for this way to pay, for payment_terms" }),
  payment_id: listField(textLeaf({ term: "IBT-083", description: "A text that travels with the payment" })).described(
    "Texts that travel with the payment",
  ),
  payee_financial_account: financialAccountShape.described("The account to pay to; for code 30"),
  card_account: groupField({
    primary_account_number_id: textLeaf({ term: "IBT-087", description: "Masked card number" }),
    network_id: textLeaf({ description: "Card network, such as VISA" }),
    holder_name: textLeaf({ term: "IBT-088", description: "Card holder" }),
  }).described("The card; for codes 54 and 55"),
  payment_mandate: groupField({
    id: textLeaf({ term: "IBT-089", description: "Reference of the mandate" }),
    payer_financial_account_id: textLeaf({ term: "IBT-091", description: "The account that is debited" }),
  }).described("The mandate; for code 49"),
});

const exchangeRateShape = groupField({
  source_currency_code: code(codes.currencyCodes, "currency", { description: "The currency of the document" }),
  target_currency_code: code(codes.currencyCodes, "currency", { description: "AED" }),
  calculation_rate: decimal({
    tier: "T1",
    least: "above-zero",
    term: "BTAE-04",
    description: "AED for one unit of the document currency",
  }),
});

const attachmentShape = groupField({
  file_name: fileName({ tier: "T1", term: "IBT-125-2", description: "Name with its ending" }),
  file_type: code(codes.attachmentTypes, "attachment type", {
    term: "IBT-125-1",
    description: "MIME type; not needed with file_path",
  }),
  file_content: base64({ tier: "T1", term: "IBT-125", description: "The file in Base64; file_path is the easier way" }),
});

const common = {
  profile_execution_id: pattern(
    /^[01]{8}$/,
    "is not a string of eight 0 and 1.",
    'Write eight digits, "00000000" for a standard document.',
    {
      tier: "T1",
      term: "BTAE-02",
      description: "The eight scenario flags; 00000000 = standard",
    },
  ),
  issue_date: date({ tier: "T1", term: "IBT-002", description: "Date of issue" }),
  issue_time: time({ term: "IBT-168", description: "Time of issue, Gulf time; 00:00:00 when left out" }),
  due_date: date({ term: "IBT-009", description: "Date on which payment is due" }),
  document_number: textLeaf({ term: "IBT-001", description: "Left out: the service gives the number" }),
  document_currency_code: code(codes.currencyCodes, "currency", {
    term: "IBT-005",
    description: "Currency of all amounts, such as AED",
  }),
  tax_currency_code: pattern(/^AED$/, "is not AED.", "Write AED, or leave it out when the document is in AED.", {
    tier: "T1",
    term: "IBT-006",
    description: "AED; only in a document in a currency other than AED",
  }),
  tax_exchange_rate: exchangeRateShape.described(
    "The published exchange rate; only in a document in a currency other than AED",
  ),
  accounting_supplier_party: partyShape.described("Who supplied you"),
  buyer_customer_party: groupField({
    id: textLeaf({ tier: "T1", term: "BTAE-01", description: "Identifier of the beneficiary" }),
  }).described("The beneficiary; scenario 1, free trade zone"),
  seller_supplier_party: groupField({
    id: pattern(
      /^1\d{12}0[13]$/,
      "is not a TRN.",
      "Write the principal's TRN: 15 digits without spaces, beginning with 1 and ending with 03.",
      { tier: "T1", term: "BTAE-14", description: "The principal's TRN" },
    ),
  }).described("The principal; scenario 6, disclosed agent billing"),
  payee_party: payeePartyShape.described("Who is paid in place of the supplier"),
  tax_representative_party: taxRepresentativePartyShape.described("The supplier's tax representative"),
  delivery: deliveryShape.described("Date and place of delivery or supply; scenarios 7 and 8 require the address"),
  order_reference: groupField({
    id: textLeaf({ term: "IBT-013", description: "Number of your purchase order" }),
    issue_date: date({ description: "Date of the order" }),
    sales_order_id: textLeaf({ term: "IBT-014", description: "Number of the order in the books of the supplier" }),
  }).described("The order"),
  billing_reference: listField(
    groupField({
      id: textLeaf({ term: "IBT-025", description: "Number of the invoice, not its id" }),
      issue_date: date({ term: "IBT-026", description: "Date of issue of that invoice" }),
      document_description: textLeaf({ description: "What it is, in words" }),
    }),
  ).described("Earlier invoices; on a credit note those that it corrects"),
  despatch_document_reference: documentReferenceShape.described("The delivery note"),
  receipt_document_reference: documentReferenceShape.described("The goods received note"),
  statement_document_reference: documentReferenceShape.described("The customs declaration"),
  originator_document_reference: documentReferenceShape.described("The tender or lot"),
  contract_document_reference: documentReferenceShape.described(
    "The contract; its description may carry the value of the contract",
  ),
  project_reference: groupField({
    id: textLeaf({ term: "IBT-011", description: "Number of the project" }),
    name: textLeaf({ description: "Name of the project" }),
  }).described("The project"),
  invoice_period: periodShape.described("The period that is billed; scenario 4 requires it"),
  document_lines: listField(documentLineShape).described("What was supplied, or is credited"),
  charges: listField(chargeShape).described("What the whole document costs in addition, such as freight"),
  allowances: listField(allowanceShape).described("Discounts on the whole document"),
  attachments: listField(attachmentShape).described("Files that travel with the document"),
  payment_means: listField(paymentMeansShape).described(
    "How it is paid; required on an invoice unless it is a deemed supply",
  ),
  payment_terms: groupField({
    note: textLeaf({ term: "IBT-020", description: "The terms in words" }),
    due_date: date({ description: "Date on which payment is due" }),
    installment_due_date: date({ term: "IBT-177", description: "Date on which the instalment is due" }),
    amount: decimal({ least: "zero", term: "IBT-176", description: "Amount of the instalment" }),
    payment_means_id: textLeaf({ term: "IBT-187", description: "The id of the way to pay it" }),
  }).described("When it is paid"),
  note: textLeaf({ term: "IBT-022", description: "A remark for the reader" }),
  buyer_reference: textLeaf({ term: "IBT-010", description: "Your own reference, as you like" }),
  accounting_cost: textLeaf({ term: "IBT-019", description: "Where it is booked" }),
  prepaid_amount: decimal({ least: "zero", term: "IBT-113", description: "What was already paid" }),
  payable_rounding_amount: decimal({
    least: "any",
    term: "IBT-114",
    description: "Added to round what is payable; may be negative",
  }),
  document_source: textLeaf({ description: "Name of the sending system" }),
};

/** The create request of each kind. Every field is optional here: presence is judged by `checkFields`, all at once. */
export const documentShapes = {
  invoice: groupField({ ...common, invoice_type_code: textLeaf({ term: "IBT-003", description: "389" }) }),
  "credit-note": groupField({
    ...common,
    credit_note_type_code: pattern(
      /^261$/,
      "is not the type code of a self-billed credit note.",
      "Write 261, or leave it out.",
      { term: "IBT-003", description: "261" },
    ),
    discrepancy_response: code(codes.discrepancyReasons, "credit note reason", {
      tier: "T1",
      term: "BTAE-03",
      description: "Why the invoice is corrected",
    }),
    reason: textLeaf({ description: "The reason in words" }),
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
