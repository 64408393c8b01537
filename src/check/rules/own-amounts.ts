import type { UblElement } from "../../ubl/index.ts";
import { amountOf } from "../amount.ts";
import { saying } from "../conditions.ts";
import { ownDocument, ownLineExtension } from "../contexts/contexts-own.ts";
import type { RuleFacts } from "../contexts/facts.ts";
import { exact, parseDecimal, type RuleDecimal } from "../decimal.ts";
import { defineOwnRule, sources } from "../own-rule.ts";
import { attribute, path, spaced, stringOf } from "../xpath.ts";

const currency = path("cbc:DocumentCurrencyCode");
const rate = path("cac:TaxExchangeRate/cbc:CalculationRate");
const taxAmount = path("cac:TaxTotal/cbc:TaxAmount");
const inclusive = path("cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount");
const prepaid = path("cac:LegalMonetaryTotal/cbc:PrepaidAmount");
const payable = path("cac:LegalMonetaryTotal/cbc:PayableAmount");
const reference = path("cac:AdditionalDocumentReference");
const referenceType = path("cbc:DocumentTypeCode");
const description = path("cbc:DocumentDescription");
const netAmount = path("cbc:LineExtensionAmount");
const lineTotal = path("cbc:Amount");
const lineTax = path("cac:TaxTotal/cbc:TaxAmount");
const category = path("cac:Item/cac:ClassifiedTaxCategory");
const categoryId = path("cbc:ID");
const categoryPercent = path("cbc:Percent");

const decimal = (text: string): RuleDecimal => parseDecimal(text) as RuleDecimal;
const twoFils = decimal("0.02");
const one = decimal("1");
const minusOne = decimal("-1");

interface Conversion {
  /** AED per unit of the document currency; 1 for AED. */
  readonly rate: RuleDecimal;
  /**
   * Two amounts may differ by two fils plus 0.02 of the document's currency, because either may have been rounded
   * first.
   */
  readonly allowed: RuleDecimal;
}

/** Returns the rate to AED, with the allowed difference; undefined if the rate is missing. */
function conversion({ root }: RuleFacts): Conversion | undefined {
  const found = currency.is(root, "AED") ? one : amountOf(rate.only(root));
  return found && { rate: found, allowed: exact.add(twoFils, exact.times(exact.abs(found), twoFils)) };
}

function inAed(value: RuleDecimal, { rate: factor }: Conversion): RuleDecimal {
  return factor === one ? value : exact.times(value, factor);
}

function isNear(a: RuleDecimal, b: RuleDecimal, { allowed }: Conversion): boolean {
  return exact.compare(exact.abs(exact.subtract(a, b)), allowed) <= 0;
}

/** XPath, relative to the document. */
const rateInXpath =
  "(if (/*/cbc:DocumentCurrencyCode = 'AED') then 1.0 else xs:decimal(/*/cac:TaxExchangeRate/cbc:CalculationRate))";

/** XPath: one amount in AED is close to another, which is calculated with `$rate`. */
function near(one: string, other: string): string {
  return `(let $rate := ${rateInXpath} return abs(${one} - ${other}) <= 0.02 + 0.02 * abs($rate))`;
}

/** XPath: applies only if all values are numbers and the rate is known. */
function ifNumbers(texts: readonly string[], demanded: string): string {
  const known =
    "(/*/cbc:DocumentCurrencyCode = 'AED' or /*/cac:TaxExchangeRate/cbc:CalculationRate castable as xs:decimal)";
  const numbers = texts.map((text) => `${text} castable as xs:decimal`).join(" and ");
  return `(if (${known} and ${numbers}) then ${demanded} else true())`;
}

/** BTAE-08 and BTAE-10 are in AED regardless of the document's currency. */
export const lineAmountsAreInAed = defineOwnRule({
  id: "SB-0702",
  says: "The amounts in a line's ItemPriceExtension should be in AED. IBR-104-AE does not check their currency.",
  hint: "In the program that wrote the file, convert them to AED and set currencyID to AED.",
  source: sources.meant("BTAE-08", "BTAE-10", "IBR-104-AE"),
  of: ownLineExtension,
  test: "not((cbc:Amount | cac:TaxTotal/cbc:TaxAmount)/@currencyID != 'AED')",
  holds: (extension) => !lineTotal.some(extension, isForeign) && !lineTax.some(extension, isForeign),
  culprit: (extension) => [...lineTotal.all(extension), ...lineTax.all(extension)].find(isForeign),
});

function isForeign(amount: UblElement): boolean {
  return (attribute(amount, "currencyID") ?? "AED") !== "AED";
}

function taxIn(root: UblElement, code: string): RuleDecimal | undefined {
  return amountOf(taxAmount.all(root).find((amount) => attribute(amount, "currencyID") === code));
}

