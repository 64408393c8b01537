import * as codes from "./codes/index.ts";
import { groupField, groupOrListField, listField } from "./fields/fields.ts";
import { code, date, decimal, pattern, textLeaf } from "./fields/leaf.ts";

/** VAT category with rate (IBG-30 on lines). */
export const taxCategoryShape = groupField({
  id: code(codes.vatCategories, "VAT category", { term: "IBT-151", description: "S Z E O AE or N" }),
  percent: decimal({
    term: "IBT-152",
    least: "zero",
    description: "Rate in percent; 5 for S, 0 for Z, left out for E and O",
  }),
  tax_exemption_reason_code: code(codes.exemptionReasons, "exemption reason", {
    term: "IBT-186",
    description: "Why it is exempt; for E",
  }),
  tax_exemption_reason: textLeaf({ term: "IBT-185", description: "Why it is exempt, in words; for E" }),
  tax_scheme: pattern(/^VAT$/, "is not VAT.", "Write VAT.", { description: "VAT" }),
});

const allowanceOrCharge = (reasons: ReadonlySet<string>, name: string) =>
  groupField({
    amount: decimal({
      least: "above-zero",
      decimals: 2,
      description: "Amount; may be left out when percentage and base are given",
    }),
    reason: textLeaf({ description: "The reason in words; a code or words must be there" }),
    reason_code: code(reasons, name, { description: "The reason as a code, such as 95 (discount) or FC (freight)" }),
    multiplier_factor_numeric: decimal({ least: "zero", description: "Percentage of base_amount" }),
    base_amount: decimal({ least: "zero", description: "What the percentage is taken of" }),
    tax_category: taxCategoryShape.described(
      "VAT category; required on the whole document, on a line that of the line counts",
    ),
  });

/** Charge on document or line (IBG-21, IBG-28). */
export const chargeShape = allowanceOrCharge(codes.chargeReasonCodes, "charge reason");
/** Allowance on document or line (IBG-20, IBG-27). */
export const allowanceShape = allowanceOrCharge(codes.allowanceReasonCodes, "allowance reason");

/** Period of a document or a line (IBG-14, IBG-26). */
export const periodShape = groupField({
  start_date: date({ tier: "T1", term: "IBT-073", description: "First day" }),
  end_date: date({ tier: "T1", term: "IBT-074", description: "Last day" }),
  description: textLeaf({ term: "BTAE-06", description: "How often: DLY WKY Q15 MTH Q45 Q60 QTR YRL HYR OTH" }),
});

/** Reference to another document by its number. */
export const documentReferenceShape = groupField({
  id: textLeaf({ description: "Number of the document" }),
  issue_date: date({ description: "Date of issue" }),
  document_description: textLeaf({ description: "What it is, in words" }),
});

/** Price of one price base quantity (IBG-29). With an allowance `base_amount` is the gross price. */
export const priceShape = groupField({
  base_amount: decimal({ tier: "T1", least: "zero", term: "IBT-148", description: "Unit price before the discount" }),
  base_quantity: decimal({
    tier: "T1",
    least: "above-zero",
    term: "IBT-149",
    description: "Pieces the price is for; 1 when left out",
  }),
  allowance: groupField({
    amount: decimal({ least: "zero", term: "IBT-147", description: "Discount on the price, for base_quantity units" }),
    base_amount: decimal({ least: "zero", term: "IBT-148", description: "The price before the discount" }),
  }).described("A discount on the price"),
});

const itemPropertyShape = groupField({
  name: textLeaf({ term: "IBT-160", description: "Name of the property, such as Colour" }),
  value: textLeaf({ term: "IBT-161", description: "Its value" }),
});

/** Goods or services of a line (IBG-31). */
export const commodityClassificationShape = groupField({
  commodity_code: code(codes.itemTypes, "item type", {
    tier: "T1",
    term: "BTAE-13",
    description: "G goods, S services, B both",
  }),
  item_classification_code: textLeaf({ term: "IBT-158", description: "HS code; for G and B" }),
  item_classification_list_id: textLeaf({ term: "IBT-158-1", description: "HS" }),
  item_classification_list_version_id: textLeaf({ term: "IBT-158-2", description: "Version of the list" }),
  nature_code: textLeaf({
    term: "BTAE-09",
    description: "Kind of goods under the reverse charge; for VAT category AE",
  }),
});

/** One line (IBG-25). */
export const documentLineShape = groupField({
  name: textLeaf({ term: "IBT-153", description: "Name of the goods or services" }),
  description: textLeaf({ term: "IBT-154", description: "Description" }),
  quantity: decimal({ least: "above-zero", term: "IBT-129", description: "How many; above zero on a credit note too" }),
  unit_code: code(codes.unitCodes, "unit", {
    term: "IBT-130",
    description: "Such as H87 piece, KGM kilogram, HUR hour",
  }),
  price: priceShape.described("Price without VAT"),
  classified_tax_category: taxCategoryShape.described("VAT category and rate"),
  charges: listField(chargeShape).described("What this line costs in addition"),
  allowances: listField(allowanceShape).described("Discounts on this line"),
  invoice_period: periodShape.described("The period of this line, inside that of the document"),
  order_line_reference: groupField({
    line_id: textLeaf({ term: "IBT-132", description: "Line of the order" }),
    order_reference_id: textLeaf({ term: "IBT-183", description: "Number of the order" }),
  }).described("The line of the order"),
  despatch_line_reference: groupField({
    line_id: textLeaf({ term: "IBT-184", description: "Line of the delivery note" }),
  }).described("The line of the delivery note"),
  document_reference: documentReferenceShape.described("A document that belongs to this line"),
  buyer_item_identification: groupField({
    id: textLeaf({ term: "IBT-156", description: "Your article number" }),
  }).described("The article as you call it"),
  seller_item_identification: groupField({
    id: textLeaf({ term: "IBT-155", description: "The supplier's article number" }),
  }).described("The article as the supplier calls it"),
  standard_item_identification: groupField({
    id: textLeaf({ term: "IBT-157", description: "The number, such as a GTIN" }),
    scheme_id: textLeaf({ term: "IBT-157-1", description: "0160 for a GTIN" }),
  }).described("The article by a standard; required for VAT category AE"),
  additional_item_identification: listField(
    groupField({
      id: textLeaf({ term: "BTAE-17", description: "The service accounting code" }),
      scheme_id: textLeaf({ description: "SAC" }),
      scheme_version_id: textLeaf({ description: "Version of the list" }),
    }),
  ).described("The service accounting code; for item types S and B"),
  commodity_classification: commodityClassificationShape.described("Goods or services, and the code"),
  origin_country: groupField({
    identification_code: code(codes.countryCodes, "country", { term: "IBT-159", description: "Such as AE" }),
  }).described("Country of origin"),
  additional_item_property: groupOrListField(itemPropertyShape).described("Properties of the article"),
  note: textLeaf({ term: "IBT-127", description: "A remark on this line" }),
  accounting_cost: textLeaf({ term: "IBT-133", description: "Where this line is booked" }),
  lot_number_id: textLeaf({ term: "BTAE-24", description: "Batch number" }),
  line_object_identifier: textLeaf({ term: "IBT-128", description: "What the line is about, such as a meter" }),
});
