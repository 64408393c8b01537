import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calculate, type DocumentKind, isRecord, type SelfBilledDocument } from "../../src/document/index.ts";
import { leftOver, readXml, toDocument, toUbl, toXml, type UblElement } from "../../src/ubl/index.ts";
import { creditNote, inDollars, invoice, line } from "../support/documents.ts";
import { add, at, double, make, set, setAttribute } from "../support/edit-tree.ts";
import { scenarioInvoices } from "../support/scenarios.ts";

const uuid = "b7f3c2d0-5e1a-4f68-9a41-2c8d7e6f5a90";
const treeOf = (document: SelfBilledDocument, kind: DocumentKind): UblElement => toUbl(document, { kind, uuid });

/** The tree as read from its own XML. */
function readBack(root: UblElement): UblElement {
  const read = readXml(Buffer.from(toXml(root)), "document.xml");
  if (!read.ok) throw new Error(read.problems[0].message);
  return read.value;
}

/**
 * Adds values that UBL states and a document may omit: amounts that follow from a percentage, the quantity a price is
 * for, VAT.
 */
function filledIn(document: SelfBilledDocument): SelfBilledDocument {
  const { lines, charges, allowances } = calculate(document);
  type Entries = (typeof lines)[number]["charges"];
  const settled = (entries: Entries, ofDocument: boolean) =>
    entries.length === 0
      ? undefined
      : entries.map(({ entry, amount }) => ({
          ...entry,
          amount: amount.toFixed(),
          tax_category: ofDocument && entry.tax_category ? { ...entry.tax_category, tax_scheme: "VAT" } : undefined,
        }));
  return {
    ...document,
    charges: settled(charges, true),
    allowances: settled(allowances, true),
    project_reference: document.project_reference && { id: document.project_reference.id },
    document_lines: lines.map((each) => ({
      ...each.line,
      price: { ...each.line.price, base_quantity: each.baseQuantity.toFixed() },
      classified_tax_category: { ...each.line.classified_tax_category, tax_scheme: "VAT" },
      charges: settled(each.charges, false),
      allowances: settled(each.allowances, false),
    })),
  };
}

/** Leaves out empty members and unnecessary zeros in numbers. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (isRecord(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]));
  }
  return typeof value === "string" && /^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, "") : value;
}

const documents: [string, SelfBilledDocument, DocumentKind][] = [
  ...Object.entries(scenarioInvoices).map(([name, document]): [string, SelfBilledDocument, DocumentKind] => [
    name,
    document,
    "invoice",
  ]),
  ["a credit note", creditNote({ reason: "Broken on arrival" }), "credit-note"],
  [
    "a credit note of a project, in dollars",
    creditNote({ ...inDollars, project_reference: { id: "P-1" } }),
    "credit-note",
  ],
  [
    "a supplier with a passport",
    invoice({
      accounting_supplier_party: {
        ...invoice().accounting_supplier_party,
        scheme_agency_id: "PAS",
        authority_name: undefined,
        passport_issuing_country_code: "OM",
      },
    }),
    "invoice",
  ],
];

describe.each(documents)("%s, written as UBL and read back", (_, document, kind) => {
  const tree = readBack(treeOf(document, kind));
  const back = toDocument(tree);

  test("is the same document", () => {
    expect(plain(back)).toEqual(plain(filledIn(document)));
  });

  test("makes the same UBL again, to the letter", () => {
    expect(toXml(treeOf(back, kind))).toBe(toXml(tree));
    expect(leftOver(tree, treeOf(back, kind))).toEqual([]);
  });
});

/** Strings that XML can contain, without spaces at either end. */
const texts = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
  .map((text) => text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "").trim())
  .filter((text) => text !== "");
const decimals = fc
  .tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 0, max: 4 }))
  .map(([digits, scale]) => (digits / 10 ** scale).toFixed(scale));

