import { foldedHeading } from "../../document/index.ts";

/**
 * Headings used by Zoho, Odoo, Tally, SAP, Dynamics, Suntech, our own sheets and the wizard, by field and in
 * `foldedHeading` form. Of two columns for one field, the heading listed first wins, and the other fills empty cells.
 */
const names: Readonly<Record<string, string>> = {
  supplier:
    "key vendor_code vendor_no vendor_number vendor_id vendor_key vendor_account vendor_account_number vendoraccountnumber supplier_code supplier_no supplier_number supplier_id supplier_key supplier_account creditor_code creditor_no creditor_number bp_code card_code cardcode business_partner_code party_code account_code acc_code short_name short_name_for_the_supplier keep_it_in_your_supplier_book_as search_name alias reference internal_reference code no رمز_المورد كود_المورد رقم_المورد كود_الحساب",
  party_name:
    "legal_name supplier_legal_name vendor_legal_name registered_name its_legal_name mailing_name company_name organization_name organisation_name vendor_organization_name vendororganizationname supplier_name vendor_name buyer_name creditor_name business_name bp_name card_name cardname business_partner_name party_name account_title account_head account_name_of_vendor company name_1 name1 name_of_supplier name_of_vendor ledger_name ledger particulars vendor creditor party الاسم_القانوني اسم_المورد اسم_الشركة المورد الاسم",
  name: "name_for_daily_use display_name trade_name trading_name known_as الاسم_التجاري",
  party_name_in_local_language:
    "foreign_name bp_foreign_name card_foreign_name cardfname cardforeignname local_name name_in_local_language",
  trn: "tax_registration_number tax_registration_no tax_reg_no tax_reg_number trn_number trn_no trn_vat vat_trn supplier_trn vendor_trn vat_registration_number vat_registration_no vat_reg_no vat_reg_number vat_number vat_no vat_id vat_registration_id vat_tin vat_tin_no tax_exempt_number taxexemptnumber federal_tax_id federaltaxid lictradnum vat tax_number tax_no tax_id tax_id_number tax_code_number gst_vat_number gstin_uin its_tax_number_at_home رقم_التسجيل_الضريبي الرقم_الضريبي رقم_ضريبي رقم_ضريبة_القيمة_المضافة",
  tin: "tin_number tin_no taxpayer_identification_number tax_identification_number unified_federal_tax_id رقم_التعريف_الضريبي",
  endpoint_id: "electronic_address peppol_id peppol_address peppol_endpoint e_invoicing_address participant_id",
  company_id:
    "trade_licence trade_license trade_licence_no trade_license_no trade_licence_number trade_license_number licence license licence_no license_no licence_number license_number tl_no tl_number commercial_license commercial_licence commercial_license_no commercial_licence_no cr_number cr_no commercial_registration commercial_registration_no commercial_registration_number registration_no registration_number number_of_the_registration_or_licence company_registration company_registry company_registration_number company_registration_no company_reg_no regnum legal_registration_number رقم_الرخصة رقم_الرخصة_التجارية الرخصة_التجارية السجل_التجاري رقم_السجل_التجاري",
  scheme_agency_id:
    "licence_type license_type registration_type kind_of_registration how_is_the_supplier_registered نوع_الرخصة",
  authority_name:
    "licence_authority license_authority issuing_authority licensing_authority trade_licence_authority trade_license_authority authority_that_issued_it issued_by جهة_الإصدار سلطة_الترخيص",
  passport_issuing_country_code: "country_of_the_passport passport_country بلد_الجواز",
  email:
    "e_mail email_address e_mail_address email_id emailid e_mail_id mail email_1 email1 primary_email primaryemailaddress contact_email accounts_email ap_email invoice_email primary_contact_emailid البريد_الإلكتروني بريد_إلكتروني الإيميل",
  telephone:
    "phone tel telephone_number phone_number telephone_no phone_no tel_no tel_number phone_1 phone1 telephone_1 office_phone work_phone business_phone primary_phone primaryphonenumber contact_phone contact_no contact_number landline mobile mobile_no mobile_number mobile_phone mobilephone cell_phone cellular phone_2 phone2 telephone_2 الهاتف رقم_الهاتف هاتف التلفون الجوال",
  street_name:
    "street address address_1 address1 address_line_1 address_line1 addr1 street_address street_and_number address_street addressstreet street_1 billing_address billing_street bill_to_street postal_address_line_1 registered_address full_address العنوان الشارع عنوان_المورد",
  additional_street_name:
    "address_2 address2 address_line_2 address_line2 addr2 street_2 street2 billing_street2 block bill_to_block area building",
  address_line: "address_3 address3 address_line_3 address_line3 addr3",
  city_name: "city town city_town address_city addresscity المدينة مدينة",
  country_subentity:
    "emirate state emirate_state state_emirate state1 region province state_province emirate_abroad_the_region address_state addressstateid الإمارة إمارة",
  postal_zone:
    "po_box p_o_box pobox post_box postal_code postcode post_code zip zip_code zipcode pincode pin_code billing_code addresszipcode صندوق_البريد ص_ب",
  country:
    "country_name country_region country_region_name name_of_the_country country_of_residence where_is_the_supplier_established الدولة البلد بلد",
  country_code:
    "country_key country_region_code countryregion_code country_region_id addresscountryregionid country_iso iso_country_code iso_country رمز_الدولة",
  iban: "iban_number iban_no bank_iban bank_account_iban account_iban iban_account iban_account_number iban_account_no account_number_iban bank_account_iban_number bank_iban_number bank_iban_no ibannumber dfliban default_iban bank_account bank_account_number bank_account_no account_no_iban account_number beneficiary_account beneficiary_iban iban_of_the_supplier iban_to_pay_to a_c_no a_c_number الآيبان رقم_الآيبان رقم_الحساب_المصرفي رقم_الحساب",
  account_name:
    "account_holder account_holder_name a_c_holder_s_name a_c_holder_name beneficiary beneficiary_name bank_account_name اسم_صاحب_الحساب",
  bic: "swift swift_code swift_bic bic_code bic_swift bank_swift dflswift bank_identifier_code رمز_السويفت",
  vat_group:
    "vat_group_member member_of_a_vat_group member_of_vat_group vat_grouping tax_group tax_group_member part_of_a_vat_group is_the_supplier_a_member_of_a_vat_group مجموعة_ضريبية المجموعة_الضريبية عضو_في_مجموعة_ضريبية",
  agreement_number:
    "agreement agreement_no contract_no contract_number self_billing_agreement number_of_your_self_billing_agreement number_of_the_self_billing_agreement رقم_الاتفاقية",
  agreement_date:
    "agreement_from agreement_start agreement_start_date contract_date date_of_the_agreement تاريخ_الاتفاقية",
  agreement_expiry:
    "agreement_until agreement_end agreement_to agreement_end_date agreement_valid_until contract_end its_last_day انتهاء_الاتفاقية",
};

