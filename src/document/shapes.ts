import * as z from "zod";
import * as codes from "./codes/index.ts";
import { base64, code, date, decimal, fileName, pattern, textLeaf, time } from "./fields/leaf.ts";
import type { DocumentKind } from "./kind.ts";
import {
  allowanceSchema,
  chargeSchema,
  type commodityClassificationSchema,
  documentLineSchema,
  documentReferenceSchema,
  periodSchema,
  type priceSchema,
  type taxCategorySchema,
} from "./shapes-line.ts";
import {
  addressSchema,
  financialAccountSchema,
  partySchema,
  payeePartySchema,
  taxRepresentativePartySchema,
} from "./shapes-party.ts";

const deliverySchema = z.looseObject({
  actual_delivery_date: date({ tier: "T1", term: "IBT-072", description: "Date of delivery or supply" }),
  delivery_location: z
    .looseObject({
      id: textLeaf({ term: "IBT-071", description: "Identifier of the place" }),
      address: addressSchema.optional().describe("Where the goods go"),
    })
    .optional()
    .describe("Place of delivery"),
  party_name: textLeaf({ term: "IBT-070", description: "Who receives the goods" }),
  party_id: textLeaf({ term: "BTAE-23", description: "TRN or TIN of the recipient" }),
  terms: textLeaf({ term: "BTAE-22", description: "Incoterm" }),
  delivery_time: time({ description: "Time of delivery, Gulf time" }),
});

const paymentMeansSchema = z.looseObject({
  payment_means_code: code(codes.paymentMeansCodes, "payment means", {
    term: "IBT-081",
    description: "How it is paid",
  }),
  id: textLeaf({ term: "IBT-178", description: "A name for this way to pay, for payment_terms" }),
  payment_id: z
    .array(textLeaf({ term: "IBT-083", description: "A text that travels with the payment" }))
    .optional()
    .describe("Texts that travel with the payment"),
  payee_financial_account: financialAccountSchema.optional().describe("The account to pay to; for code 30"),
  card_account: z
    .looseObject({
      primary_account_number_id: textLeaf({ term: "IBT-087", description: "Masked card number" }),
      network_id: textLeaf({ description: "Card network, such as VISA" }),
      holder_name: textLeaf({ term: "IBT-088", description: "Card holder" }),
    })
    .optional()
    .describe("The card; for codes 54 and 55"),
  payment_mandate: z
    .looseObject({
      id: textLeaf({ term: "IBT-089", description: "Reference of the mandate" }),
      payer_financial_account_id: textLeaf({ term: "IBT-091", description: "The account that is debited" }),
    })
    .optional()
    .describe("The mandate; for code 49"),
});

const exchangeRateSchema = z.looseObject({
  source_currency_code: code(codes.currencyCodes, "currency", { description: "The currency of the document" }),
  target_currency_code: code(codes.currencyCodes, "currency", { description: "AED" }),
  calculation_rate: decimal({
    tier: "T1",
    least: "above-zero",
    term: "BTAE-04",
    description: "AED for one unit of the document currency",
  }),
});