test("any texts, quantities and prices come back as they were", () => {
  const lines = fc.array(
    fc.record({ name: texts, description: texts, note: texts, quantity: decimals, price: decimals }),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
  fc.assert(
    fc.property(lines, texts, (given, note) => {
      const document_lines = given.map(({ price, ...rest }) => line({ ...rest, price: { base_amount: price } }));
      const document = invoice({ note, document_lines });
      const tree = readBack(treeOf(document, "invoice"));
      const back = toDocument(tree);
      expect(plain(back)).toEqual(plain(filledIn(document)));
      expect(leftOver(tree, treeOf(back, "invoice"))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

/** Returns what a changed tree loses as a document: each place, its text, and the text found instead. */
function lost(
  document: SelfBilledDocument,
  edit: (root: UblElement) => void,
  kind: DocumentKind = "invoice",
): string[] {
  const root = treeOf(document, kind);
  edit(root);
  const tree = readBack(root);
  return leftOver(tree, treeOf(toDocument(tree), kind)).map(({ element, attribute, text, instead }) =>
    [element.name, attribute && `@${attribute}`, text, instead && `→ ${instead}`, `line ${element.line > 0}`]
      .filter((part) => part !== undefined)
      .join(" "),
  );
}

test("an element without a field is left over, with its line", () => {
  const edit = (root: UblElement) => add(root, "", make("cbc:TaxPointDate", "2026-06-10"));
  expect(lost(invoice(), edit)).toEqual(["cbc:TaxPointDate 2026-06-10 line true"]);
});

test("every element of a group without fields is left over", () => {
  const attachment = make("cac:AdditionalDocumentReference", [
    make("cbc:ID", "DOC-1"),
    make("cac:Attachment", [make("cac:ExternalReference", [make("cbc:URI", "https://files.example/1.pdf")])]),
  ]);
  expect(lost(invoice(), (root) => add(root, "", attachment))).toEqual([
    "cbc:ID DOC-1 line true",
    "cbc:URI https://files.example/1.pdf line true",
  ]);
});

test("a reference that is left over does not hide the attachment beside it", () => {
  const attachments = [{ file_name: "note.pdf", file_type: "application/pdf", file_content: "JVBERi0xLjQK" }];
  const other = make("cac:AdditionalDocumentReference", [
    make("cbc:ID", "METER-7"),
    make("cbc:DocumentTypeCode", "130"),
  ]);
  const edit = (root: UblElement) =>
    root.children.splice(root.children.indexOf(at(root, "cac:AdditionalDocumentReference")), 0, other);
  expect(lost(invoice({ attachments }), edit)).toEqual([
    "cbc:ID METER-7 line true",
    "cbc:DocumentTypeCode 130 line true",
  ]);
});

test("a classification in several groups is one, in whatever order they stand", () => {
  const group = (...children: UblElement[]): UblElement => make("cac:CommodityClassification", children);
  const parts = () => [
    group(make("cbc:CommodityCode", "G")),
    group(make("cbc:NatureCode", "DL8.48.3.1")),
    group(make("cbc:ItemClassificationCode", "43211503", { listID: "TST" })),
    group(make("cbc:ItemClassificationCode", "69072100", { listID: "HS" })),
  ];
  for (const order of [
    [0, 1, 3],
    [3, 1, 0],
    [1, 3, 0],
    [2, 3, 1, 0],
    [3, 0, 2, 1],
  ]) {
    const tree = treeOf(invoice(), "invoice");
    const item = at(tree, "cac:InvoiceLine/cac:Item");
    item.children = item.children.filter(({ name }) => name !== "cac:CommodityClassification");
    for (const each of order) add(tree, "cac:InvoiceLine/cac:Item", parts()[each] as UblElement);
    const read = readBack(tree);
    const made = toDocument(read);
    expect(made.document_lines?.[0]?.commodity_classification).toEqual({
      commodity_code: "G",
      nature_code: "DL8.48.3.1",
      item_classification_code: "69072100",
      item_classification_list_id: "HS",
    });
    const rest = leftOver(read, treeOf(made, "invoice"));
    expect(rest.map(({ text, furtherOne }) => [text, furtherOne])).toEqual(
      order.includes(2) ? [["43211503", true]] : [],
    );
  }
});

test("of an attachment that is carried over, only its kind is left over", () => {
  const attachments = [{ file_name: "note.pdf", file_type: "application/pdf", file_content: "JVBERi0xLjQK" }];
  const edit = (root: UblElement) => add(root, "cac:AdditionalDocumentReference", make("cbc:DocumentTypeCode", "130"));
  expect(lost(invoice({ attachments }), edit)).toEqual(["cbc:DocumentTypeCode 130 line true"]);
});

test("text and attributes of a group are left over", () => {
  const edit = (root: UblElement) => {
    setAttribute(root, "cac:InvoiceLine", "colour", "sand");
    at(root, "cac:InvoiceLine/cac:Item").text = "free of charge";
  };
  expect(lost(invoice(), edit)).toEqual([
    "cac:Item free of charge line true",
    "cac:InvoiceLine @colour sand line true",
  ]);
});

test("an attribute without a field is left over", () => {
  const edit = (root: UblElement) => setAttribute(root, "cac:PaymentMeans/cbc:PaymentMeansCode", "name", "Bank");
  expect(lost(invoice(), edit)).toEqual(["cbc:PaymentMeansCode @name Bank line true"]);
});

test("the second of two where a document has one is left over", () => {
  const edit = (root: UblElement) => double(root, "cbc:Note");
  expect(lost(invoice({ note: "Goods of May" }), edit)).toEqual(["cbc:Note Goods of May line true"]);
});

test("an amount that the lines do not come to is left over with what they come to", () => {
  const edit = (root: UblElement) => set(root, "cac:LegalMonetaryTotal/cbc:PayableAmount", "10500.01");
  expect(lost(invoice(), edit)).toEqual(["cbc:PayableAmount 10500.01 → 10500.00 line true"]);
});

test("a line's amount in a wrong currency is left over with the right one", () => {
  const edit = (root: UblElement) =>
    setAttribute(root, "cac:InvoiceLine/cac:ItemPriceExtension/cac:TaxTotal/cbc:TaxAmount", "currencyID", "USD");
  expect(lost(invoice(inDollars), edit)).toEqual(["cbc:TaxAmount @currencyID USD → AED line true"]);
});

test("the number of a line is left over when it is not its position", () => {
  const edit = (root: UblElement) => set(root, "cac:InvoiceLine/cbc:ID", "10");
  expect(lost(invoice(), edit)).toEqual(["cbc:ID 10 → 1 line true"]);
});

test("charges and allowances may stand in any order", () => {
  const document = invoice({
    charges: [{ reason_code: "FC", amount: "50", tax_category: { id: "S", percent: "5" } }],
    allowances: [{ reason_code: "95", amount: "20", tax_category: { id: "S", percent: "5" } }],
  });
  expect(
    lost(document, (root) => {
      const [first, second] = root.all("cac:AllowanceCharge") as [UblElement, UblElement];
      const place = root.children.indexOf(first);
      root.children.splice(place, 2, second, first);
    }),
  ).toEqual([]);
});

test("UUID and buyer belong to the service and are not missed; what is absent means false or zero", () => {
  const edit = (root: UblElement) => {
    set(root, "cbc:UUID", "68205910-ac6b-4e35-9fe7-d1f0a3e3ae72");
    add(root, "", make("cac:AccountingCustomerParty", [make("cac:Party", [make("cbc:EndpointID", "1009876549")])]));
    add(root, "cac:TaxTotal", make("cbc:TaxIncludedIndicator", "false"));
    add(root, "cac:LegalMonetaryTotal", make("cbc:PrepaidAmount", "0.00"));
  };
  expect(lost(invoice(), edit)).toEqual([]);
});

test("numbers are written as a document writes them", () => {
  const tree = treeOf(invoice(), "invoice");
  set(tree, "cac:InvoiceLine/cbc:InvoicedQuantity", "+040.0");
  set(tree, "cac:InvoiceLine/cac:Price/cac:AllowanceCharge/cbc:BaseAmount", " .50 ");
  const [first] = toDocument(tree).document_lines ?? [];
  expect([first?.quantity, first?.price?.base_amount]).toEqual(["40", "0.5"]);
});

test("a time becomes one of the Gulf; what cannot be written is left over", () => {
  const issued = (time: string) => (root: UblElement) => set(root, "cbc:IssueTime", time);
  const made = (time: string) => {
    const tree = treeOf(invoice(), "invoice");
    issued(time)(tree);
    return [toDocument(tree).issue_time, ...lost(invoice(), issued(time))];
  };
  for (const same of ["10:30:00+04:00", "10:30:00.000", "06:30:00Z", "06:30:00.0Z", "12:00:00+05:30", "01:30:00-05:00"])
    expect(made(same)).toEqual(["10:30:00"]);
  expect(made("10:30:00.250")).toEqual(["10:30:00", "cbc:IssueTime 10:30:00.250 → 10:30:00 line true"]);
  // In the Gulf, these times fall on a day other than the date of issue.
  expect(made("21:30:00Z")).toEqual([undefined, "cbc:IssueTime 21:30:00Z → 00:00:00 line true"]);
  expect(made("02:00:00+14:00")).toEqual([undefined, "cbc:IssueTime 02:00:00+14:00 → 00:00:00 line true"]);
});

test("of two tax numbers the seller keeps the one of VAT, wherever it stands", () => {
  const other = make("cac:PartyTaxScheme", [
    make("cbc:CompanyID", "1002345674"),
    make("cac:TaxScheme", [make("cbc:ID", "TIN")]),
  ]);
  const tree = treeOf(invoice(), "invoice");
  const party = at(tree, "cac:AccountingSupplierParty/cac:Party");
  party.children.splice(party.children.indexOf(at(party, "cac:PartyTaxScheme")), 0, other);
  expect(toDocument(tree).accounting_supplier_party?.party_tax_scheme).toEqual({
    company_id: "100234567400003",
    tax_scheme: "VAT",
  });
});

test("the TIN comes from the TRN where the network address is a placeholder", () => {
  const tree = treeOf(invoice(), "invoice");
  set(tree, "cac:AccountingSupplierParty/cac:Party/cbc:EndpointID", "9900000098");
  expect(toDocument(tree).accounting_supplier_party?.tin).toBe("1002345674");
});

test("a document of nothing but its root is an empty one, without an empty group", () => {
  const root = make("Invoice", [make("cac:AccountingSupplierParty", []), make("cac:PaymentMeans", [])]);
  expect(toDocument(root)).toEqual({ invoice_type_code: "389" });
});

test("a thousand lines stay in their order", () => {
  const names = Array.from({ length: 1000 }, (_, index) => `Item ${index}`);
  const tree = treeOf(invoice({ document_lines: names.map((name) => line({ name })) }), "invoice");
  expect(toDocument(tree).document_lines?.map(({ name }) => name)).toEqual(names);
});
