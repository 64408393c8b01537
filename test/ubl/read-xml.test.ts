import { describe, expect, test } from "vitest";
import { locationOf, readXml, toXml, type UblElement } from "../../src/ubl/index.ts";
import { treeOf } from "../support/rule-cases.ts";
import { scenarioInvoices } from "../support/scenarios.ts";

const ubl = "urn:oasis:names:specification:ubl:schema:xsd:";
const namespaces = `xmlns="${ubl}Invoice-2" xmlns:a="${ubl}CommonAggregateComponents-2" xmlns:b="${ubl}CommonBasicComponents-2"`;
const invoice = (content: string) => `<Invoice ${namespaces}>${content}</Invoice>`;
const utf8 = (text: string) => new TextEncoder().encode(text);

function rootOf(xml: string | Uint8Array): UblElement {
  const read = readXml(typeof xml === "string" ? utf8(xml) : xml, "in.xml");
  if (!read.ok) throw new Error(read.problems[0].message);
  return read.value;
}

function problemOf(xml: string | Uint8Array) {
  const read = readXml(typeof xml === "string" ? utf8(xml) : xml, "in.xml");
  if (read.ok) throw new Error("It was read.");
  const [{ code, message, hint, where }] = read.problems;
  return { code, message, hint, line: where?.line, column: where?.column, file: where?.file };
}

describe("a document", () => {
  test("has the usual prefixes whatever the file calls them", () => {
    const root = rootOf(invoice('<a:InvoiceLine><b:ID schemeID="x">1</b:ID></a:InvoiceLine>'));
    expect(root.name).toBe("Invoice");
    expect(root.find("cac:InvoiceLine", "cbc:ID")).toMatchObject({ text: "1", attributes: { schemeID: "x" } });
  });

  test("keeps elements and attributes of other namespaces under their own names", () => {
    const root = rootOf(invoice('<x:Stamp xmlns:x="urn:x" x:kind="wet" plain="1"/>'));
    expect(root.children[0]).toMatchObject({ name: "{urn:x}Stamp", attributes: { "{urn:x}kind": "wet", plain: "1" } });
  });

  test("knows the line and column of every element, also where the name ends a line", () => {
    const root = rootOf(invoice("\n  <b:ID\n    schemeID='x'>1</b:ID><b:UUID>2</b:UUID>"));
    expect(root.children.map(({ line, column }) => [line, column])).toEqual([
      [2, 3],
      [3, 26],
    ]);
  });

  test("joins text around comments and CDATA, and drops the blanks between elements", () => {
    const root = rootOf(invoice("\n <a:Party>\n  <b:ID> 1<!-- one -->2<![CDATA[<3>]]>&amp;4 </b:ID>\n </a:Party>\n"));
    expect(root.text).toBe("");
    expect(root.find("cac:Party")?.text).toBe("");
    expect(root.find("cac:Party", "cbc:ID")?.text).toBe(" 12<3>&4 ");
  });

  test("is read from UTF-8 with a byte order mark and from UTF-16 of either order", () => {
    const xml = `<?xml version="1.0" encoding="UTF-16"?>${invoice("<b:Note>الفاتورة</b:Note>")}`;
    const little = Buffer.from(`\ufeff${xml}`, "utf16le");
    const big = Buffer.from(little).swap16();
    const eight = utf8(`\ufeff${xml.replace("UTF-16", "utf-8")}`);
    for (const bytes of [little, big, eight]) expect(rootOf(bytes).first("cbc:Note")?.text).toBe("الفاتورة");
  });

  test("is found inside a Tax Data Document and stands on its own then", () => {
    const inside = invoice("<b:ID>7</b:ID>");
    const root = rootOf(
      `<p:TaxData xmlns:p="urn:peppol:schema:taxdata:1.0"><p:Source>${inside}</p:Source></p:TaxData>`,
    );
    expect(root.parent).toBeUndefined();
    expect(locationOf(root.first("cbc:ID") as UblElement)).toBe("/Invoice/cbc:ID");
  });

  test.each(Object.entries(scenarioInvoices))("is the same after writing and reading: %s", (_, document) => {
    const written = toXml(treeOf(document));
    expect(toXml(rootOf(written))).toBe(written);
  });
});

