import type { UblElement } from "../../ubl/index.ts";
import { type Context, context } from "../rule.ts";
import { attribute, hasIndicator, isVat, path, spaced, stringOf, within } from "../xpath.ts";

/**
 * The contexts of the UAE layer (aligned rules 1.0.4). Several match the same elements as a context of the shared
 * layer; they are still separate objects, because each layer defines the order of its own contexts.
 */

const categoryId = path("cbc:ID");

/** Whether a category has this code as its only ID (compared after normalising whitespace), and the scheme VAT. */
function isCategory(element: UblElement, code: string): boolean {
  const id = categoryId.only(element);
  if (id === undefined) return false;
  const text = stringOf(id);
  return (text === code || spaced(text) === code) && isVat(element);
}

export type VatCode = "S" | "Z" | "E" | "O" | "AE" | "N";

/** VAT category of a line. */
function lineCategory(code: VatCode): Context {
  return {
    name: `line VAT category ${code}`,
    paths: [
      "cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory",
      "cac:CreditNoteLine/cac:Item/cac:ClassifiedTaxCategory",
    ],
    where: (element) => isCategory(element, code),
  };
}

/** VAT category of an allowance or charge, at any level. */
function allowanceChargeCategory(code: VatCode, charge: boolean): Context {
  return {
    name: `${charge ? "charge" : "allowance"} VAT category ${code}`,
    paths: ["cac:AllowanceCharge/cac:TaxCategory"],
    where: (element) =>
      element.parent !== undefined && hasIndicator(element.parent, charge) && isCategory(element, code),
  };
}

/** VAT category of a document-level breakdown. */
function breakdown(code: VatCode): Context {
  return {
    name: `VAT breakdown ${code}`,
    paths: ["/*/cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory"],
    where: (element) => isCategory(element, code),
  };
}

export const aeBuyer = context("buyer", "cac:AccountingCustomerParty/cac:Party");
export const aeDeliveryTerms = context("delivery terms", "cac:DeliveryTerms");
export const aeBuyerAddress = context("buyer address", "cac:AccountingCustomerParty/cac:Party/cac:PostalAddress");
export const aeSellerAddress: Context = {
  name: "seller address",
  paths: ["cac:AccountingSupplierParty/cac:Party/cac:PostalAddress"],
  since: "1.0.3",
};
/**
 * Published in 1.0.2 instead of the seller's address. UBL has no AccountingBuyerParty, so this context matches nothing
 * in a valid document, and the seller's address is treated like any other.
 */
export const aeBuyerPartyAddress: Context = {
  name: "address of an AccountingBuyerParty",
  paths: ["cac:AccountingBuyerParty/cac:Party/cac:PostalAddress"],
  until: "1.0.2",
};
export const aeSeller = context("seller", "cac:AccountingSupplierParty/cac:Party");
export const aePriceAllowance = context("price allowance", "cac:Price/cac:AllowanceCharge");
export const aePrice = context("price", "cac:Price");
export const aePaymentMeans = context("payment means", "cac:PaymentMeans");
export const aeAddress = context("postal address", "cac:PostalAddress");
export const aeAllowance: Context = {
  name: "allowance",
  paths: ["cac:AllowanceCharge"],
  where: (element) => hasIndicator(element, false) && !within(element, "cac:Price"),
  since: "1.0.3",
};
/**
 * The form of `aeAllowance` in 1.0.2, which does not exclude allowances inside a price. Those directly below a price
 * belong to `aePriceAllowance`, an earlier context.
 */
export const aeAnyAllowance: Context = {
  name: "allowance",
  paths: ["cac:AllowanceCharge"],
  where: (element) => hasIndicator(element, false),
  until: "1.0.2",
};
export const aeCharge: Context = {
  name: "charge",
  paths: ["cac:AllowanceCharge"],
  where: (element) => hasIndicator(element, true),
};
export const aeCalculationRate = context("exchange rate", "cbc:CalculationRate");
export const aeLine = context("line", "cac:InvoiceLine", "cac:CreditNoteLine");
export const aeDocumentRoot = context("document", "/Invoice", "/CreditNote");
export const aeItem = context("item", "cac:Item");
export const aeVatBreakdown = context("VAT breakdown", "cac:TaxSubtotal");

