import { codes } from "../../document/index.ts";
import type { UblElement } from "../../ubl/index.ts";
import { exists, isListed, saying } from "../conditions.ts";
import { aeCategoryId, aeDocumentRoot, aeLine } from "../contexts/contexts-ae.ts";
import type { RuleFacts } from "../contexts/facts.ts";
import { documentIs, invoiceIs, isInvoiceType, isOutOfScope } from "../contexts/facts-ae.ts";
import { vatUse } from "../contexts/facts-vat.ts";
import { typeIs, underVat } from "../expression.ts";
import { type Condition, defineRule, pintAe, type Rule } from "../rule.ts";
import { path, spaced, stringOf } from "../xpath.ts";

const lineCategory = path("cac:Item/cac:ClassifiedTaxCategory");
const invoiceLineCategoryId = path("cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory/cbc:ID");
const id = path("cbc:ID");
const breakdownCategory = path("cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory");
const subtotal = path("cac:TaxSubtotal");
const subtotalCategoryId = path("cac:TaxCategory/cbc:ID");
const categories = new Set(Object.keys(codes.vatCategories));

export const lineHasVatCategory = defineRule({
  id: "IBR-145-AE",
  says: "Every line must have a VAT category.",
  hint: "Add classified_tax_category to the line.",
  source: pintAe("IBT-151"),
  of: aeLine,
  holds: exists("cac:Item/cac:ClassifiedTaxCategory"),
  because: ["cac:Item"],
});

export const categoryIsListed = defineRule({
  id: "IBR-139-AE",
  says: "A VAT category must be one of S, Z, E, O, AE and N.",
  hint: "Write the category in Latin capital letters: S standard, Z zero, E exempt, O out of scope, AE reverse charge, N margin.",
  source: pintAe("IBT-095", "IBT-102", "IBT-118", "IBT-151"),
  of: aeCategoryId,
  holds: isListed(categories),
});

export const outOfScopeLineHasOneCategory = defineRule({
  id: "IBR-123-AE",
  says: "In a document outside the scope of VAT (480, 81) every line must have exactly one VAT category.",
  hint: "Keep one ClassifiedTaxCategory on the line in the XML.",
  source: pintAe("IBG-30", "IBT-003"),
  of: aeLine,
  when: saying(
    `.. is /* and ${typeIs("480", "81")}`,
    (line, facts) => line.parent === facts.root && isOutOfScope(facts),
  ),
  test: "count(cac:Item/cac:ClassifiedTaxCategory) = 1",
  holds: (line) => lineCategory.count(line) === 1,
  because: ["cac:Item/cac:ClassifiedTaxCategory", "cac:Item"],
  before: [
    {
      until: "1.0.2",
      when: saying(
        `.. is /* and /*/cbc:InvoiceTypeCode = ('480', '81')`,
        (line, facts) => line.parent === facts.root && isInvoiceType(facts, "480", "81"),
      ),
    },
  ],
});

const withoutVat = new Set(["E", "O", "Z"]);

export const outOfScopeBearsNoVat = defineRule({
  id: "IBR-122-AE",
  says: "In a document outside the scope of VAT (480, 81) only the VAT categories E (exempt), O (out of scope) and Z (zero rated) may occur.",
  hint: "Use category O (or E, Z) everywhere, or issue a tax invoice (389) or credit note (261).",
  source: pintAe("IBT-095", "IBT-102", "IBT-118", "IBT-151", "IBT-003"),
  of: aeDocumentRoot,
  when: documentIs("480", "81"),
  test: "empty((//cac:TaxCategory | //cac:ClassifiedTaxCategory)/cbc:ID[not(normalize-space() = ('E', 'O', 'Z'))])",
  holds: (_, facts) => everyCategory(facts, (code) => withoutVat.has(code)),
  because: ["cbc:InvoiceTypeCode", "cbc:CreditNoteTypeCode"],
  before: [
    {
      until: "1.0.3",
      says: "A document outside the scope of VAT (480, 81) must use VAT category E, O or Z in some line and in some breakdown group.",
      test: "//cac:TaxCategory/cbc:ID = ('E', 'O', 'Z') and //cac:ClassifiedTaxCategory/cbc:ID = ('E', 'O', 'Z')",
      holds: (_, facts) => hasCategoryOf(facts, "cac:TaxCategory") && hasCategoryOf(facts, "cac:ClassifiedTaxCategory"),
    },
    { until: "1.0.2", when: invoiceIs("480", "81") },
  ],
});

