/**
 * Names in lists of suppliers for the fields of an entry: other programs', and our own sheets'. Of two columns for one field that of the
 * name that stands first here is taken, and the other one where it is empty. Names are compared as `folded` leaves them.
 */
const names: Readonly<Record<string, string>> = {
  supplier:
    "key vendor_code vendor_no vendor_number vendor_id vendor_key vendor_account supplier_code supplier_no supplier_number supplier_id supplier_key supplier_account creditor_code creditor_no creditor_number bp_code business_partner_code party_code short_name search_name alias رمز_المورد كود_المورد رقم_المورد",
  party_name:
    "legal_name supplier_legal_name vendor_legal_name registered_name company_name supplier_name vendor_name creditor_name organisation_name organization_name business_name bp_name business_partner_name party account_title trade_name company vendor creditor name_1 name1 name_of_supplier name_of_vendor الاسم_القانوني اسم_المورد اسم_الشركة المورد الاسم",
  trn: "tax_registration_number tax_registration_no tax_reg_no tax_reg_number trn_number trn_no trn_vat vat_trn supplier_trn vendor_trn vat_registration_number vat_registration_no vat_reg_no vat_reg_number vat_number vat_no vat_id vat_registration_id tax_number tax_no tax_id tax_id_number tax_code_number gst_vat_number رقم_التسجيل_الضريبي الرقم_الضريبي رقم_ضريبي رقم_ضريبة_القيمة_المضافة",
  tin: "tin_number tin_no taxpayer_identification_number tax_identification_number رقم_التعريف_الضريبي",
  company_id:
    "trade_licence trade_license trade_licence_no trade_license_no trade_licence_number trade_license_number licence license licence_no license_no licence_number license_number tl_no tl_number commercial_license commercial_licence commercial_license_no commercial_licence_no cr_number cr_no commercial_registration commercial_registration_no commercial_registration_number registration_no registration_number company_registration_number company_reg_no legal_registration_number رقم_الرخصة رقم_الرخصة_التجارية الرخصة_التجارية السجل_التجاري رقم_السجل_التجاري",
  scheme_agency_id: "licence_type license_type registration_type kind_of_registration نوع_الرخصة",
  authority_name:
    "licence_authority license_authority issuing_authority licensing_authority trade_licence_authority trade_license_authority issued_by جهة_الإصدار سلطة_الترخيص",
  email:
    "e_mail email_address e_mail_address email_id e_mail_id mail email_1 email1 contact_email accounts_email ap_email invoice_email البريد_الإلكتروني بريد_إلكتروني الإيميل",
  telephone:
    "phone tel telephone_number phone_number telephone_no phone_no tel_no tel_number phone_1 phone1 telephone_1 office_phone business_phone contact_phone contact_no contact_number landline mobile mobile_no mobile_number mobile_phone cell_phone الهاتف رقم_الهاتف هاتف التلفون الجوال",
  street_name:
    "street address address_1 address1 address_line_1 address_line1 addr1 street_address street_and_number street_1 billing_address postal_address_line_1 registered_address full_address العنوان الشارع عنوان_المورد",
  additional_street_name: "address_2 address2 address_line_2 address_line2 addr2 street_2 area building",
  city_name: "city town city_town المدينة مدينة",
  country_subentity: "emirate state emirate_state state_emirate region province state_province الإمارة إمارة",
  postal_zone: "po_box p_o_box pobox post_box postal_code postcode post_code zip zip_code صندوق_البريد ص_ب",
  country: "country_name country_region country_region_name الدولة البلد بلد",
  country_code: "country_key country_region_code country_iso iso_country_code iso_country رمز_الدولة",
  iban: "iban_number iban_no bank_iban bank_account bank_account_number bank_account_no account_no_iban beneficiary_account beneficiary_iban الآيبان رقم_الآيبان رقم_الحساب_المصرفي رقم_الحساب",
  account_name: "account_holder account_holder_name beneficiary beneficiary_name bank_account_name اسم_صاحب_الحساب",
  bic: "swift swift_code swift_bic bic_code bic_swift bank_swift رمز_السويفت",
  agreement_number: "agreement agreement_no contract_no contract_number self_billing_agreement رقم_الاتفاقية",
  agreement_date: "agreement_from agreement_start agreement_start_date contract_date تاريخ_الاتفاقية",
  agreement_expiry: "agreement_until agreement_end agreement_to agreement_end_date contract_end انتهاء_الاتفاقية",
};

/** A heading or a name without capitals, signs, Arabic vowels and the spellings of one Arabic letter that people mix. */
function folded(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{M}\u0640]/gu, "")
    .replace(/[\u0622\u0623\u0625]/gu, "\u0627")
    .replace(/\u0629/gu, "\u0647")
    .replace(/\u0649/gu, "\u064a")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");
}

/** By name: the field, and how well the name says it (0 is best; the field's own name is better than all others). */
const byName = new Map(
  Object.entries(names).flatMap(([field, others]) =>
    others.split(" ").map((each, rank) => [folded(each), { field, rank: rank + 1 }] as const),
  ),
);

/** Headings of other programs that are not slips, although they resemble fields. */
export const foreignHeadings: ReadonlySet<string> = new Set(
  "payment_terms payment_method currency currency_code credit_limit balance status created_on created_by account_group fax fax_no website contact_person".split(
    " ",
  ),
);

/** What a heading means: the field, or the heading itself as a name, and how well it says it. */
export interface Meant {
  readonly field: string;
  readonly rank: number;
}

/** The field that a heading means: as it is, of one half of it (`TRN / الرقم الضريبي`), or without the word for a supplier before it. */
export function headingField(heading: string, known: readonly string[]): Meant {
  const path = heading.trim().toLowerCase();
  if (known.includes(path) || /^[a-z_]+(?:\.[a-z_]+|\[\d+\])+$/.test(path)) return { field: path, rank: 0 };
  const words = heading.replace(/([\p{Ll}\d])(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1$2 ");
  const halves = [heading, ...heading.split(/[/|\n()\u2013\u2014]|\s-\s/u), words]
    .map(folded)
    .filter((each) => each !== "");
  const bare = halves.map((each) => each.replace(/^(?:supplier|vendor|creditor|primary|main|default)_/, ""));
  for (const [at, name] of [...halves, ...bare].entries()) {
    // A half that says "name" may be of anything: of a bank, of a person.
    const isOwn = known.includes(name) && (at === 0 || name !== "name");
    const meant = isOwn ? { field: name, rank: 0 } : byName.get(name);
    if (meant) return meant;
  }
  return { field: folded(heading), rank: 0 };
}
