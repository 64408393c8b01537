import {
  type AllowanceOrCharge,
  amount,
  type DocumentLine,
  type DocumentReference,
  isDecimalText,
  money,
  type Period,
  type Price,
  type TaxCategory,
} from "../document/index.ts";
import type { UblElement } from "./element.ts";
import { attributeAt, listOrNothing, numberAt, textBelow, unlessEmpty } from "./to-document-parts.ts";

export function readPeriod(period: UblElement | undefined): Period | undefined {
  return unlessEmpty({
    start_date: textBelow(period, "cbc:StartDate"),
    end_date: textBelow(period, "cbc:EndDate"),
    description: textBelow(period, "cbc:DescriptionCode"),
  });
}

export function readReference(reference: UblElement | undefined): DocumentReference | undefined {
  return unlessEmpty({
    id: textBelow(reference, "cbc:ID"),
    issue_date: textBelow(reference, "cbc:IssueDate"),
    document_description: textBelow(reference, "cbc:DocumentDescription"),
  });
}

export function readTaxCategory(category: UblElement | undefined): TaxCategory | undefined {
  return unlessEmpty({
    id: textBelow(category, "cbc:ID"),
    percent: numberAt(category, "cbc:Percent"),
    tax_exemption_reason_code: textBelow(category, "cbc:TaxExemptionReasonCode"),
    tax_exemption_reason: textBelow(category, "cbc:TaxExemptionReason"),
    tax_scheme: textBelow(category, "cac:TaxScheme", "cbc:ID"),
  });
}

/** Whether an AllowanceCharge is a charge; undefined where its indicator says neither. */
export function isCharge(entry: UblElement): boolean | undefined {
  const indicator = textBelow(entry, "cbc:ChargeIndicator");
  if (indicator === "true" || indicator === "1") return true;
  return indicator === "false" || indicator === "0" ? false : undefined;
}

/**
 * The charges or the allowances among the AllowanceCharges of a document or a line. An exempt category of the document states its rate as
 * 0 in UBL and not at all in a request; a line's entry follows the line's category, so none is read there (Decision 23).
 */
export function readEntries(holder: UblElement, charges: boolean): AllowanceOrCharge[] | undefined {
  return listOrNothing(
    holder
      .all("cac:AllowanceCharge")
      .filter((entry) => isCharge(entry) === charges)
      .map((entry) => {
        const category = readTaxCategory(entry.first("cac:TaxCategory"));
        const { percent: _, ...exempt } = category ?? {};
        return unlessEmpty({
          reason_code: textBelow(entry, "cbc:AllowanceChargeReasonCode"),
          reason: textBelow(entry, "cbc:AllowanceChargeReason"),
          multiplier_factor_numeric: numberAt(entry, "cbc:MultiplierFactorNumeric"),
          amount: numberAt(entry, "cbc:Amount"),
          base_amount: numberAt(entry, "cbc:BaseAmount"),
          tax_category: category?.id === "E" ? exempt : category,
        });
      }),
  );
}

/** UBL states a discount on every price, 0 where there is none; a request states one only where there is. */
function readPrice(price: UblElement | undefined): Price | undefined {
  const discount = price?.first("cac:AllowanceCharge");
  const off = numberAt(discount, "cbc:Amount");
  const gross = numberAt(discount, "cbc:BaseAmount");
  const isDiscounted = off !== undefined && !(isDecimalText(off) && money.isZero(amount(off)));
  return unlessEmpty({
    base_amount: gross ?? numberAt(price, "cbc:PriceAmount"),
    base_quantity: numberAt(price, "cbc:BaseQuantity"),
    allowance: isDiscounted ? unlessEmpty({ amount: off, base_amount: gross }) : undefined,
  });
}

function readCommodity(item: UblElement | undefined): DocumentLine["commodity_classification"] {
  const commodity = item?.first("cac:CommodityClassification");
  const code = "cbc:ItemClassificationCode";
  return unlessEmpty({
    commodity_code: textBelow(commodity, "cbc:CommodityCode"),
    item_classification_code: textBelow(commodity, code),
    item_classification_list_id: attributeAt(commodity, "listID", code),
    item_classification_list_version_id: attributeAt(commodity, "listVersionID", code),
    nature_code: textBelow(commodity, "cbc:NatureCode"),
  });
}

function readItem(item: UblElement | undefined): Partial<DocumentLine> {
  const numberOf = (name: string) => textBelow(item, name, "cbc:ID");
  const standard = "cac:StandardItemIdentification";
  return {
    buyer_item_identification: unlessEmpty({ id: numberOf("cac:BuyersItemIdentification") }),
    seller_item_identification: unlessEmpty({ id: numberOf("cac:SellersItemIdentification") }),
    standard_item_identification: unlessEmpty({
      id: numberOf(standard),
      scheme_id: attributeAt(item, "schemeID", standard, "cbc:ID"),
    }),
    additional_item_identification: listOrNothing(
      (item?.all("cac:AdditionalItemIdentification") ?? []).map((each) =>
        unlessEmpty({
          id: textBelow(each, "cbc:ID"),
          scheme_id: attributeAt(each, "schemeID", "cbc:ID"),
          scheme_version_id: attributeAt(each, "schemeVersionID", "cbc:ID"),
        }),
      ),
    ),
    origin_country: unlessEmpty({
      identification_code: textBelow(item, "cac:OriginCountry", "cbc:IdentificationCode"),
    }),
    additional_item_property: listOrNothing(
      (item?.all("cac:AdditionalItemProperty") ?? []).map((each) =>
        unlessEmpty({ name: textBelow(each, "cbc:Name"), value: textBelow(each, "cbc:Value") }),
      ),
    ),
    lot_number_id: textBelow(item, "cac:ItemInstance", "cac:LotIdentification", "cbc:LotNumberID"),
  };
}

/** InvoiceLine or CreditNoteLine. Its number is not read: lines are numbered by their order. */
export function readLine(line: UblElement): DocumentLine {
  const item = line.first("cac:Item");
  const quantity = line.first("cbc:InvoicedQuantity") ? "cbc:InvoicedQuantity" : "cbc:CreditedQuantity";
  const references = line.all("cac:DocumentReference");
  const isObject = (reference: UblElement) => textBelow(reference, "cbc:DocumentTypeCode") === "130";
  const order = line.first("cac:OrderLineReference");
  const made: DocumentLine = {
    name: textBelow(item, "cbc:Name"),
    description: textBelow(item, "cbc:Description"),
    quantity: numberAt(line, quantity),
    unit_code: attributeAt(line, "unitCode", quantity),
    price: readPrice(line.first("cac:Price")),
    classified_tax_category: readTaxCategory(item?.first("cac:ClassifiedTaxCategory")),
    charges: readEntries(line, true),
    allowances: readEntries(line, false),
    commodity_classification: readCommodity(item),
    ...readItem(item),
    invoice_period: readPeriod(line.first("cac:InvoicePeriod")),
    order_line_reference: unlessEmpty({
      line_id: textBelow(order, "cbc:LineID"),
      order_reference_id: textBelow(order, "cac:OrderReference", "cbc:ID"),
    }),
    despatch_line_reference: unlessEmpty({ line_id: textBelow(line, "cac:DespatchLineReference", "cbc:LineID") }),
    document_reference: readReference(references.find((each) => !isObject(each))),
    line_object_identifier: textBelow(references.find(isObject), "cbc:ID"),
    note: textBelow(line, "cbc:Note"),
    accounting_cost: textBelow(line, "cbc:AccountingCost"),
  };
  return unlessEmpty(made) ?? {};
}
