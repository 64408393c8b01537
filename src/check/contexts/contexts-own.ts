import type { Context } from "../rule.ts";
import { attribute } from "../xpath.ts";

/** The contexts of our own checks. Each is a separate pattern, so that none hides an element from another. */

export const ownDocument: Context = { name: "document", paths: ["/Invoice", "/CreditNote"] };
export const ownInvoice: Context = { name: "invoice", paths: ["/Invoice"] };
export const ownCreditNote: Context = { name: "credit note", paths: ["/CreditNote"] };
export const ownSeller: Context = { name: "seller", paths: ["cac:AccountingSupplierParty/cac:Party"] };
export const ownBuyer: Context = { name: "buyer", paths: ["cac:AccountingCustomerParty/cac:Party"] };
export const ownTradingParty: Context = { name: "seller or buyer", paths: [...ownSeller.paths, ...ownBuyer.paths] };
export const ownSellerAddress: Context = {
  name: "seller address",
  paths: ["cac:AccountingSupplierParty/cac:Party/cac:PostalAddress"],
};
export const ownBuyerAddress: Context = {
  name: "buyer address",
  paths: ["cac:AccountingCustomerParty/cac:Party/cac:PostalAddress"],
};
export const ownDeliveryAddress: Context = {
  name: "delivery address",
  paths: ["cac:Delivery/cac:DeliveryLocation/cac:Address"],
};
export const ownRepresentative: Context = { name: "tax representative", paths: ["cac:TaxRepresentativeParty"] };
export const ownPrincipalId: Context = {
  name: "principal's number",
  paths: ["cac:SellerSupplierParty/cac:Party/cac:PartyIdentification/cbc:ID"],
};
export const ownPayee: Context = { name: "payee", paths: ["cac:PayeeParty"] };
export const ownEndpoint: Context = {
  name: "network address of seller or buyer",
  paths: [
    "cac:AccountingSupplierParty/cac:Party/cbc:EndpointID",
    "cac:AccountingCustomerParty/cac:Party/cbc:EndpointID",
  ],
};
export const ownUaeEndpoint: Context = {
  ...ownEndpoint,
  name: "UAE network address of seller or buyer",
  where: (endpoint) => attribute(endpoint, "schemeID") === "0235",
};
export const ownAccountId: Context = {
  name: "account to pay to",
  paths: ["cac:PayeeFinancialAccount/cbc:ID", "cac:PayeeParty/cac:FinancialAccount/cbc:ID"],
};
export const ownGtin: Context = {
  name: "GTIN of an item",
  paths: ["cac:StandardItemIdentification/cbc:ID"],
  where: (id) => attribute(id, "schemeID") === "0160",
};
export const ownHsCode: Context = {
  name: "HS code of an item",
  paths: ["cac:CommodityClassification/cbc:ItemClassificationCode"],
  where: (code) => attribute(code, "listID") === "HS",
};
export const ownServiceCode: Context = {
  name: "service accounting code of an item",
  paths: ["cac:AdditionalItemIdentification/cbc:ID"],
  where: (id) => attribute(id, "schemeID") === "SAC",
};
export const ownCustomization: Context = { name: "customization id", paths: ["/*/cbc:CustomizationID"] };
export const ownProfile: Context = { name: "business process", paths: ["/*/cbc:ProfileID"] };
export const ownUuid: Context = { name: "UUID", paths: ["/*/cbc:UUID"] };
export const ownExemptionCode: Context = { name: "exemption reason code", paths: ["cbc:TaxExemptionReasonCode"] };
export const ownDocumentEntry: Context = {
  name: "document allowance or charge",
  paths: ["/Invoice/cac:AllowanceCharge", "/CreditNote/cac:AllowanceCharge"],
};
export const ownCreditNoteTaxTotal: Context = {
  name: "VAT total of a credit note",
  paths: ["/CreditNote/cac:TaxTotal"],
};
export const ownCreditNoteCategory: Context = {
  name: "VAT category of a credit note line",
  paths: ["cac:CreditNoteLine/cac:Item/cac:ClassifiedTaxCategory"],
};
export const ownLine: Context = { name: "line", paths: ["cac:InvoiceLine", "cac:CreditNoteLine"] };
export const ownLineExtension: Context = {
  name: "amounts of a line in AED",
  paths: ["cac:InvoiceLine/cac:ItemPriceExtension", "cac:CreditNoteLine/cac:ItemPriceExtension"],
};
export const ownLineCategory: Context = {
  name: "VAT category of a line",
  paths: [
    "cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory",
    "cac:CreditNoteLine/cac:Item/cac:ClassifiedTaxCategory",
  ],
};
export const ownPriceDiscount: Context = { name: "price discount", paths: ["cac:Price/cac:AllowanceCharge"] };
export const ownItemType: Context = { name: "item type", paths: ["cac:CommodityClassification/cbc:CommodityCode"] };
export const ownIncoterm: Context = { name: "Incoterm", paths: ["cac:DeliveryTerms/cbc:ID"] };
export const ownExchangeRate: Context = { name: "exchange rate", paths: ["/*/cac:TaxExchangeRate"] };
