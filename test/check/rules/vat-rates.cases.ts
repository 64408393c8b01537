import type { SelfBilledDocument, TaxCategory } from "../../../src/document/index.ts";
import { invoice } from "../../support/documents.ts";
import { add, at, make, remove, set } from "../../support/edit-tree.ts";
import { type CasesOfRule, type RuleCases, type Xml, xml } from "../../support/rule-cases.ts";
import {
  discount,
  exempt,
  freight,
  lineOf,
  margin,
  outOfScope,
  reverseCharge,
  reverseChargeLine,
  standard,
  zeroRated,
} from "../../support/vat-lines.ts";

const lineCategory = "cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory";
const entryCategory = "cac:AllowanceCharge/cac:TaxCategory";
const linePlace = "/Invoice/cac:InvoiceLine[1]/cac:Item/cac:ClassifiedTaxCategory";
const entryPlace = `/Invoice/${entryCategory}`;
const lines = {
  S: lineOf(standard),
  Z: lineOf(zeroRated),
  E: lineOf(exempt),
  O: lineOf(outOfScope),
  AE: reverseChargeLine(),
};
const categories: Record<keyof typeof lines, TaxCategory> = {
  S: standard,
  Z: zeroRated,
  E: exempt,
  O: outOfScope,
  AE: reverseCharge,
};

type Code = keyof typeof lines;

/** Changes the rate of the first element at a path; undefined removes it. */
function rated(document: SelfBilledDocument, path: string, rate: string | undefined): Xml {
  return xml(document, (root) => {
    const category = at(root, path);
    if (rate === undefined) remove(root, `${path}/cbc:Percent`);
    else if (category.first("cbc:Percent")) set(root, `${path}/cbc:Percent`, rate);
    else add(root, path, make("cbc:Percent", rate));
  });
}

function ofLine(code: Code, broken: Record<string, string | undefined>, also: readonly string[] = []): CasesOfRule {
  const document = invoice({ document_lines: [lines[code]] });
  return {
    holds: { "a line as selfbill writes it": document },
    breaks: Object.fromEntries(
      Object.entries(broken).map(([name, rate]) => [
        name,
        { given: rated(document, lineCategory, rate), at: [linePlace], also },
      ]),
    ),
  };
}

function ofEntry(
  kind: "allowance" | "charge",
  code: Code,
  broken: Record<string, string | undefined>,
  also: readonly string[] = [],
): CasesOfRule {
  const entry =
    kind === "allowance" ? { allowances: [discount(categories[code])] } : { charges: [freight(categories[code])] };
  const document = invoice({ document_lines: [lines[code]], ...entry });
  return {
    holds: { [`a ${kind} as selfbill writes it`]: document },
    breaks: Object.fromEntries(
      Object.entries(broken).map(([name, rate]) => [
        name,
        { given: rated(document, entryCategory, rate), at: [entryPlace], also },
      ]),
    ),
  };
}

const zeroOrNone = { "rate 0": "0", "no rate": undefined };
const fiveOrNone = { "rate 5": "5", "no rate": undefined };
const notFive = ["ALIGNED-IBRP-S-08", "IBR-190-AE"];

export const cases: RuleCases = {
  "ALIGNED-IBRP-S-05": ofLine("S", zeroOrNone, ["ALIGNED-IBRP-S-08"]),
  "ALIGNED-IBRP-S-06": ofEntry("allowance", "S", { "rate 0": "0" }, notFive),
  "ALIGNED-IBRP-S-07": ofEntry("charge", "S", { "rate 0": "0" }, notFive),
  "ALIGNED-IBRP-Z-05": ofLine("Z", fiveOrNone),
  "ALIGNED-IBRP-Z-06": ofEntry("allowance", "Z", fiveOrNone),
  "ALIGNED-IBRP-Z-07": ofEntry("charge", "Z", fiveOrNone),
  "ALIGNED-IBRP-E-05": ofLine("E", { "rate 0": "0" }),
  "ALIGNED-IBRP-E-06": ofEntry("allowance", "E", fiveOrNone),
  "ALIGNED-IBRP-E-07": ofEntry("charge", "E", fiveOrNone),
  "ALIGNED-IBRP-O-05": ofLine("O", { "rate 0": "0" }),
  "ALIGNED-IBRP-O-06": ofEntry("allowance", "O", { "rate 0": "0" }),
  "ALIGNED-IBRP-O-07": ofEntry("charge", "O", { "rate 0": "0" }),
  "ALIGNED-IBRP-AE-05-AE": ofLine("AE", { "no rate": undefined }),
  "ALIGNED-IBRP-AE-06": ofEntry("allowance", "AE", fiveOrNone),
  "ALIGNED-IBRP-AE-07": ofEntry("charge", "AE", fiveOrNone),
  "IBR-190-AE": {
    holds: {
      "rate 5 of a charge": invoice({ charges: [freight(standard)] }),
      "rate 5": invoice(),
      "rate 5.00": rated(invoice(), "cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory", "5.00"),
      "no category S": invoice({ document_lines: [lines.O] }),
    },
    breaks: {
      "rate 9 of a line": {
        given: invoice({ document_lines: [lineOf(standard), lineOf({ ...standard, percent: "9" })] }),
        at: ["document_lines[1].classified_tax_category.percent"],
        fixed: { safe: false, changes: [["document_lines[1].classified_tax_category.percent", "5"]] },
      },
      "rate 9 of a charge": {
        given: invoice({ charges: [freight({ ...standard, percent: "9" })] }),
        at: ["charges[0].tax_category.percent"],
        fixed: { safe: false, changes: [["charges[0].tax_category.percent", "5"]] },
      },
    },
  },
  "IBR-111-AE": {
    holds: { "rate 5": invoice({ document_lines: [lineOf(margin)] }) },
    breaks: {
      "rate 0": {
        given: invoice({ document_lines: [lineOf({ ...margin, percent: "0" })] }),
        at: ["document_lines[0].classified_tax_category.percent"],
        fixed: { safe: false, changes: [["document_lines[0].classified_tax_category.percent", "5"]] },
      },
    },
    skips: { "a line of category S": invoice() },
  },
};
