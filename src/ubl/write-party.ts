import type { Address, FinancialAccount, Party, SelfBilledDocument } from "../document/index.ts";
import { attributes, group, leaf } from "./build.ts";
import type { UblElement } from "./element.ts";

/** Seller or buyer below AccountingSupplierParty or AccountingCustomerParty (IBG-04, IBG-07). */
export function writeParty(root: UblElement, name: string, party: Party | undefined, origin: string | undefined): void {
  if (!party) return;
  const field = (own: string): string | undefined => (origin === undefined ? undefined : own);
  group(root, name, origin, (holder) =>
    group(holder, "cac:Party", undefined, (element) => {
      leaf(
        element,
        "cbc:EndpointID",
        party.endpoint_id,
        field("endpoint_id"),
        attributes({ schemeID: party.endpoint_scheme_id }),
      );
      group(element, "cac:PartyName", undefined, (named) => leaf(named, "cbc:Name", party.name, field("name")));
      writeAddress(element, "cac:PostalAddress", party.postal_address, field("postal_address"));
      writeTaxScheme(
        element,
        party.party_tax_scheme?.company_id,
        party.party_tax_scheme?.tax_scheme,
        field("party_tax_scheme"),
      );
      group(element, "cac:PartyLegalEntity", undefined, (entity) => {
        const registered = party.party_name?.trim() ? "party_name" : "name";
        leaf(entity, "cbc:RegistrationName", party[registered], field(registered));
        leaf(entity, "cbc:CompanyID", party.company_id, field("company_id"), registration(party));
        leaf(entity, "cbc:CompanyLegalForm", party.company_legal_form, field("company_legal_form"));
      });
      group(element, "cac:Contact", undefined, (contact) => {
        leaf(contact, "cbc:Telephone", party.telephone, field("telephone"));
        leaf(contact, "cbc:ElectronicMail", party.email, field("email"));
      });
    }),
  );
}

/** Kind of registration and who issued it: the authority of a trade licence, the country of a passport (BTAE-12, -15, -18). */
function registration(party: Party) {
  return attributes({
    schemeID: party.company_scheme_id,
    schemeAgencyID: party.scheme_agency_id,
    schemeAgencyName: party.scheme_agency_id === "PAS" ? party.passport_issuing_country_code : party.authority_name,
  });
}

function writeTaxScheme(
  element: UblElement,
  number: string | undefined,
  scheme: string | undefined,
  origin: string | undefined,
): void {
  if (!number?.trim()) return;
  group(element, "cac:PartyTaxScheme", origin, (tax) => {
    leaf(tax, "cbc:CompanyID", number, origin === undefined ? undefined : "company_id");
    group(tax, "cac:TaxScheme", undefined, (inner) =>
      leaf(inner, "cbc:ID", scheme ?? "VAT", origin === undefined || scheme === undefined ? undefined : "tax_scheme"),
    );
  });
}

export function writeAddress(
  element: UblElement,
  name: string,
  address: Address | undefined,
  origin: string | undefined,
): void {
  if (!address) return;
  const field = (own: string): string | undefined => (origin === undefined ? undefined : own);
  group(element, name, origin, (place) => {
    leaf(place, "cbc:StreetName", address.street_name, field("street_name"));
    leaf(place, "cbc:AdditionalStreetName", address.additional_street_name, field("additional_street_name"));
    leaf(place, "cbc:CityName", address.city_name, field("city_name"));
    leaf(place, "cbc:PostalZone", address.postal_zone, field("postal_zone"));
    leaf(place, "cbc:CountrySubentity", address.country_subentity, field("country_subentity"));
    group(place, "cac:AddressLine", undefined, (line) =>
      leaf(line, "cbc:Line", address.address_line, field("address_line")),
    );
    group(place, "cac:Country", undefined, (country) =>
      leaf(country, "cbc:IdentificationCode", address.country_code, field("country_code")),
    );
  });
}

/** Account to pay to; its branch carries the address (IBG-17). */
export function writeAccount(
  element: UblElement,
  name: string,
  account: FinancialAccount | undefined,
  origin: string,
): void {
  if (!account) return;
  group(element, name, origin, (holder) => {
    leaf(holder, "cbc:ID", account.id, "id");
    leaf(holder, "cbc:Name", account.name, "name");
    group(holder, "cac:FinancialInstitutionBranch", undefined, (branch) => {
      leaf(branch, "cbc:ID", account.financial_institution_branch_id, "financial_institution_branch_id");
      writeAddress(branch, "cac:Address", account.address, "address");
    });
  });
}

/** Payee, beneficiary, principal and tax representative (IBG-10, BTAE-01, BTAE-14, IBG-11). */
export function writeOtherParties(root: UblElement, document: SelfBilledDocument): void {
  const { payee_party: payee, tax_representative_party: representative } = document;
  if (payee) {
    group(root, "cac:PayeeParty", "payee_party", (element) => {
      writeIdentification(element, payee.party_identification?.id, "party_identification");
      group(element, "cac:PartyName", undefined, (named) => leaf(named, "cbc:Name", payee.party_name, "party_name"));
      writeAccount(element, "cac:FinancialAccount", payee.financial_account, "financial_account");
    });
  }
  writePartyWithId(root, "cac:BuyerCustomerParty", document.buyer_customer_party?.id, "buyer_customer_party");
  writePartyWithId(root, "cac:SellerSupplierParty", document.seller_supplier_party?.id, "seller_supplier_party");
  if (representative) {
    group(root, "cac:TaxRepresentativeParty", "tax_representative_party", (element) => {
      group(element, "cac:PartyName", undefined, (named) =>
        leaf(named, "cbc:Name", representative.party_name, "party_name"),
      );
      writeAddress(element, "cac:PostalAddress", representative.postal_address, "postal_address");
      group(element, "cac:PartyTaxScheme", "party_identification", (tax) => {
        leaf(tax, "cbc:CompanyID", representative.party_identification?.id, "id");
        if (tax.children.length > 0) group(tax, "cac:TaxScheme", undefined, (scheme) => leaf(scheme, "cbc:ID", "VAT"));
      });
    });
  }
}

export function writeIdentification(element: UblElement, id: string | undefined, origin: string): void {
  group(element, "cac:PartyIdentification", origin, (identification) =>
    leaf(identification, "cbc:ID", id, origin.endsWith("id") ? "" : "id"),
  );
}

function writePartyWithId(root: UblElement, name: string, id: string | undefined, origin: string): void {
  group(root, name, origin, (holder) =>
    group(holder, "cac:Party", undefined, (party) =>
      group(party, "cac:PartyIdentification", undefined, (identification) => leaf(identification, "cbc:ID", id, "id")),
    ),
  );
}
