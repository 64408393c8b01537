import * as z from "zod";
import * as codes from "./codes/index.ts";
import { code, date, decimal, pattern, text } from "./leaf.ts";

/** VAT category with rate (IBG-30 on lines). */
export const taxCategorySchema = z.looseObject({
  id: code(codes.vatCategories, "VAT category", { term: "IBT-151", description: "S Z E O AE or N" }),
  percent: decimal({
    term: "IBT-152",
    least: "zero",
    description: "Rate in percent; 5 for S, 0 for Z, left out for E and O",
  }),
  tax_exemption_reason_code: code(codes.exemptionReasons, "exemption reason", { term: "IBT-186" }),
  tax_exemption_reason: text({ term: "IBT-185" }),
  tax_scheme: pattern(/^VAT$/, "is not VAT.", "Write VAT."),
});

const allowanceOrCharge = (reasons: ReadonlySet<string>, name: string) =>
  z.looseObject({
    amount: decimal({
      least: "above-zero",
      decimals: 2,
      description: "Amount; may be left out when percentage and base are given",
    }),
    reason: text(),
    reason_code: code(reasons, name),
    multiplier_factor_numeric: decimal({ least: "zero", description: "Percentage of base_amount" }),
    base_amount: decimal({ least: "zero" }),
    tax_category: taxCategorySchema.optional(),
  });

/** Charge on document or line (IBG-21, IBG-28). */
export const chargeSchema = allowanceOrCharge(codes.chargeReasonCodes, "charge reason");
/** Allowance on document or line (IBG-20, IBG-27). */
export const allowanceSchema = allowanceOrCharge(codes.allowanceReasonCodes, "allowance reason");

/** Period of a document or a line (IBG-14, IBG-26). */
export const periodSchema = z.looseObject({
  start_date: date({ tier: "T1", term: "IBT-073" }),
  end_date: date({ tier: "T1", term: "IBT-074" }),
  description: text({ term: "BTAE-06", description: "How often: DLY WKY Q15 MTH Q45 Q60 QTR YRL HYR OTH" }),
});

/** Reference to another document by its number. */
export const documentReferenceSchema = z.looseObject({
  id: text({ description: "Number of the document" }),
  issue_date: date(),
  document_description: text(),
});

/** Price of one price base quantity (IBG-29). With an allowance `base_amount` is the gross price. */
export const priceSchema = z.looseObject({
  base_amount: decimal({ tier: "T1", least: "zero", term: "IBT-148", description: "Unit price before the discount" }),
  base_quantity: decimal({
    tier: "T1",
    least: "above-zero",
    term: "IBT-149",
    description: "Pieces the price is for; 1 when left out",
  }),
  allowance: z
    .looseObject({
      amount: decimal({ least: "zero", term: "IBT-147", description: "Discount on the price of one" }),
      base_amount: decimal({ least: "zero", term: "IBT-148" }),
    })
    .optional(),
});

const itemPropertySchema = z.looseObject({ name: text({ term: "IBT-160" }), value: text({ term: "IBT-161" }) });

/** Goods or services of a line (IBG-31). */
export const commodityClassificationSchema = z.looseObject({
  commodity_code: code(codes.itemTypes, "item type", {
    tier: "T1",
    term: "BTAE-13",
    description: "G goods, S services, B both",
  }),
  item_classification_code: text({ term: "IBT-158", description: "HS code; for G and B" }),
  item_classification_list_id: text({ term: "IBT-158-1", description: "HS" }),
  item_classification_list_version_id: text({ term: "IBT-158-2" }),
  nature_code: text({ term: "BTAE-09", description: "Kind of goods under the reverse charge; for VAT category AE" }),
});

/** One line (IBG-25). */
export const documentLineSchema = z.looseObject({
  name: text({ term: "IBT-153", description: "Name of the goods or services" }),
  description: text({ term: "IBT-154", description: "Description" }),
  quantity: decimal({ least: "above-zero", term: "IBT-129" }),
  unit_code: code(codes.unitCodes, "unit (UN/ECE Rec 20)", {
    term: "IBT-130",
    description: "Such as H87 piece, KGM kilogram, HUR hour",
  }),
  price: priceSchema.optional(),
  classified_tax_category: taxCategorySchema.optional(),
  charges: z.array(chargeSchema).optional(),
  allowances: z.array(allowanceSchema).optional(),
  invoice_period: periodSchema.optional(),
  order_line_reference: z
    .looseObject({ line_id: text({ term: "IBT-132" }), order_reference_id: text({ term: "IBT-183" }) })
    .optional(),
  despatch_line_reference: z.looseObject({ line_id: text({ term: "IBT-184" }) }).optional(),
  document_reference: documentReferenceSchema.optional(),
  buyer_item_identification: z.looseObject({ id: text({ term: "IBT-156" }) }).optional(),
  seller_item_identification: z.looseObject({ id: text({ term: "IBT-155" }) }).optional(),
  standard_item_identification: z
    .looseObject({
      id: text({ term: "IBT-157" }),
      scheme_id: text({ term: "IBT-157-1", description: "0160 for a GTIN" }),
    })
    .optional(),
  additional_item_identification: z
    .array(
      z.looseObject({
        id: text({ term: "BTAE-17" }),
        scheme_id: text({ description: "SAC" }),
        scheme_version_id: text(),
      }),
    )
    .optional(),
  commodity_classification: commodityClassificationSchema.optional(),
  origin_country: z
    .looseObject({ identification_code: code(codes.countryCodes, "country", { term: "IBT-159" }) })
    .optional(),
  additional_item_property: z.union([itemPropertySchema, z.array(itemPropertySchema)]).optional(),
  note: text({ term: "IBT-127" }),
  accounting_cost: text({ term: "IBT-133" }),
  lot_number_id: text({ term: "BTAE-24", description: "Batch number" }),
  line_object_identifier: text({ term: "IBT-128" }),
});
