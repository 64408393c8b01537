import { atMost, exists, notBlank } from "../conditions.ts";
import { documentRoot, typeCode } from "../contexts/contexts-shared.ts";
import { quoted } from "../expression.ts";
import { defineRule, pintAe } from "../rule.ts";
import { isCode, path, stringOf } from "../xpath.ts";

const customizationId = path("cbc:CustomizationID");

export const documentNamesItsSpecification = defineRule({
  id: "IBR-001",
  says: "The document must name the specification that it follows (CustomizationID).",
  hint: "In an XML file of another program add CustomizationID urn:peppol:pint:selfbilling-1@ae-1; selfbill writes it itself.",
  source: pintAe("IBT-024"),
  of: documentRoot,
  holds: notBlank("cbc:CustomizationID"),
});

export const specificationHasNoWildcard = defineRule({
  id: "IBR-SR-63",
  says: "The specification (CustomizationID) must not contain an asterisk.",
  hint: "Write it in full: urn:peppol:pint:selfbilling-1@ae-1.",
  source: pintAe("IBT-024"),
  of: documentRoot,
  when: exists("cbc:CustomizationID"),
  test: "empty(cbc:CustomizationID[contains(., '*')])",
  holds: (root) => !customizationId.some(root, (id) => stringOf(id).includes("*")),
  because: ["cbc:CustomizationID"],
});

export const documentNamesItsProcess = defineRule({
  id: "IBR-076",
  says: "The document must name its business process (ProfileID).",
  hint: "In an XML file of another program add ProfileID urn:peppol:bis:selfbilling; selfbill writes it itself.",
  source: pintAe("IBT-023"),
  of: documentRoot,
  holds: exists("cbc:ProfileID"),
});

export const documentHasANumber = defineRule({
  id: "IBR-002",
  says: "The document must have a number.",
  hint: "Leave document_number out and the service numbers the document, or write your own number.",
  source: pintAe("IBT-001"),
  of: documentRoot,
  holds: notBlank("cbc:ID"),
  because: ["cbc:ID"],
});

const invoiceType = notBlank("cbc:InvoiceTypeCode");
const creditNoteType = notBlank("cbc:CreditNoteTypeCode");

export const documentHasATypeCode = defineRule({
  id: "IBR-004",
  says: "The document must state its type code.",
  hint: "Write 389 for a self-billed invoice, 261 for a self-billed credit note.",
  source: pintAe("IBT-003"),
  of: documentRoot,
  test: "exists((cbc:InvoiceTypeCode | cbc:CreditNoteTypeCode)[normalize-space()])",
  holds: (root, facts) => invoiceType(root, facts) || creditNoteType(root, facts),
  because: ["cbc:InvoiceTypeCode", "cbc:CreditNoteTypeCode"],
});

const invoiceTypes: ReadonlySet<string> = new Set(["389", "480"]);
const creditNoteTypes: ReadonlySet<string> = new Set(["261", "81"]);

/** Self-billing has its own type codes; 380 and 381 belong to ordinary billing. */
export const typeCodeIsOneOfSelfBilling = defineRule({
  id: "IBR-CL-01",
  says: "The type code must be 389 or 480 in an invoice, 261 or 81 in a credit note.",
  hint: "Write 389 for a self-billed tax invoice, 261 for a self-billed credit note.",
  source: pintAe("IBT-003", "UNTDID 1001"),
  of: typeCode,
  test: `normalize-space() = (if (self::cbc:InvoiceTypeCode) then ${quoted(invoiceTypes)} else ${quoted(creditNoteTypes)})`,
  holds: (code) => isCode(stringOf(code), code.name === "cbc:InvoiceTypeCode" ? invoiceTypes : creditNoteTypes),
});

export const documentHasACurrency = defineRule({
  id: "IBR-005",
  says: "The document must state its currency.",
  hint: "Add document_currency_code, such as AED.",
  source: pintAe("IBT-005"),
  of: documentRoot,
  holds: notBlank("cbc:DocumentCurrencyCode"),
  because: ["cbc:DocumentCurrencyCode"],
});

export const documentHasOneNote = defineRule({
  id: "IBR-SR-51",
  says: "The document must not have more than one note.",
  hint: "Put everything into one note.",
  source: pintAe("IBT-022"),
  of: documentRoot,
  holds: atMost("cbc:Note"),
  because: ["cbc:Note"],
});
