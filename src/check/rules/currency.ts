import type { UblElement } from "../../ubl/index.ts";
import { exists, isText, saying } from "../conditions.ts";
import { aeCalculationRate, aeDocumentRoot } from "../contexts/contexts-ae.ts";
import { dollarRate, rateIntoDirham } from "../fixes/fixes.ts";
import { defineRule, pintAe } from "../rule.ts";
import { attribute, hasBelow, path, stringOf } from "../xpath.ts";

const documentCurrency = path("cbc:DocumentCurrencyCode");
const taxCurrency = path("cbc:TaxCurrencyCode");
const source = path("cac:TaxExchangeRate/cbc:SourceCurrencyCode");
const target = path("cac:TaxExchangeRate/cbc:TargetCurrencyCode");
const rate = path("cac:TaxExchangeRate/cbc:CalculationRate");
const rateOfExchange = path("cbc:CalculationRate");
const taxTotal = path("cac:TaxTotal/cbc:TaxAmount");
const additionalDocument = path("cac:AdditionalDocumentReference");
const documentType = path("cbc:DocumentTypeCode");
const description = path("cbc:DocumentDescription");

/** 1.0.2 rejected whole numbers and rates with exactly seven decimals. */
const refusedRate = /^[0-9]+(\.[0-9]{7})?$/;
const rateText = /^[0-9]+(\.[0-9]{1,6})?$/;

function hasOtherCurrency(root: UblElement): boolean {
  return documentCurrency.some(root, (code) => stringOf(code) !== "AED");
}

export const taxCurrencyIsAed = defineRule({
  id: "IBR-140-AE",
  says: "The tax currency, when stated, must be AED.",
  hint: "Set tax_currency_code to AED.",
  source: pintAe("IBT-006"),
  of: aeDocumentRoot,
  when: exists("cbc:TaxCurrencyCode"),
  holds: isText("cbc:TaxCurrencyCode", "AED"),
  because: ["cbc:TaxCurrencyCode"],
});

export const otherCurrencyHasExchangeRate = defineRule({
  id: "IBR-159-AE",
  says: "A document in a currency other than AED must state the exchange rate.",
  hint: "Add tax_exchange_rate with calculation_rate, the AED for one unit of the document currency.",
  source: pintAe("BTAE-04", "IBT-005"),
  of: aeDocumentRoot,
  when: saying("not(cbc:DocumentCurrencyCode = 'AED')", (root) => !documentCurrency.is(root, "AED")),
  test: "cbc:DocumentCurrencyCode != 'AED' and exists(//cac:TaxExchangeRate/cbc:CalculationRate)",
  holds: (root, facts) =>
    hasOtherCurrency(root) && facts.everywhere("cac:TaxExchangeRate").some((exchange) => rateOfExchange.in(exchange)),
  because: ["cac:TaxExchangeRate", "cbc:DocumentCurrencyCode"],
  before: [
    {
      until: "1.0.2",
      test: "cbc:DocumentCurrencyCode != 'AED' and exists(//cbc:CalculationRate)",
      holds: (root) => hasOtherCurrency(root) && hasBelow(root, "cbc:CalculationRate"),
    },
  ],
});

export const exchangeRateHasSixDecimals = defineRule({
  id: "IBR-002-AE",
  says: "The exchange rate must be a plain number with at most six decimals.",
  hint: "Round tax_exchange_rate.calculation_rate to six decimals, for example 3.672500.",
  fix: dollarRate,
  source: pintAe("BTAE-04"),
  of: aeCalculationRate,
  test: "matches(., '^[0-9]+([.][0-9]{1,6})?$')",
  holds: (element) => rateText.test(stringOf(element)),
  before: [
    {
      until: "1.0.2",
      test: "not(matches(., '^[0-9]+([.][0-9]{7})?$'))",
      holds: (element) => !refusedRate.test(stringOf(element)),
    },
  ],
});

export const exchangeRateJoinsTheCurrencies = defineRule({
  id: "IBR-153-AE",
  says: "The exchange rate must convert from the document currency to AED.",
  hint: "In tax_exchange_rate set source_currency_code to the document currency, target_currency_code to AED and add calculation_rate.",
  fix: rateIntoDirham,
  source: pintAe("BTAE-04", "IBT-005", "IBT-006"),
  of: aeDocumentRoot,
  when: saying(
    "cbc:TaxCurrencyCode = 'AED' and cbc:DocumentCurrencyCode != 'AED'",
    (root) => taxCurrency.is(root, "AED") && hasOtherCurrency(root),
  ),
  test: [
    "cac:TaxExchangeRate/cbc:SourceCurrencyCode = cbc:DocumentCurrencyCode and cac:TaxExchangeRate/cbc:TargetCurrencyCode = cbc:TaxCurrencyCode",
    "and exists(cac:TaxExchangeRate/cbc:CalculationRate)",
  ].join(" "),
  holds: (root) => areEqual(root, source, documentCurrency) && areEqual(root, target, taxCurrency) && rate.in(root),
  because: ["cac:TaxExchangeRate", "cbc:TaxCurrencyCode"],
});

function areEqual(root: UblElement, some: typeof source, other: typeof source): boolean {
  return some.isOneOf(root, new Set(other.all(root).map(stringOf)));
}

/** BTAE-20 is free text, so its amount is not compared with anything. */
export const otherCurrencyStatesAedTotals = defineRule({
  id: "IBR-175-AE",
  says: "A document in a currency other than AED must state its VAT and its total with VAT in AED.",
  hint: "Set tax_currency_code to AED and add tax_exchange_rate; selfbill then writes both amounts.",
  source: pintAe("IBT-111", "BTAE-20", "IBT-005", "IBT-006"),
  of: aeDocumentRoot,
  when: saying("not(cbc:DocumentCurrencyCode = 'AED')", (root) => !documentCurrency.is(root, "AED")),
  test: [
    "cbc:DocumentCurrencyCode != 'AED' and cbc:TaxCurrencyCode = 'AED' and cac:TaxTotal/cbc:TaxAmount/@currencyID = 'AED'",
    "and exists(cac:AdditionalDocumentReference[cbc:DocumentTypeCode = 'aedtotal-incl-vat']/cbc:DocumentDescription)",
  ].join(" "),
  holds: (root) =>
    hasOtherCurrency(root) &&
    taxCurrency.is(root, "AED") &&
    taxTotal.some(root, (amount) => attribute(amount, "currencyID") === "AED") &&
    additionalDocument.some(
      root,
      (reference) => documentType.is(reference, "aedtotal-incl-vat") && description.in(reference),
    ),
  because: ["cbc:TaxCurrencyCode", "cbc:DocumentCurrencyCode"],
});
