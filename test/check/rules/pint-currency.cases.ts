import type { UblElement } from "../../../src/ubl/index.ts";
import { inDollars, invoice } from "../../support/documents.ts";
import { remove, set, setAttribute } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const dollars = invoice(inDollars);
const dirhams = { "an invoice in dirhams": invoice() };
const changed = (document: ReturnType<typeof invoice>, edit: (root: UblElement) => void) => xml(document, edit);
const removeSecondTotal = (root: UblElement) => {
  const second = root.all("cac:TaxTotal")[1];
  root.children = root.children.filter((child) => child !== second);
};
const secondTotal = (root: UblElement) => root.all("cac:TaxTotal")[1]?.first("cbc:TaxAmount") as UblElement;

export const cases: RuleCases = {
  "IBR-126": {
    holds: { ...dirhams, "dirhams beside dollars, in the second VAT total and on the lines": dollars },
    breaks: {
      "a line amount in another currency": {
        given: changed(invoice(), (root) =>
          setAttribute(root, "cac:InvoiceLine/cbc:LineExtensionAmount", "currencyID", "USD"),
        ),
        at: ["/Invoice/cac:InvoiceLine[1]/cbc:LineExtensionAmount"],
      },
      "the taxable amount of a breakdown in another currency": {
        given: changed(invoice(), (root) =>
          setAttribute(root, "cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount", "currencyID", "USD"),
        ),
        at: ["/Invoice/cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount"],
      },
      "an amount without a currency": {
        given: changed(invoice(), (root) =>
          setAttribute(root, "cac:LegalMonetaryTotal/cbc:PayableAmount", "currencyID", undefined),
        ),
        at: ["/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount"],
        also: ["IBR-CL-03"],
      },
    },
  },
  "IBR-053": {
    holds: {
      "VAT in both currencies": dollars,
      "no second VAT total, but amounts in dirhams on the lines": {
        given: changed(dollars, removeSecondTotal),
        also: ["IBR-084", "IBR-175-AE"],
      },
    },
    breaks: {
      "no VAT in the tax currency anywhere": {
        given: changed(dollars, (root) => {
          removeSecondTotal(root);
          remove(root, "cac:InvoiceLine/cac:ItemPriceExtension/cac:TaxTotal");
        }),
        at: ["/Invoice"],
        also: ["IBR-084", "IBR-104-AE", "IBR-175-AE"],
      },
    },
    skips: dirhams,
  },
  "IBR-077": {
    holds: { "dollars and dirhams": dollars },
    breaks: {
      "the same currency twice": {
        given: changed(dollars, (root) => set(root, "cbc:DocumentCurrencyCode", " AED ")),
        at: ["/Invoice/cbc:TaxCurrencyCode"],
        also: ["IBR-126", "IBR-153-AE", "IBR-CO-15"],
      },
    },
    skips: dirhams,
  },
  "IBR-084": {
    holds: {
      "both above zero": dollars,
      "one of them zero": changed(dollars, (root) => {
        secondTotal(root).text = "0.00";
      }),
    },
    breaks: {
      "one of them below zero": {
        given: changed(dollars, (root) => {
          secondTotal(root).text = "-1836.25";
        }),
        at: ["/Invoice"],
      },
      "only one of them there": {
        given: changed(dollars, removeSecondTotal),
        at: ["/Invoice"],
        also: ["IBR-175-AE"],
      },
    },
    skips: dirhams,
  },
};
