import type { UblElement } from "../../ubl/index.ts";
import { amountOf } from "../amount.ts";
import { exists, saying } from "../conditions.ts";
import { documentRoot, invoiceTaxTotal, totalsContext } from "../contexts/contexts-shared.ts";
import type { RuleFacts } from "../contexts/facts.ts";
import { exact, type RuleDecimal } from "../decimal.ts";
import { defineRule, pintAe, type Rule } from "../rule.ts";
import { attribute, booleanOf, hasIndicator, path, stringOf } from "../xpath.ts";

const netTotal = path("cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount");
const grossTotal = path("cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount");
const taxIncluded = path("cac:TaxTotal/cbc:TaxIncludedIndicator");

/** Returns the child's amount; undefined if it is missing or not a number. */
function child(parent: UblElement, name: string): RuleDecimal | undefined {
  return amountOf(parent.first(name));
}

function same(a: RuleDecimal | undefined, b: RuleDecimal | undefined): boolean {
  return a !== undefined && b !== undefined && exact.equal(a, b);
}

/** Rounded to two decimals; undefined if an amount is not a number. Elements without the child count as 0. */
function roundedSum(elements: readonly UblElement[], name: string): RuleDecimal | undefined {
  let sum = exact.zero;
  for (const element of elements) {
    const found = element.first(name);
    if (found === undefined) continue;
    const amount = amountOf(found);
    if (amount === undefined) return undefined;
    sum = exact.add(sum, amount);
  }
  return exact.round2(sum);
}

/** If prices include VAT, the sums of net and gross are not tested. */
function hasTaxIncluded(root: UblElement): boolean {
  return taxIncluded.some(root, (indicator) => booleanOf(stringOf(indicator)) === true);
}

function lineSum(facts: RuleFacts): RuleDecimal | undefined {
  const lines = [...facts.everywhere("cac:InvoiceLine"), ...facts.everywhere("cac:CreditNoteLine")];
  return roundedSum(lines, "cbc:LineExtensionAmount");
}

export const linesAddUp = defineRule({
  id: "IBR-CO-10",
  says: "The sum of line net amounts must equal the sum of the lines, rounded to two decimals.",
  hint: "selfbill calculates it; in an XML file of another program correct LineExtensionAmount in LegalMonetaryTotal, or the line that is wrong.",
  source: pintAe("IBT-106", "IBT-131"),
  of: totalsContext,
  holds: (total, facts) => same(child(total, "cbc:LineExtensionAmount"), facts.once(lineSum)),
  because: ["cbc:LineExtensionAmount"],
  test: "xs:decimal(cbc:LineExtensionAmount) = round(sum((//cac:InvoiceLine | //cac:CreditNoteLine)/xs:decimal(cbc:LineExtensionAmount)), 2)",
});

/** Entries and their total may only occur together. */
function entriesAddUp(id: string, isCharge: boolean, name: string, what: string, ...terms: string[]): Rule {
  const listed = `../cac:AllowanceCharge[cbc:ChargeIndicator = ${isCharge}()]`;
  return defineRule({
    id,
    says: `The total of ${what} must be what the document's ${what} add up to, and must be left out when there are none.`,
    hint: `selfbill calculates it; in an XML file of another program correct ${name} in LegalMonetaryTotal.`,
    source: pintAe(...terms),
    of: totalsContext,
    holds: (total) => {
      const entries = (total.parent?.all("cac:AllowanceCharge") ?? []).filter((entry) => hasIndicator(entry, isCharge));
      const stated = total.first(`cbc:${name}`);
      if (stated === undefined && entries.length === 0) return true;
      return same(amountOf(stated), roundedSum(entries, "cbc:Amount"));
    },
    because: [`cbc:${name}`],
    test: `empty(cbc:${name}) and empty(${listed}) or xs:decimal(cbc:${name}) = round(sum(${listed}/xs:decimal(cbc:Amount)), 2)`,
  });
}

export const allowancesAddUp = entriesAddUp(
  "IBR-CO-11",
  false,
  "AllowanceTotalAmount",
  "allowances",
  "IBT-107",
  "IBT-092",
);
export const chargesAddUp = entriesAddUp("IBR-CO-12", true, "ChargeTotalAmount", "charges", "IBT-108", "IBT-099");

export const netTotalAddsUp = defineRule({
  id: "IBR-CO-13",
  says: "The total without VAT must be the sum of the lines, less allowances, plus charges.",
  hint: "selfbill calculates it; in an XML file of another program correct TaxExclusiveAmount in LegalMonetaryTotal.",
  source: pintAe("IBT-109", "IBT-106", "IBT-107", "IBT-108"),
  of: totalsContext,
  when: saying(
    "not(../cac:TaxTotal/cbc:TaxIncludedIndicator = true())",
    (total) => total.parent === undefined || !hasTaxIncluded(total.parent),
  ),
  holds: (total) => {
    let net = child(total, "cbc:LineExtensionAmount");
    const charges = total.first("cbc:ChargeTotalAmount");
    const allowances = total.first("cbc:AllowanceTotalAmount");
    if (charges) net = sumOrNothing(net, amountOf(charges), exact.add);
    if (allowances) net = sumOrNothing(net, amountOf(allowances), exact.subtract);
    if (net === undefined) return false;
    // With neither charges nor allowances, the published rule compares the two values directly.
    return same(child(total, "cbc:TaxExclusiveAmount"), charges || allowances ? exact.round2(net) : net);
  },
  because: ["cbc:TaxExclusiveAmount"],
  test: [
    "xs:decimal(cbc:TaxExclusiveAmount) = (if (empty(cbc:ChargeTotalAmount | cbc:AllowanceTotalAmount)) then xs:decimal(cbc:LineExtensionAmount)",
    "else round(xs:decimal(cbc:LineExtensionAmount) + sum(cbc:ChargeTotalAmount/xs:decimal(.)) - sum(cbc:AllowanceTotalAmount/xs:decimal(.)), 2))",
  ].join(" "),
});

