import type { UblElement } from "../../ubl/index.ts";
import { numberOf } from "../amount.ts";
import { exists } from "../conditions.ts";
import { documentCurrencyAmount, documentRoot, taxCurrency } from "../contexts/contexts-shared.ts";
import { defineRule, pintAe } from "../rule.ts";
import { attribute, path, spaced, stringOf, within } from "../xpath.ts";

const taxCurrencyCode = path("cbc:TaxCurrencyCode");
const documentCurrencyCode = path("cbc:DocumentCurrencyCode");
const taxAmount = path("cbc:TaxAmount");
const documentTaxAmount = path("cac:TaxTotal/cbc:TaxAmount");

export const amountIsInTheDocumentCurrency = defineRule({
  id: "IBR-126",
  says: "An amount must be in the currency of the document; only AED amounts of a line and a second VAT total may differ.",
  hint: "selfbill writes it; in an XML file of another program give the amount the same currencyID as DocumentCurrencyCode.",
  source: pintAe("IBT-005"),
  of: documentCurrencyAmount,
  test: "@currencyID = //cbc:DocumentCurrencyCode or exists(ancestor::cac:ItemPriceExtension)",
  holds: (amount, facts) => {
    const currency = amount.attributes?.currencyID;
    return (currency !== undefined && facts.isStatedCurrency(currency)) || within(amount, "cac:ItemPriceExtension");
  },
  before: [
    {
      until: "1.0.3",
      test: "@currencyID = //cbc:DocumentCurrencyCode",
      holds: ({ attributes }, facts) =>
        attributes?.currencyID !== undefined && facts.isStatedCurrency(attributes.currencyID),
    },
  ],
});

export const vatIsStatedInTaxCurrency = defineRule({
  id: "IBR-053",
  says: "A document with a tax currency must state VAT in that currency.",
  hint: "Add tax_exchange_rate, and selfbill writes it; in an XML file of another program add a TaxTotal whose TaxAmount is in the tax currency.",
  source: pintAe("IBT-006", "IBT-111"),
  of: documentRoot,
  when: exists("cbc:TaxCurrencyCode"),
  test: "(every $code in cbc:TaxCurrencyCode satisfies //cac:TaxTotal/cbc:TaxAmount/@currencyID = $code)",
  holds: (root, facts) =>
    taxCurrencyCode
      .all(root)
      .every((code) =>
        facts
          .everywhere("cac:TaxTotal")
          .some((total) => taxAmount.some(total, (amount) => attribute(amount, "currencyID") === stringOf(code))),
      ),
  because: ["cbc:TaxCurrencyCode"],
});

export const taxCurrencyDiffersFromDocuments = defineRule({
  id: "IBR-077",
  says: "The tax currency must differ from the currency of the document.",
  hint: "Leave tax_currency_code out when the document is in AED.",
  source: pintAe("IBT-006", "IBT-005"),
  of: taxCurrency,
  test: "normalize-space() != normalize-space(../cbc:DocumentCurrencyCode)",
  holds: (code) => {
    const documentCode = code.parent && documentCurrencyCode.first(code.parent);
    return spaced(code.text) !== spaced(documentCode?.text ?? "");
  },
});

/** Whether any document-level TaxTotal in this currency passes the test. */
function someTaxAmount(root: UblElement, currency: string, test: (amount: number) => boolean): boolean {
  return documentTaxAmount.some(
    root,
    (amount) => attribute(amount, "currencyID") === currency && test(numberOf(amount)),
  );
}

const inTax = "cac:TaxTotal/cbc:TaxAmount[@currencyID = /*/cbc:TaxCurrencyCode]";
const inOwn = "cac:TaxTotal/cbc:TaxAmount[@currencyID = /*/cbc:DocumentCurrencyCode]";
const sameSign = `${inTax} <= 0 and ${inOwn} <= 0 or ${inTax} >= 0 and ${inOwn} >= 0`;

const isNotPositive = (amount: number) => amount <= 0;
const isNotNegative = (amount: number) => amount >= 0;

export const bothVatTotalsHaveOneSign = defineRule({
  id: "IBR-084",
  says: "The VAT total must be stated in the document currency and in the tax currency, with the same sign.",
  hint: "selfbill calculates both; in an XML file of another program add the missing TaxTotal, or correct the sign of one of them.",
  source: pintAe("IBT-110", "IBT-111"),
  of: documentRoot,
  when: exists("cbc:TaxCurrencyCode"),
  test: sameSign,
  holds: (root) => {
    const tax = taxCurrencyCode.text(root);
    const own = documentCurrencyCode.text(root);
    return (
      (someTaxAmount(root, tax, isNotPositive) && someTaxAmount(root, own, isNotPositive)) ||
      (someTaxAmount(root, tax, isNotNegative) && someTaxAmount(root, own, isNotNegative))
    );
  },
  because: ["cac:TaxTotal"],
});
