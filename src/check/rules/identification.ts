import { codes } from "../../document/index.ts";
import { absent, exists, isListed, isText } from "../conditions.ts";
import { aeDocumentRoot, aeFrequencyCode } from "../contexts/contexts-ae.ts";
import { documentIs, invoiceIs } from "../contexts/facts-ae.ts";
import { codeFor } from "../fixes/fixes.ts";
import { defineRule, pintAe } from "../rule.ts";
import { path, stringOf } from "../xpath.ts";

const customization = path("cbc:CustomizationID");
const profile = path("cbc:ProfileID");
const issueDate = path("cbc:IssueDate");
const taxPointDate = path("cbc:TaxPointDate");
const frequencies = new Set(Object.keys(codes.billingFrequencies));

/** Tests only the beginning: what follows the name is ignored, and the identifier of ordinary billing passes too. */
export const specificationIsPintAe = defineRule({
  id: "ALIGNED-IBRP-001-AE",
  says: "The specification identifier must be the one of PINT AE billing or self-billing.",
  hint: "In the XML set CustomizationID to urn:peppol:pint:selfbilling-1@ae-1; selfbill writes it automatically.",
  source: pintAe("IBT-024"),
  of: aeDocumentRoot,
  test: "matches(normalize-space(cbc:CustomizationID), '^urn:peppol:pint:(selfbilling|billing)-1@ae-1')",
  holds: (root) => {
    const value = customization.text(root);
    return value.startsWith("urn:peppol:pint:selfbilling-1@ae-1") || value.startsWith("urn:peppol:pint:billing-1@ae-1");
  },
  because: ["cbc:CustomizationID"],
});

export const processIsBilling = defineRule({
  id: "ALIGNED-IBRP-002-AE",
  says: "The business process must be the one of Peppol billing or self-billing.",
  hint: "In the XML set ProfileID to urn:peppol:bis:selfbilling; selfbill writes it automatically.",
  source: pintAe("IBT-023"),
  of: aeDocumentRoot,
  test: "matches(normalize-space(cbc:ProfileID), '^urn:peppol:bis:(selfbilling|billing)')",
  holds: (root) => {
    const value = profile.text(root);
    return value.startsWith("urn:peppol:bis:selfbilling") || value.startsWith("urn:peppol:bis:billing");
  },
  because: ["cbc:ProfileID"],
  before: [
    {
      until: "1.0.3",
      test: "matches(normalize-space(cbc:ProfileID), 'urn:peppol:bis:(selfbilling|billing)')",
      holds: (root) => /urn:peppol:bis:(?:self)?billing/.test(profile.text(root)),
    },
  ],
});

export const documentHasUuid = defineRule({
  id: "IBR-193-AE",
  says: "The document must carry its unique identifier.",
  hint: "In the XML add UUID; selfbill writes it automatically.",
  source: pintAe("BTAE-07"),
  of: aeDocumentRoot,
  holds: exists("cbc:UUID"),
});

/** Dates are compared as text, which gives calendar order for YYYY-MM-DD. The same day is rejected too. */
export const taxPointLiesBeforeIssue = defineRule({
  id: "IBR-141-AE",
  says: "A VAT point date must be before the issue date.",
  hint: "Remove TaxPointDate from the XML or correct one of the dates; for the date of supply use delivery.actual_delivery_date.",
  source: pintAe("IBT-007", "IBT-002"),
  of: aeDocumentRoot,
  when: exists("cbc:TaxPointDate"),
  test: "cbc:TaxPointDate/string() < cbc:IssueDate/string()",
  holds: (root) => {
    const issued = issueDate.all(root).map(stringOf).sort().at(-1);
    return issued !== undefined && taxPointDate.some(root, (point) => stringOf(point) < issued);
  },
  because: ["cbc:TaxPointDate"],
});

/** The rule names only credit note types 381 and 81, so it never applies to a self-billed 261. */
export const creditNoteHasNoTaxPoint = defineRule({
  id: "IBR-124-AE",
  says: "A credit note of type 381 or 81 must not state a VAT point date.",
  hint: "Remove TaxPointDate from the XML; for the date of supply use delivery.actual_delivery_date.",
  source: pintAe("IBT-007", "IBT-003"),
  of: aeDocumentRoot,
  when: documentIs("381", "81"),
  holds: absent("cbc:TaxPointDate"),
  because: ["cbc:TaxPointDate"],
  before: [{ until: "1.0.2", when: invoiceIs("381", "81") }],
});

export const frequencyIsListed = defineRule({
  id: "IBR-005-AE",
  says: "The billing frequency must be a code of its list.",
  hint: `Set invoice_period.description to one of ${[...frequencies].join(", ")}.`,
  fix: codeFor(codes.billingFrequencies),
  source: pintAe("BTAE-06"),
  of: aeFrequencyCode,
  holds: isListed(frequencies),
});

export const otherFrequencyIsExplained = defineRule({
  id: "IBR-160-AE",
  says: "A billing frequency of OTH must be explained in the document's note.",
  hint: "Describe the frequency in note, or choose another code for invoice_period.description.",
  source: pintAe("BTAE-06", "IBT-022"),
  of: aeDocumentRoot,
  when: isText("cac:InvoicePeriod/cbc:DescriptionCode", "OTH"),
  holds: exists("cbc:Note"),
  because: ["cac:InvoicePeriod/cbc:DescriptionCode"],
});
