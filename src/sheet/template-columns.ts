import { type CodeList, codes, codeWords, type DocumentKind, type LeafMeta } from "../document/index.ts";
import { fieldPathOf } from "./field-path.ts";

interface Column {
  readonly heading: string;
  /** Other accepted headings. */
  readonly alike?: readonly string[];
  readonly fields: readonly string[];
  /** Words in the cells and their meanings; by default, the words in the field's code list. */
  readonly words?: Readonly<Record<string, string>>;
  readonly only?: DocumentKind;
  /** The ready-made sheet does not contain this column, but the user may add it. */
  readonly isAdded?: true;
}

export interface TemplateColumn extends Column {
  /** The first field that the column fills; undefined for a name in the supplier book. */
  readonly meta: LeafMeta | undefined;
  /** Whether the cells are formatted as text, so that no digits are lost. */
  readonly asText: boolean;
}

const supplier = "accounting_supplier_party";
const line = "document_lines";

/** Maps the words of a code list to the codes: `{ AUH: "Abu Dhabi" }` → `{ "Abu Dhabi": "AUH" }`. */
function reversed(list: CodeList): Record<string, string> {
  return Object.fromEntries(Object.keys(list).map((code) => [codeWords(list, code) ?? code, code]));
}

const scenarioWords = {
  standard: "00000000",
  "free trade zone": "10000000",
  "deemed supply": "01000000",
  "profit margin scheme": "00100000",
  "summary invoice": "00010000",
  "continuous supply": "00001000",
  "disclosed agent billing": "00000100",
  "e-commerce": "00000010",
  exports: "00000001",
};

const unitWords = {
  piece: "H87",
  pieces: "H87",
  pcs: "H87",
  each: "EA",
  box: "XBX",
  boxes: "XBX",
  kg: "KGM",
  kilogram: "KGM",
  tonne: "TNE",
  litre: "LTR",
  metre: "MTR",
  "square metre": "MTK",
  "cubic metre": "MTQ",
  hour: "HUR",
  hours: "HUR",
  day: "DAY",
  days: "DAY",
  month: "MON",
  set: "SET",
  "lump sum": "LS",
};

