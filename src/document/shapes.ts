import * as z from "zod";
import * as codes from "./codes/index.ts";
import type { DocumentKind } from "./kind.ts";
import { base64, code, date, decimal, pattern, text, time } from "./leaf.ts";
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
  delivery_location: z.looseObject({ id: text({ term: "IBT-071" }), address: addressSchema.optional() }).optional(),
  party_name: text({ term: "IBT-070" }),
  party_id: text({ term: "BTAE-23" }),
  terms: text({ term: "BTAE-22", description: "Incoterm" }),
  delivery_time: time(),
});

const paymentMeansSchema = z.looseObject({
  payment_means_code: code(codes.paymentMeansCodes, "payment means", { term: "IBT-081" }),
  id: text({ term: "IBT-178" }),
  payment_id: z.array(text({ term: "IBT-083" })).optional(),
  payee_financial_account: financialAccountSchema.optional(),
  card_account: z
    .looseObject({
      primary_account_number_id: text({ term: "IBT-087", description: "Masked card number" }),
      network_id: text({ description: "Card network, such as VISA" }),
      holder_name: text({ term: "IBT-088" }),
    })
    .optional(),
  payment_mandate: z
    .looseObject({ id: text({ term: "IBT-089" }), payer_financial_account_id: text({ term: "IBT-091" }) })
    .optional(),
});

const exchangeRateSchema = z.looseObject({
  source_currency_code: code(codes.currencyCodes, "currency"),
  target_currency_code: code(codes.currencyCodes, "currency"),
  calculation_rate: decimal({
    tier: "T1",
    least: "above-zero",
    term: "BTAE-04",
    description: "AED for one unit of the document currency",
  }),
});

const attachmentSchema = z.looseObject({
  file_name: text({ tier: "T1", term: "IBT-125-2", description: "Name with its ending" }),
  file_type: code(codes.attachmentTypes, "attachment type", { term: "IBT-125-1" }),
  file_content: base64({ tier: "T1", term: "IBT-125" }),
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
  issue_date: date({ tier: "T1", term: "IBT-002" }),
  issue_time: time({ term: "IBT-168" }),
  due_date: date({ term: "IBT-009" }),
  document_number: text({ term: "IBT-001", description: "Left out: the service gives the number" }),
  document_currency_code: code(codes.currencyCodes, "currency", { term: "IBT-005" }),
  tax_currency_code: pattern(/^AED$/, "is not AED.", "Write AED, or leave it out when the document is in AED.", {
    tier: "T1",
    term: "IBT-006",
  }),
  tax_exchange_rate: exchangeRateSchema.optional(),
  accounting_supplier_party: partySchema.optional(),
  buyer_customer_party: z
    .looseObject({ id: text({ tier: "T1", term: "BTAE-01", description: "Beneficiary" }) })
    .optional(),
  seller_supplier_party: z
    .looseObject({ id: text({ tier: "T1", term: "BTAE-14", description: "Principal's TRN" }) })
    .optional(),
  payee_party: payeePartySchema.optional(),
  tax_representative_party: taxRepresentativePartySchema.optional(),
  delivery: deliverySchema.optional(),
  order_reference: z
    .looseObject({ id: text({ term: "IBT-013" }), issue_date: date(), sales_order_id: text({ term: "IBT-014" }) })
    .optional(),
  billing_reference: z
    .array(
      z.looseObject({
        id: text({ term: "IBT-025" }),
        issue_date: date({ term: "IBT-026" }),
        document_description: text(),
      }),
    )
    .optional(),
  despatch_document_reference: documentReferenceSchema.optional(),
  receipt_document_reference: documentReferenceSchema.optional(),
  statement_document_reference: documentReferenceSchema.optional(),
  originator_document_reference: documentReferenceSchema.optional(),
  contract_document_reference: documentReferenceSchema.optional(),
  project_reference: z.looseObject({ id: text({ term: "IBT-011" }), name: text() }).optional(),
  invoice_period: periodSchema.optional(),
  document_lines: z.array(documentLineSchema).optional(),
  charges: z.array(chargeSchema).optional(),
  allowances: z.array(allowanceSchema).optional(),
  attachments: z.array(attachmentSchema).optional(),
  payment_means: z.array(paymentMeansSchema).optional(),
  payment_terms: z
    .looseObject({
      note: text({ term: "IBT-020" }),
      due_date: date(),
      installment_due_date: date({ term: "IBT-177" }),
      amount: decimal({ least: "zero", term: "IBT-176" }),
      payment_means_id: text({ term: "IBT-187" }),
    })
    .optional(),
  note: text({ term: "IBT-022" }),
  buyer_reference: text({ term: "IBT-010" }),
  accounting_cost: text({ term: "IBT-019" }),
  prepaid_amount: decimal({ least: "zero", term: "IBT-113" }),
  payable_rounding_amount: decimal({ least: "any", term: "IBT-114" }),
  document_source: text({ description: "Name of the sending system" }),
};

/** The create request of each kind. Every field is optional here: presence is judged by `checkFields`, all at once. */
export const documentSchemas = {
  invoice: z.looseObject({ ...common, invoice_type_code: text({ term: "IBT-003", description: "389" }) }),
  "credit-note": z.looseObject({
    ...common,
    credit_note_type_code: pattern(
      /^261$/,
      "is not the type code of a self-billed credit note.",
      "Write 261, or leave it out.",
      { term: "IBT-003" },
    ),
    discrepancy_response: code(codes.discrepancyReasons, "credit note reason", { tier: "T1", term: "BTAE-03" }),
    reason: text({ description: "The reason in words" }),
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
