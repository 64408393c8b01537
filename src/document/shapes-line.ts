import * as codes from "./codes/index.ts";
import { groupField, groupOrListField, listField } from "./fields/fields.ts";
import { code, date, decimal, pattern, textLeaf } from "./fields/leaf.ts";
import { byKind, inCode, inUbl } from "./fields/ubl-place.ts";

/** VAT category with rate (IBG-30 on lines). */
export const taxCategoryShape = groupField({
  id: code(codes.vatCategories, "VAT category", { term: "IBT-151", says: "S Z E O AE or N", ubl: "cbc:ID" }),
  percent: decimal({
    term: "IBT-152",
    least: "zero",
    says: "Rate in percent; 5 for S, 0 for Z, left out for E and O",
    ubl: "cbc:Percent",
  }),
  tax_exemption_reason_code: code(codes.exemptionReasons, "exemption reason", {
    term: "IBT-186",
    says: "Why it is exempt; for E",
    ubl: "cbc:TaxExemptionReasonCode",
  }),
  tax_exemption_reason: textLeaf({
    term: "IBT-185",
    says: "Why it is exempt, in words; for E",
    ubl: "cbc:TaxExemptionReason",
  }),
  tax_scheme: pattern(/^VAT$/, "is not VAT.", "Write VAT.", {
    says: "VAT",
    ubl: inUbl("cac:TaxScheme/cbc:ID", { always: "VAT" }),
  }),
});

const allowanceOrCharge = (reasons: ReadonlySet<string>, name: string) =>
  groupField({
    amount: decimal({
      least: "above-zero",
      decimals: 2,
      says: "Amount; may be left out when percentage and base are given",
      ubl: "cbc:Amount",
    }),
    reason: textLeaf({ says: "The reason in words; a code or words must be there", ubl: "cbc:AllowanceChargeReason" }),
    reason_code: code(reasons, name, {
      says: "The reason as a code, such as 95 (discount) or FC (freight)",
      ubl: "cbc:AllowanceChargeReasonCode",
    }),
    multiplier_factor_numeric: decimal({
      least: "zero",
      says: "Percentage of base_amount",
      ubl: "cbc:MultiplierFactorNumeric",
    }),
    base_amount: decimal({ least: "zero", says: "What the percentage is taken of", ubl: "cbc:BaseAmount" }),
    tax_category: taxCategoryShape.at(
      "cac:TaxCategory",
      "VAT category; required on the whole document, on a line that of the line counts",
    ),
  });

/** Charge on document or line (IBG-21, IBG-28). */
export const chargeShape = allowanceOrCharge(codes.chargeReasonCodes, "charge reason");
/** Allowance on document or line (IBG-20, IBG-27). */
export const allowanceShape = allowanceOrCharge(codes.allowanceReasonCodes, "allowance reason");

/** Period of a document or a line (IBG-14, IBG-26). */
export const periodShape = groupField({
  start_date: date({ tier: "T1", term: "IBT-073", says: "First day", ubl: "cbc:StartDate" }),
  end_date: date({ tier: "T1", term: "IBT-074", says: "Last day", ubl: "cbc:EndDate" }),
  description: textLeaf({
    term: "BTAE-06",
    says: "How often: DLY WKY Q15 MTH Q45 Q60 QTR YRL HYR OTH",
    ubl: "cbc:DescriptionCode",
  }),
});

/** Reference to another document by its number. */
export const documentReferenceShape = groupField({
  id: textLeaf({ says: "Number of the document", ubl: "cbc:ID" }),
  issue_date: date({ says: "Date of issue", ubl: "cbc:IssueDate" }),
  document_description: textLeaf({ says: "What it is, in words", ubl: "cbc:DocumentDescription" }),
});

/** Price of one price base quantity (IBG-29). With an allowance `base_amount` is the gross price. */
export const priceShape = groupField({
  base_amount: decimal({
    tier: "T1",
    least: "zero",
    term: "IBT-148",
    says: "Unit price before the discount",
    ubl: inCode("by its group"),
  }),
  base_quantity: decimal({
    tier: "T1",
    least: "above-zero",
    term: "IBT-149",
    says: "Pieces the price is for; 1 when left out",
    ubl: inCode("by its group"),
  }),
  allowance: groupField({
    amount: decimal({
      least: "zero",
      term: "IBT-147",
      says: "Discount on the price, for base_quantity units",
      ubl: inCode("by its group"),
    }),
    base_amount: decimal({
      least: "zero",
      term: "IBT-148",
      says: "The price before the discount",
      ubl: inCode("by its group"),
    }),
  }).at(inCode("by its group"), "A discount on the price"),
});

const itemPropertyShape = groupField({
  name: textLeaf({ term: "IBT-160", says: "Name of the property, such as Colour", ubl: "cbc:Name" }),
  value: textLeaf({ term: "IBT-161", says: "Its value", ubl: "cbc:Value" }),
});