describe("a file that is no readable invoice", () => {
  test.each([
    ["nothing", "", "empty-document"],
    ["blanks", " \n ", "empty-document"],
    ["plain text", "Invoice no. 7", "bad-syntax"],
    ["a tag not closed", invoice("<b:ID>"), "bad-syntax"],
    ["tags crossed", invoice("<a:Party><b:ID></a:Party></b:ID>"), "bad-syntax"],
    ["an attribute twice", invoice('<b:ID a="1" a="2"/>'), "bad-syntax"],
    ["a prefix nobody declared", invoice("<z:ID/>"), "bad-syntax"],
    ["two roots", `${invoice("")}${invoice("")}`, "bad-syntax"],
    ["an unknown entity", invoice("<b:ID>&nbsp;</b:ID>"), "bad-syntax"],
    ["a control character", invoice("<b:ID>\u0001</b:ID>"), "bad-syntax"],
    ["a DTD", `<!DOCTYPE Invoice>${invoice("")}`, "bad-syntax"],
    ["another kind of document", "<html/>", "not-a-document"],
    ["an Invoice of another standard", '<Invoice xmlns="urn:other"/>', "not-a-document"],
    ["a Tax Data Document without an invoice", '<TaxData xmlns="urn:peppol:schema:taxdata:1.0"/>', "not-a-document"],
    ["an element inside a basic element", invoice("<b:ID>7<b:ID>8</b:ID></b:ID>"), "not-a-document"],
    ["a NUL", invoice("\u0000"), "bad-encoding"],
    [
      "the declaration of another encoding",
      `<?xml version="1.0" encoding="ISO-8859-1"?>${invoice("")}`,
      "bad-encoding",
    ],
    ["UTF-16 without its mark", Buffer.from(invoice(""), "utf16le"), "bad-encoding"],
    ["Latin-1 bytes", Buffer.from(invoice("<b:Note>é</b:Note>"), "latin1"), "bad-encoding"],
    ["a hundred and one levels", "<a>".repeat(101), "too-deep"],
  ])("%s", (_, xml, code) => {
    const problem = problemOf(xml);
    expect(problem.code).toBe(code);
    expect(problem.file).toBe("in.xml");
    expect(problem.message).toMatch(/\.$/);
    expect(problem.hint).toMatch(/\.$/);
  });

  test("says where it went wrong", () => {
    expect(problemOf(invoice("\n<b:ID>\n &oops; </b:ID>"))).toMatchObject({ line: 3, column: 7 });
    expect(problemOf(invoice("\n \u0000"))).toMatchObject({ line: 2, column: 2 });
  });

  test("never expands an entity that the file defines", () => {
    const bomb = `<!DOCTYPE Invoice [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${invoice("<b:ID>&b;</b:ID>")}`;
    expect(problemOf(bomb)).toMatchObject({ code: "bad-syntax", message: expect.stringContaining("DTD") });
    const outside = `<!DOCTYPE Invoice [<!ENTITY a SYSTEM "file:///etc/hostname">]>${invoice("<b:ID>&a;</b:ID>")}`;
    expect(problemOf(outside)).toMatchObject({ code: "bad-syntax", message: expect.stringContaining("DTD") });
  });

  test("is refused at its DTD, wherever in the prolog that stands", () => {
    const prolog = `<?xml version="1.0"?>\n<!-- <!DOCTYPE no> -->\n<?pi <!DOCTYPE no?>\n `;
    expect(problemOf(`${prolog}<!DOCTYPE Invoice>${invoice("")}`)).toMatchObject({ line: 4, column: 2 });
    expect(rootOf(`${prolog}${invoice("<b:Note>&lt;!DOCTYPE&gt;</b:Note>")}`).name).toBe("Invoice");
  });

  test("is refused when it has more namespaces than any real one", () => {
    const many = Array.from({ length: 101 }, (_, at) => `<x xmlns="urn:${at}"/>`).join("");
    expect(problemOf(invoice(many)).code).toBe("bad-syntax");
  });

  test("is refused by its size before it is decoded", () => {
    expect(problemOf(new Uint8Array(64 * 1024 * 1024 + 1)).code).toBe("file-too-big");
  });

  test("is refused at its first element beyond 1.2 million, before any is read", () => {
    const tag = "<b:ID>1</b:ID>";
    const skipped = "<!-- <a> -->\n<?x <b>?>\n";
    const noElement = `<b:Note><![CDATA[${"<a>".repeat(10)}]]></b:Note>\n`;
    const found = problemOf(invoice(`\n${skipped}${noElement}${tag.repeat(1_199_999)}<b:Name/><c`));
    expect(found).toMatchObject({ code: "file-too-big", line: 5, column: 14 * 1_199_998 + 1 });
    // At the limit of elements, the text is read up to the unclosed tag.
    const fewer = problemOf(invoice(`\n${skipped}${noElement}${tag.repeat(1_199_997)}<c`));
    expect(fewer.code).toBe("bad-syntax");
  });

  test("is refused when an element has more attributes than any real one", () => {
    const many = Array.from({ length: 101 }, (_, at) => `a${at}="1"`).join(" ");
    expect(problemOf(invoice(`<b:ID ${many}/>`)).code).toBe("bad-syntax");
  });
});

test("elements in a wrong namespace are one problem that names it", () => {
  const ubl = "urn:oasis:names:specification:ubl:schema:xsd:";
  const said = (xml: string): string[] => {
    const result = readXml(utf8(xml), "in.xml");
    return result.ok ? [] : result.problems.map(({ message }) => message);
  };
  expect(said("<Invoice><ID>1</ID></Invoice>")).toEqual(["Invoice is in no namespace, not in that of UBL 2.1."]);
  expect(said('<CreditNote xmlns="urn:other"/>')).toEqual([
    "CreditNote is in the namespace urn:other, not in that of UBL 2.1.",
  ]);
  const basic = (uri: string) =>
    `<Invoice xmlns="${ubl}Invoice-2" xmlns:cbc="${uri}"><cbc:ID>1</cbc:ID><cbc:Note>2</cbc:Note></Invoice>`;
  expect(said(basic(`${ubl}CommonBasicComponents-1`))).toEqual([
    `ID is in the namespace ${ubl}CommonBasicComponents-1, not in that of UBL 2.1.`,
  ]);
  expect(said(basic(`${ubl}CommonBasicComponents-2`))).toEqual([]);
});
