import type { UblElement } from "../../ubl/index.ts";
import type { Context } from "../rule.ts";
import { attribute, hasIndicator, isEmptyText, path, stringOf } from "../xpath.ts";
import type { RuleFacts } from "./facts.ts";

/** The contexts of the shared PINT layer (1.1.3). */

const lines = ["cac:InvoiceLine", "cac:CreditNoteLine"];
const below = (names: readonly string[], steps: string) => names.map((name) => `${name}/${steps}`);

/** Identifiers with one of these schemes, wherever they are: endpoint, party identification or company identifier. */
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

export const priceAllowance: Context = { name: "price allowance", paths: ["cac:Price/cac:AllowanceCharge"] };
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
export const allowanceOrCharge: Context = {
  name: "allowance or charge without a clear indicator",
  paths: ["cac:AllowanceCharge"],
};
export const allowanceChargeCategory: Context = {
  name: "VAT category of an allowance or charge",
  paths: ["cac:AllowanceCharge/cac:TaxCategory"],
};
export const additionalDocument: Context = { name: "additional document", paths: ["cac:AdditionalDocumentReference"] };
export const buyer: Context = { name: "buyer", paths: ["cac:AccountingCustomerParty/cac:Party"] };
export const buyerEndpoint: Context = {
  name: "buyer endpoint",
  paths: ["cac:AccountingCustomerParty/cac:Party/cbc:EndpointID"],
};
export const buyerAddress: Context = {
  name: "buyer address",
  paths: ["cac:AccountingCustomerParty/cac:Party/cac:PostalAddress"],
};
export const deliveryAddress: Context = {
  name: "deliver-to address",
  paths: ["cac:Delivery/cac:DeliveryLocation/cac:Address"],
};
export const totalsContext: Context = { name: "document totals", paths: ["cac:LegalMonetaryTotal"] };
export const documentRoot: Context = { name: "document", paths: ["/Invoice", "/CreditNote"] };
export const line: Context = { name: "line", paths: lines };
export const linePeriod: Context = { name: "line period", paths: below(lines, "cac:InvoicePeriod") };
export const periodContext: Context = { name: "invoicing period", paths: ["cac:InvoicePeriod"] };
export const itemProperty: Context = { name: "item property", paths: ["cac:AdditionalItemProperty"] };
export const itemClassification: Context = {
  name: "item classification",
  paths: below(lines, "cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode"),
};
export const standardItemId: Context = {
  name: "standard item identifier",
  paths: below(lines, "cac:Item/cac:StandardItemIdentification/cbc:ID"),
};
export const invoiceLineCategory: Context = {
  name: "VAT category of an invoice line",
  paths: ["cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory"],
};
export const payee: Context = { name: "payee", paths: ["cac:PayeeParty"] };
export const bankAddress: Context = {
  name: "address of the bank branch",
  paths: ["cac:PaymentMeans/cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cac:Address"],
};
export const paymentMeans: Context = { name: "payment means", paths: ["cac:PaymentMeans"] };

const taxAmounts = path("cbc:TaxAmount");

/** A TaxTotal with a TaxAmount in the document currency, which is directly below the root. */
function inDocumentCurrency(taxTotal: UblElement | undefined, facts: RuleFacts): boolean {
  return taxTotal !== undefined && taxAmounts.some(taxTotal, (amount) => isDocumentCurrency(amount, facts));
}

/** The texts of DocumentCurrencyCode directly below the root; one, unless the document is malformed. */
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
export const paymentTerms: Context = { name: "payment terms", paths: ["cac:PaymentTerms"] };
export const billingReference: Context = { name: "invoice reference", paths: ["cac:BillingReference"] };
export const seller: Context = { name: "seller", paths: ["cac:AccountingSupplierParty/cac:Party"] };
export const sellerEndpoint: Context = {
  name: "seller endpoint",
  paths: ["cac:AccountingSupplierParty/cac:Party/cbc:EndpointID"],
};
export const sellerAddress: Context = {
  name: "seller address",
  paths: ["cac:AccountingSupplierParty/cac:Party/cac:PostalAddress"],
};
export const taxRepresentative: Context = { name: "tax representative", paths: ["cac:TaxRepresentativeParty"] };
export const taxRepresentativeAddress: Context = {
  name: "address of the tax representative",
  paths: ["cac:TaxRepresentativeParty/cac:PostalAddress"],
};
/** Only invoices: the published context spells the credit note's element `Taxtotal`, which does not exist. */
export const invoiceTaxTotal: Context = {
  name: "VAT total of an invoice",
  paths: ["/Invoice/cac:TaxTotal", "/CreditNote/cac:Taxtotal"],
};
export const vatBreakdown: Context = { name: "VAT breakdown", paths: ["cac:TaxSubtotal"] };
export const partyTaxScheme: Context = { name: "party tax scheme", paths: ["cac:PartyTaxScheme"] };
export const dateContext: Context = {
  name: "date",
  paths: ["cbc:IssueDate", "cbc:DueDate", "cbc:TaxPointDate", "cbc:StartDate", "cbc:EndDate", "cbc:ActualDeliveryDate"],
};
export const timeContext: Context = { name: "time", paths: ["cbc:*Time"] };
export const binaryObject: Context = { name: "binary object", paths: ["*BinaryObject"] };
export const taxCurrency: Context = { name: "tax currency", paths: ["cbc:TaxCurrencyCode"] };
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
export const lineDespatchId: Context = {
  name: "despatch reference of a line",
  paths: below(lines, "cac:DespatchLineReference/cac:DocumentReference/cbc:ID"),
};
export const despatchLineReference: Context = {
  name: "despatch line reference",
  paths: below(lines, "cac:DespatchLineReference"),
};
export const firstPrepaidPayment: Context = {
  name: "first prepaid payment",
  paths: ["cac:PrepaidPayment"],
  where: (element) => element.parent === undefined || element.parent.first("cac:PrepaidPayment") === element,
};
export const delivery: Context = { name: "delivery", paths: ["cac:Delivery"] };

const typeIs130 = path("cbc:DocumentTypeCode");
const hasScheme = (element: UblElement) => element.attributes?.schemeID !== undefined;

export const typeCode: Context = { name: "type code", paths: ["cbc:InvoiceTypeCode", "cbc:CreditNoteTypeCode"] };
export const anyAmount: Context = {
  name: "amount",
  paths: [
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
  ],
};
export const documentCurrency: Context = { name: "document currency", paths: ["cbc:DocumentCurrencyCode"] };
export const taxCurrencyCode: Context = { name: "tax currency code", paths: ["cbc:TaxCurrencyCode"] };
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
export const countryCode: Context = { name: "country code", paths: ["cac:Country/cbc:IdentificationCode"] };
export const originCountryCode: Context = {
  name: "country of origin",
  paths: ["cac:OriginCountry/cbc:IdentificationCode"],
};
export const paymentMeansCode: Context = {
  name: "payment means code",
  paths: ["cac:PaymentMeans/cbc:PaymentMeansCode"],
};
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

/** The two patterns of the shared layer, each in the published order: an element belongs to the first context that matches it. */
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
