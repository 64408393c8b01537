import { hasFlag } from "../scenario-flags.ts";
import type { SelfBilledDocument } from "../shapes.ts";
import type { Derive } from "./derived.ts";
import * as derived from "./derived.ts";
import { isRecord } from "./fields.ts";
import { isPresent } from "./is-present.ts";

export type Group = Record<string, unknown>;

/** A required field, the tier that requires it, and the documents and groups for which it is required. */
export interface Presence {
  /** `[]` means "each entry"; the rule applies only if the group above exists. */
  readonly at: string;
  readonly tier: "T1" | "T2";
  readonly hint: string;
  /** Even a lenient service rejects a document without the field (Decision 29). */
  readonly always?: boolean;
  readonly code?: "scenario-field-missing";
  readonly only?: "invoice" | "credit-note";
  readonly when?: (group: Group, document: SelfBilledDocument) => boolean;
  readonly derive?: Derive;
  /** Replaces "The … is missing." where that is not precise enough. */
  readonly says?: string;
}

type More = Omit<Presence, "at" | "tier" | "hint">;

const t1 = (at: string, hint: string, more: More = {}): Presence => ({ at, tier: "T1", hint, ...more });
const t2 = (at: string, hint: string, more: More = {}): Presence => ({ at, tier: "T2", hint, ...more });
const always = (at: string, hint: string, more: More = {}): Presence => t2(at, hint, { always: true, ...more });

const isUae = (party: Group): boolean => isRecord(party.postal_address) && party.postal_address.country_code === "AE";
const foreignCurrency = (_: Group, document: SelfBilledDocument): boolean =>
  !!document.document_currency_code && document.document_currency_code !== "AED";
const flag = (position: number) => ({
  code: "scenario-field-missing" as const,
  when: (_: Group, document: SelfBilledDocument) => hasFlag(document.profile_execution_id, position),
});
/** Deemed supplies are not paid for. */
const isPaid = (_: Group, document: SelfBilledDocument): boolean => !hasFlag(document.profile_execution_id, 2);
const is =
  (field: string, ...values: string[]) =>
  (group: Group): boolean =>
    values.includes(String(group[field]));
const noAmountFromPercent = (entry: Group): boolean =>
  !isPresent(entry.multiplier_factor_numeric) || !isPresent(entry.base_amount);

const root: readonly Presence[] = [
  t1("profile_execution_id", 'Write "00000000" for a standard document.'),
  t1("issue_date", "Write the date of issue, such as 2026-06-15."),
  t2("due_date", "Write the date on which payment is due.", { only: "invoice", when: isPaid }),
  t2("document_currency_code", "Write AED, or the currency of the document.", { derive: derived.currencyOfRate }),
  t1("tax_currency_code", "Write AED.", {
    when: foreignCurrency,
    derive: derived.dirhamBeside,
    says: "In a currency other than AED the tax currency (tax_currency_code) is required.",
  }),
  t1("tax_exchange_rate", "Give source_currency_code, target_currency_code AED and calculation_rate.", {
    when: foreignCurrency,
    says: "In a currency other than AED the exchange rate (tax_exchange_rate) is required.",
  }),
  t1(
    "discrepancy_response",
    "Write the reason code, such as DL8.61.1.D (returned). If it is an invoice, write invoice_type_code: 389.",
    {
      only: "credit-note",
      says: "The reason (discrepancy_response) is missing: the document was checked as a credit note.",
    },
  ),
  t1("billing_reference", "Give id (the invoice number) and issue_date of the invoice.", {
    only: "credit-note",
    says: "A credit note must name the original purchase invoice.",
  }),
  t1(
    "accounting_supplier_party",
    "Add supplier: NAME from your supplier book, or accounting_supplier_party with name, TRN and address.",
  ),
  t1("document_lines", "Add what was supplied.", { says: "A document needs at least one line." }),
  t1("payment_means", "Add payment_means, such as code 30 with the supplier's IBAN.", {
    only: "invoice",
    when: isPaid,
    says: "An invoice must say how it is paid.",
  }),
];