function hasCategoryOf(facts: RuleFacts, name: "cac:TaxCategory" | "cac:ClassifiedTaxCategory"): boolean {
  return facts.everywhere(name).some((category) => id.isOneOf(category, withoutVat));
}

function everyCategory(facts: RuleFacts, test: (code: string) => boolean): boolean {
  const passes = (category: UblElement): boolean => !id.some(category, (code) => !test(spaced(stringOf(code))));
  return (
    facts.everywhere("cac:TaxCategory").every(passes) && facts.everywhere("cac:ClassifiedTaxCategory").every(passes)
  );
}

/** 380 and 381 are not self-billing type codes, so this never applies to a valid document. */
export const taxInvoiceHasTaxableLine = defineRule({
  id: "IBR-151-AE",
  says: "A document of type 380 or 381 must have at least one line whose VAT category is neither E (exempt) nor O (out of scope).",
  hint: "A self-billed invoice has type 389 and a self-billed credit note 261.",
  source: pintAe("IBT-151", "IBT-003"),
  of: aeDocumentRoot,
  when: documentIs("380", "381"),
  test: "exists((cac:InvoiceLine | cac:CreditNoteLine)/cac:Item/cac:ClassifiedTaxCategory[not(normalize-space(cbc:ID) = ('E', 'O'))])",
  holds: (root) =>
    root.children.some(
      (line) =>
        (line.name === "cac:InvoiceLine" || line.name === "cac:CreditNoteLine") &&
        lineCategory.some(line, (category) => !["E", "O"].includes(id.text(category))),
    ),
  because: ["cbc:InvoiceTypeCode", "cbc:CreditNoteTypeCode"],
  before: [
    {
      until: "1.0.2",
      when: invoiceIs("380", "381"),
      test: "cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory/cbc:ID != 'E' and cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory/cbc:ID != 'O'",
      holds: (root) => hasLineCategoryOtherThan(root, "E") && hasLineCategoryOtherThan(root, "O"),
    },
  ],
});

/** Edition 1.0.2 did not test whether a single line was neither E nor O. */
function hasLineCategoryOtherThan(root: UblElement, code: string): boolean {
  return invoiceLineCategoryId.some(root, (each) => stringOf(each) !== code);
}

/** Unlike the other categories, S is counted regardless of the tax scheme. */
export const standardRateHasBreakdown = defineRule({
  id: "ALIGNED-IBRP-S-01",
  says: "The VAT breakdown must have a group of category S (standard rate) when, and only when, some line, allowance or charge has category S.",
  hint: "selfbill calculates the breakdown; in an XML file of another program add or remove the TaxSubtotal of category S.",
  source: pintAe("IBG-23", "IBT-118", "IBT-151", "IBT-095", "IBT-102"),
  of: aeDocumentRoot,
  test: [
    "exists((//cac:ClassifiedTaxCategory | //cac:AllowanceCharge/cac:TaxCategory)[normalize-space(cbc:ID) = 'S'])",
    "= exists(cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory[normalize-space(cbc:ID) = 'S'])",
  ].join(" "),
  holds: (root, facts) => isStandardRateUsed(facts) === breakdownCategory.some(root, isStandard),
  because: ["cac:TaxTotal"],
});

function isStandard(category: UblElement): boolean {
  return id.text(category) === "S";
}

function isStandardRateUsed(facts: RuleFacts): boolean {
  return (
    facts.everywhere("cac:ClassifiedTaxCategory").some(isStandard) ||
    facts
      .everywhere("cac:TaxCategory")
      .some((category) => category.parent?.name === "cac:AllowanceCharge" && isStandard(category))
  );
}

