import type { UblElement } from "../../../src/ubl/index.ts";
import { creditNote, invoice, line } from "../../support/documents.ts";
import { add, double, make, remove, set, setAttribute } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const first = "cac:InvoiceLine";
const place = "/Invoice/cac:InvoiceLine[1]";
const both = { "an invoice": invoice(), "a credit note": creditNote() };
const changed = (edit: (root: UblElement) => void, document = invoice()) => xml(document, edit);
const without = (name: string) => changed((root) => remove(root, `${first}/${name}`));
const withLine = (change: Parameters<typeof line>[0]) => invoice({ document_lines: [line(change)] });
const reference = (type: string) =>
  make("cac:DocumentReference", [make("cbc:ID", "METER-2"), make("cbc:DocumentTypeCode", type)]);
const metered = withLine({ line_object_identifier: "METER-1" });
const ordered = withLine({ order_line_reference: { line_id: "3" } });
const despatched = (root: UblElement) =>
  add(
    root,
    first,
    make("cac:DespatchLineReference", [
      make("cbc:LineID", "1"),
      make("cac:DocumentReference", [make("cbc:ID", "DN-1")]),
    ]),
  );

export const cases: RuleCases = {
  "IBR-016": {
    holds: both,
    breaks: {
      "no line": {
        given: changed((root) => remove(root, first)),
        at: ["/Invoice"],
        also: ["ALIGNED-IBRP-S-01", "ALIGNED-IBRP-S-08", "IBR-CO-10"],
      },
    },
  },
  "IBR-021": {
    holds: both,
    breaks: {
      "no identifier": { given: without("cbc:ID"), at: [place] },
      "a blank identifier": {
        given: changed((root) => set(root, `${first}/cbc:ID`, " ")),
        at: [place],
        also: ["IBR-079"],
      },
    },
  },
  "IBR-022": {
    holds: both,
    breaks: {
      "no quantity": { given: without("cbc:InvoicedQuantity"), at: [place], also: ["IBR-023", "IBR-147-AE"] },
    },
  },
  "IBR-023": {
    holds: both,
    breaks: {
      "no unit": {
        given: changed((root) => {
          setAttribute(root, `${first}/cbc:InvoicedQuantity`, "unitCode", undefined);
          setAttribute(root, `${first}/cac:Price/cbc:BaseQuantity`, "unitCode", undefined);
        }),
        at: [place],
      },
    },
  },
  "IBR-024": {
    holds: both,
    breaks: {
      "no net amount": {
        given: without("cbc:LineExtensionAmount"),
        at: [place],
        also: ["ALIGNED-IBRP-S-08", "IBR-147-AE", "IBR-CO-10"],
      },
    },
  },
  "IBR-SR-34": {
    holds: { ...both, "one note": withLine({ note: "urgent" }) },
    breaks: {
      "two notes": {
        given: changed((root) => double(root, `${first}/cbc:Note`), withLine({ note: "urgent" })),
        at: [place],
      },
    },
  },
  "IBR-109": {
    holds: { ...both, "one order line": ordered },
    breaks: {
      "two order lines": {
        given: changed((root) => double(root, `${first}/cac:OrderLineReference`), ordered),
        at: [place],
      },
    },
  },
  "IBR-089": {
    holds: {
      "one object": metered,
      "an object and another reference": withLine({
        line_object_identifier: "METER-1",
        document_reference: { id: "DR-1" },
      }),
      "types that are doubles, as XML Schema writes them": changed((root) => {
        for (const type of [" 130 ", "INF", "-INF", "NaN", "1E2"]) add(root, first, reference(type));
      }),
    },
    breaks: {
      "two objects": { given: changed((root) => add(root, first, reference("130")), metered), at: [place] },
      "two objects, one type written with decimals": {
        given: changed((root) => add(root, first, reference("130.0")), metered),
        at: [place],
      },
      "a type that is not a number, where the published test stops": {
        given: changed((root) => add(root, first, reference("AAK"))),
        at: [place],
      },
    },
    skips: { "no reference": invoice() },
  },
  "IBR-SR-62": {
    holds: { "one document": changed(despatched) },
    breaks: {
      "two documents": {
        given: changed((root) => {
          despatched(root);
          double(root, `${first}/cac:DespatchLineReference/cac:DocumentReference`);
        }),
        at: [`${place}/cac:DespatchLineReference`],
      },
    },
  },
  "IBR-092": {
    holds: { "a despatch advice on the line only": changed(despatched) },
    breaks: {
      "one on the document too": {
        given: changed(despatched, invoice({ despatch_document_reference: { id: "DN-1" } })),
        at: [`${place}/cac:DespatchLineReference/cac:DocumentReference/cbc:ID`],
      },
    },
    skips: { "one on the document only": invoice({ despatch_document_reference: { id: "DN-1" } }) },
  },
};
