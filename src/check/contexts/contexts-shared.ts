import type { UblElement } from "../../ubl/index.ts";
import { type Context, context } from "../rule.ts";
import { attribute, hasIndicator, isEmptyText, path, stringOf } from "../xpath.ts";
import type { RuleFacts } from "./facts.ts";

/** The contexts of the shared PINT layer (1.1.3). */

const lines = ["cac:InvoiceLine", "cac:CreditNoteLine"];
const below = (names: readonly string[], steps: string) => names.map((name) => `${name}/${steps}`);

/** Identifiers (endpoint, party identification or company identifier) with one of these schemes. */
function identifier(name: string, scheme: string, other?: string): Context {
  return {
    name,
    paths: ["cbc:EndpointID", "cac:PartyIdentification/cbc:ID", "cbc:CompanyID"],
    where: (element) => {
      const given = element.attributes?.schemeID;
      return given !== undefined && (given === scheme || given === other);
    },
  };
}

export const gln = identifier("GS1 location number", "0088");
export const swedishNumber = identifier("Swedish organization number", "0007");
export const norwegianNumber = identifier("Norwegian organization number", "0192");
export const danishNumber = identifier("Danish organization number", "0184");
export const belgianNumber = identifier("Belgian enterprise number", "0208");
export const italianOfficeCode = identifier("Italian office code", "0201");
export const italianTaxCode = identifier("Italian tax code", "0210", "9907");
export const italianVatNumber = identifier("Italian VAT number", "0211", "9906");
export const australianNumber = identifier("Australian business number", "0151");

export const priceAllowance = context("price allowance", "cac:Price/cac:AllowanceCharge");
export const allowance: Context = {
  name: "allowance",
  paths: ["cac:AllowanceCharge"],
  where: (element) => hasIndicator(element, false),
};
export const charge: Context = {
  name: "charge",
  paths: ["cac:AllowanceCharge"],
  where: (element) => hasIndicator(element, true),
};
export const allowanceOrCharge = context("allowance or charge without a clear indicator", "cac:AllowanceCharge");
export const allowanceChargeCategory = context(
  "VAT category of an allowance or charge",
  "cac:AllowanceCharge/cac:TaxCategory",
);
export const additionalDocument = context("additional document", "cac:AdditionalDocumentReference");
export const buyer = context("buyer", "cac:AccountingCustomerParty/cac:Party");
export const buyerEndpoint = context("buyer endpoint", "cac:AccountingCustomerParty/cac:Party/cbc:EndpointID");
export const buyerAddress = context("buyer address", "cac:AccountingCustomerParty/cac:Party/cac:PostalAddress");
export const deliveryAddress = context("deliver-to address", "cac:Delivery/cac:DeliveryLocation/cac:Address");
export const totalsContext = context("document totals", "cac:LegalMonetaryTotal");
export const documentRoot = context("document", "/Invoice", "/CreditNote");
export const line = context("line", ...lines);
export const linePeriod = context("line period", ...below(lines, "cac:InvoicePeriod"));
export const periodContext = context("invoicing period", "cac:InvoicePeriod");
export const itemProperty = context("item property", "cac:AdditionalItemProperty");
export const itemClassification = context(
  "item classification",
  ...below(lines, "cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode"),
);
export const standardItemId = context(
  "standard item identifier",
  ...below(lines, "cac:Item/cac:StandardItemIdentification/cbc:ID"),
);
export const invoiceLineCategory = context(
  "VAT category of an invoice line",
  "cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory",
);
export const payee = context("payee", "cac:PayeeParty");
export const bankAddress = context(
  "address of the bank branch",
  "cac:PaymentMeans/cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cac:Address",
);
export const paymentMeans = context("payment means", "cac:PaymentMeans");

const taxAmounts = path("cbc:TaxAmount");

/** Whether the VAT total is in the document currency, as stated directly below the root. */
function inDocumentCurrency(taxTotal: UblElement | undefined, facts: RuleFacts): boolean {
  return taxTotal !== undefined && taxAmounts.some(taxTotal, (amount) => isDocumentCurrency(amount, facts));
}

/** Currency codes directly below the root; there is only one, unless the document is malformed. */
function documentCurrencies(facts: RuleFacts): string[] {
  return facts.root.all("cbc:DocumentCurrencyCode").map(stringOf);
}

function isDocumentCurrency(amount: UblElement, facts: RuleFacts): boolean {
  const currency = amount.attributes?.currencyID;
  return currency !== undefined && facts.once(documentCurrencies).includes(currency);
}

