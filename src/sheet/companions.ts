import { codes, hasCode, isRecord } from "../document/index.ts";

type Group = Record<string, unknown>;

/** Adds missing fields that can have only one value, if the field or group they belong to is present. */
export function addCompanions(document: Group): void {
  const party = document.accounting_supplier_party;
  if (isRecord(party)) {
    addCountry(party.postal_address);
    const isUae = isRecord(party.postal_address) && party.postal_address.country_code === "AE";
    if (isUae || /^(?:1|99)\d{8,9}$/.test(String(party.endpoint_id ?? ""))) party.endpoint_scheme_id ??= "0235";
    if (isRecord(party.party_tax_scheme)) party.party_tax_scheme.tax_scheme ??= "VAT";
  }
  addRate(document);
  for (const key of ["allowances", "charges"]) for (const each of groups(document[key])) addScheme(each.tax_category);
  for (const line of groups(document.document_lines)) {
    addScheme(line.classified_tax_category);
    addExemption(line.classified_tax_category);
    const classified = line.commodity_classification;
    if (isRecord(classified) && classified.item_classification_code !== undefined)
      classified.item_classification_list_id ??= "HS";
    for (const each of groups(line.additional_item_identification)) each.scheme_id ??= "SAC";
    const [category, standard] = [line.classified_tax_category, line.standard_item_identification];
    if (isRecord(category) && category.id === "AE" && isRecord(standard)) standard.scheme_id ??= "0160";
  }
}

/** Marks lines with an HS code and no service accounting code as goods. */
export function addGoods(document: Group): void {
  for (const line of groups(document.document_lines)) {
    const classified = line.commodity_classification;
    if (
      isRecord(classified) &&
      classified.item_classification_code &&
      groups(line.additional_item_identification).length === 0
    )
      classified.commodity_code ??= "G";
  }
}

/**
 * Adds the currencies of the exchange rate, which always converts to AED. Adds them even if the document has no rate,
 * so that only the rate itself is reported as missing.
 */
function addRate(document: Group): void {
  const { document_currency_code: currency, tax_exchange_rate: given } = document;
  if (typeof currency !== "string" || currency === "AED") return;
  const rate = given ?? (hasCode(codes.currencyCodes, currency) ? {} : undefined);
  if (!isRecord(rate)) return;
  document.tax_currency_code ??= "AED";
  rate.source_currency_code ??= currency;
  rate.target_currency_code ??= "AED";
  document.tax_exchange_rate = rate;
}

/** Adds the English name of a country given by its code. */
function addCountry(address: unknown): void {
  if (!isRecord(address) || address.country !== undefined || !codes.countryCodes.has(String(address.country_code)))
    return;
  regions ??= new Intl.DisplayNames(["en"], { type: "region" });
  address.country = regions.of(String(address.country_code));
}

/** Created on first use, because creating it is slow. */
let regions: Intl.DisplayNames | undefined;

function addScheme(category: unknown): void {
  if (isRecord(category)) category.tax_scheme ??= "VAT";
}

/** Adds the words of an exemption given by its code. */
function addExemption(category: unknown): void {
  if (!isRecord(category) || category.id !== "E" || category.tax_exemption_reason !== undefined) return;
  const words: Readonly<Record<string, string>> = codes.exemptionReasons;
  const code = String(category.tax_exemption_reason_code);
  if (Object.hasOwn(words, code)) category.tax_exemption_reason = words[code];
}

const groups = (value: unknown): Group[] => (Array.isArray(value) ? value.filter(isRecord) : []);
