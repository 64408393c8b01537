import { aggregates } from "../../ubl/index.ts";
import { type Context, context } from "../rule.ts";
import { attribute } from "../xpath.ts";

/** Each context is a separate pattern, so that no context hides an element from another. */

/** All elements whose children are listed in the schema's order data. */
export const ownAggregate = context("element with elements in it", ...aggregates);
export const ownDocument = context("document", "/Invoice", "/CreditNote");
export const ownInvoice = context("invoice", "/Invoice");
export const ownCreditNote = context("credit note", "/CreditNote");
export const ownSeller = context("seller", "cac:AccountingSupplierParty/cac:Party");
export const ownBuyer = context("buyer", "cac:AccountingCustomerParty/cac:Party");
export const ownTradingParty = context("seller or buyer", ...ownSeller.paths, ...ownBuyer.paths);
export const ownSellerAddress = context("seller address", "cac:AccountingSupplierParty/cac:Party/cac:PostalAddress");
export const ownBuyerAddress = context("buyer address", "cac:AccountingCustomerParty/cac:Party/cac:PostalAddress");
export const ownDeliveryAddress = context("delivery address", "cac:Delivery/cac:DeliveryLocation/cac:Address");
export const ownRepresentative = context("tax representative", "cac:TaxRepresentativeParty");
export const ownPrincipalId = context(
  "principal's number",
  "cac:SellerSupplierParty/cac:Party/cac:PartyIdentification/cbc:ID",
);
export const ownPayee = context("payee", "cac:PayeeParty");
export const ownEndpoint = context(
  "network address of seller or buyer",
  "cac:AccountingSupplierParty/cac:Party/cbc:EndpointID",
  "cac:AccountingCustomerParty/cac:Party/cbc:EndpointID",
);
export const ownUaeEndpoint: Context = {
  ...ownEndpoint,
  name: "UAE network address of seller or buyer",
  where: (endpoint) => attribute(endpoint, "schemeID") === "0235",
};
export const ownAccountId = context(
  "account to pay to",
  "cac:PayeeFinancialAccount/cbc:ID",
  "cac:PayeeParty/cac:FinancialAccount/cbc:ID",
);
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
export const ownCustomization = context("customization id", "/*/cbc:CustomizationID");
export const ownProfile = context("business process", "/*/cbc:ProfileID");
export const ownUuid = context("UUID", "/*/cbc:UUID");
export const ownExemptionCode = context("exemption reason code", "cbc:TaxExemptionReasonCode");
export const ownDocumentEntry = context(
  "document allowance or charge",
  "/Invoice/cac:AllowanceCharge",
  "/CreditNote/cac:AllowanceCharge",
);
export const ownCreditNoteTaxTotal = context("VAT total of a credit note", "/CreditNote/cac:TaxTotal");
export const ownCreditNoteCategory = context(
  "VAT category of a credit note line",
  "cac:CreditNoteLine/cac:Item/cac:ClassifiedTaxCategory",
);
export const ownLine = context("line", "cac:InvoiceLine", "cac:CreditNoteLine");
export const ownLineExtension = context(
  "amounts of a line in AED",
  "cac:InvoiceLine/cac:ItemPriceExtension",
  "cac:CreditNoteLine/cac:ItemPriceExtension",
);
export const ownLineCategory = context(
  "VAT category of a line",
  "cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory",
  "cac:CreditNoteLine/cac:Item/cac:ClassifiedTaxCategory",
);
export const ownPriceDiscount = context("price discount", "cac:Price/cac:AllowanceCharge");
export const ownItemType = context("item type", "cac:CommodityClassification/cbc:CommodityCode");
export const ownIncoterm = context("Incoterm", "cac:DeliveryTerms/cbc:ID");
export const ownExchangeRate = context("exchange rate", "/*/cac:TaxExchangeRate");
