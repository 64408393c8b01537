import type { CheckContext, FieldProblem } from "./check-fields.ts";
import { isRecord, pathText } from "./fields.ts";
import { hasFlag } from "./scenario-flags.ts";
import type { SelfBilledDocument } from "./shapes.ts";

type Group = Record<string, unknown>;

/** One presence rule: which field must be there, for whom, and who says so. */
interface Presence {
  /** Path with `[]` for "each entry"; the group above must exist for the rule to apply. */
  readonly at: string;
  readonly tier: "T1" | "T2";
  /** Refused by the service even when it is not strict (Decision 29). */
  readonly always?: boolean;
  readonly code?: "scenario-field-missing";
  readonly only?: "invoice" | "credit-note";
  readonly when?: (group: Group, document: SelfBilledDocument) => boolean;
  readonly says?: string;
  readonly hint: string;
}

const isUae = (party: Group): boolean => isRecord(party.postal_address) && party.postal_address.country_code === "AE";
const foreignCurrency = (_: Group, document: SelfBilledDocument): boolean =>
  !!document.document_currency_code && document.document_currency_code !== "AED";
const flag =
  (position: number) =>
  (_: Group, document: SelfBilledDocument): boolean =>
    hasFlag(document.profile_execution_id, position);
const isCategory =
  (...ids: string[]) =>
  (category: Group): boolean =>
    ids.includes(String(category.id));
const noAmountFromPercent = (entry: Group): boolean =>
  !isPresent(entry.multiplier_factor_numeric) || !isPresent(entry.base_amount);

