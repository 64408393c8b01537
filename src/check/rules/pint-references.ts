import type { UblElement } from "../../ubl/index.ts";
import { atMost, exists, hasAttribute, notBlank } from "../conditions.ts";
import { additionalDocument, billingReference, binaryObject, documentRoot } from "../contexts/contexts-shared.ts";
import { defineRule, pintAe, type Rule } from "../rule.ts";
import { path } from "../xpath.ts";

const additional = path("cac:AdditionalDocumentReference");
const project = path("cac:ProjectReference");
const typeCode = path("cbc:DocumentTypeCode");
const attachment = path("cac:Attachment");
const description = path("cbc:DocumentDescription");

const isOfType = (type: string) => (reference: UblElement) => typeCode.is(reference, type);
/** Type 130 marks an invoiced object, such as a meter or a subscription; type 50 marks a project in a credit note. */
const isInvoicedObject = isOfType("130");
const isProject = isOfType("50");

function countOf(root: UblElement, test: (reference: UblElement) => boolean): number {
  return additional.in(root) ? additional.all(root).filter(test).length : 0;
}

function referenceOnce(id: string, what: string, field: string, term: string, steps: string): Rule {
  return defineRule({
    id,
    says: `The document must not have more than one ${what}.`,
    hint: `Keep one ${field}.`,
    source: pintAe(term),
    of: documentRoot,
    holds: atMost(steps),
    because: [steps],
  });
}

export const contractIsNamedOnce = referenceOnce(
  "IBR-094",
  "contract reference",
  "contract_document_reference",
  "IBT-012",
  "cac:ContractDocumentReference/cbc:ID",
);
export const receiptIsNamedOnce = referenceOnce(
  "IBR-095",
  "receipt reference",
  "receipt_document_reference",
  "IBT-015",
  "cac:ReceiptDocumentReference/cbc:ID",
);
export const despatchIsNamedOnce = referenceOnce(
  "IBR-096",
  "despatch reference",
  "despatch_document_reference",
  "IBT-016",
  "cac:DespatchDocumentReference/cbc:ID",
);
export const tenderIsNamedOnce = referenceOnce(
  "IBR-SR-52",
  "tender or lot reference",
  "originator_document_reference",
  "IBT-017",
  "cac:OriginatorDocumentReference/cbc:ID",
);
export const projectIsNamedOnce = referenceOnce(
  "IBR-SR-39",
  "project number",
  "project_reference",
  "IBT-011",
  "cac:ProjectReference/cbc:ID",
);

export const projectStandsInOnePlace = defineRule({
  id: "IBR-090",
  says: "The document must not have more than one project reference, nor more than one additional document of type 50.",
  hint: "Keep one project_reference.",
  source: pintAe("IBT-011"),
  of: documentRoot,
  test: "count(cac:ProjectReference) <= 1 and count(cac:AdditionalDocumentReference[cbc:DocumentTypeCode = '50']) <= 1",
  holds: (root) => project.count(root) <= 1 && countOf(root, isProject) <= 1,
  because: ["cac:ProjectReference", "cac:AdditionalDocumentReference"],
});

export const documentHasOneInvoicedObject = defineRule({
  id: "IBR-078",
  says: "The document must not name more than one invoiced object (additional document of type 130).",
  hint: "Keep one, or name the objects on the lines: line_object_identifier.",
  source: pintAe("IBT-018"),
  of: documentRoot,
  test: "count(cac:AdditionalDocumentReference[cbc:DocumentTypeCode = '130']) <= 1",
  holds: (root) => countOf(root, isInvoicedObject) <= 1,
  because: ["cac:AdditionalDocumentReference"],
});

export const invoicedObjectHasNoAttachment = defineRule({
  id: "IBR-071",
  says: "An additional document of type 130 names the invoiced object and must not carry an attachment.",
  hint: "Attach the file to an additional document without that type.",
  source: pintAe("IBT-018", "IBT-125"),
  of: documentRoot,
  test: "empty(//cac:AdditionalDocumentReference[cbc:DocumentTypeCode = '130']/cac:Attachment)",
  holds: (_, facts) =>
    !facts
      .everywhere("cac:AdditionalDocumentReference")
      .some((reference) => attachment.in(reference) && isInvoicedObject(reference)),
  because: ["cac:AdditionalDocumentReference"],
});

export const invoicedObjectHasNoDescription = defineRule({
  id: "IBR-072",
  says: "An additional document of type 130 names the invoiced object and must not have a description.",
  hint: "In an XML file of another program remove DocumentDescription, or the type code 130.",
  source: pintAe("IBT-018", "IBT-123"),
  of: documentRoot,
  test: "empty(//cac:AdditionalDocumentReference[cbc:DocumentTypeCode = '130']/cbc:DocumentDescription)",
  holds: (_, facts) =>
    !facts
      .everywhere("cac:AdditionalDocumentReference")
      .some((reference) => description.in(reference) && isInvoicedObject(reference)),
  because: ["cac:AdditionalDocumentReference"],
});

export const additionalDocumentHasAReference = defineRule({
  id: "IBR-052",
  says: "An additional document must have a reference.",
  hint: "Add file_name to the attachment; it serves as the reference.",
  source: pintAe("IBT-122"),
  of: additionalDocument,
  holds: notBlank("cbc:ID"),
});

export const additionalDocumentHasOneDescription = defineRule({
  id: "IBR-SR-33",
  says: "An additional document must not have more than one description.",
  hint: "Put everything into one description.",
  source: pintAe("IBT-123"),
  of: additionalDocument,
  holds: atMost("cbc:DocumentDescription"),
  because: ["cbc:DocumentDescription"],
});

export const invoiceReferenceHasANumber = defineRule({
  id: "IBR-055",
  says: "A reference to an earlier invoice must give its number.",
  hint: "Add id, the number of the invoice, to billing_reference.",
  source: pintAe("IBT-025"),
  of: billingReference,
  holds: exists("cac:InvoiceDocumentReference/cbc:ID"),
});

/** Published twice under different ids; both are reported, as the network reports both. */
export const invoiceReferenceHasANumberToo = defineRule({
  id: "IBR-SR-07",
  says: "A reference to an earlier invoice must contain its number.",
  hint: "Add id, the number of the invoice, to billing_reference.",
  source: pintAe("IBT-025"),
  of: billingReference,
  holds: exists("cac:InvoiceDocumentReference/cbc:ID"),
});

export const invoiceReferenceNamesOneInvoice = defineRule({
  id: "IBR-SR-06",
  says: "A reference to an earlier invoice must not name more than one.",
  hint: "Write one entry of billing_reference per invoice.",
  source: pintAe("IBT-025"),
  of: billingReference,
  holds: atMost("cac:InvoiceDocumentReference"),
  because: ["cac:InvoiceDocumentReference"],
});

export const attachmentHasAType = defineRule({
  id: "IBR-074",
  says: "An attached file must state its type (mimeCode).",
  hint: "Add file_type, such as application/pdf, to the attachment.",
  source: pintAe("IBT-125-1"),
  of: binaryObject,
  holds: hasAttribute("mimeCode"),
});

export const attachmentHasAName = defineRule({
  id: "IBR-075",
  says: "An attached file must state its name (filename).",
  hint: "Add file_name, such as contract.pdf, to the attachment.",
  source: pintAe("IBT-125-2"),
  of: binaryObject,
  holds: hasAttribute("filename"),
});
