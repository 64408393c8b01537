import { expect, test } from "vitest";
import { documentPathOf, elementAt, locationOf, toUbl, type UblElement } from "../../src/ubl/index.ts";
import { creditNote, invoice, line } from "../support/documents.ts";
import { scenarioInvoices } from "../support/scenarios.ts";

const uuid = "6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33";
const tree = toUbl(invoice({ document_lines: [line(), line({ quantity: "2" })] }), { kind: "invoice", uuid });

function all(element: UblElement): UblElement[] {
  return [element, ...element.children.flatMap(all)];
}

test.each(Object.entries(scenarioInvoices).filter(([name]) => name !== "a thousand lines"))(
  "every element of the invoice %s is found again by its own location",
  (_, document) => {
    const root = toUbl(document, { kind: "invoice", uuid });
    for (const element of all(root)) expect(elementAt(root, locationOf(element)), locationOf(element)).toBe(element);
  },
);

const price = "document_lines[1].price.base_amount";

test.each([
  ["our own spelling", "/Invoice/cac:InvoiceLine[2]/cac:Price/cbc:PriceAmount", price],
  ["numbers everywhere", "/Invoice[1]/cac:InvoiceLine[2]/cac:Price[1]/cbc:PriceAmount[1]", price],
  ["other prefixes", "/ubl:Invoice/a:InvoiceLine[2]/a:Price/b:PriceAmount", price],
  ["no prefixes", "/Invoice/InvoiceLine[2]/Price/PriceAmount", price],
  [
    "any namespace, told in brackets",
    "/*:Invoice[namespace-uri()='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'][1]/*:InvoiceLine[namespace-uri()='urn:x/y'][2]/*:Price[1]/*:PriceAmount[1]",
    price,
  ],
  [
    "local names",
    "/*[local-name()='Invoice']/*[local-name()='InvoiceLine'][2]/*[local-name()='Price']",
    "document_lines[1].price",
  ],
  ["a namespace in braces", "/Q{urn:x/y}Invoice[1]/Q{urn:x/z}InvoiceLine[2]", "document_lines[1]"],
  [
    "an attribute at the end",
    "/Invoice/cac:InvoiceLine[2]/cbc:InvoicedQuantity/@unitCode",
    "document_lines[1].quantity",
  ],
  ["an element that is absent", "/Invoice/cac:InvoiceLine[2]/cac:Item/cac:OriginCountry", "document_lines[1]"],
  ["a line that is absent", "/Invoice/cac:InvoiceLine[9]/cac:Price", undefined],
])("a location with %s leads to the field", (_, location, path) => {
  const element = elementAt(tree, location);
  expect(element && documentPathOf(element)).toBe(path);
});

test.each(["", "nowhere", "/CreditNote/cac:CreditNoteLine[1]", "///", "[2]", "\u0000"])(
  "the location %j speaks of nothing in an invoice",
  (location) => {
    expect(elementAt(tree, location)).toBeUndefined();
  },
);

test("a location of a megabyte is given up at once", () => {
  expect(elementAt(tree, `/Invoice${"/a[".repeat(350_000)}`)).toBeUndefined();
});

test("the root itself is a place, also of a credit note", () => {
  const note = toUbl(creditNote(), { kind: "credit-note", uuid });
  expect(elementAt(note, "/")).toBe(note);
  expect(elementAt(note, "/CreditNote")).toBe(note);
  expect(elementAt(tree, "/CreditNote")).toBeUndefined();
});