/** Presence rules in the order of the contract: §3 root, §4.1 party, §4.3 lines, then the nested groups. */
const rules: readonly Presence[] = [
  {
    at: "profile_execution_id",
    tier: "T1",
    says: "profile_execution_id is mandatory.",
    hint: 'Write "00000000" for a standard document.',
  },
  {
    at: "issue_date",
    tier: "T1",
    says: "issue_date is mandatory.",
    hint: "Write the date of issue, such as 2026-06-15.",
  },
  {
    at: "due_date",
    tier: "T2",
    only: "invoice",
    when: (_, document) => !hasFlag(document.profile_execution_id, 2),
    hint: "Write the date on which payment is due.",
  },
  { at: "document_currency_code", tier: "T2", hint: "Write AED, or the currency of the document." },
  {
    at: "tax_currency_code",
    tier: "T1",
    when: foreignCurrency,
    says: "A document in a foreign currency must state tax_currency_code.",
    hint: "Write AED.",
  },
  {
    at: "tax_exchange_rate",
    tier: "T1",
    when: foreignCurrency,
    says: "A document in a foreign currency must state tax_exchange_rate.",
    hint: "Give source_currency_code, target_currency_code AED and calculation_rate.",
  },
  {
    at: "discrepancy_response",
    tier: "T1",
    only: "credit-note",
    hint: "Write the reason code of the credit note, such as DL8.61.1.D (returned).",
  },
  {
    at: "billing_reference",
    tier: "T1",
    only: "credit-note",
    says: "A credit note must name the original purchase invoice.",
    hint: "Give id (the invoice number) and issue_date of the invoice.",
  },
  { at: "accounting_supplier_party", tier: "T1", hint: "Describe the supplier." },
  { at: "document_lines", tier: "T1", says: "A document needs at least one line.", hint: "Add what was supplied." },
  {
    at: "payment_means",
    tier: "T1",
    only: "invoice",
    when: (_, document) => !hasFlag(document.profile_execution_id, 2),
    says: "An invoice must say how it is paid.",
    hint: "Add payment_means, such as code 30 with the supplier's IBAN.",
  },
  // scenario flags, §5
  {
    at: "buyer_customer_party.id",
    tier: "T1",
    code: "scenario-field-missing",
    when: flag(1),
    says: "A free trade zone document must name the beneficiary.",
    hint: "Add buyer_customer_party with id, or set flag 1 to 0.",
  },
  {
    at: "invoice_period",
    tier: "T1",
    code: "scenario-field-missing",
    when: flag(4),
    says: "A summary document must state its period.",
    hint: "Add invoice_period with start_date or end_date, or set flag 4 to 0.",
  },
  {
    at: "seller_supplier_party.id",
    tier: "T1",
    code: "scenario-field-missing",
    when: flag(6),
    says: "Disclosed agent billing must name the principal.",
    hint: "Add seller_supplier_party with id (the principal's TRN), or set flag 6 to 0.",
  },
  {
    at: "delivery.delivery_location.address",
    tier: "T1",
    code: "scenario-field-missing",
    when: flag(8),
    says: "An export must state where the goods go.",
    hint: "Add delivery.delivery_location.address, or set flag 8 to 0.",
  },
  // supplier, §4.1
  { at: "accounting_supplier_party.name", tier: "T2", hint: "Write the supplier's display name." },
  {
    at: "accounting_supplier_party.party_name",
    tier: "T2",
    when: (party) => !["EID", "PAS"].includes(String(party.scheme_agency_id)),
    hint: "Write the supplier's legal name.",
  },
  { at: "accounting_supplier_party.email", tier: "T2", hint: "Write the supplier's e-mail address." },
  {
    at: "accounting_supplier_party.telephone",
    tier: "T2",
    when: isUae,
    hint: "Write the supplier's telephone number.",
  },
  { at: "accounting_supplier_party.tin", tier: "T2", when: isUae, hint: "Write the first ten digits of the TRN." },
  { at: "accounting_supplier_party.endpoint_id", tier: "T2", hint: "In the UAE: the supplier's TIN." },
  { at: "accounting_supplier_party.endpoint_scheme_id", tier: "T2", hint: 'Write "0235" for the UAE.' },
  {
    at: "accounting_supplier_party.company_id",
    tier: "T2",
    when: (party) => isPresent(party.scheme_agency_id),
    hint: "Write the registration number, for instance of the trade licence.",
  },
  {
    at: "accounting_supplier_party.authority_name",
    tier: "T2",
    when: (party) => party.scheme_agency_id === "TL",
    hint: "Write the authority that issued the trade licence.",
  },
  {
    at: "accounting_supplier_party.passport_issuing_country_code",
    tier: "T2",
    when: (party) => party.scheme_agency_id === "PAS",
    hint: "Write the country that issued the passport.",
  },
  { at: "accounting_supplier_party.postal_address", tier: "T2", always: true, hint: "Write the supplier's address." },
  {
    at: "accounting_supplier_party.party_tax_scheme",
    tier: "T2",
    always: true,
    only: "credit-note",
    when: isUae,
    says: "A credit note of a UAE supplier must state its TRN.",
    hint: "Add party_tax_scheme with company_id (TRN) and tax_scheme VAT.",
  },
  { at: "accounting_supplier_party.party_tax_scheme.company_id", tier: "T2", hint: "Write the TRN (15 digits)." },
  { at: "accounting_supplier_party.party_tax_scheme.tax_scheme", tier: "T2", hint: "Write VAT." },
  ...addressOf("accounting_supplier_party.postal_address"),
  ...addressOf("delivery.delivery_location.address"),
  // lines, §4.3
  { at: "document_lines[].name", tier: "T2", always: true, hint: "Say what was supplied." },
  {
    at: "document_lines[].description",
    tier: "T2",
    hint: "Describe it; the network demands a description on every line.",
  },
  { at: "document_lines[].quantity", tier: "T2", always: true, hint: "Write how many." },
  { at: "document_lines[].unit_code", tier: "T2", hint: "Write the unit, such as H87 (piece)." },
  { at: "document_lines[].price", tier: "T1", always: true, hint: "Add price with base_amount." },
  { at: "document_lines[].price.base_amount", tier: "T1", always: true, hint: "Write the price of one." },
  { at: "document_lines[].price.allowance.amount", tier: "T2", hint: "Write the discount on the price of one." },
  {
    at: "document_lines[].classified_tax_category",
    tier: "T1",
    says: "Every line must state its VAT category.",
    hint: "Add classified_tax_category with id S and percent 5, or the category that applies.",
  },
  ...["order_line_reference.line_id", "despatch_line_reference.line_id"].map(
    (at): Presence => ({
      at: `document_lines[].${at}`,
      tier: "T2",
      always: true,
      hint: "Write the line number, or leave the reference out.",
    }),
  ),
  ...["document_reference", "buyer_item_identification", "seller_item_identification"].map(
    (at): Presence => ({
      at: `document_lines[].${at}.id`,
      tier: "T2",
      always: true,
      hint: "Write the number, or leave the group out.",
    }),
  ),
  ...["id", "scheme_id"].map(
    (name): Presence => ({
      at: `document_lines[].standard_item_identification.${name}`,
      tier: "T2",
      always: name === "id",
      hint: "Both id and scheme_id are needed (0160 for a GTIN).",
    }),
  ),
  ...["id", "scheme_id"].map(
    (name): Presence => ({
      at: `document_lines[].additional_item_identification[].${name}`,
      tier: "T2",
      always: name === "id",
      hint: "Both id and scheme_id (SAC) are needed.",
    }),
  ),
  ...["name", "value"].map(
    (name): Presence => ({
      at: `document_lines[].additional_item_property[].${name}`,
      tier: "T2",
      hint: "Both name and value are needed.",
    }),
  ),
  // charges and allowances, §4.6; tax categories, §4.7
  ...["charges[]", "allowances[]"].map(
    (at): Presence => ({
      at: `${at}.tax_category`,
      tier: "T1",
      says: "A document-level charge or allowance must state its VAT category.",
      hint: "Add tax_category.",
    }),
  ),
  ...["charges[]", "allowances[]", "document_lines[].charges[]", "document_lines[].allowances[]"].flatMap(
    (at): Presence[] => [
      {
        at: `${at}.amount`,
        tier: "T2",
        always: true,
        when: noAmountFromPercent,
        hint: "Write amount, or both base_amount and multiplier_factor_numeric (percent).",
      },
      {
        at: `${at}.reason`,
        tier: "T2",
        when: (entry) => !isPresent(entry.reason_code),
        hint: "Write reason, reason_code, or both.",
      },
      ...categoryOf(`${at}.tax_category`),
    ],
  ),
  ...categoryOf("document_lines[].classified_tax_category"),
  // payment, §4.8
  {
    at: "payment_means[].payment_means_code",
    tier: "T2",
    hint: "Write the way of payment, such as 30 (credit transfer).",
  },
  {
    at: "payment_means[].payee_financial_account",
    tier: "T2",
    when: (means) => means.payment_means_code === "30",
    hint: "A credit transfer needs the account: add payee_financial_account with id (IBAN).",
  },
  { at: "payment_means[].payee_financial_account.id", tier: "T2", hint: "Write the IBAN or account number." },
  {
    at: "payment_means[].card_account",
    tier: "T2",
    when: (means) => ["54", "55"].includes(String(means.payment_means_code)),
    hint: "A card payment needs card_account.",
  },
  { at: "payment_means[].card_account.primary_account_number_id", tier: "T2", hint: "Write the masked card number." },
  { at: "payment_means[].card_account.network_id", tier: "T2", hint: "Write the card network, such as VISA." },
  {
    at: "payment_means[].payment_mandate",
    tier: "T2",
    when: (means) => means.payment_means_code === "49",
    hint: "A direct debit needs payment_mandate with id.",
  },
  { at: "payment_means[].payment_mandate.id", tier: "T2", hint: "Write the mandate's reference." },
  // references and the rest, §4.10–§4.15
  { at: "tax_exchange_rate.source_currency_code", tier: "T2", hint: "Write the document's currency." },
  { at: "tax_exchange_rate.target_currency_code", tier: "T2", hint: "Write AED." },
  {
    at: "tax_exchange_rate.calculation_rate",
    tier: "T1",
    always: true,
    hint: "Write the published rate with all its decimals, such as 3.6725.",
  },
  ...[
    "order",
    "despatch_document",
    "receipt_document",
    "statement_document",
    "originator_document",
    "contract_document",
    "project",
  ].map(
    (name): Presence => ({
      at: `${name}_reference.id`,
      tier: "T2",
      always: true,
      hint: "Write the number, or leave the reference out.",
    }),
  ),
  { at: "billing_reference[].id", tier: "T1", always: true, hint: "Write the number of the original invoice." },
  { at: "attachments[].file_name", tier: "T1", hint: "Write the name with its ending, such as delivery-note.pdf." },
  { at: "attachments[].file_type", tier: "T1", hint: "Write the MIME type, such as application/pdf." },
  { at: "attachments[].file_content", tier: "T1", hint: "Name the file by file_path; selfbill reads and encodes it." },
];

