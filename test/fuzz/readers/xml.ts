import { check } from "../../../src/check/index.ts";
import { newestEdition } from "../../../src/document/index.ts";
import { spareMemoryFor } from "../../../src/memory/index.ts";
import { broken, mostFindings } from "../../../src/prepare/findings.ts";
import type { Problem, Result } from "../../../src/problem/index.ts";
import { fileLimit, readDocument, SourceText } from "../../../src/read/index.ts";
import { decodeXml, documentIn, readXmlText, toUbl, toXml } from "../../../src/ubl/index.ts";
import { changeXml } from "../change-xml.ts";
import { counted, judged, type Large, megabyte, pump, pumpTimes, type Reader } from "../reader.ts";
import { filesOf } from "./documents.ts";

/**
 * Applies all rules and shows the lines, as `validate` does; extracts the document if `convert` would accept the file.
 */
function read(bytes: Uint8Array): string | Promise<string> {
  const size = bytes.length;
  spareMemoryFor(size);
  const text = decodeXml(bytes, "a.xml");
  // After decoding, the bytes of a large file can be freed.
  return size > fileLimit ? Promise.resolve(text).then((each) => judge(each, size)) : judge(text, size);
}

function judge(text: Result<string>, size: number): string {
  if (!text.ok) return judged(text.problems);
  const source = new SourceText("a.xml", text.value);
  const shown = (problems: readonly Problem[]): readonly Problem[] => {
    for (const { where } of problems) if (where) source.excerptOf(where);
    return problems;
  };
  const root = readXmlText(text.value, "a.xml");
  if (!root.ok) return judged(shown(root.problems));
  const found = check(root.value, { edition: newestEdition.id, most: mostFindings });
  const findings = shown(found.map(({ line, column, ...each }) => broken(each, { file: "a.xml", line, column })));
  if (size > fileLimit) return judged(findings);
  const made = documentIn(root.value, "a.xml");
  return judged([...findings, ...shown(made.ok ? made.value.losses : made.problems)]);
}

const ns = "urn:oasis:names:specification:ubl:schema:xsd:";
const start = `<Invoice xmlns="${ns}Invoice-2" xmlns:cac="${ns}CommonAggregateComponents-2" xmlns:cbc="${ns}CommonBasicComponents-2">`;
const most = 64 * megabyte;
const mostElements = 1_199_900;
/** The size of an invoice with 20,000 lines. */
const lines = 45 * megabyte;

const within = (piece: string): Large => pump(most, piece, start, "</Invoice>");

const large: Readonly<Record<string, Large>> = {
  "a comment that is not closed": pump(most, "a", "<!--"),
  "a comment before the root": pump(most, "a", "<!--", `-->${start}</Invoice>`),
  "comments before the root": pump(most, "<!---->", "", `${start}</Invoice>`),
  "an instruction that is not closed": pump(most, "a", "<?a "),
  "blanks before the root": pump(most, " ", "", start),
  "blanks after a name": pump(most, "\n", "<Invoice", ">"),
  "empty lines": within("<cac:InvoiceLine/>"),
  "lines of an invoice": { most: lines, make: (bytes) => Buffer.from(ofLines(bytes)) },
  "elements without a meaning": within("<cbc:Note/>"),
  "elements without a field": pump(
    most,
    "<cbc:ID>1</cbc:ID>",
    `${start}<cbc:InvoiceTypeCode>389</cbc:InvoiceTypeCode>`,
    "</Invoice>",
  ),
  "as many elements as are read": pumpTimes(mostElements, "<cbc:Note/>", start, "</Invoice>"),
  "as many elements with a text": pumpTimes(mostElements, "<cbc:Note>a note, a note</cbc:Note>", start, "</Invoice>"),
  "as many, two by two": pumpTimes(mostElements / 2, "<cac:Party><cbc:ID>1</cbc:ID></cac:Party>", start, "</Invoice>"),
  "as many, and a comment": pumpTimes(mostElements, "<cbc:Note/>", `${start}<!-- a -->`, "</Invoice>"),
  "empty lines of text": within("\n"),
  "one text": within("a"),
  "a text of references": within("&amp;"),
  "a CDATA that is not closed": pump(most, "a", `${start}<![CDATA[`),
  "an attribute that is not closed": pump(most, "a", `${start}<cbc:Note a="`),
  "long digits": pump(
    most,
    "9",
    `${start}<cac:LegalMonetaryTotal><cbc:PayableAmount>`,
    "</cbc:PayableAmount></cac:LegalMonetaryTotal></Invoice>",
  ),
  "a long date": pump(most, " ", `${start}<cbc:IssueDate>a`, "b</cbc:IssueDate></Invoice>"),
  levels: pump(most, "<a>"),
  names: counted(most, (at) => `<cbc:a${at}/>`, start, "</Invoice>"),
  attributes: counted(most, (at) => ` a${at}="1"`, "<Invoice"),
  "a DTD": pump(most, "<!ENTITY a 'b'>", "<!DOCTYPE a ["),
  "tax totals": within("<cac:TaxTotal><cac:TaxSubtotal/></cac:TaxTotal>"),
};

/** Repeats the lines of a valid invoice. */
function ofLines(bytes: number): string {
  const text = String(seedFiles()[0]);
  const from = text.indexOf("<cac:InvoiceLine>");
  const to = text.indexOf("</cac:InvoiceLine>") + "</cac:InvoiceLine>".length;
  const line = text.slice(from, to);
  return (
    text.slice(0, from) + line.repeat(Math.max(1, Math.floor((bytes - text.length) / line.length))) + text.slice(to)
  );
}

function seedFiles(): Buffer[] {
  return filesOf("templates", ".yaml").flatMap((bytes) => {
    const source = readDocument(bytes, "a.yaml");
    if (!source.ok) return [];
    const { kind, document } = source.value;
    return [Buffer.from(toXml(toUbl(document, { kind, uuid: "00000000-0000-4000-8000-000000000000" })))];
  });
}

export const xml = (): Reader => ({
  name: "xml",
  what: "UBL files: read, judged by all rules, turned into a document",
  seeds: seedFiles(),
  words: [
    ...[
      "<",
      ">",
      "/>",
      "</",
      "<!--",
      "-->",
      "--",
      "<?",
      "?>",
      "<![CDATA[",
      "]]>",
      "&amp;",
      "&#0;",
      "&#x110000;",
      "&x;",
      "&",
      "<!DOCTYPE a []>",
    ],
    ...[
      "<cbc:ID>",
      "</cbc:ID>",
      "<cac:InvoiceLine>",
      "</cac:InvoiceLine>",
      ' xmlns="a"',
      ' xmlns:a=""',
      ' xml:lang="ar"',
      "cbc:",
      "<a:b/>",
      "standalone",
      'encoding="UTF-16"',
    ],
    ...[
      "<cbc:PriceAmount currencyID='AED'>",
      "<cac:TaxTotal/>",
      "<cac:AllowanceCharge/>",
      "true",
      "false",
      "S",
      "\u00c1",
    ],
  ],
  read,
  change(seed, random) {
    const made = changeXml(seed.toString(), random);
    return made === undefined ? undefined : Buffer.from(made);
  },
  large,
});
