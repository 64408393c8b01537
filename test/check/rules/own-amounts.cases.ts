import type { SelfBilledDocument } from "../../../src/document/index.ts";
import type { UblElement } from "../../../src/ubl/index.ts";
import { inDollars, invoice, line } from "../../support/documents.ts";
import { at, set, setAttribute } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const extension = "cac:InvoiceLine/cac:ItemPriceExtension";
/** Returns the VAT in AED, which is in the second TaxTotal. */
const taxInAed = (root: UblElement): UblElement => at(root.all("cac:TaxTotal")[1] as UblElement, "cbc:TaxAmount");
/** An allowance on the whole document, with the VAT of its lines. */
const allowance = (amount: string): Partial<SelfBilledDocument> => ({
  allowances: [{ reason_code: "95", amount, tax_category: { id: "S", percent: "5", tax_scheme: "VAT" } }],
});
const exempt = { id: "E", tax_exemption_reason_code: "DL8.46.1", tax_exemption_reason: "Interest" };

export const cases: RuleCases = {
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
      "a zero rated line": {
        given: invoice({ document_lines: [line({ classified_tax_category: { id: "Z", percent: "0" } })] }),
        also: ["SB-1050"],
      },
    },
  },
  "SB-0706": {
    holds: {
      "net and VAT": invoice(),
      "an exempt line without VAT": invoice({ document_lines: [line(), line({ classified_tax_category: exempt })] }),
      "a total that is no number, which nobody can compare": {
        given: xml(invoice(), (root) => set(root, `${extension}/cbc:Amount`, "ten")),
        also: ["SB-0903"],
      },
    },
    breaks: {
      "the net amount alone": {
        given: xml(invoice(), (root) => set(root, `${extension}/cbc:Amount`, "10000.00")),
        at: ["/Invoice/cac:InvoiceLine[1]/cac:ItemPriceExtension"],
      },
    },
  },
  "SB-0709": {
    holds: {
      "an invoice": invoice(),
      "nothing to pay": invoice(allowance("10000")),
      "a total that is no number": {
        given: xml(invoice(), (root) => set(root, "cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount", "ten")),
        also: ["IBR-CO-15", "IBR-CO-16"],
      },
    },
    breaks: {
      "an allowance of more than the lines": {
        given: xml(invoice(allowance("10001")), () => undefined),
        at: ["/Invoice/cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount"],
      },
    },
  },
  "SB-0710": {
    holds: {
      "all of it prepaid": invoice({ prepaid_amount: "10500" }),
      "a part prepaid": invoice({ prepaid_amount: "105" }),
    },
    breaks: {
      "a digit too many": {
        given: invoice({ prepaid_amount: "105000" }),
        at: ["prepaid_amount"],
      },
    },
    skips: { "nothing prepaid": invoice() },
  },
};
