import type { UblElement } from "../../../src/ubl/index.ts";
import { creditNote, invoice } from "../../support/documents.ts";
import { add, at, double, make } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

/** Moves the first element with this name after all its siblings. */
function toTheEnd(parent: UblElement, name: string): void {
  const moved = at(parent, name);
  parent.children = [...parent.children.filter((child) => child !== moved), moved];
}

export const cases: RuleCases = {
  "SB-0901": {
    holds: {
      "an invoice as it is written": invoice(),
      "a credit note as it is written": creditNote(),
      "what may stand twice": invoice({
        billing_reference: [{ id: "SB-2026-0000" }, { id: "SB-2025-0999" }],
      }),
      "an element whose content the schema data does not tell": xml(invoice(), (root) => {
        const signature = make("cac:Signature", [make("cbc:Odd", "1"), make("cbc:ID", "2")]);
        const parties = root.children.findIndex(({ name }) => name === "cac:AccountingSupplierParty");
        root.append(signature);
        root.children.splice(parties, 0, root.children.pop() as UblElement);
      }),
    },
    breaks: {
      "the note at the end": {
        given: xml(invoice({ note: "Goods of May" }), (root) => toTheEnd(root, "cbc:Note")),
        at: ["/Invoice/cbc:Note"],
      },
      "an element that UBL does not know": {
        given: xml(invoice(), (root) => at(root, "cac:InvoiceLine/cac:Item").append(make("cbc:Colour", "sand"))),
        at: ["/Invoice/cac:InvoiceLine[1]/cac:Item/cbc:Colour"],
      },
      "an element that stands elsewhere in UBL": {
        given: xml(invoice(), (root) =>
          at(root, "cac:AccountingSupplierParty/cac:Party").append(make("cbc:Note", "1")),
        ),
        at: ["/Invoice/cac:AccountingSupplierParty/cac:Party/cbc:Note"],
      },
      "a date of issue that stands twice": {
        given: xml(invoice(), (root) => double(root, "cbc:IssueDate")),
        at: ["/Invoice/cbc:IssueDate[2]"],
      },
      "an invoice's due date in a credit note": {
        given: xml(creditNote(), (root) => root.children.splice(6, 0, make("cbc:DueDate", "2026-07-15"))),
        at: ["/CreditNote/cbc:DueDate"],
      },
    },
  },
  "SB-0902": {
    holds: {
      "an invoice as it is written": invoice(),
      "a credit note as it is written": creditNote(),
      "an order with its number": invoice({ order_reference: { id: "PO-7" } }),
      "an empty reference, which IBR-079 reports": {
        given: xml(invoice(), (root) => add(root, "", make("cac:DespatchDocumentReference", []))),
        also: ["IBR-079"],
      },
    },
    breaks: {
      "an order without its number": {
        given: xml(invoice(), (root) => {
          add(root, "", make("cac:OrderReference", [make("cbc:SalesOrderID", "SO-1")]));
        }),
        at: ["/Invoice/cac:OrderReference"],
      },
      "a delivery note and a contract without their numbers": {
        given: xml(invoice(), (root) => {
          for (const name of ["cac:DespatchDocumentReference", "cac:ContractDocumentReference"])
            add(root, "", make(name, [make("cbc:DocumentType", "paper")]));
        }),
        at: ["/Invoice/cac:DespatchDocumentReference", "/Invoice/cac:ContractDocumentReference"],
      },
      "a document and an order line of a line without their numbers": {
        given: xml(creditNote(), (root) => {
          add(root, "cac:CreditNoteLine", make("cac:OrderLineReference", [make("cbc:SalesOrderLineID", "2")]));
          add(root, "cac:CreditNoteLine", make("cac:DocumentReference", [make("cbc:DocumentTypeCode", "130")]));
        }),
        at: [
          "/CreditNote/cac:CreditNoteLine[1]/cac:OrderLineReference",
          "/CreditNote/cac:CreditNoteLine[1]/cac:DocumentReference",
        ],
      },
    },
  },
};
