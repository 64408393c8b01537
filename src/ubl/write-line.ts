import {
  type Amount,
  amount,
  type CalculatedEntry,
  type CalculatedLine,
  type DocumentLine,
  formatAmount,
  isDecimalText,
  money,
  type Period,
  type TaxCategory,
} from "../document/index.ts";
import { arrange, attributes, group, leaf } from "./build.ts";
import { type Attributes, UblElement } from "./element.ts";

/** Currency attributes, made once a document. */
export interface Currencies {
  readonly own: Attributes;
  readonly aed: Attributes;
}

/** Digits of an amount: two decimals, more only where the value has more. */
export function amountText(value: Amount): string {
  // Padded by hand: toFixed(2) would round again what is round already, at three times the cost.
  const text = formatAmount(value);
  const point = text.indexOf(".");
  if (point < 0) return `${text}.00`;
  return text.length - point === 2 ? `${text}0` : text;
}

/** InvoiceLine or CreditNoteLine (IBG-25); `index` counts from 0. */
export function writeLine(root: UblElement, calculated: CalculatedLine, index: number, currencies: Currencies): void {
  const { line } = calculated;
  const isInvoice = root.name === "Invoice";
  const element = new UblElement(
    isInvoice ? "cac:InvoiceLine" : "cac:CreditNoteLine",
    "",
    undefined,
    `document_lines[${index}]`,
  );
  root.append(element);
  const unit = attributes({ unitCode: line.unit_code });
  leaf(element, "cbc:ID", String(index + 1));
  leaf(element, "cbc:Note", line.note, "note");
  leaf(element, isInvoice ? "cbc:InvoicedQuantity" : "cbc:CreditedQuantity", line.quantity, "quantity", unit);
  leaf(element, "cbc:LineExtensionAmount", amountText(calculated.netAmount), "", currencies.own);
  leaf(element, "cbc:AccountingCost", line.accounting_cost, "accounting_cost");
  writePeriod(element, line.invoice_period, "invoice_period");
  writeLineReferences(element, line);
  for (const [at, entry] of calculated.allowances.entries())
    writeAllowanceCharge(element, entry, false, `allowances[${at}]`, currencies.own);
  for (const [at, entry] of calculated.charges.entries())
    writeAllowanceCharge(element, entry, true, `charges[${at}]`, currencies.own);
  group(element, "cac:Item", undefined, (item) => writeItem(item, line));
  writePrice(element, calculated, currencies.own, unit);
  group(element, "cac:ItemPriceExtension", undefined, (extension) => {
    leaf(extension, "cbc:Amount", amountText(calculated.totalAmountInAed), "", currencies.aed);
    if (line.classified_tax_category?.id === "E") return; // IBR-163-AE: an exempt line states no VAT amount
    group(extension, "cac:TaxTotal", undefined, (tax) =>
      leaf(tax, "cbc:TaxAmount", amountText(calculated.taxAmountInAed), "", currencies.aed),
    );
  });
  arrange(element);
}

function writeLineReferences(element: UblElement, line: DocumentLine): void {
  const { order_line_reference: order, despatch_line_reference: despatch, document_reference: reference } = line;
  if (order) {
    group(element, "cac:OrderLineReference", "order_line_reference", (holder) => {
      leaf(holder, "cbc:LineID", order.line_id, "line_id");
      group(holder, "cac:OrderReference", undefined, (inner) =>
        leaf(inner, "cbc:ID", order.order_reference_id, "order_reference_id"),
      );
    });
  }
  if (despatch) {
    group(element, "cac:DespatchLineReference", "despatch_line_reference", (holder) =>
      leaf(holder, "cbc:LineID", despatch.line_id, "line_id"),
    );
  }
  group(element, "cac:DocumentReference", undefined, (holder) => {
    leaf(holder, "cbc:ID", line.line_object_identifier, "line_object_identifier");
    if (holder.children.length > 0) leaf(holder, "cbc:DocumentTypeCode", "130");
  });
  if (reference) {
    group(element, "cac:DocumentReference", "document_reference", (holder) => {
      leaf(holder, "cbc:ID", reference.id, "id");
      leaf(holder, "cbc:IssueDate", reference.issue_date, "issue_date");
      leaf(holder, "cbc:DocumentDescription", reference.document_description, "document_description");
    });
  }
}

