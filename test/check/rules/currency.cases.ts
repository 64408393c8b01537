import { inDollars, invoice } from "../../support/documents.ts";
import { remove, set } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const dollars = invoice(inDollars);
const rate = { source_currency_code: "USD", target_currency_code: "AED", calculation_rate: "3.6725" };
const atRate = (calculation_rate: string) =>
  invoice({ ...inDollars, tax_exchange_rate: { ...rate, calculation_rate } });

export const cases: RuleCases = {
  "IBR-140-AE": {
    holds: { "AED beside dollars": dollars },
    breaks: {
      "VAT in euros": {
        given: xml(dollars, (root) => set(root, "cbc:TaxCurrencyCode", "EUR")),
        at: ["/Invoice"],
        also: ["IBR-053", "IBR-084", "IBR-175-AE"],
      },
    },
    skips: { "a document in AED": invoice() },
  },
  "IBR-159-AE": {
    holds: { "a rate": dollars },
    breaks: {
      "no rate": {
        given: xml(dollars, (root) => remove(root, "cac:TaxExchangeRate")),
        at: ["/Invoice"],
        also: ["IBR-153-AE"],
      },
    },
    skips: { "a document in AED": invoice() },
  },
  "IBR-002-AE": {
    holds: { "four decimals": dollars, "six decimals": atRate("3.672512"), "a whole number": atRate("4") },
    breaks: {
      "seven decimals": {
        given: atRate("3.6725123"),
        at: ["tax_exchange_rate.calculation_rate"],
        fixed: { safe: false, changes: [["tax_exchange_rate.calculation_rate", "3.6725"]] },
      },
      "a point without digits": {
        given: xml(dollars, (root) => set(root, "cac:TaxExchangeRate/cbc:CalculationRate", "3.")),
        at: ["/Invoice/cac:TaxExchangeRate/cbc:CalculationRate"],
      },
    },
  },
  "IBR-153-AE": {
    holds: { "a rate from dollars to AED": dollars },
    breaks: {
      "a rate from euros": {
        given: invoice({ ...inDollars, tax_exchange_rate: { ...rate, source_currency_code: "EUR" } }),
        at: ["tax_exchange_rate"],
      },
      "a rate to euros": {
        given: invoice({ ...inDollars, tax_exchange_rate: { ...rate, target_currency_code: "EUR" } }),
        at: ["tax_exchange_rate"],
        fixed: { safe: false, changes: [["tax_exchange_rate.target_currency_code", "AED"]] },
      },
      "currencies without a rate": {
        given: xml(dollars, (root) => remove(root, "cac:TaxExchangeRate/cbc:CalculationRate")),
        at: ["/Invoice"],
        also: ["IBR-159-AE"],
      },
    },
    skips: { "a document in AED": invoice() },
  },
  "IBR-175-AE": {
    holds: { "both amounts in AED": dollars },
    breaks: {
      "no total with VAT in AED": {
        given: xml(dollars, (root) => remove(root, "cac:AdditionalDocumentReference")),
        at: ["/Invoice"],
      },
      "no VAT in AED": {
        given: xml(dollars, (root) => {
          const second = root.all("cac:TaxTotal")[1];
          root.children = root.children.filter((child) => child !== second);
        }),
        at: ["/Invoice"],
        also: ["IBR-084"],
      },
      "no tax currency": { given: xml(dollars, (root) => remove(root, "cbc:TaxCurrencyCode")), at: ["/Invoice"] },
    },
    skips: { "a document in AED": invoice() },
  },
};
