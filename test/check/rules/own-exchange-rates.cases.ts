import type { SelfBilledDocument } from "../../../src/document/index.ts";
import { inDollars, invoice } from "../../support/documents.ts";
import { set } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const quotedIn = (currency: string, calculation_rate: string): SelfBilledDocument =>
  invoice({
    document_currency_code: currency,
    tax_currency_code: "AED",
    tax_exchange_rate: { source_currency_code: currency, target_currency_code: "AED", calculation_rate },
  });
const rate = "tax_exchange_rate.calculation_rate";

export const cases: RuleCases = {
  "SB-0701": {
    holds: {
      "the dollar": invoice(inDollars),
      "the Kuwaiti dinar": quotedIn("KWD", "11.953100"),
      "the rupee": quotedIn("INR", "0.0436"),
      "an ounce of gold": quotedIn("XAU", "9800"),
      "the zloty, which is worth about a dirham": quotedIn("PLN", "0.998765"),
    },
    breaks: {
      "dollars for one dirham": {
        given: quotedIn("USD", "0.2723"),
        at: [rate],
        fixed: { safe: false, changes: [["tax_exchange_rate.calculation_rate", "3.6725"]] },
      },
      "euros for one dirham": { given: quotedIn("EUR", "0.233645"), at: [rate] },
      "rupees for one dirham": { given: quotedIn("INR", "23.123456"), at: [rate] },
      "yuans for one dirham, which looks like a rate": { given: quotedIn("CNY", "1.954321"), at: [rate] },
      "a rate that was forgotten": { given: quotedIn("EUR", "1"), at: [rate] },
      "a point at the wrong place": { given: quotedIn("GBP", "47.3"), at: [rate] },
      "a riyal ten times too dear": { given: quotedIn("SAR", "9.79"), at: [rate] },
    },
    skips: {
      "a document in AED": invoice(),
      "a rate into another currency": {
        given: xml(invoice(inDollars), (root) => set(root, "cac:TaxExchangeRate/cbc:TargetCurrencyCode", "EUR")),
        also: ["IBR-153-AE"],
      },
    },
  },
  "SB-0707": {
    holds: { "3.6725": invoice(inDollars), "3.672500": quotedIn("USD", "3.672500") },
    breaks: {
      "a rounded one": {
        given: quotedIn("USD", "3.67"),
        at: [rate],
        fixed: { safe: false, changes: [["tax_exchange_rate.calculation_rate", "3.6725"]] },
      },
      "a bank's own": {
        given: quotedIn("USD", "3.6895"),
        at: [rate],
        fixed: { safe: false, changes: [["tax_exchange_rate.calculation_rate", "3.6725"]] },
      },
    },
    skips: {
      "the Bahraini dinar": quotedIn("BHD", "9.741379"),
      "what cannot be a rate": { given: quotedIn("USD", "0.2723"), also: ["SB-0701"] },
    },
  },
  "SB-0708": {
    holds: { "six decimals": quotedIn("EUR", "4.280612"), "four decimals": quotedIn("GBP", "4.9310") },
    breaks: {
      "two decimals": { given: quotedIn("EUR", "4.28"), at: [rate] },
      "none at all": { given: quotedIn("KWD", "12"), at: [rate] },
    },
    skips: {
      "the dollar, which has its own check": { given: quotedIn("USD", "3.67"), also: ["SB-0707"] },
      "an ounce of gold": quotedIn("XAU", "9800"),
    },
  },
};
