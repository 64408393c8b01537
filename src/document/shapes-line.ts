import * as codes from "./codes/index.ts";
import { groupField, groupOrListField, listField } from "./fields/fields.ts";
import { code, date, decimal, moneyOff, pattern, textLeaf } from "./fields/leaf.ts";
import { byKind, inCode, inUbl } from "./fields/ubl-place.ts";

/** VAT category with rate (IBG-30 on lines). */
export const taxCategoryShape = groupField({
  id: code("S Z E O AE or N", "cbc:ID", codes.vatCategories, "VAT category", {
    term: "IBT-151",
    example: "S",
    label: "the VAT category",
  }),
  percent: decimal("Rate in percent; 5 for S, 0 for Z, left out for E and O", "cbc:Percent", {
    term: "IBT-152",
    least: "zero",
    beyond: "T3",
    example: "5",
    label: "the VAT rate",
    cell: "percent",
  }),
  tax_exemption_reason_code: code(
    "Why it is exempt; for E",
    "cbc:TaxExemptionReasonCode",
    codes.exemptionReasons,
    "exemption reason",
    { term: "IBT-186", example: "DL8.46.2", label: "the code of the exemption reason" },
  ),
  tax_exemption_reason: textLeaf("Why it is exempt, in words; for E", "cbc:TaxExemptionReason", {
    term: "IBT-185",
    example: "Residential lease",
    label: "the exemption reason",
  }),
  tax_scheme: pattern("VAT", inUbl("cac:TaxScheme/cbc:ID", { always: "VAT" }), {
    form: /^VAT$/,
    otherwise: "is not VAT.",
    hint: "Write VAT.",
    example: "VAT",
    label: "the tax scheme",
  }),
});

const allowanceOrCharge = (reasons: codes.CodeSet, name: string) =>
  groupField({
    amount: decimal("Amount; may be left out when percentage and base are given", "cbc:Amount", {
      least: "above-zero",
      minus: "Write a positive amount: an allowance takes off, a charge adds.",
      decimals: 2,
      label: "the amount",
    }),
    reason: textLeaf("The reason in words; a code or words must be there", "cbc:AllowanceChargeReason", {
      example: "Freight",
      label: "the reason",
      echo: "as sent",
    }),
    reason_code: code(
      "The reason as a code, such as 95 (discount) or FC (freight)",
      "cbc:AllowanceChargeReasonCode",
      reasons,
      name,
      { example: [...reasons][0] ?? "" },
    ),
    multiplier_factor_numeric: decimal("Percentage of base_amount", "cbc:MultiplierFactorNumeric", {
      least: "zero",
      example: "5",
      label: "the percentage",
      cell: "percent",
    }),
    base_amount: decimal("What the percentage is taken of", "cbc:BaseAmount", {
      least: "zero",
      label: "the base amount",
    }),
    tax_category: taxCategoryShape.at(
      "cac:TaxCategory",
      "VAT category; required on the whole document, on a line that of the line counts",
    ),
  });

/** Charge on a document or line (IBG-21, IBG-28). */
export const chargeShape = allowanceOrCharge(codes.chargeReasonCodes, "charge reason");
/** Allowance on a document or line (IBG-20, IBG-27). */
export const allowanceShape = allowanceOrCharge(codes.allowanceReasonCodes, "allowance reason");

/** Period of a document or a line (IBG-14, IBG-26). */
export const periodShape = groupField({
  start_date: date("First day", "cbc:StartDate", { tier: "T1", term: "IBT-073" }),
  end_date: date("Last day", "cbc:EndDate", { tier: "T1", term: "IBT-074" }),
  description: textLeaf("How often: DLY WKY Q15 MTH Q45 Q60 QTR YRL HYR OTH", "cbc:DescriptionCode", {
    term: "BTAE-06",
    example: "MTH",
    echo: "as sent",
  }),
});

/** Reference to another document by its number. */
export const documentReferenceShape = groupField({
  id: textLeaf("Number of the document", "cbc:ID", { example: "DN-2201", label: "the number of …" }),
  issue_date: date("Date of issue", "cbc:IssueDate", { label: "the issue date" }),
  document_description: textLeaf("What it is, in words", "cbc:DocumentDescription", { example: "Signed at the gate" }),
});