/** Goods or services of a line (IBG-31). */
export const commodityClassificationShape = groupField({
  commodity_code: code(codes.itemTypes, "item type", {
    tier: "T1",
    term: "BTAE-13",
    says: "G goods, S services, B both",
    ubl: "cbc:CommodityCode",
  }),
  item_classification_code: textLeaf({
    term: "IBT-158",
    says: "HS code; for G and B",
    ubl: "cbc:ItemClassificationCode",
  }),
  item_classification_list_id: textLeaf({ term: "IBT-158-1", says: "HS", ubl: "cbc:ItemClassificationCode/@listID" }),
  item_classification_list_version_id: textLeaf({
    term: "IBT-158-2",
    says: "Version of the list",
    ubl: "cbc:ItemClassificationCode/@listVersionID",
  }),
  nature_code: textLeaf({
    term: "BTAE-09",
    says: "Kind of goods under the reverse charge; for VAT category AE",
    ubl: "cbc:NatureCode",
  }),
});

/** One line (IBG-25). */
export const documentLineShape = groupField({
  name: textLeaf({ term: "IBT-153", says: "Name of the goods or services", ubl: "cac:Item/cbc:Name" }),
  description: textLeaf({ term: "IBT-154", says: "Description", ubl: "cac:Item/cbc:Description" }),
  quantity: decimal({
    least: "above-zero",
    term: "IBT-129",
    says: "How many; above zero on a credit note too",
    ubl: byKind({ invoice: "cbc:InvoicedQuantity", "credit-note": "cbc:CreditedQuantity" }),
  }),
  unit_code: code(codes.unitCodes, "unit", {
    term: "IBT-130",
    says: "Such as H87 piece, KGM kilogram, HUR hour",
    ubl: byKind({ invoice: "cbc:InvoicedQuantity/@unitCode", "credit-note": "cbc:CreditedQuantity/@unitCode" }),
  }),
  price: priceShape.at(inCode("price"), "Price without VAT"),
  classified_tax_category: taxCategoryShape.at("cac:Item/cac:ClassifiedTaxCategory", "VAT category and rate"),
  charges: listField(chargeShape).at(inCode("charges"), "What this line costs in addition"),
  allowances: listField(allowanceShape).at(inCode("allowances"), "Discounts on this line"),
  invoice_period: periodShape.at("cac:InvoicePeriod", "The period of this line, inside that of the document"),
  order_line_reference: groupField({
    line_id: textLeaf({ term: "IBT-132", says: "Line of the order", ubl: "cbc:LineID" }),
    order_reference_id: textLeaf({ term: "IBT-183", says: "Number of the order", ubl: "cac:OrderReference/cbc:ID" }),
  }).at("cac:OrderLineReference", "The line of the order"),
  despatch_line_reference: groupField({
    line_id: textLeaf({ term: "IBT-184", says: "Line of the delivery note", ubl: "cbc:LineID" }),
  }).at("cac:DespatchLineReference", "The line of the delivery note"),
  document_reference: documentReferenceShape.at(
    "cac:DocumentReference[cbc:DocumentTypeCode!=130]",
    "A document that belongs to this line",
  ),
  buyer_item_identification: groupField({
    id: textLeaf({ term: "IBT-156", says: "Your article number", ubl: "cbc:ID" }),
  }).at("cac:Item/cac:BuyersItemIdentification", "The article as you call it"),
  seller_item_identification: groupField({
    id: textLeaf({ term: "IBT-155", says: "The supplier's article number", ubl: "cbc:ID" }),
  }).at("cac:Item/cac:SellersItemIdentification", "The article as the supplier calls it"),
  standard_item_identification: groupField({
    id: textLeaf({ term: "IBT-157", says: "The number, such as a GTIN", ubl: "cbc:ID" }),
    scheme_id: textLeaf({ term: "IBT-157-1", says: "0160 for a GTIN", ubl: "cbc:ID/@schemeID" }),
  }).at("cac:Item/cac:StandardItemIdentification", "The article by a standard; required for VAT category AE"),
  additional_item_identification: listField(
    groupField({
      id: textLeaf({ term: "BTAE-17", says: "The service accounting code", ubl: "cbc:ID" }),
      scheme_id: textLeaf({ says: "SAC", ubl: "cbc:ID/@schemeID" }),
      scheme_version_id: textLeaf({ says: "Version of the list", ubl: "cbc:ID/@schemeVersionID" }),
    }),
  ).at("cac:Item/cac:AdditionalItemIdentification", "The service accounting code; for item types S and B"),
  commodity_classification: commodityClassificationShape.at(
    "cac:Item/cac:CommodityClassification",
    "Goods or services, and the code",
  ),
  origin_country: groupField({
    identification_code: code(codes.countryCodes, "country", {
      term: "IBT-159",
      says: "Such as AE",
      ubl: "cbc:IdentificationCode",
    }),
  }).at("cac:Item/cac:OriginCountry", "Country of origin"),
  additional_item_property: groupOrListField(itemPropertyShape).at(
    "cac:Item/cac:AdditionalItemProperty",
    "Properties of the article",
  ),
  note: textLeaf({ term: "IBT-127", says: "A remark on this line", ubl: "cbc:Note" }),
  accounting_cost: textLeaf({ term: "IBT-133", says: "Where this line is booked", ubl: "cbc:AccountingCost" }),
  lot_number_id: textLeaf({
    term: "BTAE-24",
    says: "Batch number",
    ubl: "cac:Item/cac:ItemInstance/cac:LotIdentification/cbc:LotNumberID",
  }),
  line_object_identifier: textLeaf({
    term: "IBT-128",
    says: "What the line is about, such as a meter",
    ubl: "cac:DocumentReference[cbc:DocumentTypeCode=130]/cbc:ID",
  }),
});