export const vatInAedFollowsRate = defineOwnRule({
  id: "SB-0703",
  says: "The VAT in AED should be the VAT multiplied by the exchange rate. No published rule compares the two.",
  hint: "In the program that wrote the file, convert the VAT again: the tax authority goes by the amount in AED.",
  source: `${sources.regulation("Article 59")}; ${sources.meant("IBT-111", "BTAE-04")}`,
  of: ownDocument,
  when: saying(
    [
      "not(cbc:DocumentCurrencyCode = 'AED') and cac:TaxExchangeRate/cbc:CalculationRate castable as xs:decimal",
      "and (cac:TaxTotal/cbc:TaxAmount[@currencyID = 'AED'])[1] castable as xs:decimal",
      "and (cac:TaxTotal/cbc:TaxAmount[@currencyID = normalize-space(/*/cbc:DocumentCurrencyCode)])[1] castable as xs:decimal",
    ].join(" "),
    (root, facts) => !currency.is(root, "AED") && facts.once(converted) !== undefined,
  ),
  holds: (_, facts) => {
    const { tax, taxInAed, by } = facts.once(converted) as Converted;
    return isNear(taxInAed, inAed(tax, by), by);
  },
  culprit: (root) => taxAmount.all(root).find((amount) => attribute(amount, "currencyID") === "AED"),
  test: near(
    "xs:decimal((cac:TaxTotal/cbc:TaxAmount[@currencyID = 'AED'])[1])",
    "xs:decimal((cac:TaxTotal/cbc:TaxAmount[@currencyID = normalize-space(/*/cbc:DocumentCurrencyCode)])[1]) * $rate",
  ),
});

interface Converted {
  readonly tax: RuleDecimal;
  readonly taxInAed: RuleDecimal;
  readonly by: Conversion;
}

function converted(facts: RuleFacts): Converted | undefined {
  const tax = taxIn(facts.root, currency.text(facts.root));
  const taxInAed = taxIn(facts.root, "AED");
  const by = facts.once(conversion);
  return tax === undefined || taxInAed === undefined || by === undefined ? undefined : { tax, taxInAed, by };
}

/** BTAE-20 as in the samples: `AED 913621.44`, or only the number. */
function statedTotal(root: UblElement): UblElement | undefined {
  const holder = reference.all(root).find((each) => referenceType.is(each, "aedtotal-incl-vat"));
  return holder && description.only(holder);
}

function statedAmount(element: UblElement | undefined): RuleDecimal | undefined {
  return element && parseDecimal(spaced(stringOf(element)).replace(/^AED /, ""));
}

const totalInAed =
  "cac:AdditionalDocumentReference[cbc:DocumentTypeCode = 'aedtotal-incl-vat'][1]/cbc:DocumentDescription";

export const totalInAedFollowsRate = defineOwnRule({
  id: "SB-0704",
  says: "The total with VAT in AED should be the total multiplied by the exchange rate. No published rule compares the two.",
  hint: "In the program that wrote the file, convert the total again.",
  source: `${sources.regulation("Article 59")}; ${sources.meant("BTAE-20", "BTAE-04")}`,
  of: ownDocument,
  when: saying(
    `count(${totalInAed}) = 1 and cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount castable as xs:decimal and (cbc:DocumentCurrencyCode = 'AED' or cac:TaxExchangeRate/cbc:CalculationRate castable as xs:decimal)`,
    (root, facts) =>
      statedTotal(root) !== undefined &&
      facts.once(conversion) !== undefined &&
      amountOf(inclusive.only(root)) !== undefined,
  ),
  holds: (root, facts) => {
    const stated = statedAmount(statedTotal(root));
    const by = facts.once(conversion) as Conversion;
    return stated !== undefined && isNear(stated, inAed(amountOf(inclusive.only(root)) as RuleDecimal, by), by);
  },
  culprit: statedTotal,
  test: near(
    `xs:decimal(replace(normalize-space(${totalInAed}), '^AED ', ''))`,
    "xs:decimal(cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount) * $rate",
  ),
});

export const totalIsNotNegative = defineOwnRule({
  id: "SB-0709",
  says: "The total with VAT should not be negative: the type of a document says which way the money goes. No published rule looks at the sign.",
  hint: "Check allowances and quantities. Money that goes the other way needs a document of the other type: a credit note, or an invoice.",
  source: sources.meant("IBT-112"),
  of: ownDocument,
  holds: (root) => exact.compare(amountOf(inclusive.only(root)) ?? exact.zero, exact.zero) >= 0,
  culprit: (root) => inclusive.only(root),
  test: "not(cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount[. castable as xs:decimal]/xs:decimal(.) < 0)",
});