export const documentCurrencyAmount: Context = {
  name: "amount in the document currency",
  paths: [
    "cbc:Amount",
    "cbc:BaseAmount",
    "cbc:PriceAmount",
    "cbc:LineExtensionAmount",
    "cbc:TaxExclusiveAmount",
    "cbc:TaxInclusiveAmount",
    "cbc:AllowanceTotalAmount",
    "cbc:ChargeTotalAmount",
    "cbc:PrepaidAmount",
    "cbc:PayableRoundingAmount",
    "cbc:PayableAmount",
    "cac:TaxTotal/cbc:TaxAmount",
    "cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount",
    "cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount",
  ],
  where: (element, facts) => {
    if (element.name !== "cbc:TaxAmount" && element.name !== "cbc:TaxableAmount") return true;
    const { parent } = element;
    return inDocumentCurrency(parent?.name === "cac:TaxTotal" ? parent : parent?.parent, facts);
  },
};
export const paymentTerms = context("payment terms", "cac:PaymentTerms");
export const billingReference = context("invoice reference", "cac:BillingReference");
export const seller = context("seller", "cac:AccountingSupplierParty/cac:Party");
export const sellerEndpoint = context("seller endpoint", "cac:AccountingSupplierParty/cac:Party/cbc:EndpointID");
export const sellerAddress = context("seller address", "cac:AccountingSupplierParty/cac:Party/cac:PostalAddress");
export const taxRepresentative = context("tax representative", "cac:TaxRepresentativeParty");
export const taxRepresentativeAddress = context(
  "address of the tax representative",
  "cac:TaxRepresentativeParty/cac:PostalAddress",
);
/** Applies only to invoices: the published context misspells the credit note's element as `Taxtotal`. */
export const invoiceTaxTotal = context("VAT total of an invoice", "/Invoice/cac:TaxTotal", "/CreditNote/cac:Taxtotal");
export const vatBreakdown = context("VAT breakdown", "cac:TaxSubtotal");
export const partyTaxScheme = context("party tax scheme", "cac:PartyTaxScheme");
export const dateContext = context(
  "date",
  "cbc:IssueDate",
  "cbc:DueDate",
  "cbc:TaxPointDate",
  "cbc:StartDate",
  "cbc:EndDate",
  "cbc:ActualDeliveryDate",
);
export const timeContext = context("time", "cbc:*Time");
export const binaryObject = context("binary object", "*BinaryObject");
export const taxCurrency = context("tax currency", "cbc:TaxCurrencyCode");
export const emptyElement: Context = {
  name: "empty element",
  paths: ["*"],
  where: (element) => element.children.length === 0 && isEmptyText(element.text),
  local: true,
};
export const baseQuantityWithUnit: Context = {
  name: "base quantity with a unit",
  paths: ["cac:Price/cbc:BaseQuantity"],
  where: (element) => attribute(element, "unitCode") !== undefined,
};
export const lineDespatchId = context(
  "despatch reference of a line",
  ...below(lines, "cac:DespatchLineReference/cac:DocumentReference/cbc:ID"),
);
export const despatchLineReference = context("despatch line reference", ...below(lines, "cac:DespatchLineReference"));
export const firstPrepaidPayment: Context = {
  name: "first prepaid payment",
  paths: ["cac:PrepaidPayment"],
  where: (element) => element.parent === undefined || element.parent.first("cac:PrepaidPayment") === element,
};
export const delivery = context("delivery", "cac:Delivery");

const typeIs130 = path("cbc:DocumentTypeCode");
const hasScheme = (element: UblElement) => element.attributes?.schemeID !== undefined;