function addressOf(at: string): Presence[] {
  const words = {
    street_name: "street",
    city_name: "city",
    country_subentity: "emirate or region",
    country: "country name",
    country_code: "country code, such as AE",
  };
  return Object.entries(words).map(([name, word]) => ({ at: `${at}.${name}`, tier: "T2", hint: `Write the ${word}.` }));
}

function categoryOf(at: string): Presence[] {
  return [
    { at: `${at}.id`, tier: "T2", always: true, hint: "Write the VAT category: S Z E O AE or N." },
    {
      at: `${at}.percent`,
      tier: "T2",
      always: true,
      when: isCategory("S"),
      says: "The standard rate must be stated.",
      hint: "Write 5.",
    },
    { at: `${at}.percent`, tier: "T2", when: isCategory("AE", "N"), hint: "Write the rate, such as 5." },
    ...(at.endsWith("classified_tax_category")
      ? ["tax_exemption_reason_code", "tax_exemption_reason"].map(
          (name): Presence => ({
            at: `${at}.${name}`,
            tier: "T2",
            when: isCategory("E"),
            hint: "Say why the supply is exempt.",
          }),
        )
      : []),
  ];
}

/** Every mandatory field that is absent or blank. */
export function findMissing(document: SelfBilledDocument, context: CheckContext): FieldProblem[] {
  return rules
    .filter((rule) => rule.only === undefined || rule.only === context.kind)
    .flatMap((rule) =>
      groupsOf(document as Group, rule).flatMap(({ steps, group, name }): FieldProblem[] => {
        if (isPresent(group[name]) || !(rule.when?.(group, document) ?? true)) return [];
        const { code = "missing-field", tier, always = tier === "T1", hint, says } = rule;
        return [
          {
            path: pathText([...steps, name]),
            code,
            tier,
            absent: true,
            always,
            message: says ?? `${name} is missing.`,
            hint,
          },
        ];
      }),
    );
}

