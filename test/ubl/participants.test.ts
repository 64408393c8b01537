import { describe, expect, it } from "vitest";
import { customerPartyOf, type DocumentKind } from "../../src/document/index.ts";
import { type BusinessProcess, participantsOf, toUbl, type UblElement } from "../../src/ubl/index.ts";
import { creditNote, invoice, palmLedger } from "../support/documents.ts";

const palm = { scheme: "0235", id: "1009876549", country: "AE" };
const lime = { scheme: "0235", id: "1002345674", country: "AE" };

function treeOf(kind: DocumentKind, process?: BusinessProcess): UblElement {
  const document = kind === "invoice" ? invoice() : creditNote();
  return toUbl(document, { kind, uuid: "u", customer: customerPartyOf(palmLedger), ...(process && { process }) });
}

describe("who sends a document to whom", () => {
  it("is buyer to seller in self-billing", () => {
    expect(participantsOf(treeOf("invoice"))).toEqual({ sender: palm, receiver: lime });
  });

  it("is seller to buyer in billing", () => {
    expect(participantsOf(treeOf("invoice", "billing"))).toEqual({ sender: lime, receiver: palm });
  });

  it("is left blank where the tree has no party", () => {
    const tree = toUbl(invoice(), { kind: "invoice", uuid: "u" });
    expect(participantsOf(tree).sender).toEqual({ scheme: "", id: "", country: undefined });
  });
});

describe("the process a document is written for", () => {
  it.each([
    ["invoice", undefined, "389", "selfbilling"],
    ["credit-note", "selfbilling", "261", "selfbilling"],
    ["invoice", "billing", "380", "billing"],
    ["credit-note", "billing", "381", "billing"],
  ] as const)("gives %s (process %s) the type code %s and the identifiers of %s", (kind, process, code, name) => {
    const tree = treeOf(kind, process);
    expect((tree.first("cbc:InvoiceTypeCode") ?? tree.first("cbc:CreditNoteTypeCode"))?.text).toBe(code);
    expect(tree.first("cbc:CustomizationID")?.text).toBe(`urn:peppol:pint:${name}-1@ae-1`);
    expect(tree.first("cbc:ProfileID")?.text).toBe(`urn:peppol:bis:${name}`);
  });
});
