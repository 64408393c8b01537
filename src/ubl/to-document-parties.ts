import type { Address, FinancialAccount, Party, SelfBilledDocument } from "../document/index.ts";
import type { UblElement } from "./element.ts";
import { attributeAt, textBelow, unlessEmpty } from "./to-document-parts.ts";

/** Made when first asked for: it takes 15 ms, and most runs read no tree back into a document. */
let countryNames: Intl.DisplayNames | undefined;

/** UBL knows the code alone, the request wants the country's name too. */
function countryName(code: string | undefined): string | undefined {
  if (code === undefined || !/^[A-Z]{2}$/.test(code)) return undefined;
  countryNames ??= new Intl.DisplayNames(["en"], { type: "region" });
  const name = countryNames.of(code);
  return name === code ? undefined : name;
}

export function readAddress(address: UblElement | undefined): Address | undefined {
  const code = textBelow(address, "cac:Country", "cbc:IdentificationCode");
  return unlessEmpty({
    street_name: textBelow(address, "cbc:StreetName"),
    additional_street_name: textBelow(address, "cbc:AdditionalStreetName"),
    address_line: textBelow(address, "cac:AddressLine", "cbc:Line"),
    city_name: textBelow(address, "cbc:CityName"),
    postal_zone: textBelow(address, "cbc:PostalZone"),
    country_subentity: textBelow(address, "cbc:CountrySubentity"),
    country: countryName(code),
    country_code: code,
  });
}

/** A TIN has no element of its own: it is the UAE network address, or begins the TRN. */
function tinOf(endpoint: string | undefined, scheme: string | undefined, trn: string | undefined): string | undefined {
  if (scheme === "0235" && endpoint !== undefined && /^1\d{9}$/.test(endpoint)) return endpoint;
  return trn !== undefined && /^1\d{12}0[13]$/.test(trn) ? trn.slice(0, 10) : undefined;
}

/** The seller below AccountingSupplierParty. */
export function readSupplier(root: UblElement): Party | undefined {
  const party = root.find("cac:AccountingSupplierParty", "cac:Party");
  if (!party) return undefined;
  const schemes = party.all("cac:PartyTaxScheme");
  const vat = schemes.find((each) => textBelow(each, "cac:TaxScheme", "cbc:ID") === "VAT") ?? schemes[0];
  const trn = textBelow(vat, "cbc:CompanyID");
  const endpoint = textBelow(party, "cbc:EndpointID");
  const scheme = attributeAt(party, "schemeID", "cbc:EndpointID");
  const address = readAddress(party.first("cac:PostalAddress"));
  const legal = ["cac:PartyLegalEntity", "cbc:CompanyID"];
  const registration = attributeAt(party, "schemeAgencyID", ...legal);
  const agency = attributeAt(party, "schemeAgencyName", ...legal);
  const registered = textBelow(party, "cac:PartyLegalEntity", "cbc:RegistrationName");
  return unlessEmpty({
    name: textBelow(party, "cac:PartyName", "cbc:Name") ?? registered,
    party_name: registered,
    email: textBelow(party, "cac:Contact", "cbc:ElectronicMail"),
    telephone: textBelow(party, "cac:Contact", "cbc:Telephone"),
    tin: address?.country_code === "AE" ? tinOf(endpoint, scheme, trn) : undefined,
    endpoint_id: endpoint,
    endpoint_scheme_id: scheme,
    scheme_agency_id: registration,
    company_id: textBelow(party, ...legal),
    authority_name: registration === "PAS" ? undefined : agency,
    passport_issuing_country_code: registration === "PAS" ? agency : undefined,
    company_scheme_id: attributeAt(party, "schemeID", ...legal),
    company_legal_form: textBelow(party, "cac:PartyLegalEntity", "cbc:CompanyLegalForm"),
    party_tax_scheme: unlessEmpty({ company_id: trn, tax_scheme: textBelow(vat, "cac:TaxScheme", "cbc:ID") }),
    postal_address: address,
  });
}

export function readAccount(account: UblElement | undefined): FinancialAccount | undefined {
  const branch = account?.first("cac:FinancialInstitutionBranch");
  return unlessEmpty({
    id: textBelow(account, "cbc:ID"),
    name: textBelow(account, "cbc:Name"),
    financial_institution_branch_id: textBelow(branch, "cbc:ID"),
    address: readAddress(branch?.first("cac:Address")),
  });
}

const idOf = (party: UblElement | undefined): string | undefined =>
  textBelow(party, "cac:PartyIdentification", "cbc:ID");

/** Beneficiary, principal, payee and tax representative. */
export function readOtherParties(root: UblElement): Partial<SelfBilledDocument> {
  const payee = root.first("cac:PayeeParty");
  const representative = root.first("cac:TaxRepresentativeParty");
  return {
    buyer_customer_party: unlessEmpty({ id: idOf(root.find("cac:BuyerCustomerParty", "cac:Party")) }),
    seller_supplier_party: unlessEmpty({ id: idOf(root.find("cac:SellerSupplierParty", "cac:Party")) }),
    payee_party: unlessEmpty({
      party_identification: unlessEmpty({ id: idOf(payee) }),
      party_name: textBelow(payee, "cac:PartyName", "cbc:Name"),
      financial_account: readAccount(payee?.first("cac:FinancialAccount")),
    }),
    tax_representative_party: unlessEmpty({
      party_identification: unlessEmpty({ id: textBelow(representative, "cac:PartyTaxScheme", "cbc:CompanyID") }),
      party_name: textBelow(representative, "cac:PartyName", "cbc:Name"),
      postal_address: readAddress(representative?.first("cac:PostalAddress")),
    }),
  };
}
