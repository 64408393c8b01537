import type { SelfBilledDocument } from "../../../src/document/index.ts";
import type { UblElement } from "../../../src/ubl/index.ts";
import { inDollars, invoice, line } from "../../support/documents.ts";
import { at, set, setAttribute } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const quotedIn = (currency: string, calculation_rate: string): SelfBilledDocument =>
  invoice({
    document_currency_code: currency,
    tax_currency_code: "AED",
    tax_exchange_rate: { source_currency_code: currency, target_currency_code: "AED", calculation_rate },
  });
const extension = "cac:InvoiceLine/cac:ItemPriceExtension";
const rate = "tax_exchange_rate.calculation_rate";
/** The second TaxTotal: the one in AED. */
const taxInAed = (root: UblElement): UblElement => at(root.all("cac:TaxTotal")[1] as UblElement, "cbc:TaxAmount");
const exempt = { id: "E", tax_exemption_reason_code: "DL8.46.2", tax_exemption_reason: "Residential lease" };

export const cases: RuleCases = {
  "SB-0701": {
    holds: {
      "the dollar": invoice(inDollars),
      "the Kuwaiti dinar": quotedIn("KWD", "11.95"),
      "the rupee": quotedIn("INR", "0.0436"),
      "an ounce of gold": quotedIn("XAU", "9800"),
    },
    breaks: {
      "dollars for one dirham": { given: quotedIn("USD", "0.2723"), at: [rate] },
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
  "SB-0702": {
    holds: { "an invoice in dollars": invoice(inDollars) },
    breaks: {
      "a line total in dollars": {
        given: xml(invoice(inDollars), (root) => setAttribute(root, `${extension}/cbc:Amount`, "currencyID", "USD")),
        at: ["/Invoice/cac:InvoiceLine[1]/cac:ItemPriceExtension/cbc:Amount"],
      },
    },
  },
  "SB-0703": {
    holds: {
      "VAT at the rate": invoice(inDollars),
      "VAT in AED from rounded lines": xml(invoice(inDollars), (root) => {
        taxInAed(root).text = "1836.29";
      }),
    },
    breaks: {
      "VAT that was not converted": {
        given: xml(invoice(inDollars), (root) => {
          taxInAed(root).text = "500.00";
        }),
        at: ["/Invoice/cac:TaxTotal[2]/cbc:TaxAmount"],
      },
    },
    skips: { "a document in AED": invoice() },
  },
  "SB-0704": {
    holds: {
      "a total at the rate": invoice(inDollars),
      "a total without the currency's name": xml(invoice(inDollars), (root) =>
        set(root, "cac:AdditionalDocumentReference/cbc:DocumentDescription", "38561.25"),
      ),
    },
    breaks: {
      "a total that was not converted": {
        given: xml(invoice(inDollars), (root) =>
          set(root, "cac:AdditionalDocumentReference/cbc:DocumentDescription", "AED 10500.00"),
        ),
        at: ["/Invoice/cac:AdditionalDocumentReference/cbc:DocumentDescription"],
      },
      "a total in words": {
        given: xml(invoice(inDollars), (root) =>
          set(root, "cac:AdditionalDocumentReference/cbc:DocumentDescription", "see below"),
        ),
        at: ["/Invoice/cac:AdditionalDocumentReference/cbc:DocumentDescription"],
      },
    },
    skips: { "a document in AED": invoice() },
  },
  "SB-0705": {
    holds: { "five percent": invoice(), "five percent of dollars": invoice(inDollars) },
    breaks: {
      "half of it": {
        given: xml(invoice(), (root) => set(root, `${extension}/cac:TaxTotal/cbc:TaxAmount`, "250.00")),
        at: ["/Invoice/cac:InvoiceLine[1]/cac:ItemPriceExtension"],
        also: ["SB-0706"],
      },
      "VAT on a line outside the scope of VAT": {
        given: xml(invoice({ document_lines: [line(), line({ classified_tax_category: { id: "O" } })] }), (root) => {
          const [, second] = root.all("cac:InvoiceLine");
          set(second as UblElement, "cac:ItemPriceExtension/cac:TaxTotal/cbc:TaxAmount", "500.00");
        }),
        at: ["/Invoice/cac:InvoiceLine[2]/cac:ItemPriceExtension"],
        also: ["SB-0706"],
      },
    },
    skips: {
      "a zero rated line": invoice({ document_lines: [line({ classified_tax_category: { id: "Z", percent: "0" } })] }),
    },
  },
  "SB-0706": {
    holds: {
      "net and VAT": invoice(),
      "an exempt line without VAT": invoice({ document_lines: [line(), line({ classified_tax_category: exempt })] }),
      "a total that is no number, which nobody can compare": xml(invoice(), (root) =>
        set(root, `${extension}/cbc:Amount`, "ten"),
      ),
    },
    breaks: {
      "the net amount alone": {
        given: xml(invoice(), (root) => set(root, `${extension}/cbc:Amount`, "10000.00")),
        at: ["/Invoice/cac:InvoiceLine[1]/cac:ItemPriceExtension"],
      },
    },
  },
};