/** Applies where the total itself is not negative, which SB-0709 tells. */
export const prepaidIsNotAboveTotal = defineOwnRule({
  id: "SB-0710",
  says: "More was prepaid than the document comes to, so that the amount to pay is negative. No published rule looks at the sign.",
  hint: "Check prepaid_amount: it is what was already paid of this document. Money that goes back to you belongs in a credit note.",
  source: sources.meant("IBT-113", "IBT-115"),
  of: ownDocument,
  when: saying(
    "cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount[. castable as xs:decimal]/xs:decimal(.) >= 0 and cac:LegalMonetaryTotal/cbc:PrepaidAmount[. castable as xs:decimal]/xs:decimal(.) > 0",
    (root) =>
      exact.compare(amountOf(inclusive.only(root)) ?? minusOne, exact.zero) >= 0 &&
      exact.compare(amountOf(prepaid.only(root)) ?? exact.zero, exact.zero) > 0,
  ),
  holds: (root) => exact.compare(amountOf(payable.only(root)) ?? exact.zero, exact.zero) >= 0,
  culprit: (root) => prepaid.only(root),
  test: "not(cac:LegalMonetaryTotal/cbc:PayableAmount[. castable as xs:decimal]/xs:decimal(.) < 0)",
});

/** VAT in the document's currency, from net amount, category and rate; undefined if it cannot be calculated. */
function expectedTax(line: UblElement): RuleDecimal | undefined {
  const own = category.only(line);
  const code = own && categoryId.text(own);
  if (own === undefined || code === "O") return own && exact.zero;
  const percent = amountOf(categoryPercent.only(own));
  const net = amountOf(netAmount.only(line));
  return percent === undefined || net === undefined ? undefined : exact.hundredth(exact.times(net, percent));
}

const isStandardOrOutside = saying(
  "../cac:Item/cac:ClassifiedTaxCategory[1]/normalize-space(cbc:ID) = ('S', 'O')",
  (extension) => {
    const own = extension.parent && category.first(extension.parent);
    const code = own && categoryId.text(own);
    return code === "S" || code === "O";
  },
);

/** Applies to S and O; for Z, AE and E the published rules determine the amount. */
const vatNear = (due: string, ...numbers: readonly string[]): string =>
  ifNumbers(["cac:TaxTotal/cbc:TaxAmount", ...numbers], near("xs:decimal(cac:TaxTotal/cbc:TaxAmount)", due));

export const lineVatFollowsRate = defineOwnRule({
  id: "SB-0705",
  says: "A line's VAT in AED should be its net amount multiplied by the VAT rate and the exchange rate. IBR-104-AE does not check the value.",
  hint: "In the program that wrote the file, calculate the line's VAT again.",
  source: sources.meant("BTAE-08", "IBR-104-AE"),
  of: ownLineExtension,
  when: isStandardOrOutside,
  holds: (extension, facts) => {
    const by = facts.once(conversion);
    const stated = amountOf(lineTax.only(extension));
    const expected = expectedTax(extension.parent as UblElement);
    return (
      by === undefined || stated === undefined || expected === undefined || isNear(stated, inAed(expected, by), by)
    );
  },
  because: ["cac:TaxTotal/cbc:TaxAmount"],
  test: `(if (../cac:Item/cac:ClassifiedTaxCategory/normalize-space(cbc:ID) = 'O') then ${vatNear("0")} else ${vatNear(
    "xs:decimal(../cbc:LineExtensionAmount) * xs:decimal(../cac:Item/cac:ClassifiedTaxCategory/cbc:Percent) div 100 * $rate",
    "../cbc:LineExtensionAmount",
    "../cac:Item/cac:ClassifiedTaxCategory/cbc:Percent",
  )})`,
});

export const lineTotalFollowsRate = defineOwnRule({
  id: "SB-0706",
  says: "A line's total in AED should be its net amount multiplied by the exchange rate, plus the VAT in AED. IBR-104-AE does not check the value.",
  hint: "In the program that wrote the file, calculate the line's total again.",
  source: sources.meant("BTAE-10", "IBR-104-AE"),
  of: ownLineExtension,
  holds: (extension, facts) => {
    const by = facts.once(conversion);
    const stated = amountOf(lineTotal.only(extension));
    const net = amountOf(netAmount.only(extension.parent as UblElement));
    if (by === undefined || stated === undefined || net === undefined) return true;
    return isNear(stated, exact.add(inAed(net, by), amountOf(lineTax.only(extension)) ?? exact.zero), by);
  },
  because: ["cbc:Amount"],
  test: ifNumbers(
    ["cbc:Amount", "../cbc:LineExtensionAmount"],
    near(
      "xs:decimal(cbc:Amount)",
      "(xs:decimal(../cbc:LineExtensionAmount) * $rate + sum(cac:TaxTotal/cbc:TaxAmount[. castable as xs:decimal]/xs:decimal(.)))",
    ),
  ),
});
