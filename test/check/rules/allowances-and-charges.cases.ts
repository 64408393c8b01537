import type { AllowanceOrCharge, SelfBilledDocument } from "../../../src/document/index.ts";
import { invoice } from "../../support/documents.ts";
import { remove, set } from "../../support/edit-tree.ts";
import { type CasesOfRule, type RuleCases, xml } from "../../support/rule-cases.ts";
import { discount, exempt, freight, lineOf, margin, standard } from "../../support/vat-lines.ts";

const entry = "cac:AllowanceCharge";
const place = `/Invoice/${entry}`;

/** Allowances and charges have the same rules under two names: each case runs for both. */
interface Side {
  readonly field: "allowances" | "charges";
  readonly make: typeof discount;
}
const allowance: Side = { field: "allowances", make: discount };
const charge: Side = { field: "charges", make: freight };

function ofDocument({ field }: Side, each: AllowanceOrCharge, change: Partial<SelfBilledDocument> = {}) {
  return invoice({ ...change, [field]: [each] });
}

function ofLine({ field }: Side, each: AllowanceOrCharge) {
  return invoice({ document_lines: [lineOf(standard, { [field]: [each] })] });
}

/** Returns an allowance or charge without a tax category, as on a line. */
function bare({ make }: Side, change: Partial<AllowanceOrCharge> = {}): AllowanceOrCharge {
  const { tax_category: _, ...rest } = make(standard, change);
  return rest;
}

function categoryCases(side: Side): CasesOfRule {
  const right = ofDocument(side, side.make(standard));
  return {
    holds: { "a category": right },
    breaks: {
      "no category": {
        given: xml(right, (root) => remove(root, `${entry}/cac:TaxCategory`)),
        at: [place],
        also: ["ALIGNED-IBRP-S-08"],
      },
      "a category under another scheme": {
        given: xml(right, (root) => set(root, `${entry}/cac:TaxCategory/cac:TaxScheme/cbc:ID`, "GST")),
        at: [place],
        also: ["IBR-133-AE"],
      },
    },
    skips: { "a line without category of its own": ofLine(side, bare(side)) },
  };
}

const percentage = { amount: "20", base_amount: "1000", multiplier_factor_numeric: "2" };

function bothCases(side: Side): CasesOfRule {
  const right = ofDocument(side, side.make(standard, percentage));
  return {
    holds: { "both on the document": right, "both on a line": ofLine(side, bare(side, percentage)) },
    breaks: {
      "no percentage": {
        given: xml(right, (root) => remove(root, `${entry}/cbc:MultiplierFactorNumeric`)),
        at: [place],
      },
      "no base amount": { given: xml(right, (root) => remove(root, `${entry}/cbc:BaseAmount`)), at: [place] },
    },
    skips: { "an amount alone": ofDocument(side, side.make(standard)) },
  };
}

function calculatedCases(side: Side): CasesOfRule {
  const wrong = { ...percentage, amount: "20.01" };
  return {
    holds: {
      "two percent of a thousand": ofDocument(side, side.make(standard, percentage)),
      "a product that is rounded": ofDocument(
        side,
        side.make(standard, { amount: "3.09", base_amount: "123.45", multiplier_factor_numeric: "2.5" }),
      ),
      "the product as it is": xml(ofDocument(side, side.make(standard, percentage)), (root) => {
        set(root, `${entry}/cbc:BaseAmount`, "1000.005");
        set(root, `${entry}/cbc:Amount`, "20.0001");
      }),
    },
    breaks: {
      "a fils too much on the document": {
        given: ofDocument(side, side.make(standard, wrong)),
        at: [`${side.field}[0].amount`],
      },
      "a fils too much on a line": {
        given: ofLine(side, bare(side, wrong)),
        at: [`document_lines[0].${side.field}[0].amount`],
      },
    },
    skips: { "an amount alone": ofDocument(side, side.make(standard)) },
  };
}

function marginCases(side: Side): CasesOfRule {
  return {
    holds: { "category S": ofDocument(side, side.make(standard)) },
    breaks: {
      "category N": {
        given: ofDocument(side, side.make(margin), { document_lines: [lineOf(margin)] }),
        at: [`${side.field}[0].tax_category`],
        also: ["IBR-102-AE"],
      },
    },
  };
}

function exemptCases(side: Side): CasesOfRule {
  const { reason_code: _, ...unreasoned } = side.make(exempt);
  const onExemptLines = { document_lines: [lineOf(exempt)] };
  return {
    holds: { "a reason code": ofDocument(side, side.make(exempt), onExemptLines) },
    breaks: {
      "a reason in words only": {
        given: ofDocument(side, unreasoned, onExemptLines),
        at: [`${side.field}[0].tax_category`],
      },
    },
    skips: { "category S": ofDocument(side, side.make(standard)) },
  };
}

export const cases: RuleCases = {
  "ALIGNED-IBRP-032": categoryCases(allowance),
  "ALIGNED-IBRP-037": categoryCases(charge),
  "ALIGNED-IBRP-057": bothCases(allowance),
  "ALIGNED-IBRP-058": bothCases(charge),
  "IBR-131-AE": calculatedCases(allowance),
  "IBR-146-AE": calculatedCases(charge),
  "IBR-115-AE": marginCases(allowance),
  "IBR-114-AE": marginCases(charge),
  "IBR-168-AE": exemptCases(allowance),
  "IBR-169-AE": exemptCases(charge),
};
