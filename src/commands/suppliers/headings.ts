/** Names in lists of suppliers for the fields of an entry, in small letters with underscores: other programs', and our own sheets'. */
const names: Readonly<Record<string, string>> = {
  supplier:
    "key vendor_code vendor_no vendor_number vendor_id supplier_code supplier_no supplier_number supplier_id short_name",
  party_name:
    "legal_name company company_name supplier_name supplier_legal_name vendor vendor_name trade_name account_title اسم_المورد الاسم",
  trn: "supplier_trn vat_number vat_no vat_reg_no vat_registration_number vat_registration_no tax_registration_number tax_registration_no tax_number tax_id trn_number trn_no رقم_التسجيل_الضريبي الرقم_الضريبي",
  tin: "supplier_tin",
  company_id:
    "licence license licence_number license_number licence_no license_no trade_licence trade_license trade_licence_no trade_license_no trade_licence_number trade_license_number cr_number commercial_registration",
  scheme_agency_id: "licence_type license_type",
  authority_name: "licence_authority license_authority issuing_authority",
  email: "e_mail email_address e_mail_address supplier_e_mail supplier_email البريد_الإلكتروني",
  telephone:
    "phone tel telephone_number phone_number telephone_no phone_no supplier_telephone mobile mobile_number الهاتف",
  street_name: "street address address_1 address1 address_line_1 street_address supplier_street العنوان",
  additional_street_name: "address_2 address2 address_line_2",
  city_name: "city town supplier_city المدينة",
  country_subentity: "emirate supplier_emirate region state الإمارة",
  postal_zone: "po_box p_o_box postal_code zip",
  country: "country_name supplier_country الدولة",
  iban: "iban_number iban_no bank_account bank_account_number الآيبان",
  account_name: "account_holder beneficiary beneficiary_name bank_account_name",
  bic: "swift swift_code bic_code",
  agreement_number: "agreement agreement_no",
  agreement_date: "agreement_from agreement_start",
  agreement_expiry: "agreement_until agreement_end agreement_to",
};

const byName = new Map(
  Object.entries(names).flatMap(([field, others]) => others.split(" ").map((each) => [each, field] as const)),
);

/** Headings of other programs that are not slips, although they resemble fields. */
export const foreignHeadings: ReadonlySet<string> = new Set(
  "payment_terms payment_method currency currency_code credit_limit balance status created_on created_by account_group".split(
    " ",
  ),
);

/** The field that a heading means, or the heading itself in small letters with underscores. */
export function headingField(heading: string): string {
  const plain = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, "_")
    .replace(/^_|_$/g, "");
  return byName.get(plain) ?? plain;
}
