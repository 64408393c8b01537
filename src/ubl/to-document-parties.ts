import type { Address, FinancialAccount, Party, SelfBilledDocument } from "../document/index.ts";
import type { UblElement } from "./element.ts";
import { attributeAt, group, textAt } from "./to-document-parts.ts";

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
  const code = textAt(address, "cac:Country", "cbc:IdentificationCode");
  return group({
    street_name: textAt(address, "cbc:StreetName"),
    additional_street_name: textAt(address, "cbc:AdditionalStreetName"),
    address_line: textAt(address, "cac:AddressLine", "cbc:Line"),
    city_name: textAt(address, "cbc:CityName"),
    postal_zone: textAt(address, "cbc:PostalZone"),
    country_subentity: textAt(address, "cbc:CountrySubentity"),
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
  const vat = schemes.find((each) => textAt(each, "cac:TaxScheme", "cbc:ID") === "VAT") ?? schemes[0];
  const trn = textAt(vat, "cbc:CompanyID");
  const endpoint = textAt(party, "cbc:EndpointID");
  const scheme = attributeAt(party, "schemeID", "cbc:EndpointID");
  const address = readAddress(party.first("cac:PostalAddress"));
  const legal = ["cac:PartyLegalEntity", "cbc:CompanyID"];
  const registration = attributeAt(party, "schemeAgencyID", ...legal);
  const agency = attributeAt(party, "schemeAgencyName", ...legal);
  const registered = textAt(party, "cac:PartyLegalEntity", "cbc:RegistrationName");
  return group({
    name: textAt(party, "cac:PartyName", "cbc:Name") ?? registered,
    party_name: registered,
    email: textAt(party, "cac:Contact", "cbc:ElectronicMail"),
    telephone: textAt(party, "cac:Contact", "cbc:Telephone"),
    tin: address?.country_code === "AE" ? tinOf(endpoint, scheme, trn) : undefined,
    endpoint_id: endpoint,
    endpoint_scheme_id: scheme,
    scheme_agency_id: registration,
    company_id: textAt(party, ...legal),
    authority_name: registration === "PAS" ? undefined : agency,
    passport_issuing_country_code: registration === "PAS" ? agency : undefined,
    company_scheme_id: attributeAt(party, "schemeID", ...legal),
    company_legal_form: textAt(party, "cac:PartyLegalEntity", "cbc:CompanyLegalForm"),
    party_tax_scheme: group({ company_id: trn, tax_scheme: textAt(vat, "cac:TaxScheme", "cbc:ID") }),
    postal_address: address,
  });
}

export function readAccount(account: UblElement | undefined): FinancialAccount | undefined {
  const branch = account?.first("cac:FinancialInstitutionBranch");
  return group({
    id: textAt(account, "cbc:ID"),
    name: textAt(account, "cbc:Name"),
    financial_institution_branch_id: textAt(branch, "cbc:ID"),
    address: readAddress(branch?.first("cac:Address")),
  });
}

const idOf = (party: UblElement | undefined): string | undefined => textAt(party, "cac:PartyIdentification", "cbc:ID");

/** Beneficiary, principal, payee and tax representative. */
export function readOtherParties(root: UblElement): Partial<SelfBilledDocument> {
  const payee = root.first("cac:PayeeParty");
  const representative = root.first("cac:TaxRepresentativeParty");
  return {
    buyer_customer_party: group({ id: idOf(root.find("cac:BuyerCustomerParty", "cac:Party")) }),
    seller_supplier_party: group({ id: idOf(root.find("cac:SellerSupplierParty", "cac:Party")) }),
    payee_party: group({
      party_identification: group({ id: idOf(payee) }),
      party_name: textAt(payee, "cac:PartyName", "cbc:Name"),
      financial_account: readAccount(payee?.first("cac:FinancialAccount")),
    }),
    tax_representative_party: group({
      party_identification: group({ id: textAt(representative, "cac:PartyTaxScheme", "cbc:CompanyID") }),
      party_name: textAt(representative, "cac:PartyName", "cbc:Name"),
      postal_address: readAddress(representative?.first("cac:PostalAddress")),
    }),
  };
}