const columns: readonly Column[] = [
  {
    heading: "Invoice number",
    alike: ["Invoice no.", "Invoice no", "Document number", "Credit note number"],
    fields: ["document_number"],
  },
  { heading: "Invoice date", alike: ["Date", "Issue date", "Credit note date"], fields: ["issue_date"] },
  { heading: "Due date", fields: ["due_date"], only: "invoice" },
  { heading: "Scenario", fields: ["profile_execution_id"], words: scenarioWords },
  {
    heading: "Reason",
    fields: ["discrepancy_response"],
    only: "credit-note",
  },
  { heading: "Reason in words", fields: ["reason"], only: "credit-note" },
  { heading: "Corrected invoice", fields: ["billing_reference.id"], only: "credit-note" },
  { heading: "Date of corrected invoice", fields: ["billing_reference.issue_date"], only: "credit-note" },
  { heading: "Currency", fields: ["document_currency_code"] },
  { heading: "Exchange rate", fields: ["tax_exchange_rate.calculation_rate"] },
  { heading: "Your reference", fields: ["buyer_reference"] },
  { heading: "Order number", alike: ["PO number", "PO no.", "Purchase order"], fields: ["order_reference.id"] },
  { heading: "Supply date", alike: ["Delivery date"], fields: ["delivery.actual_delivery_date"] },
  { heading: "Period from", fields: ["invoice_period.start_date"] },
  { heading: "Period to", fields: ["invoice_period.end_date"] },
  { heading: "Company", fields: ["company"], isAdded: true },
  { heading: "Supplier", alike: ["Supplier in the book"], fields: ["supplier"] },
  {
    heading: "Supplier name",
    fields: [`${supplier}.name`, `${supplier}.party_name`],
  },
  {
    heading: "Supplier TRN",
    alike: ["TRN"],
    fields: [`${supplier}.party_tax_scheme.company_id`],
  },
  {
    heading: "Supplier TIN",
    alike: ["TIN"],
    fields: [`${supplier}.tin`, `${supplier}.endpoint_id`],
  },
  {
    heading: "Licence type",
    fields: [`${supplier}.scheme_agency_id`],
  },
  { heading: "Licence number", fields: [`${supplier}.company_id`] },
  { heading: "Licence authority", fields: [`${supplier}.authority_name`] },
  { heading: "Supplier e-mail", alike: ["Supplier email"], fields: [`${supplier}.email`] },
  { heading: "Supplier telephone", alike: ["Supplier phone"], fields: [`${supplier}.telephone`] },
  { heading: "Supplier street", fields: [`${supplier}.postal_address.street_name`] },
  { heading: "Supplier city", fields: [`${supplier}.postal_address.city_name`] },
  {
    heading: "Supplier emirate",
    fields: [`${supplier}.postal_address.country_subentity`],
    words: reversed(codes.emirates),
  },
  {
    heading: "Supplier country",
    fields: [`${supplier}.postal_address.country_code`],
    words: { "United Arab Emirates": "AE", UAE: "AE" },
  },
  {
    heading: "Payment",
    fields: ["payment_means.payment_means_code"],
    words: { transfer: "30", ...reversed(codes.paymentMeansCodes) },
    only: "invoice",
  },
  { heading: "IBAN", fields: ["payment_means.payee_financial_account.id"], only: "invoice" },
  { heading: "Account name", fields: ["payment_means.payee_financial_account.name"], only: "invoice" },
  { heading: "Item", alike: ["Item name"], fields: [`${line}.name`] },
  { heading: "Description", fields: [`${line}.description`] },
  { heading: "Quantity", alike: ["Qty"], fields: [`${line}.quantity`] },
  { heading: "Unit", fields: [`${line}.unit_code`], words: unitWords },
  { heading: "Unit price", alike: ["Price"], fields: [`${line}.price.base_amount`] },
  { heading: "Discount", alike: ["Line discount"], fields: [`${line}.allowances.amount`] },
  { heading: "Discount reason", fields: [`${line}.allowances.reason`] },
  {
    heading: "VAT category",
    fields: [`${line}.classified_tax_category.id`],
    words: { ...reversed(codes.vatCategories), standard: "S" },
  },
  { heading: "VAT rate", alike: ["VAT %"], fields: [`${line}.classified_tax_category.percent`] },
  {
    heading: "Exemption reason",
    fields: [`${line}.classified_tax_category.tax_exemption_reason_code`],
  },
  {
    heading: "Goods or services",
    fields: [`${line}.commodity_classification.commodity_code`],
  },
  { heading: "HS code", fields: [`${line}.commodity_classification.item_classification_code`] },
  { heading: "Service code", alike: ["SAC"], fields: [`${line}.additional_item_identification.id`] },
  { heading: "Line remark", fields: [`${line}.note`] },
  { heading: "Remark", alike: ["Note"], fields: ["note"] },
];

/** The headings of the ready-made sheet in order, with their fields; they make up the built-in map (Decision 86). */
export const templateColumns: readonly TemplateColumn[] = columns.map((column) => {
  const field = fieldPathOf(column.fields[0] ?? "", column.only ?? "invoice");
  const meta = "steps" in field ? field.meta : undefined;
  const hasWords = meta?.form?.is === "code" && !(meta.form.list instanceof codes.CodeSet);
  const words = hasWords ? reversed(meta.form.list) : undefined;
  const asText = meta?.cell === "text" || meta?.cell === "digits";
  return { ...(words === undefined ? {} : { words }), ...column, meta, asText };
});

/** Columns that only help people who read the sheet: results and totals. selfbill ignores them. */
export const readersColumns = [
  "selfbill number",
  "selfbill id",
  "selfbill status",
  "selfbill errors",

  "Net",
  "Net amount",
  "VAT",
  "VAT amount",
  "Total",
  "Gross",
  "Line net",
  "Line VAT",
  "Line total",
];

/** Default values for empty cells in the ready-made sheet. */
export const templateDefaults: Readonly<Record<string, string>> = {
  profile_execution_id: "00000000",
  document_currency_code: "AED",
};