const scenarioFields: readonly Presence[] = [
  t1(
    "buyer_customer_party.id",
    "Add buyer_customer_party with id or, if it is not a free trade zone supply, set the first digit of profile_execution_id to 0.",
    {
      ...flag(1),
      says: "A free trade zone document must name the beneficiary.",
    },
  ),
  t1(
    "invoice_period",
    "Add invoice_period with start_date or end_date or, if it is not a summary invoice, set the fourth digit of profile_execution_id to 0.",
    {
      ...flag(4),
      says: "A summary document must state its period.",
    },
  ),
  t1(
    "seller_supplier_party.id",
    "Add seller_supplier_party with id (the principal's TRN) or, if it is not disclosed agent billing, set the sixth digit of profile_execution_id to 0.",
    {
      ...flag(6),
      says: "Disclosed agent billing must name the principal.",
    },
  ),
  t1(
    "delivery.delivery_location.address",
    "Add delivery.delivery_location.address or, if it is not an export, set the eighth digit of profile_execution_id to 0.",
    {
      ...flag(8),
      says: "An export must state where the goods go.",
    },
  ),
];

const supplier: readonly Presence[] = [
  t2("name", "Write the supplier's display name."),
  t2("party_name", "Write the supplier's legal name.", {
    when: (party) => !is("scheme_agency_id", "EID", "PAS")(party),
  }),
  t2("email", "Write the supplier's e-mail address."),
  t2("telephone", "Write the supplier's telephone number.", { when: isUae }),
  t2("tin", "Write the first ten digits of the TRN.", { when: isUae, derive: derived.tin }),
  t2("endpoint_id", "In the UAE: the supplier's TIN.", { derive: derived.addressOfTin }),
  t2("endpoint_scheme_id", 'Write "0235" for the UAE.', { derive: derived.addressScheme }),
  t2("company_id", "Write the registration number, for instance of the trade licence.", {
    when: (party) => isPresent(party.scheme_agency_id),
  }),
  t2("authority_name", "Write the authority that issued the trade licence.", { when: is("scheme_agency_id", "TL") }),
  t2("passport_issuing_country_code", "Write the country that issued the passport.", {
    when: is("scheme_agency_id", "PAS"),
  }),
  always("postal_address", "Write the supplier's address."),
  always("party_tax_scheme", "Add party_tax_scheme with company_id (TRN) and tax_scheme VAT.", {
    only: "credit-note",
    when: isUae,
    says: "A credit note of a UAE supplier must state its TRN.",
  }),
  t2("party_tax_scheme.company_id", "Write the TRN (15 digits)."),
  t2("party_tax_scheme.tax_scheme", "Write VAT.", { derive: derived.always("VAT") }),
  ...address("postal_address"),
].map((rule) => ({ ...rule, at: `accounting_supplier_party.${rule.at}` }));

const lines: readonly Presence[] = [
  always("name", "Say what was supplied."),
  t2("description", "Describe it; the network requires a description on every line."),
  always("quantity", "Write how many."),
  t2("unit_code", "Write the unit, such as H87 (piece)."),
  t1("price", "Add price with base_amount."),
  t1(
    "price.base_amount",
    "Write the price without VAT, before discount, for base_quantity units (for one unit where base_quantity is left out).",
  ),
  t2("price.allowance.amount", "Write the discount on that price."),
  t1("classified_tax_category", "Add classified_tax_category with id S and percent 5, or the category that applies.", {
    says: "Every line must state its VAT category.",
  }),
  always("order_line_reference.line_id", "Write the line number, or leave the reference out."),
  always("despatch_line_reference.line_id", "Write the line number, or leave the reference out."),
  always("document_reference.id", "Write the number, or leave the reference out."),
  always("buyer_item_identification.id", "Write the number, or leave the group out."),
  always("seller_item_identification.id", "Write the number, or leave the group out."),
  always("standard_item_identification.id", "Both id and scheme_id are needed."),
  t2("standard_item_identification.scheme_id", "Both id and scheme_id are needed (0160 for a GTIN)."),
  always("additional_item_identification[].id", "Both id and scheme_id are needed."),
  t2("additional_item_identification[].scheme_id", "Write SAC for a service accounting code.", {
    derive: derived.serviceScheme,
  }),
  t2("additional_item_property[].name", "Both name and value are needed."),
  t2("additional_item_property[].value", "Both name and value are needed."),
  ...category("classified_tax_category"),
  t2("classified_tax_category.tax_exemption_reason_code", "Write the code of the reason why the supply is exempt.", {
    when: is("id", "E"),
  }),
  t2("classified_tax_category.tax_exemption_reason", "Say why the supply is exempt.", { when: is("id", "E") }),
].map((rule) => ({ ...rule, at: `document_lines[].${rule.at}` }));

