import { describe, expect, test } from "vitest";
import { check, officialRules } from "../../src/check/index.ts";
import { customerPartyOf, type DocumentKind, type SelfBilledDocument } from "../../src/document/index.ts";
import { documentPathOf, Locations, membersIn, readXml, toUbl, toXml, type UblElement } from "../../src/ubl/index.ts";
import { creditNote, inDollars, invoice, line, palmLedger } from "../support/documents.ts";
import { scenarioInvoices } from "../support/scenarios.ts";

const uuid = "68205910-ac6b-4e35-9fe7-d1f0a3e3ae72";

function tree(document: SelfBilledDocument, kind: DocumentKind = "invoice"): UblElement {
  return toUbl(document, { kind, customer: customerPartyOf(palmLedger), uuid });
}

function everyElement(root: UblElement): UblElement[] {
  return [root, ...root.children.flatMap(everyElement)];
}

const documents: [string, SelfBilledDocument, DocumentKind][] = [
  ...Object.entries(scenarioInvoices).map(([name, document]): [string, SelfBilledDocument, DocumentKind] => [
    name,
    document,
    "invoice",
  ]),
  ["a credit note", creditNote(), "credit-note"],
  ["a credit note in US dollars", creditNote({ ...inDollars, project_reference: { id: "P-1" } }), "credit-note"],
];

describe.each(documents)("the UBL of %s", (_, document, kind) => {
  const root = tree(document, kind);
  const places = new Locations();

  test("passes every published rule", () => {
    expect(check(root, { rules: officialRules })).toEqual([]);
  });

  test("has its elements in the order of the schema, and none that is empty", () => {
    for (const element of everyElement(root)) {
      const names = membersIn(element.name)?.map(({ name }) => name);
      if (element.children.length === 0) expect(element.text, places.of(element)).not.toBe("");
      else {
        const ranks = element.children.map((child) => names?.indexOf(child.name) ?? -1);
        expect(ranks, places.of(element)).toEqual([...ranks].sort((a, b) => a - b));
        expect(Math.min(...ranks), places.of(element)).toBeGreaterThanOrEqual(0);
      }
    }
  });

  test("remembers fields that exist in the document, with the value that was written", () => {
    for (const element of everyElement(root)) {
      const path = documentPathOf(element);
      if (path === undefined || element.children.length > 0) continue;
      const value = valueAt(document, path);
      if (
        typeof value === "string" &&
        element.name !== "cbc:PriceAmount" &&
        element.name !== "cbc:Amount" &&
        element.name !== "cbc:CompanyID"
      ) {
        expect(numberOrText(element.text), `${places.of(element)} from ${path}`).toBe(numberOrText(value));
      }
    }
  });

  test("is the same after a way through XML", () => {
    const read = readXml(Buffer.from(toXml(root)), "round.xml");
    if (!read.ok) throw new Error(read.problems[0].message);
    expect(flat(read.value)).toEqual(flat(root));
  });
});

function flat(root: UblElement): string[] {
  const places = new Locations();
  return everyElement(root).map(
    (each) =>
      `${places.of(each)} ${JSON.stringify(each.attributes ?? {})} ${each.children.length > 0 ? "" : each.text}`,
  );
}

function numberOrText(text: string): string {
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, "") : text;
}

function valueAt(value: unknown, path: string): unknown {
  let at: unknown = value;
  for (const step of path.replaceAll(/\[(\d+)\]/g, ".$1").split("."))
    at = (at as Record<string, unknown> | undefined)?.[step];
  return at;
}

describe("what the rules demand of the writer", () => {
  const text = (root: UblElement, ...path: string[]): string | undefined => root.find(...path)?.text;

  test("identifiers and type codes are those of self-billing", () => {
    const root = tree(invoice());
    expect(text(root, "cbc:CustomizationID")).toBe("urn:peppol:pint:selfbilling-1@ae-1");
    expect(text(root, "cbc:ProfileID")).toBe("urn:peppol:bis:selfbilling");
    expect(text(root, "cbc:InvoiceTypeCode")).toBe("389");
    expect(text(tree(creditNote(), "credit-note"), "cbc:CreditNoteTypeCode")).toBe("261");
  });

  test("a foreign currency brings a second VAT total and the gross total in AED", () => {
    const root = tree(
      invoice({ ...inDollars, document_lines: [line({ quantity: "10", price: { base_amount: "99.99" } })] }),
    );
    expect(
      root
        .all("cac:TaxTotal")
        .map((each) => [each.first("cbc:TaxAmount")?.attributes?.currencyID, text(each, "cbc:TaxAmount")]),
    ).toEqual([
      ["USD", "50.00"],
      ["AED", "183.63"],
    ]);
    const [total] = root.all("cac:AdditionalDocumentReference");
    expect(total && [text(total, "cbc:DocumentTypeCode"), text(total, "cbc:DocumentDescription")]).toEqual([
      "aedtotal-incl-vat",
      "AED 3855.76",
    ]);
  });

  test("a document in AED carries neither tax currency nor rate, even when they were written", () => {
    const { document_currency_code: _, ...rest } = inDollars;
    const root = tree(invoice(rest));
    expect(root.first("cbc:TaxCurrencyCode")).toBeUndefined();
    expect(root.first("cac:TaxExchangeRate")).toBeUndefined();
  });

  test("document-level AE and E carry 0, O carries no rate; a line's charge carries no category", () => {
    const entry = (id: string, percent?: string) => ({
      reason_code: "FC",
      amount: "1",
      tax_category: { id, ...(percent ? { percent } : {}) },
    });
    const root = tree(
      invoice({
        charges: [entry("AE", "5"), entry("E"), entry("O", "5"), entry("S", "5")],
        document_lines: [line({ charges: [entry("S", "5")] })],
      }),
    );
    expect(root.all("cac:AllowanceCharge").map((each) => text(each, "cac:TaxCategory", "cbc:Percent"))).toEqual([
      "0",
      "0",
      undefined,
      "5",
    ]);
    expect(root.find("cac:InvoiceLine", "cac:AllowanceCharge", "cac:TaxCategory")).toBeUndefined();
  });

  test("an exempt line states no VAT amount, an out-of-scope line states 0, and a tolerated rate of 0 is dropped", () => {
    const root = tree(
      invoice({
        document_lines: [
          line({
            classified_tax_category: {
              id: "E",
              percent: "0",
              tax_exemption_reason_code: "DL8.46.3",
              tax_exemption_reason: "Bare land",
            },
          }),
          line({ classified_tax_category: { id: "O", percent: "0.0" } }),
        ],
      }),
    );
    const lines = root.all("cac:InvoiceLine");
    expect(lines.map((each) => text(each, "cac:ItemPriceExtension", "cac:TaxTotal", "cbc:TaxAmount"))).toEqual([
      undefined,
      "0.00",
    ]);
    expect(lines.map((each) => text(each, "cac:Item", "cac:ClassifiedTaxCategory", "cbc:Percent"))).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("a missing number is DRAFT before creation", () => {
    const { document_number: _, ...rest } = invoice();
    expect(text(tree(rest), "cbc:ID")).toBe("DRAFT");
  });

  test("signs that XML gives a meaning are escaped, impossible ones replaced", () => {
    const written = toXml(tree(invoice({ note: `<a> & "b"\r\n\u0001 \u0645\u0631\u062D\u0628\u0627` })));
    expect(written).toContain(
      "<cbc:Note>&lt;a&gt; &amp; &quot;b&quot;&#13;&#10;\uFFFD \u0645\u0631\u062D\u0628\u0627</cbc:Note>",
    );
  });
});
