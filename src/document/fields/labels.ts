/**
 * What people call a field, by the end of its path without indexes: the longest end that is here counts. The name alone is in the file, so it
 * follows in brackets.
 */
const labels: Readonly<Record<string, string>> = {
  profile_execution_id: "the scenario",
  issue_date: "the issue date",
  due_date: "the due date",
  document_currency_code: "the currency",
  accounting_supplier_party: "the supplier",

  "accounting_supplier_party.name": "the supplier's display name",
  party_name: "the supplier's registered name",
  email: "the supplier's e-mail address",
  telephone: "the supplier's telephone number",
  tin: "the supplier's TIN",
  endpoint_id: "the supplier's network address",
  endpoint_scheme_id: "the scheme of the network address",
  "accounting_supplier_party.company_id": "the supplier's registration number",
  scheme_agency_id: "the supplier's kind of registration",
  authority_name: "the authority of the trade licence",
  passport_issuing_country_code: "the country of the passport",
  postal_address: "the supplier's address",
  "party_tax_scheme.company_id": "the supplier's TRN",
  tax_scheme: "the tax scheme",
  street_name: "the street",
  additional_street_name: "the second line of the street",
  city_name: "the city",
  postal_zone: "the postal code",
  country_subentity: "the emirate or region",
  country: "the name of the country",
  country_code: "the country code",

  "document_lines.name": "the name of the item",
  "document_lines.description": "the description of the item",
  quantity: "the quantity",
  unit_code: "the unit",
  price: "the price",
  "price.base_amount": "the price",
  "price.allowance.amount": "the discount",
  "order_line_reference.line_id": "the line number of the order",
  "despatch_line_reference.line_id": "the line number of the delivery note",
  "document_reference.id": "the number of the other document",
  "buyer_item_identification.id": "your article number",
  "seller_item_identification.id": "the supplier's article number",
  "standard_item_identification.id": "the article number",
  "standard_item_identification.scheme_id": "the scheme of the article number",
  "additional_item_identification.id": "the service code",
  "additional_item_identification.scheme_id": "the list of the service code",
  "additional_item_property.name": "the name of the property",
  "additional_item_property.value": "the value of the property",
  tax_exemption_reason_code: "the code of the exemption reason",
  tax_exemption_reason: "the exemption reason",
  "classified_tax_category.id": "the VAT category",
  "tax_category.id": "the VAT category",
  percent: "the VAT rate",

  amount: "the amount",
  base_amount: "the base amount",
  multiplier_factor_numeric: "the percentage",
  reason: "the reason",

  payment_means_code: "the way of payment",
  payee_financial_account: "the account to pay to",
  "payee_financial_account.id": "the number of the account",
  card_account: "the card",
  primary_account_number_id: "the masked card number",
  network_id: "the card network",
  payment_mandate: "the mandate of the direct debit",
  "payment_mandate.id": "the reference of the mandate",

  source_currency_code: "the currency of the rate",
  target_currency_code: "the target currency of the rate",
  calculation_rate: "the exchange rate",
  "order_reference.id": "the number of the order",
  "despatch_document_reference.id": "the number of the delivery note",
  "receipt_document_reference.id": "the number of the receipt",
  "statement_document_reference.id": "the number of the statement",
  "originator_document_reference.id": "the number of the tender",
  "contract_document_reference.id": "the number of the contract",
  "project_reference.id": "the number of the project",
  "billing_reference.id": "the number of the original invoice",
  file_name: "the name of the attachment",
  file_type: "the type of the attachment",
  file_content: "the content of the attachment",
};

/** What people call the field of a path, such as `the issue date`; undefined where there is no word for it. */
export function fieldLabel(path: string): string | undefined {
  for (let end = path.replace(/\[\d*\]/g, ""); end !== ""; end = end.includes(".") ? end.replace(/^[^.]*\./, "") : "")
    if (Object.hasOwn(labels, end)) return labels[end];
  return undefined;
}

/** How a sentence begins that speaks of a field: `The issue date (issue_date)`; the name alone where there is no word for it. */
export function namedField(path: string): string {
  const name = path.replace(/^.*\./, "").replace(/\[\d*\]$/, "");
  const label = fieldLabel(path);
  return label === undefined ? name : `${label.charAt(0).toUpperCase()}${label.slice(1)} (${name})`;
}