/** Price of an item (IBG-29), for one price base quantity. With an allowance, `base_amount` is the gross price. */
export const priceShape = groupField({
  base_amount: decimal("Unit price before the discount", inCode("by its group"), {
    tier: "T1",
    least: "zero",
    ...moneyOff,
    term: "IBT-148",
    label: "the price",
  }),
  base_quantity: decimal("Pieces the price is for; 1 when left out", inCode("by its group"), {
    tier: "T1",
    least: "above-zero",
    term: "IBT-149",
  }),
  allowance: groupField({
    amount: decimal("Discount on the price, for base_quantity units", inCode("by its group"), {
      least: "zero",
      term: "IBT-147",
      label: "the discount",
    }),
    base_amount: decimal("The price before the discount", inCode("by its group"), {
      least: "zero",
      term: "IBT-148",
      label: "the base amount",
    }),
  }).at(inCode("by its group"), "A discount on the price"),
});

const itemPropertyShape = groupField({
  name: textLeaf("Name of the property, such as Colour", "cbc:Name", {
    term: "IBT-160",
    example: "Colour",
    label: "the name of the property",
  }),
  value: textLeaf("Its value", "cbc:Value", { term: "IBT-161", example: "Sand", label: "the value of the property" }),
});

/** Classification of the goods or services on a line (IBG-31). */
export const commodityClassificationShape = groupField({
  commodity_code: code("G goods, S services, B both", "cbc:CommodityCode", codes.itemTypes, "item type", {
    tier: "T1",
    term: "BTAE-13",
    example: "G",
  }),
  item_classification_code: textLeaf("HS code; for G and B", "cbc:ItemClassificationCode", {
    term: "IBT-158",
    example: "69072100",
    cell: "text",
  }),
  item_classification_list_id: textLeaf("HS", "cbc:ItemClassificationCode/@listID", {
    term: "IBT-158-1",
    example: "HS",
  }),
  item_classification_list_version_id: textLeaf("Version of the list", "cbc:ItemClassificationCode/@listVersionID", {
    term: "IBT-158-2",
    example: "2022",
  }),
  nature_code: textLeaf("Kind of goods under the reverse charge; for VAT category AE", "cbc:NatureCode", {
    term: "BTAE-09",
    example: "DL8.48.8.2",
  }),
});

