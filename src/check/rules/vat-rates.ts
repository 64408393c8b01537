import type { UblElement } from "../../ubl/index.ts";
import { amountOf, numberOf } from "../amount.ts";
import { categorySays } from "../category-says.ts";
import { absent, exists, isText, saying } from "../conditions.ts";
import {
  aeDocumentRoot,
  aeLine,
  allowanceCategories,
  chargeCategories,
  lineCategories,
  type VatCode,
} from "../contexts/contexts-ae.ts";
import type { RuleFacts } from "../contexts/facts.ts";
import { exact, parseDecimal, type RuleDecimal } from "../decimal.ts";
import { isPositive, onlyRate } from "../fixes/fixes.ts";
import { type Condition, type Context, defineRule, formerly, pintAe, type Rule, stoppedBefore } from "../rule.ts";
import { path } from "../xpath.ts";

type Code = Exclude<VatCode, "N">;
type Demand = "above 0" | "0" | "no" | "any";

const percent = path("cbc:Percent");
const id = path("cbc:ID");
const lineCategoryPercent = path("cac:Item/cac:ClassifiedTaxCategory/cbc:Percent");
const five = parseDecimal("5") as RuleDecimal;

function rateOf(category: UblElement): RuleDecimal | undefined {
  return amountOf(percent.only(category));
}

const isAboveZero = saying("xs:decimal(cbc:Percent) > 0", (category) => {
  const rate = rateOf(category);
  return rate !== undefined && exact.sign(rate) > 0;
});

const isZero = saying("xs:decimal(cbc:Percent) = 0", (category) => {
  const rate = rateOf(category);
  return rate !== undefined && exact.isZero(rate);
});

const isZeroOrMore = saying("xs:decimal(cbc:Percent) >= 0", (category) => {
  const rate = rateOf(category);
  return rate !== undefined && exact.sign(rate) >= 0;
});

const isOtherThanZero = saying("xs:decimal(cbc:Percent) != 0", (category) => {
  const rate = rateOf(category);
  return rate !== undefined && !exact.isZero(rate);
});

const conditions: Record<Demand, Condition> = {
  "above 0": isAboveZero,
  "0": isZero,
  no: absent("cbc:Percent"),
  any: exists("cbc:Percent"),
};

const sentences: Record<Demand, string> = {
  "above 0": "must state a rate above 0",
  "0": "must state the rate 0",
  no: "must not state a rate",
  any: "must state its rate",
};

const advice: Record<Demand, string> = {
  "above 0": "Set percent to 5, or choose another category.",
  "0": "Set percent to 0, or choose another category.",
  no: "Remove percent, or choose another category.",
  any: "Add percent, 5 for a domestic reverse charge.",
};

function rate(ruleId: string, what: string, code: Code, of: Context, demand: Demand, ...terms: string[]): Rule {
  return defineRule({
    id: ruleId,
    says: `${what} of VAT category ${categorySays(code)} ${sentences[demand]}.`,
    hint: advice[demand],
    source: pintAe(...terms),
    of,
    holds: conditions[demand],
    because: ["cbc:Percent"],
  });
}

function lineRate(ruleId: string, code: Code, demand: Demand): Rule {
  return rate(ruleId, "A line", code, lineCategories[code], demand, "IBT-151", "IBT-152");
}

/** Applies at every level: the published contexts do not distinguish a line's allowance from the document's. */
function allowanceRate(ruleId: string, code: Code, demand: Demand): Rule {
  return rate(ruleId, "An allowance", code, allowanceCategories[code], demand, "IBT-095", "IBT-096");
}

function chargeRate(ruleId: string, code: Code, demand: Demand): Rule {
  return rate(ruleId, "A charge", code, chargeCategories[code], demand, "IBT-102", "IBT-103");
}