export function headingsOfFields(): ReadonlyArray<readonly [field: string, headings: readonly string[]]> {
  return Object.entries(names).map(([field, others]) => [
    field,
    others.split(" ").map((each) => each.replaceAll("_", " ")),
  ]);
}

/** The field and rank of each heading. A field's own name always has the best rank, 0, so ranks start at 1 here. */
const byName = new Map(
  Object.entries(names).flatMap(([field, others]) =>
    others.split(" ").map((each, rank) => [foldedHeading(each), { field, rank: rank + 1 }] as const),
  ),
);

/** Headings from other programs that resemble a field's name, but are not misspellings of it. */
const foreign: ReadonlySet<string> = new Set(
  "payment_terms payment_method currency currency_code credit_limit balance status created_on created_by account_group group under parent fax fax_no website contact contact_name contact_person first_name last_name contact_id name_2 name2 notes what_is_missing".split(
    " ",
  ),
);

export function isForeign(heading: string): boolean {
  const name = foldedHeading(heading);
  return (
    foreign.has(name) || /^(?:ship|shipping|delivery|warehouse)_/.test(name) || inOtherLanguage(heading) !== undefined
  );
}

/** The field that a heading means (or the heading itself, if it means none), and how well it matches. */
export interface Meant {
  readonly field: string;
  readonly rank: number;
}

/**
 * Finds the field of a heading: tries the whole heading, then each half (`TRN / الرقم الضريبي`), then both without a
 * leading word for the owner, such as "Vendor".
 */
export function headingField(heading: string, known: readonly string[]): Meant {
  const path = heading.trim().toLowerCase();
  if (known.includes(path) || /^[a-z_]+(?:\.[a-z_]+|\[\d+\])+$/.test(path)) return { field: path, rank: 0 };
  const base = inOtherLanguage(heading);
  if (base !== undefined) return ofOtherLanguage(base, heading, known);
  const words = heading.replace(/([\p{Ll}\d])(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1$2 ");
  const whole = [heading, words, heading.replace(/[(\uff08].*$/, "")].map(foldedHeading);
  const halves = [...whole, ...heading.split(/[/|\n()\u2013\u2014]|\s-\s/u).map(foldedHeading)].filter(
    (each) => each !== "",
  );
  const bare = halves.map((each) => each.replace(ownerWords, ""));
  for (const [at, name] of [...halves, ...bare].entries()) {
    // A half that only says "name" may be the name of something else, such as a bank.
    const isOwn = known.includes(name) && (at === 0 || name !== "name");
    const meant = isOwn ? { field: name, rank: 0 } : byName.get(name);
    if (meant && !foreign.has(halves[0] ?? "")) return meant;
  }
  return { field: foldedHeading(heading), rank: 0 };
}

/** Words before a field's name that say whose it is. */
const ownerWords = /^(?:supplier|vendor|creditor|party|billing|bill_to|buyer|primary|main|default)_/;

const languages =
  /(?:\bin\s+)?\barabic\b|\b(?:secondary|local|second)\s+language\b|\((?:ar|عربي)\)|(?:باللغة\s+)?\S*عرب\S*/iu;

/** Returns the heading without the word for Arabic or a second language; undefined if it has none. */
function inOtherLanguage(heading: string): string | undefined {
  return languages.test(heading) ? heading.replace(languages, " ").replace(/[()]/g, " ").trim() : undefined;
}

/** Of a heading for a second language, recognises only the name. */
function ofOtherLanguage(base: string, heading: string, known: readonly string[]): Meant {
  const said = base === "" ? "name" : headingField(base, known).field;
  const isName = ["name", "party_name", "supplier", "party_name_in_local_language"].includes(said);
  return isName ? { field: "party_name_in_local_language", rank: 0 } : { field: foldedHeading(heading), rank: 0 };
}