function writeItem(item: UblElement, line: DocumentLine): void {
  leaf(item, "cbc:Description", line.description, "description");
  leaf(item, "cbc:Name", line.name, "name");
  const identification = (name: string, id: string | undefined, origin: string, given?: Attributes): void =>
    group(item, name, origin, (holder) => leaf(holder, "cbc:ID", id, "id", given));
  const { standard_item_identification: standard, commodity_classification: commodity } = line;
  identification("cac:BuyersItemIdentification", line.buyer_item_identification?.id, "buyer_item_identification");
  identification("cac:SellersItemIdentification", line.seller_item_identification?.id, "seller_item_identification");
  identification(
    "cac:StandardItemIdentification",
    standard?.id,
    "standard_item_identification",
    attributes({ schemeID: standard?.scheme_id }),
  );
  for (const [at, entry] of (line.additional_item_identification ?? []).entries()) {
    const given = attributes({ schemeID: entry.scheme_id, schemeVersionID: entry.scheme_version_id });
    identification("cac:AdditionalItemIdentification", entry.id, `additional_item_identification[${at}]`, given);
  }
  group(item, "cac:OriginCountry", "origin_country", (country) =>
    leaf(country, "cbc:IdentificationCode", line.origin_country?.identification_code, "identification_code"),
  );
  if (commodity) {
    group(item, "cac:CommodityClassification", "commodity_classification", (holder) => {
      leaf(holder, "cbc:NatureCode", commodity.nature_code, "nature_code");
      leaf(holder, "cbc:CommodityCode", commodity.commodity_code, "commodity_code");
      const list = {
        listID: commodity.item_classification_list_id,
        listVersionID: commodity.item_classification_list_version_id,
      };
      leaf(
        holder,
        "cbc:ItemClassificationCode",
        commodity.item_classification_code,
        "item_classification_code",
        attributes(list),
      );
    });
  }
  const category = line.classified_tax_category;
  if (category)
    writeTaxCategory(item, "cac:ClassifiedTaxCategory", category, linePercent(category), "classified_tax_category");
  const properties = line.additional_item_property;
  const asList = Array.isArray(properties) ? properties : properties ? [properties] : [];
  for (const [at, property] of asList.entries()) {
    const origin = Array.isArray(properties) ? `additional_item_property[${at}]` : "additional_item_property";
    group(item, "cac:AdditionalItemProperty", origin, (holder) => {
      leaf(holder, "cbc:Name", property.name, "name");
      leaf(holder, "cbc:Value", property.value, "value");
    });
  }
  group(item, "cac:ItemInstance", undefined, (instance) =>
    group(instance, "cac:LotIdentification", undefined, (lot) =>
      leaf(lot, "cbc:LotNumberID", line.lot_number_id, "lot_number_id"),
    ),
  );
}

/** E and O lines carry no rate; a tolerated 0 is dropped, any other rate is written so that its rule can speak (§4.7). */
function linePercent(category: TaxCategory): string | undefined {
  const { id, percent } = category;
  return (id === "E" || id === "O") && percent !== undefined && isZeroText(percent) ? undefined : percent;
}

function isZeroText(text: string): boolean {
  return isDecimalText(text) && money.isZero(amount(text));
}

export function writeTaxCategory(
  element: UblElement,
  name: string,
  category: TaxCategory,
  percent: string | undefined,
  origin: string | undefined,
): void {
  group(element, name, origin, (holder) => {
    const field = (own: string): string | undefined => (origin === undefined ? undefined : own);
    leaf(holder, "cbc:ID", category.id, field("id"));
    leaf(holder, "cbc:Percent", percent, field("percent"));
    leaf(holder, "cbc:TaxExemptionReasonCode", category.tax_exemption_reason_code, field("tax_exemption_reason_code"));
    leaf(holder, "cbc:TaxExemptionReason", category.tax_exemption_reason, field("tax_exemption_reason"));
    group(holder, "cac:TaxScheme", undefined, (scheme) => leaf(scheme, "cbc:ID", "VAT"));
  });
}

function writePrice(
  element: UblElement,
  calculated: CalculatedLine,
  currency: Attributes,
  unit: Attributes | undefined,
): void {
  const { price } = calculated.line;
  group(element, "cac:Price", "price", (holder) => {
    leaf(holder, "cbc:PriceAmount", formatAmount(calculated.priceAmount), "base_amount", currency);
    leaf(holder, "cbc:BaseQuantity", formatAmount(calculated.baseQuantity), "base_quantity", unit);
    group(holder, "cac:AllowanceCharge", "allowance", (discount) => {
      leaf(discount, "cbc:ChargeIndicator", "false");
      leaf(discount, "cbc:Amount", price?.allowance?.amount ?? "0", "amount", currency);
      leaf(
        discount,
        "cbc:BaseAmount",
        price?.base_amount ?? "0",
        "/".concat(`${element.origin}.price.base_amount`),
        currency,
      );
    });
  });
}

export function writePeriod(element: UblElement, period: Period | undefined, origin: string): void {
  if (!period) return;
  group(element, "cac:InvoicePeriod", origin, (holder) => {
    leaf(holder, "cbc:StartDate", period.start_date, "start_date");
    leaf(holder, "cbc:EndDate", period.end_date, "end_date");
    leaf(holder, "cbc:DescriptionCode", period.description, "description");
  });
}

/** A charge (`isCharge`) or allowance; with a category on document level only (Decision 23). */
export function writeAllowanceCharge(
  element: UblElement,
  { entry, amount: settled }: CalculatedEntry,
  isCharge: boolean,
  origin: string,
  currency: Attributes,
  category?: { category: TaxCategory; percent: string | undefined },
): void {
  group(element, "cac:AllowanceCharge", origin, (holder) => {
    leaf(holder, "cbc:ChargeIndicator", isCharge ? "true" : "false");
    leaf(holder, "cbc:AllowanceChargeReasonCode", entry.reason_code, "reason_code");
    leaf(holder, "cbc:AllowanceChargeReason", entry.reason, "reason");
    leaf(holder, "cbc:MultiplierFactorNumeric", entry.multiplier_factor_numeric, "multiplier_factor_numeric");
    leaf(holder, "cbc:Amount", amountText(settled), "amount", currency);
    leaf(holder, "cbc:BaseAmount", entry.base_amount, "base_amount", currency);
    if (category) writeTaxCategory(holder, "cac:TaxCategory", category.category, category.percent, "tax_category");
  });
}
