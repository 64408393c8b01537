import { invoice } from "../../support/documents.ts";
import { add, make, remove, set } from "../../support/edit-tree.ts";
import { type RuleCases, type Xml, xml } from "../../support/rule-cases.ts";
import { exempt, lineOf, margin, outOfScope, reverseChargeLine, standard, zeroRated } from "../../support/vat-lines.ts";

const subtotal = "cac:TaxTotal/cac:TaxSubtotal";
const category = `${subtotal}/cac:TaxCategory`;
const subtotalPlace = `/Invoice/${subtotal}`;
const categoryPlace = `/Invoice/${category}`;

const sold = (line: ReturnType<typeof lineOf>) => invoice({ document_lines: [line] });
const inXml = (line: ReturnType<typeof lineOf>, edit: Parameters<typeof xml>[1]): Xml => xml(sold(line), edit);
const withTax = (line: ReturnType<typeof lineOf>, tax: string) =>
  inXml(line, (root) => set(root, `${subtotal}/cbc:TaxAmount`, tax));
const withPercent = (line: ReturnType<typeof lineOf>) =>
  inXml(line, (root) => add(root, category, make("cbc:Percent", "0")));

/** A case with VAT in a group that must not have any, so the document's tax total no longer matches its groups. */
const taxed = (line: ReturnType<typeof lineOf>) => ({
  "a VAT amount": { given: withTax(line, "500.00"), at: [categoryPlace], also: ["IBR-CO-14"] },
});

export const cases: RuleCases = {
  "ALIGNED-IBRP-045": {
    holds: { "a taxable amount": invoice() },
    breaks: {
      "no taxable amount": {
        given: inXml(lineOf(zeroRated), (root) => remove(root, `${subtotal}/cbc:TaxableAmount`)),
        at: [subtotalPlace],
        also: ["ALIGNED-IBRP-Z-08"],
      },
    },
  },
  "ALIGNED-IBRP-046": {
    holds: { "a VAT amount": invoice() },
    breaks: {
      "no VAT amount": {
        given: inXml(lineOf(zeroRated), (root) => remove(root, `${subtotal}/cbc:TaxAmount`)),
        at: [subtotalPlace],
        also: ["ALIGNED-IBRP-Z-09"],
      },
    },
  },
  "ALIGNED-IBRP-047": {
    holds: {
      "scheme VAT": invoice(),
      "scheme VAT in small letters": {
        given: inXml(lineOf(standard), (root) => set(root, `${category}/cac:TaxScheme/cbc:ID`, "vat")),
        also: ["IBR-133-AE"],
      },
    },
    breaks: {
      "another scheme": {
        given: inXml(lineOf(standard), (root) => set(root, `${category}/cac:TaxScheme/cbc:ID`, "GST")),
        at: [subtotalPlace],
        also: ["ALIGNED-IBRP-048", "IBR-133-AE"],
      },
    },
  },
  "ALIGNED-IBRP-048": {
    holds: { "a rate": invoice(), "none for E": sold(lineOf(exempt)), "none for O": sold(lineOf(outOfScope)) },
    breaks: {
      "no rate for AE": {
        given: inXml(reverseChargeLine(), (root) => remove(root, `${category}/cbc:Percent`)),
        at: [subtotalPlace],
        also: ["IBR-119-AE"],
      },
    },
  },
  "IBR-119-AE": {
    holds: { "a rate for S": invoice(), "none for E": sold(lineOf(exempt)) },
    breaks: {
      "no rate for AE": {
        given: inXml(reverseChargeLine(), (root) => remove(root, `${category}/cbc:Percent`)),
        at: [subtotalPlace],
        also: ["ALIGNED-IBRP-048"],
      },
      "a rate for O": { given: withPercent(lineOf(outOfScope)), at: [subtotalPlace], also: ["ALIGNED-IBRP-O-11-AE"] },
    },
  },
  "ALIGNED-IBRP-S-10": {
    holds: { "no reason": invoice() },
    breaks: {
      "a reason in words": {
        given: inXml(lineOf(standard), (root) => add(root, category, make("cbc:TaxExemptionReason", "Lease"))),
        at: [categoryPlace],
      },
      "a reason code": {
        given: inXml(lineOf(standard), (root) => add(root, category, make("cbc:TaxExemptionReasonCode", "DL8.46.2"))),
        at: [categoryPlace],
      },
    },
  },
  "IBR-120-AE": {
    holds: { "rate 0": sold(lineOf(zeroRated)) },
    breaks: {
      "rate 5": {
        given: inXml(lineOf(zeroRated), (root) => set(root, `${category}/cbc:Percent`, "5")),
        at: [categoryPlace],
      },
    },
  },
  "IBR-121-AE": {
    holds: { "no rate": sold(lineOf(exempt)) },
    breaks: { "rate 0": { given: withPercent(lineOf(exempt)), at: [categoryPlace], also: ["IBR-119-AE"] } },
  },
  "ALIGNED-IBRP-O-11-AE": {
    holds: { "no rate": sold(lineOf(outOfScope)) },
    breaks: { "rate 0": { given: withPercent(lineOf(outOfScope)), at: [categoryPlace], also: ["IBR-119-AE"] } },
  },
  "ALIGNED-IBRP-Z-09": { holds: { "VAT of 0": sold(lineOf(zeroRated)) }, breaks: taxed(lineOf(zeroRated)) },
  "ALIGNED-IBRP-E-09": { holds: { "VAT of 0": sold(lineOf(exempt)) }, breaks: taxed(lineOf(exempt)) },
  "ALIGNED-IBRP-O-09": { holds: { "VAT of 0": sold(lineOf(outOfScope)) }, breaks: taxed(lineOf(outOfScope)) },
  "ALIGNED-IBRP-AE-09-AE": { holds: { "VAT of 0": sold(reverseChargeLine()) }, breaks: taxed(reverseChargeLine()) },
  "IBR-108-AE": { holds: { "VAT of 0": sold(lineOf(margin)) }, breaks: taxed(lineOf(margin)) },
};
