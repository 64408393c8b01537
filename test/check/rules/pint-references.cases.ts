import type { UblElement } from "../../../src/ubl/index.ts";
import { creditNote, invoice } from "../../support/documents.ts";
import { add, double, make, remove, set, setAttribute } from "../../support/edit-tree.ts";
import { type CasesOfRule, type RuleCases, xml } from "../../support/rule-cases.ts";

const both = { "an invoice": invoice(), "a credit note": creditNote() };
const changed = (edit: (root: UblElement) => void, document = invoice()) => xml(document, edit);
const additional =
  (type: string, ...more: readonly UblElement[]) =>
  (root: UblElement) =>
    add(
      root,
      "",
      make("cac:AdditionalDocumentReference", [make("cbc:ID", "METER-1"), make("cbc:DocumentTypeCode", type), ...more]),
    );
const twice = (edit: (root: UblElement) => void) => (root: UblElement) => {
  edit(root);
  edit(root);
};
const attached = invoice({
  attachments: [{ file_name: "delivery note.pdf", file_type: "application/pdf", file_content: "JVBERi0xLjQK" }],
});
const reference = "cac:AdditionalDocumentReference";
const file = `${reference}/cac:Attachment/cbc:EmbeddedDocumentBinaryObject`;
const billing = "cac:BillingReference";
const onEarlier = invoice({ billing_reference: [{ id: "SB-2026-0000", issue_date: "2026-06-01" }] });
const somewhere = () =>
  make("cac:Attachment", [make("cac:ExternalReference", [make("cbc:URI", "https://files.example/1")])]);

function once(change: Parameters<typeof invoice>[0], element: string): CasesOfRule {
  const one = invoice(change);
  return {
    holds: { ...both, "one of them": one },
    breaks: { "two of them": { given: changed((root) => double(root, element), one), at: ["/Invoice"] } },
  };
}

const noNumber = (also: string): CasesOfRule => ({
  holds: { "a number": onEarlier, "two invoices, one reference each": creditNoteOnTwo },
  breaks: {
    "no number": {
      given: changed((root) => remove(root, `${billing}/cac:InvoiceDocumentReference/cbc:ID`), onEarlier),
      at: [`/Invoice/${billing}`],
      also: [also],
    },
  },
});

const creditNoteOnTwo = creditNote({ billing_reference: [{ id: "SB-2026-0001" }, { id: "SB-2026-0002" }] });

export const cases: RuleCases = {
  "IBR-094": once({ contract_document_reference: { id: "C-1" } }, "cac:ContractDocumentReference"),
  "IBR-095": once({ receipt_document_reference: { id: "GR-1" } }, "cac:ReceiptDocumentReference"),
  "IBR-096": once({ despatch_document_reference: { id: "DN-1" } }, "cac:DespatchDocumentReference"),
  "IBR-SR-52": once({ originator_document_reference: { id: "TENDER-1" } }, "cac:OriginatorDocumentReference"),
  "IBR-SR-39": once({ project_reference: { id: "P-1" } }, "cac:ProjectReference/cbc:ID"),
  "IBR-090": {
    holds: {
      ...both,
      "one project in an invoice": invoice({ project_reference: { id: "P-1" } }),
      "one project in a credit note": creditNote({ project_reference: { id: "P-1" } }),
    },
    breaks: {
      "two projects in an invoice": {
        given: changed((root) => double(root, "cac:ProjectReference"), invoice({ project_reference: { id: "P-1" } })),
        at: ["/Invoice"],
        also: ["IBR-SR-39"],
      },
      "two projects in a credit note": {
        given: changed((root) => double(root, reference), creditNote({ project_reference: { id: "P-1" } })),
        at: ["/CreditNote"],
      },
    },
  },
  "IBR-078": {
    holds: { ...both, "one object": changed(additional("130")) },
    breaks: { "two objects": { given: changed(twice(additional("130"))), at: ["/Invoice"] } },
  },
  "IBR-071": {
    holds: { ...both, "an attachment to a document of another type": changed(additional("916", somewhere())) },
    breaks: { "an attachment": { given: changed(additional("130", somewhere())), at: ["/Invoice"] } },
  },
  "IBR-072": {
    holds: {
      ...both,
      "a description of a document of another type": changed(
        additional("916", make("cbc:DocumentDescription", "Meter")),
      ),
    },
    breaks: {
      "a description": {
        given: changed(additional("130", make("cbc:DocumentDescription", "Meter"))),
        at: ["/Invoice"],
      },
    },
  },
  "IBR-052": {
    holds: { "an attachment": attached },
    breaks: {
      "a blank reference": {
        given: changed((root) => set(root, `${reference}/cbc:ID`, " "), attached),
        at: [`/Invoice/${reference}`],
        also: ["IBR-079"],
      },
    },
  },
  "IBR-SR-33": {
    holds: { "one description": changed(additional("916", make("cbc:DocumentDescription", "Sheet"))) },
    breaks: {
      "two descriptions": {
        given: changed(
          additional("916", make("cbc:DocumentDescription", "Sheet"), make("cbc:DocumentDescription", "Page")),
        ),
        at: [`/Invoice/${reference}`],
      },
    },
  },
  "IBR-055": noNumber("IBR-SR-07"),
  "IBR-SR-07": noNumber("IBR-055"),
  "IBR-SR-06": {
    holds: { "one invoice": onEarlier },
    breaks: {
      "two invoices in one reference": {
        given: changed((root) => double(root, `${billing}/cac:InvoiceDocumentReference`), onEarlier),
        at: [`/Invoice/${billing}`],
      },
    },
  },
  "IBR-074": {
    holds: { "a type": attached },
    breaks: {
      "no type": {
        given: changed((root) => setAttribute(root, file, "mimeCode", undefined), attached),
        at: [`/Invoice/${file}`],
      },
    },
  },
  "IBR-075": {
    holds: { "a name": attached },
    breaks: {
      "no name": {
        given: changed((root) => setAttribute(root, file, "filename", undefined), attached),
        at: [`/Invoice/${file}`],
      },
    },
  },
};
