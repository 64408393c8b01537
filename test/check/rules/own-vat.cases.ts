import type { SelfBilledDocument, TaxCategory } from "../../../src/document/index.ts";
import type { UblElement } from "../../../src/ubl/index.ts";
import { creditNote, invoice, line } from "../../support/documents.ts";
import { at, double, remove, set } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const exempt = { id: "E", tax_exemption_reason_code: "DL8.46.1", tax_exemption_reason: "Interest" };
const ofCategories = (...categories: TaxCategory[]): SelfBilledDocument =>
  invoice({ document_lines: categories.map((classified_tax_category) => line({ classified_tax_category })) });
const standard = { id: "S", percent: "5" };
const margin = (percent: string): SelfBilledDocument => ({
  ...ofCategories({ id: "N", percent }),
  profile_execution_id: "00100000",
});
const charged = (tax_category: TaxCategory): SelfBilledDocument => ({
  ...ofCategories(standard, exempt),
  charges: [{ reason_code: "FC", amount: "7.35", tax_category }],
});
const withoutBreakdown = (root: UblElement): void => remove(root, "cac:TaxTotal/cac:TaxSubtotal");
const lineCategory = "cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory";

export const cases: RuleCases = {
  "SB-0601": {
    holds: { "an exempt line beside a taxed one": ofCategories(standard, exempt) },
    breaks: {
      "an exempt line alone": {
        given: ofCategories(exempt),
        at: ["document_lines[0].classified_tax_category"],
      },
      "lines of E and O": {
        given: ofCategories(exempt, { id: "O" }),
        at: ["document_lines[0].classified_tax_category"],
      },
    },
    skips: {
      "an invoice outside the scope of VAT": xml(ofCategories({ id: "O" }), (root) =>
        set(root, "cbc:InvoiceTypeCode", "480"),
      ),
    },
  },
  "SB-0602": {
    holds: {
      "the standard rate": invoice(),
      "the standard rate with decimals": ofCategories({ id: "S", percent: "5.00" }),
      "a standard rate of 9 percent with its breakdown": {
        given: ofCategories(standard, { id: "S", percent: "9" }),
        also: ["IBR-190-AE"],
      },
    },
    breaks: {
      "a margin of 9 percent": {
        given: margin("9"),
        at: ["document_lines[0].classified_tax_category.percent"],
        fixed: { safe: false, changes: [["document_lines[0].classified_tax_category.percent", "5"]] },
      },
      "a standard rate of 9 percent with a breakdown of 5 alone": {
        given: xml(ofCategories(standard, standard), (root) => {
          const [, second] = root.all("cac:InvoiceLine");
          set(second as UblElement, "cac:Item/cac:ClassifiedTaxCategory/cbc:Percent", "9");
        }),
        at: ["/Invoice/cac:InvoiceLine[2]/cac:Item/cac:ClassifiedTaxCategory"],
        also: ["ALIGNED-IBRP-S-08", "SB-0608", "SB-0705"],
      },
    },
    skips: {
      "a zero rated line": { given: ofCategories({ id: "Z", percent: "0" }), also: ["SB-1050"] },
    },
  },
  "SB-0603": {
    holds: { "an exempt supply": ofCategories(standard, exempt) },
    breaks: {
      "a reason of our own": {
        given: ofCategories(standard, { ...exempt, tax_exemption_reason_code: "VATEX-AE-EDU" }),
        at: [
          "/Invoice/cac:TaxTotal/cac:TaxSubtotal[2]/cac:TaxCategory/cbc:TaxExemptionReasonCode",
          "document_lines[1].classified_tax_category.tax_exemption_reason_code",
        ],
      },
    },
  },
  "SB-0604": {
    holds: { "an exempt charge with its reason": charged(exempt) },
    breaks: { "an exempt charge without a reason": { given: charged({ id: "E" }), at: ["charges[0].tax_category"] } },
    skips: { "a charge at the standard rate": charged(standard) },
  },
  "SB-0605": {
    holds: { "a credit note of one breakdown": creditNote() },
    breaks: {
      "a breakdown that stands twice": {
        given: xml(creditNote(), (root) => double(root, "cac:TaxTotal/cac:TaxSubtotal")),
        at: ["/CreditNote/cac:TaxTotal"],
        also: ["SB-0609"],
      },
    },
    skips: {
      "a VAT total without a breakdown": {
        given: xml(creditNote(), withoutBreakdown),
        also: ["ALIGNED-IBRP-S-01", "SB-0608"],
      },
    },
  },
  "SB-0606": {
    holds: { "a credit note in fils": creditNote() },
    breaks: {
      "a VAT total with three decimals": {
        given: xml(creditNote(), (root) => set(root, "cac:TaxTotal/cbc:TaxAmount", "50.000")),
        at: ["/CreditNote/cac:TaxTotal"],
      },
    },
  },
  "SB-0607": {
    holds: { "a line with its category": creditNote() },
    breaks: {
      "a category without a code": {
        given: xml(creditNote(), (root) =>
          remove(root, "cac:CreditNoteLine/cac:Item/cac:ClassifiedTaxCategory/cbc:ID"),
        ),
        at: ["/CreditNote/cac:CreditNoteLine[1]/cac:Item/cac:ClassifiedTaxCategory"],
        also: ["ALIGNED-IBRP-S-01", "ALIGNED-IBRP-S-08"],
      },
    },
  },
  "SB-0608": {
    holds: {
      "the standard rate, broken down": invoice(),
      "a margin, broken down": margin("5"),
    },
    breaks: {
      "a line of 9 percent with a breakdown of 5 alone": {
        given: xml(ofCategories(standard, standard), (root) => {
          const [, second] = root.all("cac:InvoiceLine");
          set(second as UblElement, "cac:Item/cac:ClassifiedTaxCategory/cbc:Percent", "9");
        }),
        at: ["/Invoice/cac:InvoiceLine[2]/cac:Item/cac:ClassifiedTaxCategory"],
        also: ["ALIGNED-IBRP-S-08", "SB-0602", "SB-0705"],
      },
      "a margin without a breakdown": {
        given: xml(margin("5"), withoutBreakdown),
        at: [`/Invoice/${lineCategory.replace("Line", "Line[1]")}`],
      },
    },
    skips: { "a zero rated line": { given: ofCategories({ id: "Z", percent: "0" }), also: ["SB-1050"] } },
  },
  "SB-0609": {
    holds: {
      "categories that add up": ofCategories(standard, exempt),
      "a breakdown that is two fils off": xml(invoice(), (root) =>
        set(root, "cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount", "10000.02"),
      ),
    },
    breaks: {
      "a zero rated line that is not broken down": {
        given: xml(ofCategories(standard, { id: "Z", percent: "0" }), (root) => {
          const [, second] = at(root, "cac:TaxTotal").all("cac:TaxSubtotal");
          at(root, "cac:TaxTotal").children = at(root, "cac:TaxTotal").children.filter((child) => child !== second);
        }),
        at: ["/Invoice"],
        also: ["ALIGNED-IBRP-Z-01"],
      },
    },
    skips: {
      "a taxable amount that is none": {
        given: xml(invoice(), (root) => set(root, "cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount", "ten")),
        also: ["ALIGNED-IBRP-S-08", "ALIGNED-IBRP-S-09"],
      },
    },
  },
  "SB-0610": {
    holds: { "an allowance of the lines' category": lessOf("S", "500") },
    breaks: {
      "an allowance of a category that no line has": {
        given: lessOf("Z", "500"),
        at: ["/Invoice/cac:TaxTotal/cac:TaxSubtotal[2]/cbc:TaxableAmount"],
      },
    },
    skips: { "a total below zero, too": { given: lessOf("S", "20000"), also: ["SB-0709"] } },
  },
};

/** An invoice of 10,000 at S, less an amount of a category. */
function lessOf(id: "S" | "Z", amount: string): SelfBilledDocument {
  const category = { id, percent: id === "S" ? "5" : "0", tax_scheme: "VAT" };
  return invoice({ allowances: [{ reason_code: "95", reason: "Discount", amount, tax_category: category }] });
}
