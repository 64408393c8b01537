import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readXml, toXml, type UblElement } from "../../src/ubl/index.ts";
import { readPlainXml } from "../../src/ubl/plain-xml.ts";
import { treeOf } from "../support/rule-cases.ts";
import { scenarioInvoices } from "../support/scenarios.ts";

const limits = { depth: 100, attributes: 100 };
const written = Object.values(scenarioInvoices).map((document) => toXml(treeOf(document)));
const other = `<?xml version="1.0"?>
<q:Invoice xmlns:q='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2' xmlns:a="urn:a" xmlns="urn:b"
  version="2" ><a:One b="&lt;&amp;1" c='"'/>
  <Two
    d="4">text
 of &quot;two&quot; lines</Two
  ><a:One/></q:Invoice>
`;

/** The content of the tree, including the positions in the text. */
function shown(element: UblElement): unknown {
  const { name, text, attributes, line, column, children } = element;
  return [name, text, attributes && Object.entries(attributes), line, column, children.map(shown)];
}

/** The tree read from an XML string, or the reason for rejecting the string. */
function outcome(text: string): unknown {
  const read = readXml(new TextEncoder().encode(text), "in.xml");
  return read.ok ? shown(read.value) : read.problems;
}

/** Reads with the full parser: the comment after the root is accepted only by that parser. */
const parsed = (text: string): unknown => outcome(`${text}<!---->`);

const root = (inside: string, attributes = ""): string =>
  `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:b="urn:b"${attributes}>${inside}</Invoice>`;

describe("XML in the plain form that programs write", () => {
  test("is read without the parser, with the same tree", () => {
    for (const text of [...written, root(""), root("<b:A/> <b:B c='1'></b:B>")]) {
      const plain = readPlainXml(text, limits);
      expect(plain && shown(plain)).toEqual(parsed(text));
    }
  });

  test.each([
    ["a comment", root("<!-- a -->")],
    ["CDATA", root("<b:A><![CDATA[<]]></b:A>")],
    ["an instruction", root("<?a?>")],
    ["a numeric reference", root("<b:A>&#10;</b:A>")],
    ["a carriage return", root("<b:A>\r\n</b:A>")],
    ["a namespace declared further down", root('<c:A xmlns:c="urn:c"/>')],
    ["an attribute with a prefix", root('<b:A b:c="1"/>')],
    ["text beside elements", root("text<b:A/>")],
    ["text behind elements", root("<b:A/>text")],
    ["an attribute over two lines", root("<b:A c='1\n2'/>")],
    ["an attribute twice", root('<b:A c="1" c="2"/>')],
    ["attributes that touch", root('<b:A c="1"d="2"/>')],
    ["an unknown entity", root("<b:A>&b;</b:A>")],
    ["an & alone", root('<b:A c="&"/>')],
    ["< in an attribute", root('<b:A c="<"/>')],
    ["]]> in a text", root("<b:A>]]></b:A>")],
    ["tags that cross", root("<b:A><b:B></b:A></b:B>")],
    ["a tag that is not closed", root("<b:A>")],
    ["a prefix nobody declared", root("<c:A/>")],
    ["a prefix without a namespace", root("", ' xmlns:c=""')],
    ["a prefix of XML's own", root("", ' xmlns:xml="urn:c"')],
    ["a namespace of XML's own", root("", ' xmlns:c="http://www.w3.org/2000/xmlns/"')],
    ["a prefix declared twice", root("", ' xmlns:b="urn:c"')],
    ["a name that is none", root("<b:1/>")],
    ["something behind the root", `${root("")}<b:A/>`],
    ["something before the root", `a${root("")}`],
    ["a sign outside of the first plane", root("<b:A>😀</b:A>")],
    ["another version of XML", `<?xml version="1.1"?>${root("")}`],
  ])("%s is left to the parser", (_, text) => {
    expect(readPlainXml(text, limits)).toBeUndefined();
  });

  test("what is more than a file may have is left to the parser", () => {
    const text = root('<b:A c="1" d="2"><b:B><b:C/></b:B></b:A>');
    expect(readPlainXml(text, { depth: 4, attributes: 2 })).toBeDefined();
    // Namespace declarations are attributes too.
    expect(readPlainXml(text, { depth: 3, attributes: 2 })).toBeUndefined();
    expect(readPlainXml(text, { depth: 4, attributes: 1 })).toBeUndefined();
  });

  test("an element inside a basic element is left to the parser, which refuses it", () => {
    const text = written[0]?.replace("<cbc:UBLVersionID>", "<cbc:UBLVersionID><cbc:ID>1</cbc:ID>") ?? "";
    const changed = text === written[0] ? text.replace(/(<cbc:ID>)/, "$1<cbc:ID>1</cbc:ID>") : text;
    expect(readPlainXml(changed, limits)).toBeUndefined();
  });

  // For a long run, set SELFBILL_XML_CASES=200000.
  test("whatever is changed in a text, it is never read otherwise than by the parser", () => {
    const bits = [
      "<",
      ">",
      "/",
      "&",
      "&amp;",
      "&#9;",
      '"',
      "'",
      "=",
      " ",
      "\n",
      "\r",
      "\t",
      "]]>",
      "<!--",
      "-->",
      "<?",
      "?>",
      ":",
      "x",
    ];
    const more = [
      "xmlns",
      'xmlns=""',
      ' a="1"',
      ' b:a="1"',
      "<a>",
      "</a>",
      "<a/>",
      "\ufeff",
      "\u0085",
      "\u2028",
      "\u0001",
      "é",
      "😀",
      "\ud800",
    ];
    const edit = fc.record({
      at: fc.nat(),
      drop: fc.nat(12),
      put: fc.oneof(fc.constantFrom("", ...bits, ...more), fc.string({ maxLength: 3 })),
    });
    const source = fc.constantFrom(other, root("<b:A c='1'> a </b:A>"), ...written.slice(0, 3));
    fc.assert(
      fc.property(source, fc.array(edit, { minLength: 0, maxLength: 3 }), (given, edits) => {
        const text = edits.reduce((now, { at, drop, put }) => {
          const place = at % now.length;
          return now.slice(0, place) + put + now.slice(place + drop);
        }, given);
        if (readPlainXml(text, limits) !== undefined) expect(outcome(text)).toEqual(parsed(text));
      }),
      { numRuns: Number(process.env.SELFBILL_XML_CASES ?? 1500) },
    );
  });
});
