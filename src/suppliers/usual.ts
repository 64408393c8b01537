import { codeMeant, codes, documentShape, isRecord, valueAt, withCodes, withPlainIbans } from "../document/index.ts";
import { outsideAddress } from "./outside.ts";
import { type SupplierDraft, withField } from "./set-field.ts";

const party = "accounting_supplier_party";

/**
 * Returns an entry with codes instead of names (`Oman` → OM), and adds the values that follow from others. Existing
 * values are kept.
 *
 * - The tax scheme VAT for a tax number, code 30 for an account, TL for the authority that issued a licence.
 * - The country from a TRN of the UAE or from an emirate, and the emirate from the city.
 * - In the UAE the TIN (the first ten digits of the TRN, except for a VAT group), the network address (the TIN) and
 *   the country's name; abroad the country's name and the placeholder address for a party outside UAE e-invoicing.
 */
export function withUsual(written: SupplierDraft): SupplierDraft {
  const placed = withPlainIbans(withCodes(withPlace(written), documentShape("invoice")));
  const of = (field: string): string | undefined => textAt(placed, `${party}.${field}`);
  const [trn, country] = [of("party_tax_scheme.company_id"), of("postal_address.country_code")];
  const isUae = country === "AE";
  const isAbroad = !isUae && country !== undefined && codes.countryCodes.has(country);
  const isOwn = placed.vat_group !== "yes";
  const tin = of("tin") ?? (isUae && isOwn && trn && /^\d{15}$/.test(trn) ? trn.slice(0, 10) : undefined);
  const endpoint = isUae ? tin : isAbroad ? outsideAddress : undefined;
  return filled(placed, [
    ["name", of("party_name")],
    ["party_name", of("name")],
    ["party_tax_scheme.tax_scheme", trn && "VAT"],
    ["tin", tin],
    [
      "endpoint_scheme_id",
      (isUae && (of("endpoint_id") ?? tin)) || (isAbroad && !of("endpoint_id")) ? "0235" : undefined,
    ],
    ["endpoint_id", endpoint],
    ["scheme_agency_id", isUae && of("company_id") && of("authority_name") ? "TL" : undefined],
    ["postal_address.country", isUae ? "United Arab Emirates" : isAbroad ? countryName(country) : undefined],
  ]);
}

function filled(entry: SupplierDraft, usual: ReadonlyArray<[field: string, value: string | undefined]>): SupplierDraft {
  let result: unknown = entry;
  const fill = (path: string, value: string | undefined): void => {
    if (value !== undefined && value !== "" && valueAt(result, path) === undefined)
      result = withField(result, path, value);
  };
  for (const [field, value] of usual) fill(`${party}.${field}`, value);
  fill("payment_means[0].payment_means_code", hasAccount(entry.payment_means) ? "30" : undefined);
  return result as SupplierDraft;
}

/**
 * Adds the country and the emirate if the TRN, the emirate or the city implies them. Existing values are kept, but the
 * name of an emirate becomes its code.
 */
export function withPlace(written: SupplierDraft): SupplierDraft {
  const of = (field: string): string | undefined => textAt(written, `${party}.${field}`);
  const region = emirateMeant(of("postal_address.country_subentity"));
  const emirate = region ?? emirateMeant(of("postal_address.city_name"));
  const trn = of("party_tax_scheme.company_id");
  const isUaeNumber = trn !== undefined && /^1\d{14}$/.test(trn);
  const named = of("postal_address.country_code") ?? of("postal_address.country");
  const country = named === undefined ? (isUaeNumber || emirate ? "AE" : undefined) : countryMeant(named);
  const address = valueAt(written, `${party}.postal_address`);
  if (country === undefined || !(address === undefined || isRecord(address))) return written;
  let placed: unknown = written;
  const put = (field: string, value: string): void => {
    placed = withField(placed, `${party}.postal_address.${field}`, value);
  };
  const isOpen = (field: string): boolean => valueAt(written, `${party}.postal_address.${field}`) === undefined;
  if (isOpen("country_code")) put("country_code", country);
  if (country === "AE" && emirate !== undefined && (region !== undefined || isOpen("country_subentity")))
    put("country_subentity", emirate);
  return placed as SupplierDraft;
}

function countryMeant(word: string): string | undefined {
  return (
    codeMeant(codes.countryCodes, word) ?? (codes.countryCodes.has(word.toUpperCase()) ? word.toUpperCase() : undefined)
  );
}

/**
 * Returns the code of an emirate. Accepts names and codes, including forms of other programs: `Dubai (AE)`, `Dubai -
 * UAE`.
 */
function emirateMeant(word: string | undefined): string | undefined {
  if (word === undefined || word.length > 80) return undefined;
  const name = word.replace(/[\s,(-]+(?:ae|uae|u\.a\.e\.?|united arab emirates)\)?$/i, "").trim();
  return (
    codeMeant(codes.emirates, name) ??
    (Object.hasOwn(codes.emirates, name.toUpperCase()) ? name.toUpperCase() : undefined)
  );
}

/** Returns the English name of a country; empty for an unknown code. */
export function countryName(code: string): string {
  if (!codes.countryCodes.has(code)) return "";
  return new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }).of(code) ?? "";
}

function hasAccount(means: unknown): boolean {
  return Array.isArray(means) && isRecord(means[0]) && means[0].payee_financial_account !== undefined;
}

function textAt(entry: unknown, path: string): string | undefined {
  const value = valueAt(entry, path);
  return typeof value === "string" ? value : undefined;
}