interface Place {
  readonly steps: readonly PropertyKey[];
  readonly group: Group;
  readonly name: string;
}

/** The groups a rule speaks of. A scenario's field is demanded even where the group above it is absent. */
function groupsOf(document: Group, rule: Presence): Place[] {
  const names = rule.at.split(".");
  const name = names.pop() as string;
  let places: Place[] = [{ steps: [], group: document, name }];
  for (const step of names) {
    const list = step.endsWith("[]");
    const key = list ? step.slice(0, -2) : step;
    places = places.flatMap(({ steps, group }) => {
      const value = group[key];
      if (list && Array.isArray(value)) {
        return value.flatMap((item, index) =>
          isRecord(item) ? [{ steps: [...steps, key, index], group: item, name }] : [],
        );
      }
      if (isRecord(value)) return [{ steps: [...steps, key], group: value, name }];
      return rule.code === "scenario-field-missing" && value === undefined
        ? [{ steps: [...steps, key], group: {}, name }]
        : [];
    });
  }
  return places;
}

/** Whether a value counts as given: not absent, not blank, not an empty list or group. */
export function isPresent(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === "string") return value.trim() !== "";
  if (Array.isArray(value)) return value.length > 0;
  return !isRecord(value) || Object.values(value).some(isPresent);
}