/** E is an exception: its lines and breakdowns have no rate, and its allowances and charges have a rate of 0. */
export const categoryRates: readonly Rule[] = [
  formerly(lineRate("ALIGNED-IBRP-S-05", "S", "above 0"), stoppedBefore("1.0.3")),
  formerly(allowanceRate("ALIGNED-IBRP-S-06", "S", "above 0"), stoppedBefore("1.0.3")),
  formerly(chargeRate("ALIGNED-IBRP-S-07", "S", "above 0"), stoppedBefore("1.0.3")),
  formerly(lineRate("ALIGNED-IBRP-Z-05", "Z", "0"), stoppedBefore("1.0.3")),
  formerly(allowanceRate("ALIGNED-IBRP-Z-06", "Z", "0"), stoppedBefore("1.0.3")),
  formerly(chargeRate("ALIGNED-IBRP-Z-07", "Z", "0"), stoppedBefore("1.0.3")),
  formerly(lineRate("ALIGNED-IBRP-E-05", "E", "no"), {
    until: "1.0.2",
    says: `A line of VAT category ${categorySays("E")} ${sentences["0"]}.`,
    hint: advice["0"],
    holds: isZero,
  }),
  formerly(allowanceRate("ALIGNED-IBRP-E-06", "E", "0"), stoppedBefore("1.0.3")),
  formerly(chargeRate("ALIGNED-IBRP-E-07", "E", "0"), stoppedBefore("1.0.3")),
  lineRate("ALIGNED-IBRP-O-05", "O", "no"),
  allowanceRate("ALIGNED-IBRP-O-06", "O", "no"),
  chargeRate("ALIGNED-IBRP-O-07", "O", "no"),
  formerly(lineRate("ALIGNED-IBRP-AE-05-AE", "AE", "any"), { until: "1.0.2", holds: isOtherThanZero }),
  formerly(
    allowanceRate("ALIGNED-IBRP-AE-06", "AE", "0"),
    {
      until: "1.0.3",
      says: `An allowance of VAT category ${categorySays("AE")} must state a rate of 0 or more.`,
      holds: isZeroOrMore,
    },
    { until: "1.0.2", says: `An allowance of VAT category ${categorySays("AE")} ${sentences["0"]}.`, holds: isZero },
  ),
  formerly(chargeRate("ALIGNED-IBRP-AE-07", "AE", "0"), stoppedBefore("1.0.2")),
];

/**
 * Tests breakdowns, allowances and charges; a line's own rate must be 5 only because that of its breakdown group must
 * be.
 */
export const standardRateIsFive = defineRule({
  id: "IBR-190-AE",
  says: "The rate of VAT category S (standard rate) must be 5 in every breakdown group, allowance and charge.",
  hint: "Set percent to 5; where 0 was meant, choose another category.",
  fix: onlyRate("5", isPositive),
  source: pintAe("IBT-096", "IBT-103", "IBT-119"),
  of: aeDocumentRoot,
  test: "every $rate in //cac:TaxCategory[cbc:ID = 'S']/cbc:Percent satisfies xs:decimal($rate) = 5",
  holds: (_, facts) =>
    facts.everywhere("cac:TaxCategory").every((category) => !id.is(category, "S") || hasOnlyRateFive(category)),
  culprit: (_, facts) => otherRate(facts),
  because: ["cac:TaxTotal"],
  before: [
    {
      until: "1.0.3",
      says: "Where VAT category S (standard rate) is used, some breakdown group, allowance or charge must have it at rate 5.",
      test: "empty(//cac:TaxCategory[cbc:ID = 'S']) or //cac:TaxCategory[cbc:ID = 'S']/cbc:Percent/number() = 5",
      holds: (_, facts) => {
        const standard = facts.everywhere("cac:TaxCategory").filter((category) => id.is(category, "S"));
        return (
          standard.length === 0 || standard.some((category) => percent.some(category, (each) => numberOf(each) === 5))
        );
      },
    },
  ],
});

/**
 * The rate that the user typed, in an allowance, charge or line; the breakdown is calculated from it. Prefers a rate
 * above 0, because rules of their own name the others.
 */
function otherRate(facts: RuleFacts): UblElement | undefined {
  const isWrong = (category: UblElement): boolean => id.is(category, "S") && !hasOnlyRateFive(category);
  const wrong = facts.everywhere("cac:TaxCategory").filter(isWrong);
  const all = [
    ...wrong.filter((category) => category.parent?.name === "cac:AllowanceCharge"),
    ...facts.everywhere("cac:ClassifiedTaxCategory").filter(isWrong),
  ];
  const typed = all.find((category) => isAboveZero(category, facts)) ?? all[0] ?? wrong[0];
  return typed && percent.first(typed);
}

function hasOnlyRateFive(category: UblElement): boolean {
  return !percent.some(category, (each) => {
    const value = amountOf(each);
    return value === undefined || !exact.equal(value, five);
  });
}

export const marginLineHasRate = defineRule({
  id: "IBR-111-AE",
  says: "A line of VAT category N (margin scheme) must state a rate above 0.",
  hint: "Set classified_tax_category.percent to 5.",
  fix: onlyRate("5"),
  source: pintAe("IBT-151", "IBT-152"),
  of: aeLine,
  when: isText("cac:Item/cac:ClassifiedTaxCategory/cbc:ID", "N"),
  test: "cac:Item/cac:ClassifiedTaxCategory/cbc:Percent/number() > 0",
  holds: (line) => lineCategoryPercent.some(line, (each) => numberOf(each) > 0),
  because: ["cac:Item/cac:ClassifiedTaxCategory/cbc:Percent", "cac:Item/cac:ClassifiedTaxCategory"],
});