export const typeCode = context("type code", "cbc:InvoiceTypeCode", "cbc:CreditNoteTypeCode");
export const anyAmount = context(
  "amount",
  "cbc:Amount",
  "cbc:BaseAmount",
  "cbc:PriceAmount",
  "cbc:TaxAmount",
  "cbc:TaxableAmount",
  "cbc:LineExtensionAmount",
  "cbc:TaxExclusiveAmount",
  "cbc:TaxInclusiveAmount",
  "cbc:AllowanceTotalAmount",
  "cbc:ChargeTotalAmount",
  "cbc:PrepaidAmount",
  "cbc:PayableRoundingAmount",
  "cbc:PayableAmount",
);
export const documentCurrency = context("document currency", "cbc:DocumentCurrencyCode");
export const taxCurrencyCode = context("tax currency code", "cbc:TaxCurrencyCode");
export const invoicedObjectId: Context = {
  name: "identifier of an invoiced object",
  paths: ["cac:AdditionalDocumentReference/cbc:ID", "cac:DocumentReference/cbc:ID"],
  where: (element) => hasScheme(element) && element.parent !== undefined && typeIs130.is(element.parent, "130"),
};
export const partyIdentifier: Context = {
  name: "party identifier with a scheme",
  paths: ["cac:PartyIdentification/cbc:ID"],
  where: hasScheme,
};
export const legalIdentifier: Context = {
  name: "legal identifier with a scheme",
  paths: ["cac:PartyLegalEntity/cbc:CompanyID"],
  where: hasScheme,
};
export const classificationWithList: Context = {
  name: "item classification with a list",
  paths: ["cac:CommodityClassification/cbc:ItemClassificationCode"],
  where: (element) => attribute(element, "listID") !== undefined,
};
export const countryCode = context("country code", "cac:Country/cbc:IdentificationCode");
export const originCountryCode = context("country of origin", "cac:OriginCountry/cbc:IdentificationCode");
export const paymentMeansCode = context("payment means code", "cac:PaymentMeans/cbc:PaymentMeansCode");
export const allowanceReasonCode: Context = {
  name: "reason code of an allowance",
  paths: ["cac:AllowanceCharge/cbc:AllowanceChargeReasonCode"],
  where: (element) => element.parent !== undefined && hasIndicator(element.parent, false),
};
export const chargeReasonCode: Context = {
  name: "reason code of a charge",
  paths: ["cac:AllowanceCharge/cbc:AllowanceChargeReasonCode"],
  where: (element) => element.parent !== undefined && hasIndicator(element.parent, true),
};
export const standardItemIdWithScheme: Context = {
  name: "standard item identifier with a scheme",
  paths: ["cac:StandardItemIdentification/cbc:ID"],
  where: hasScheme,
};
export const quantityWithUnit: Context = {
  name: "quantity with a unit",
  paths: ["cbc:InvoicedQuantity", "cbc:BaseQuantity", "cbc:CreditedQuantity"],
  where: (element) => attribute(element, "unitCode") !== undefined,
};
export const attachmentWithType: Context = {
  name: "attachment with a MIME type",
  paths: ["cbc:EmbeddedDocumentBinaryObject"],
  where: (element) => attribute(element, "mimeCode") !== undefined,
};
export const endpointWithScheme: Context = {
  name: "endpoint with a scheme",
  paths: ["cbc:EndpointID"],
  where: hasScheme,
};
export const deliveryLocationId: Context = {
  name: "delivery location identifier with a scheme",
  paths: ["cac:DeliveryLocation/cbc:ID"],
  where: hasScheme,
};

/**
 * The two patterns of the shared layer, each in the published order: an element belongs to the first context that
 * matches it.
 */
export const sharedPatterns: ReadonlyArray<readonly Context[]> = [
  [
    gln,
    swedishNumber,
    norwegianNumber,
    danishNumber,
    belgianNumber,
    italianOfficeCode,
    italianTaxCode,
    italianVatNumber,
    australianNumber,
    priceAllowance,
    allowance,
    charge,
    allowanceOrCharge,
    allowanceChargeCategory,
    additionalDocument,
    buyer,
    buyerEndpoint,
    buyerAddress,
    deliveryAddress,
    totalsContext,
    documentRoot,
    line,
    linePeriod,
    periodContext,
    itemProperty,
    itemClassification,
    standardItemId,
    invoiceLineCategory,
    payee,
    bankAddress,
    paymentMeans,
    documentCurrencyAmount,
    paymentTerms,
    billingReference,
    seller,
    sellerEndpoint,
    sellerAddress,
    taxRepresentative,
    taxRepresentativeAddress,
    invoiceTaxTotal,
    vatBreakdown,
    partyTaxScheme,
    dateContext,
    timeContext,
    binaryObject,
    taxCurrency,
    emptyElement,
    baseQuantityWithUnit,
    lineDespatchId,
    despatchLineReference,
    firstPrepaidPayment,
    delivery,
  ],
  [
    typeCode,
    anyAmount,
    documentCurrency,
    taxCurrencyCode,
    invoicedObjectId,
    partyIdentifier,
    legalIdentifier,
    classificationWithList,
    countryCode,
    originCountryCode,
    paymentMeansCode,
    allowanceReasonCode,
    chargeReasonCode,
    standardItemIdWithScheme,
    quantityWithUnit,
    attachmentWithType,
    endpointWithScheme,
    deliveryLocationId,
  ],
];