const attachmentSchema = z.looseObject({
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
  tax_exchange_rate: exchangeRateSchema
    .optional()
    .describe("The published exchange rate; only in a document in a currency other than AED"),
  accounting_supplier_party: partySchema.optional().describe("Who supplied you"),
  buyer_customer_party: z
    .looseObject({ id: textLeaf({ tier: "T1", term: "BTAE-01", description: "Identifier of the beneficiary" }) })
    .optional()
    .describe("The beneficiary; scenario 1, free trade zone"),
  seller_supplier_party: z
    .looseObject({ id: textLeaf({ tier: "T1", term: "BTAE-14", description: "The principal's TRN" }) })
    .optional()
    .describe("The principal; scenario 6, disclosed agent billing"),
  payee_party: payeePartySchema.optional().describe("Who is paid in place of the supplier"),
  tax_representative_party: taxRepresentativePartySchema.optional().describe("The supplier's tax representative"),
  delivery: deliverySchema
    .optional()
    .describe("Date and place of delivery or supply; scenarios 7 and 8 require the address"),
  order_reference: z
    .looseObject({
      id: textLeaf({ term: "IBT-013", description: "Number of your purchase order" }),
      issue_date: date({ description: "Date of the order" }),
      sales_order_id: textLeaf({ term: "IBT-014", description: "Number of the order in the books of the supplier" }),
    })
    .optional()
    .describe("The order"),
  billing_reference: z
    .array(
      z.looseObject({
        id: textLeaf({ term: "IBT-025", description: "Number of the invoice, not its id" }),
        issue_date: date({ term: "IBT-026", description: "Date of issue of that invoice" }),
        document_description: textLeaf({ description: "What it is, in words" }),
      }),
    )
    .optional()
    .describe("Earlier invoices; on a credit note those that it corrects"),
  despatch_document_reference: documentReferenceSchema.optional().describe("The delivery note"),
  receipt_document_reference: documentReferenceSchema.optional().describe("The goods received note"),
  statement_document_reference: documentReferenceSchema.optional().describe("The customs declaration"),
  originator_document_reference: documentReferenceSchema.optional().describe("The tender or lot"),
  contract_document_reference: documentReferenceSchema
    .optional()
    .describe("The contract; its description may carry the value of the contract"),
  project_reference: z
    .looseObject({
      id: textLeaf({ term: "IBT-011", description: "Number of the project" }),
      name: textLeaf({ description: "Name of the project" }),
    })
    .optional()
    .describe("The project"),
  invoice_period: periodSchema.optional().describe("The period that is billed; scenario 4 requires it"),
  document_lines: z.array(documentLineSchema).optional().describe("What was supplied, or is credited"),
  charges: z.array(chargeSchema).optional().describe("What the whole document costs in addition, such as freight"),
  allowances: z.array(allowanceSchema).optional().describe("Discounts on the whole document"),
  attachments: z.array(attachmentSchema).optional().describe("Files that travel with the document"),
  payment_means: z
    .array(paymentMeansSchema)
    .optional()
    .describe("How it is paid; required on an invoice unless it is a deemed supply"),
  payment_terms: z
    .looseObject({
      note: textLeaf({ term: "IBT-020", description: "The terms in words" }),
      due_date: date({ description: "Date on which payment is due" }),
      installment_due_date: date({ term: "IBT-177", description: "Date on which the instalment is due" }),
      amount: decimal({ least: "zero", term: "IBT-176", description: "Amount of the instalment" }),
      payment_means_id: textLeaf({ term: "IBT-187", description: "The id of the way to pay it" }),
    })
    .optional()
    .describe("When it is paid"),
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
export const documentSchemas = {
  invoice: z.looseObject({ ...common, invoice_type_code: textLeaf({ term: "IBT-003", description: "389" }) }),
  "credit-note": z.looseObject({
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

export function documentSchema(kind: DocumentKind): z.ZodType {
  return documentSchemas[kind];
}

type InvoiceDocument = z.infer<(typeof documentSchemas)["invoice"]>;
type CreditNoteDocument = z.infer<(typeof documentSchemas)["credit-note"]>;

/** A document of either kind: every scalar is its author's text, absent fields are undefined. */
export type SelfBilledDocument = Partial<InvoiceDocument & CreditNoteDocument>;
export type Address = z.infer<typeof addressSchema>;
export type Party = z.infer<typeof partySchema>;
export type FinancialAccount = z.infer<typeof financialAccountSchema>;
export type Delivery = z.infer<typeof deliverySchema>;
export type PaymentMeans = z.infer<typeof paymentMeansSchema>;
export type ExchangeRate = z.infer<typeof exchangeRateSchema>;
export type Attachment = z.infer<typeof attachmentSchema>;
export type TaxCategory = z.infer<typeof taxCategorySchema>;
export type AllowanceOrCharge = z.infer<typeof chargeSchema>;
export type Period = z.infer<typeof periodSchema>;
export type DocumentReference = z.infer<typeof documentReferenceSchema>;
export type BillingReference = DocumentReference;
export type Price = z.infer<typeof priceSchema>;
export type CommodityClassification = z.infer<typeof commodityClassificationSchema>;
export type DocumentLine = z.infer<typeof documentLineSchema>;
