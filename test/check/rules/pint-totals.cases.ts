import type { UblElement } from "../../../src/ubl/index.ts";
import { creditNote, inDollars, invoice, line } from "../../support/documents.ts";
import { add, double, make, remove, set } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const totals = "cac:LegalMonetaryTotal";
const place = `/Invoice/${totals}`;
const aed = { currencyID: "AED" };
const standard = { id: "S", percent: "5" };
const withEntries = invoice({
  charges: [{ reason_code: "FC", amount: "50.00", tax_category: standard }],
  allowances: [{ reason_code: "95", amount: "10.00", tax_category: standard }],
});
const settled = invoice({ prepaid_amount: "100.25", payable_rounding_amount: "-0.25" });
const both = { "an invoice": invoice(), "a credit note": creditNote() };
const changed = (edit: (root: UblElement) => void, document = invoice()) => xml(document, edit);
const stating = (name: string, text: string, document = invoice()) =>
  changed((root) => set(root, `${totals}/cbc:${name}`, text), document);
const priceIncludesVat = (root: UblElement) => add(root, "cac:TaxTotal", make("cbc:TaxIncludedIndicator", "true"));
export const cases: RuleCases = {
  "IBR-CO-10": {
    holds: {
      ...both,
      "a total written with one decimal": stating("LineExtensionAmount", "10000.0"),
      "a sum of half a fils, rounded up": changed((root) =>
        set(root, "cac:InvoiceLine/cbc:LineExtensionAmount", "9999.995"),
      ),
    },
    breaks: {
      "a total one fils too high": {
        given: stating("LineExtensionAmount", "10000.01"),
        at: [place],
        also: ["IBR-CO-13"],
      },
      "a line that is no number": {
        given: changed((root) => set(root, "cac:InvoiceLine/cbc:LineExtensionAmount", "1e4")),
        at: [place],
        also: ["ALIGNED-IBRP-S-08"],
      },
    },
  },
  "IBR-CO-11": {
    holds: {
      ...both,
      "an allowance and its total": withEntries,
      "a total of 0 without allowances": changed((root) =>
        add(root, totals, make("cbc:AllowanceTotalAmount", "0.00", aed)),
      ),
    },
    breaks: {
      "a total one fils too low": {
        given: stating("AllowanceTotalAmount", "9.99", withEntries),
        at: [place],
        also: ["IBR-CO-13"],
      },
      "an allowance without a total": {
        given: changed((root) => remove(root, `${totals}/cbc:AllowanceTotalAmount`), withEntries),
        at: [place],
        also: ["IBR-CO-13"],
      },
      "a total without allowances": {
        given: changed((root) => add(root, totals, make("cbc:AllowanceTotalAmount", "5.00", aed))),
        at: [place],
        also: ["IBR-CO-13"],
      },
    },
  },
  "IBR-CO-12": {
    holds: {
      ...both,
      "a charge and its total": withEntries,
      "a charge of the line, which has no part in it": invoice({
        document_lines: [line({ charges: [{ reason_code: "AAA", amount: "1.50" }] })],
      }),
    },
    breaks: {
      "a total one fils too high": {
        given: stating("ChargeTotalAmount", "50.01", withEntries),
        at: [place],
        also: ["IBR-CO-13"],
      },
      "a charge without a total": {
        given: changed((root) => remove(root, `${totals}/cbc:ChargeTotalAmount`), withEntries),
        at: [place],
        also: ["IBR-CO-13"],
      },
    },
  },
  "IBR-CO-13": {
    holds: { ...both, "a charge and an allowance": withEntries },
    breaks: {
      "a total one fils too low": {
        given: stating("TaxExclusiveAmount", "9999.99"),
        at: [place],
        also: ["IBR-CO-15"],
      },
    },
    skips: { "prices that include VAT": changed(priceIncludesVat) },
  },
  "IBR-CO-14": {
    holds: {
      "an invoice": invoice(),
      "an invoice in US dollars, whose second total has no breakdown": invoice(inDollars),
      "half a fils, rounded up": changed((root) => {
        set(root, "cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount", "499.995");
      }),
    },
    breaks: {
      "a breakdown one fils too low": {
        given: changed((root) => set(root, "cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount", "499.99")),
        at: ["/Invoice/cac:TaxTotal"],
      },
      "a breakdown twice": {
        given: changed((root) => double(root, "cac:TaxTotal/cac:TaxSubtotal")),
        at: ["/Invoice/cac:TaxTotal"],
      },
    },
    skips: {
      "no breakdown": {
        given: changed((root) => remove(root, "cac:TaxTotal/cac:TaxSubtotal")),
        also: ["ALIGNED-IBRP-S-01"],
      },
      "a credit note, which is not asked": creditNote(),
      "a credit note whose breakdown is wrong": changed(
        (root) => set(root, "cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount", "49.99"),
        creditNote(),
      ),
    },
  },
  "IBR-CO-15": {
    holds: { ...both, "an invoice in US dollars": invoice(inDollars) },
    breaks: {
      "a total one fils too high": {
        given: stating("TaxInclusiveAmount", "10500.01"),
        at: ["/Invoice"],
        also: ["IBR-CO-16"],
      },
      "no VAT total": {
        given: changed((root) => remove(root, "cac:TaxTotal")),
        at: ["/Invoice"],
        also: ["ALIGNED-IBRP-S-01"],
      },
      "the VAT total of the other currency first": {
        given: changed((root) => {
          const [own, aed] = root.all("cac:TaxTotal");
          const others = root.children.filter((child) => child !== own && child !== aed);
          root.children = [...others, aed as UblElement, own as UblElement];
        }, invoice(inDollars)),
        at: ["/Invoice"],
      },
    },
    skips: { "prices that include VAT": changed(priceIncludesVat) },
  },
  "IBR-CO-16": {
    holds: {
      ...both,
      "a prepayment and a rounding": settled,
      "a prepayment": invoice({ prepaid_amount: "100.25" }),
      "a rounding": invoice({ payable_rounding_amount: "0.05" }),
      "a prepayment of 0": changed((root) => add(root, totals, make("cbc:PrepaidAmount", "0", aed))),
    },
    breaks: {
      "an amount one fils too high": { given: stating("PayableAmount", "10500.01"), at: [place] },
      "a prepayment not taken off": {
        given: stating("PayableAmount", "10500.00", invoice({ prepaid_amount: "100.25" })),
        at: [place],
      },
      "a rounding the wrong way": {
        given: stating("PayableAmount", "10499.95", invoice({ payable_rounding_amount: "0.05" })),
        at: [place],
      },
      "a prepayment taken off but not the rounding": {
        given: stating("PayableAmount", "10399.75", settled),
        at: [place],
      },
    },
  },
};