/** True if any line, allowance, charge or breakdown with scheme VAT uses the category. */
function isUsed(code: string): Condition {
  const used = `(//cac:TaxCategory | //cac:ClassifiedTaxCategory)[${underVat}]/cbc:ID/normalize-space() = '${code}'`;
  return saying(used, (_, facts) => vatUse(facts).named.has(code));
}

const breakdownsOf = (code: string): string =>
  `cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory[${underVat}]/cbc:ID[normalize-space() = '${code}']`;

function oneBreakdown(ruleId: string, code: string, name: string): Rule {
  return defineRule({
    id: ruleId,
    says: `A document that uses VAT category ${code} (${name}) must have exactly one VAT breakdown group of it.`,
    hint: `selfbill calculates the breakdown; in an XML file of another program keep one TaxSubtotal of category ${code}.`,
    source: pintAe("IBG-23", "IBT-118", "IBT-151", "IBT-095", "IBT-102"),
    of: aeDocumentRoot,
    when: isUsed(code),
    test: `count(${breakdownsOf(code)}) = 1`,
    holds: (_, facts) => vatUse(facts).breakdowns.get(code) === 1,
    because: ["cac:TaxTotal"],
  });
}

export const oneBreakdownOfEach: readonly Rule[] = [
  oneBreakdown("ALIGNED-IBRP-Z-01", "Z", codes.vatCategories.Z),
  oneBreakdown("ALIGNED-IBRP-E-01", "E", codes.vatCategories.E),
  oneBreakdown("ALIGNED-IBRP-O-01", "O", codes.vatCategories.O),
];

export const reverseChargeHasBreakdown = defineRule({
  id: "ALIGNED-IBRP-AE-01-AE",
  says: "A document that uses VAT category AE (reverse charge) must have a VAT breakdown group of it.",
  hint: "selfbill calculates the breakdown; in an XML file of another program add the TaxSubtotal of category AE.",
  source: pintAe("IBG-23", "IBT-118", "IBT-151", "IBT-095", "IBT-102"),
  of: aeDocumentRoot,
  when: isUsed("AE"),
  test: `exists(${breakdownsOf("AE")})`,
  holds: (_, facts) => (vatUse(facts).breakdowns.get("AE") ?? 0) >= 1,
  because: ["cac:TaxTotal"],
});

/**
 * If every line has category N, no breakdown is needed; the count covers every TaxTotal, including those of lines.
 */
export const oneMarginBreakdown = defineRule({
  id: "IBR-105-AE",
  says: "A document with a VAT breakdown of category N (margin scheme) must have exactly one.",
  hint: "selfbill calculates the breakdown; in an XML file of another program keep one TaxSubtotal of category N.",
  source: pintAe("IBG-23", "IBT-118", "IBT-151"),
  of: aeDocumentRoot,
  when: saying(`//cac:TaxCategory[${underVat}]/cbc:ID/normalize-space() = 'N'`, (_, facts) =>
    vatUse(facts).namedBesideLines.has("N"),
  ),
  test: "count(//cac:TaxTotal/cac:TaxSubtotal[cac:TaxCategory/cbc:ID = 'N']) = 1",
  holds: (_, facts) => {
    let count = 0;
    for (const total of facts.everywhere("cac:TaxTotal")) {
      for (const each of subtotal.all(total)) if (subtotalCategoryId.is(each, "N")) count += 1;
    }
    return count === 1;
  },
  because: ["cac:TaxTotal"],
  before: [
    {
      until: "1.0.3",
      says: "A document with a VAT breakdown of category N (margin scheme) must have exactly one breakdown group.",
      test: "count(//cac:TaxTotal/cac:TaxSubtotal) = 1",
      holds: (_, facts) =>
        facts.everywhere("cac:TaxTotal").reduce((sum, total) => sum + subtotal.count(total), 0) === 1,
    },
  ],
});