export const lineCategories = {
  S: lineCategory("S"),
  E: lineCategory("E"),
  Z: lineCategory("Z"),
  O: lineCategory("O"),
  AE: lineCategory("AE"),
};
export const allowanceCategories = {
  S: allowanceChargeCategory("S", false),
  E: allowanceChargeCategory("E", false),
  Z: allowanceChargeCategory("Z", false),
  O: allowanceChargeCategory("O", false),
  AE: allowanceChargeCategory("AE", false),
};
export const chargeCategories = {
  S: allowanceChargeCategory("S", true),
  E: allowanceChargeCategory("E", true),
  Z: allowanceChargeCategory("Z", true),
  O: allowanceChargeCategory("O", true),
  AE: allowanceChargeCategory("AE", true),
};
export const breakdowns = {
  S: breakdown("S"),
  N: breakdown("N"),
  E: breakdown("E"),
  Z: breakdown("Z"),
  O: breakdown("O"),
  AE: breakdown("AE"),
};

const countryOfAddress = path("cac:PostalAddress/cac:Country/cbc:IdentificationCode");

/** Company ID of a PartyTaxScheme with scheme VAT, in a cac:Party with an address in the UAE. */
export const aeTrn: Context = {
  name: "TRN of a UAE party",
  paths: ["cac:Party/cac:PartyTaxScheme/cbc:CompanyID"],
  where: (element) => {
    const scheme = element.parent;
    const party = scheme?.parent;
    return scheme !== undefined && party !== undefined && countryOfAddress.is(party, "AE") && isVat(scheme);
  },
};

const schemeIds = path("cac:TaxScheme");

/**
 * Whether any scheme differs from VAT, because `!=` on a node set is true if any node differs. A missing ID counts as
 * different.
 */
function hasOtherScheme(partyTaxScheme: UblElement): boolean {
  return schemeIds.some(partyTaxScheme, (scheme) => {
    const count = categoryId.count(scheme);
    return count <= 1 && categoryId.text(scheme).toUpperCase() !== "VAT";
  });
}

export const aeSellerTin: Context = {
  name: "seller tax identifier of a scheme other than VAT",
  paths: ["cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID"],
  where: (element) => element.parent !== undefined && hasOtherScheme(element.parent),
};
export const aeTaxSchemeId = context("tax scheme ID", "cac:TaxScheme/cbc:ID");

const isPassport = (element: UblElement) => attribute(element, "schemeAgencyID") === "PAS";

export const aeReasonCode = context("credit note reason", "cac:DiscrepancyResponse/cbc:ResponseCode");
/** Attribute contexts never match: the published stylesheet visits only elements. */
export const aeBuyerPassportCountry: Context = {
  name: "passport country of the buyer",
  paths: ["cac:AccountingCustomerParty/cac:Party/cac:PartyLegalEntity/cbc:CompanyID/@schemeAgencyName"],
  where: isPassport,
};
export const aeSellerPassportCountry: Context = {
  name: "passport country of the seller",
  paths: ["cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cbc:CompanyID/@schemeAgencyName"],
  where: isPassport,
};
export const aeFrequencyCode = context("billing frequency", "cac:InvoicePeriod/cbc:DescriptionCode");
export const aeCategoryId = context("VAT category code", "cac:TaxCategory/cbc:ID", "cac:ClassifiedTaxCategory/cbc:ID");
export const aeNatureCode = context("kind of reverse charge goods", "cbc:NatureCode");

/** Contexts are in the published order: within a pattern, an element belongs to the first context that matches it. */
export const aePatterns: ReadonlyArray<readonly Context[]> = [
  [
    aeBuyer,
    aeDeliveryTerms,
    aeBuyerAddress,
    aeBuyerPartyAddress,
    aeSellerAddress,
    aeSeller,
    aePriceAllowance,
    aePrice,
    aePaymentMeans,
    aeAddress,
    aeAnyAllowance,
    aeAllowance,
    aeCharge,
    aeCalculationRate,
    aeLine,
    aeDocumentRoot,
    aeItem,
    aeVatBreakdown,
    lineCategories.S,
    allowanceCategories.S,
    chargeCategories.S,
    breakdowns.S,
    breakdowns.N,
    breakdowns.E,
    lineCategories.E,
    allowanceCategories.E,
    chargeCategories.E,
    lineCategories.Z,
    allowanceCategories.Z,
    chargeCategories.Z,
    breakdowns.Z,
    lineCategories.O,
    allowanceCategories.O,
    chargeCategories.O,
    breakdowns.O,
    lineCategories.AE,
    allowanceCategories.AE,
    chargeCategories.AE,
    breakdowns.AE,
    aeTrn,
    aeSellerTin,
    aeTaxSchemeId,
  ],
  [aeReasonCode, aeBuyerPassportCountry, aeSellerPassportCountry, aeFrequencyCode, aeCategoryId, aeNatureCode],
];