/** A line of the document (IBG-25). */
export const documentLineShape = groupField({
  name: textLeaf("Name of the goods or services", "cac:Item/cbc:Name", {
    term: "IBT-153",
    example: "Ceramic floor tile",
    label: "the name of the item",
    echo: "filled in",
  }),
  description: textLeaf("Description", "cac:Item/cbc:Description", {
    term: "IBT-154",
    example: "Ceramic floor tile 60x60 cm, box of 4",
    label: "the description of the item",
    echo: "as sent",
  }),
  quantity: decimal(
    "How many; above zero on a credit note too",
    byKind({ invoice: "cbc:InvoicedQuantity", "credit-note": "cbc:CreditedQuantity" }),
    { least: "above-zero", ...moneyOff, term: "IBT-129", label: "the quantity", echo: "filled in" },
  ),
  unit_code: code(
    "Such as H87 piece, KGM kilogram, HUR hour",
    byKind({ invoice: "cbc:InvoicedQuantity/@unitCode", "credit-note": "cbc:CreditedQuantity/@unitCode" }),
    codes.unitCodes,
    "unit",
    { term: "IBT-130", example: "H87", label: "the unit", echo: "filled in" },
  ),
  price: priceShape.at(inCode("price"), "Price without VAT", { label: "the price", echo: "filled in" }),
  classified_tax_category: taxCategoryShape.at("cac:Item/cac:ClassifiedTaxCategory", "VAT category and rate", {
    echo: "filled in",
  }),
  charges: listField(chargeShape).at(inCode("charges"), "What this line costs in addition", { echo: "as sent" }),
  allowances: listField(allowanceShape).at(inCode("allowances"), "Discounts on this line", { echo: "as sent" }),
  invoice_period: periodShape.at("cac:InvoicePeriod", "The period of this line, inside that of the document", {
    echo: "as sent",
  }),
  order_line_reference: groupField({
    line_id: textLeaf("Line of the order", "cbc:LineID", {
      term: "IBT-132",
      example: "3",
      label: "the line number of the order",
    }),
    order_reference_id: textLeaf("Number of the order", "cac:OrderReference/cbc:ID", {
      term: "IBT-183",
      example: "PO-4711",
    }),
  }).at("cac:OrderLineReference", "The line of the order", { echo: "as sent" }),
  despatch_line_reference: groupField({
    line_id: textLeaf("Line of the delivery note", "cbc:LineID", {
      term: "IBT-184",
      example: "7",
      label: "the line number of the delivery note",
    }),
  }).at("cac:DespatchLineReference", "The line of the delivery note", { echo: "as sent" }),
  document_reference: documentReferenceShape.at(
    "cac:DocumentReference[cbc:DocumentTypeCode!=130]",
    "A document that belongs to this line",
    { label: "the other document", echo: "as sent" },
  ),
  buyer_item_identification: groupField({
    id: textLeaf("Your article number", "cbc:ID", {
      term: "IBT-156",
      example: "TILE-60",
      label: "your article number",
    }),
  }).at("cac:Item/cac:BuyersItemIdentification", "The article as you call it", { echo: "as sent" }),
  seller_item_identification: groupField({
    id: textLeaf("The supplier's article number", "cbc:ID", {
      term: "IBT-155",
      example: "DL-4410",
      label: "the supplier's article number",
    }),
  }).at("cac:Item/cac:SellersItemIdentification", "The article as the supplier calls it", { echo: "filled in" }),
  standard_item_identification: groupField({
    id: textLeaf("The number, such as a GTIN", "cbc:ID", {
      term: "IBT-157",
      example: "6291041500213",
      label: "the article number",
    }),
    scheme_id: textLeaf("0160 for a GTIN", "cbc:ID/@schemeID", {
      term: "IBT-157-1",
      example: "0160",
      label: "the scheme of the article number",
    }),
  }).at("cac:Item/cac:StandardItemIdentification", "The article by a standard; required for VAT category AE", {
    echo: "filled in",
  }),
  additional_item_identification: listField(
    groupField({
      id: textLeaf("The service accounting code", "cbc:ID", {
        term: "BTAE-17",
        example: "995463",
        label: "the service code",
        cell: "text",
      }),
      scheme_id: textLeaf("SAC", "cbc:ID/@schemeID", { example: "SAC", label: "the list of the service code" }),
      scheme_version_id: textLeaf("Version of the list", "cbc:ID/@schemeVersionID", { example: "2.1" }),
    }),
  ).at("cac:Item/cac:AdditionalItemIdentification", "The service accounting code; for item types S and B", {
    echo: "filled in",
  }),
  commodity_classification: commodityClassificationShape.at(
    "cac:Item/cac:CommodityClassification",
    "Goods or services, and the code",
    { echo: "filled in" },
  ),
  origin_country: groupField({
    identification_code: code("Such as AE", "cbc:IdentificationCode", codes.countryCodes, "country", {
      term: "IBT-159",
      example: "AE",
    }),
  }).at("cac:Item/cac:OriginCountry", "Country of origin", { echo: "filled in" }),
  additional_item_property: groupOrListField(itemPropertyShape).at(
    "cac:Item/cac:AdditionalItemProperty",
    "Properties of the article",
    { echo: "filled in" },
  ),
  note: textLeaf("A remark on this line", "cbc:Note", {
    term: "IBT-127",
    example: "Two boxes were opened at the gate",
    echo: "as sent",
  }),
  accounting_cost: textLeaf("Where this line is booked", "cbc:AccountingCost", {
    term: "IBT-133",
    example: "6001",
    unasked: "it is for the buyer's own books",
    echo: "as sent",
  }),
  lot_number_id: textLeaf("Batch number", "cac:Item/cac:ItemInstance/cac:LotIdentification/cbc:LotNumberID", {
    term: "BTAE-24",
    example: "LOT-5",
    page: "Lot",
    unasked: "few goods have one",
    echo: "filled in",
  }),
  line_object_identifier: textLeaf(
    "What the line is about, such as a meter",
    "cac:DocumentReference[cbc:DocumentTypeCode=130]/cbc:ID",
    { term: "IBT-128", example: "METER-1", unasked: "few lines have one", echo: "filled in" },
  ),
});