const charges: readonly Presence[] = [
  ...["charges[]", "allowances[]"].map((at) =>
    t1(`${at}.tax_category`, "Add tax_category.", {
      says: "A document-level charge or allowance must state its VAT category.",
    }),
  ),
  ...["charges[]", "allowances[]", "document_lines[].charges[]", "document_lines[].allowances[]"].flatMap((at) => [
    always(`${at}.amount`, "Write amount, or both base_amount and multiplier_factor_numeric (percent).", {
      when: noAmountFromPercent,
    }),
    t2(`${at}.base_amount`, "Write what the percentage is of.", {
      when: (entry) => isPresent(entry.amount) && isPresent(entry.multiplier_factor_numeric),
    }),
    t2(`${at}.multiplier_factor_numeric`, "Write the percentage, or leave base_amount out.", {
      when: (entry) => isPresent(entry.amount) && isPresent(entry.base_amount),
    }),
    t2(`${at}.reason`, "Write reason, reason_code, or both.", { when: (entry) => !isPresent(entry.reason_code) }),
    ...category(`${at}.tax_category`),
  ]),
];

const payment: readonly Presence[] = [
  t2("payment_means_code", "Write the way of payment, such as 30 (credit transfer)."),
  t2("payee_financial_account", "A credit transfer needs the account: add payee_financial_account with id (IBAN).", {
    when: is("payment_means_code", "30"),
  }),
  t2("payee_financial_account.id", "Write the IBAN or account number."),
  t2("card_account", "A card payment needs card_account.", { when: is("payment_means_code", "54", "55") }),
  t2("card_account.primary_account_number_id", "Write the masked card number."),
  t2("card_account.network_id", "Write the card network, such as VISA."),
  t2("payment_mandate", "A direct debit needs payment_mandate with id.", { when: is("payment_means_code", "49") }),
  t2("payment_mandate.id", "Write the mandate's reference."),
].map((rule) => ({ ...rule, at: `payment_means[].${rule.at}` }));

const rest: readonly Presence[] = [
  ...address("delivery.delivery_location.address"),
  t2("tax_exchange_rate.source_currency_code", "Write the document's currency.", {
    derive: derived.currencyOfDocument,
  }),
  t2("tax_exchange_rate.target_currency_code", "Write AED.", { derive: derived.always("AED") }),
  t1("tax_exchange_rate.calculation_rate", "Write the published rate with all its decimals, such as 3.6725."),
  ...`order despatch_document receipt_document statement_document originator_document contract_document project`
    .split(" ")
    .map((name) => always(`${name}_reference.id`, "Write the number, or leave the reference out.")),
  t1("billing_reference[].id", "Write the number of the original invoice."),
  t1("attachments[].file_name", "Write the name with its ending, such as delivery-note.pdf."),
  t1("attachments[].file_type", "Write the MIME type, such as application/pdf."),
  t1("attachments[].file_content", "Name the file by file_path; selfbill reads and encodes it."),
];

function address(at: string): Presence[] {
  return [
    t2(`${at}.street_name`, "Write the street."),
    t2(`${at}.city_name`, "Write the city."),
    t2(`${at}.country_subentity`, "Write the emirate code (AUH DXB SHJ UAQ FUJ AJM RAK), or the region abroad.", {
      derive: derived.emirateOfCity,
    }),
    t2(`${at}.country`, "Write the country's name.", { derive: derived.countryOfCode }),
    t2(`${at}.country_code`, "Write the country's code, such as AE.", { derive: derived.codeOfCountry }),
  ];
}

function category(at: string): Presence[] {
  return [
    always(`${at}.id`, "Write the VAT category: S Z E O AE or N."),
    always(`${at}.percent`, "Write 5.", { when: is("id", "S"), derive: derived.taxed("5") }),
    t2(`${at}.percent`, "Write the rate, such as 5.", { when: is("id", "AE", "N") }),
  ];
}

/** In the order of contract §3–§4. */
export const presenceRules: readonly Presence[] = [
  ...root,
  ...scenarioFields,
  ...supplier,
  ...lines,
  ...charges,
  ...payment,
  ...rest,
];