function sumOrNothing(
  a: RuleDecimal | undefined,
  b: RuleDecimal | undefined,
  work: (a: RuleDecimal, b: RuleDecimal) => RuleDecimal,
): RuleDecimal | undefined {
  return a === undefined || b === undefined ? undefined : work(a, b);
}

/** An error in the published context limits it to invoices: a credit note's VAT total is not compared with anything. */
export const vatTotalAddsUp = defineRule({
  id: "IBR-CO-14",
  says: "The VAT total of an invoice must equal the sum of its VAT breakdown, rounded to two decimals.",
  hint: "selfbill calculates it; in an XML file of another program correct TaxAmount in TaxTotal, or the breakdown that is wrong.",
  source: pintAe("IBT-110", "IBT-117"),
  of: invoiceTaxTotal,
  when: exists("cac:TaxSubtotal"),
  holds: (taxTotal) =>
    same(child(taxTotal, "cbc:TaxAmount"), roundedSum(taxTotal.all("cac:TaxSubtotal"), "cbc:TaxAmount")),
  because: ["cbc:TaxAmount"],
  test: "xs:decimal(cbc:TaxAmount) = round(sum(cac:TaxSubtotal/xs:decimal(cbc:TaxAmount)), 2)",
});

/** Returns the VAT of the first TaxTotal; undefined unless it is in the document currency. */
function vatInDocumentCurrency(root: UblElement): RuleDecimal | undefined {
  const taxTotal = root.first("cac:TaxTotal");
  const currencies = root.all("cbc:DocumentCurrencyCode");
  return amountOf(
    taxTotal
      ?.all("cbc:TaxAmount")
      .find((amount) => currencies.some((code) => stringOf(code) === attribute(amount, "currencyID"))),
  );
}

export const grossTotalAddsUp = defineRule({
  id: "IBR-CO-15",
  says: "The total with VAT must be the total without VAT plus the VAT of the first TaxTotal, which must be in the document currency.",
  hint: "selfbill calculates it; in an XML file of another program correct TaxInclusiveAmount in LegalMonetaryTotal, and put the TaxTotal in the document currency first.",
  source: pintAe("IBT-112", "IBT-109", "IBT-110"),
  of: documentRoot,
  when: saying("not(cac:TaxTotal/cbc:TaxIncludedIndicator = true())", (root) => !hasTaxIncluded(root)),
  holds: (root) => {
    const gross = sumOrNothing(amountOf(netTotal.only(root)), vatInDocumentCurrency(root), exact.add);
    if (gross === undefined) return false;
    const rounded = exact.round2(gross);
    return grossTotal.some(root, (stated) => same(amountOf(stated), rounded));
  },
  because: ["cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount", "cac:LegalMonetaryTotal"],
  test: [
    "xs:decimal(cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount) = round(xs:decimal(cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount)",
    "+ xs:decimal(cac:TaxTotal[1]/cbc:TaxAmount[@currencyID = /*/cbc:DocumentCurrencyCode]), 2)",
  ].join(" "),
});

/** Returns the amount of a child, such as a prepayment or a rounding; 0 counts as absent. */
function unlessZero(total: UblElement, name: string): RuleDecimal | undefined {
  const amount = child(total, name);
  return amount === undefined || exact.isZero(amount) ? undefined : amount;
}

export const payableAddsUp = defineRule({
  id: "IBR-CO-16",
  says: "The amount to pay must be the total with VAT, less what was prepaid, plus the rounding.",
  hint: "selfbill calculates it; in an XML file of another program correct PayableAmount in LegalMonetaryTotal.",
  source: pintAe("IBT-115", "IBT-112", "IBT-113", "IBT-114"),
  of: totalsContext,
  holds: (total) => {
    const payable = child(total, "cbc:PayableAmount");
    const gross = child(total, "cbc:TaxInclusiveAmount");
    if (payable === undefined || gross === undefined) return false;
    const prepaid = unlessZero(total, "cbc:PrepaidAmount");
    const rounding = unlessZero(total, "cbc:PayableRoundingAmount");
    // Each of the two amounts is rounded only if something was subtracted from it.
    const due = prepaid ? exact.round2(exact.subtract(gross, prepaid)) : gross;
    const asked = rounding ? exact.round2(exact.subtract(payable, rounding)) : payable;
    return exact.equal(asked, due);
  },
  because: ["cbc:PayableAmount"],
  test: [
    "(if (xs:decimal(cbc:PayableRoundingAmount) != 0) then round(xs:decimal(cbc:PayableAmount) - xs:decimal(cbc:PayableRoundingAmount), 2)",
    "else xs:decimal(cbc:PayableAmount)) = (if (xs:decimal(cbc:PrepaidAmount) != 0)",
    "then round(xs:decimal(cbc:TaxInclusiveAmount) - xs:decimal(cbc:PrepaidAmount), 2) else xs:decimal(cbc:TaxInclusiveAmount))",
  ].join(" "),
});
