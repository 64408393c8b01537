import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import type { PressedPage } from "../../../src/desk/index.ts";
import { type BusinessProfile, calculate, type SelfBilledDocument } from "../../../src/document/index.ts";
import { openPress } from "../../../src/extras/pdf/press.ts";
import { pageTree } from "../../../src/extras/pdf/tree.ts";
import { renderPage } from "../../../src/render/index.ts";
import { creditNote, inDollars, invoice, line, palmLedger } from "../../support/documents.ts";
import { hostileStrings } from "../../support/hostile-strings.ts";
import { arabicIn, noPdfPrograms, pdfAttachment, pdfFonts, pdfInfo, pdfPages, signsOf } from "../../support/pdf.ts";
import { scenarioInvoices } from "../../support/scenarios.ts";

const opened = openPress();
if (!opened.ok) throw new Error(opened.problems[0].hint);
const { press } = opened.value;

const localName = "شركة الليمون الصحراوي للتجارة ذ.م.م";
const party = { ...invoice().accounting_supplier_party, party_name_in_local_language: localName };
const pageOf = (document: SelfBilledDocument, customer: BusinessProfile = palmLedger): string => {
  const kind = document.credit_note_type_code === undefined ? "invoice" : "credit-note";
  return renderPage({ file: "x", kind, document, calculation: calculate(document), customer }, { mark: "DRAFT" });
};
const given = (page: string, more: Partial<PressedPage> = {}): PressedPage => ({
  ...{ page, issueDate: "2026-06-15", running: "SB-2026-0001 · Desert Lime Trading LLC", attached: undefined, ...more },
});
const bodyText = (page: string): string =>
  page
    .replace(/^.*<body>/s, "")
    .replace(/<[^>]*>/g, "")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

describe.skipIf(noPdfPrograms)("the PDF says what the page says", () => {
  test.each<[string, SelfBilledDocument]>([
    ["an invoice with an Arabic name", invoice({ accounting_supplier_party: party })],
    ["US dollars", invoice(inDollars)],
    ["a credit note", creditNote({ reason: "Broken on arrival" })],
    [
      "everything that a document can carry",
      scenarioInvoices["everything the request can carry"] as SelfBilledDocument,
    ],
  ])("%s: sign for sign, Arabic too", (_, document) => {
    const page = pageOf(document);
    const { bytes, missed } = press(given(page, { running: "" }));
    expect(missed).toEqual([]);
    const pages = pdfPages(bytes);
    const feet = pages.map((_each, at) => `${at + 1}/${pages.length}`).join("");
    const marks = "DRAFTمسودة".repeat(pages.length - 1);
    const said = bodyText(page) + feet + marks;
    expect(signsOf(pages.join(""))).toBe(signsOf(said));
    const [printed, asked] = [arabicIn(pages.join("")), arabicIn(said)];
    expect([...printed.keys()].sort()).toEqual([...asked.keys()].sort());
    const vowels = said.match(/[\u064b-\u0652]/g)?.length ?? 0;
    const more = [...asked].map(([letter, count]) => (printed.get(letter) ?? 0) - count);
    expect(Math.min(...more)).toBe(0);
    expect(more.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(vowels * (pages.length + 1));
  });

  test("Arabic words are in the order of reading, and their letters are joined by fonts that are embedded", () => {
    const { bytes } = press(given(pageOf(invoice({ accounting_supplier_party: party }))));
    const text = pdfPages(bytes).join(" ");
    for (const word of ["فاتورة", "الليمون", "الصحراوي", "للتجارة", "رقم"]) expect(text).toContain(word);
    for (const row of pdfFonts(bytes).trim().split("\n").slice(2)) expect(row).toMatch(/IBMPlexSans.* yes yes yes /);
  });

  test.each([
    [1, 1, 1],
    [40, 2, 3],
    [500, 15, 30],
  ])(
    "%d lines: all once, head, number, supplier and page on every page, totals and foot together on the last",
    (count, least, most) => {
      const lines = Array.from({ length: count }, (_, index) => line({ name: `Tile number ${index + 1}.` }));
      const pages = pdfPages(press(given(pageOf(invoice({ document_lines: lines })))).bytes);
      expect(pages.length).toBeGreaterThanOrEqual(least);
      expect(pages.length).toBeLessThanOrEqual(most);
      const numbers = [...pages.join("").matchAll(/Tile number (\d+)\./g)].map(([, number]) => Number(number));
      expect(numbers).toEqual(lines.map((_, index) => index + 1));
      for (const [index, text] of pages.entries()) {
        for (const each of ["DRAFT", `${index + 1} / ${pages.length}`, "SB-2026-0001 · Desert Lime Trading LLC"])
          expect(text).toContain(each);
        if (text.includes("Tile number")) expect(text).toContain("Goods or services");
      }
      for (const each of ["Amount payable", "Do not book it"])
        expect(pages.filter((text) => text.includes(each))).toEqual([pages.at(-1)]);
    },
  );

  test("whatever the number of lines, the last two are on the page of the totals, below the headings", () => {
    for (let count = 14; count <= 35; count += 3) {
      const lines = Array.from({ length: count }, (_, index) =>
        line({ name: `Tile number ${index + 1}.`, description: "An anti-slip floor tile ".repeat(4) }),
      );
      const pages = pdfPages(press(given(pageOf(invoice({ document_lines: lines })))).bytes);
      const last = pages.at(-1) ?? "";
      const order = [`Tile number ${count - 1}.`, `Tile number ${count}.`, "Amount payable"].map((each) =>
        last.indexOf(each),
      );
      expect(order, `${count} lines`).not.toContain(-1);
      expect(order).toEqual([...order].sort((a, b) => a - b));
      expect(last).toContain("Goods or services");
      expect(pages.join("").match(/Tile number \d+\./g)).toHaveLength(count);
    }
  });

  test("what is longer than a page is printed whole, wherever it is", () => {
    const words = (letter: string, count = 400) =>
      Array.from({ length: count }, (_, index) => `${letter}${index}.`).join(" ");
    const own = {
      ...party,
      authority_name: words("authority"),
      postal_address: { ...party.postal_address, street_name: words("street") },
    };
    const page = pageOf(
      invoice({
        accounting_supplier_party: own,
        note: words("note"),
        payment_terms: { note: words("terms") },
        allowances: Array.from({ length: 60 }, (_, index) => ({
          reason: `Allowance ${words(`part${index}of`, 6)}`,
          amount: "1",
        })),
        charges: [{ reason: words("charge"), amount: "70" }],
        document_lines: [line({ name: "First." }), line({ name: "Second.", description: words("description", 900) })],
      }),
    );
    const wordsIn = (text: string) => new Set(text.match(/[a-z]{4,}\d+(?:of\d+)?\./g));
    const printed = wordsIn(pdfPages(press(given(page)).bytes).join(" "));
    const lost = [...wordsIn(page)].filter((word) => !printed.has(word));
    expect(lost).toEqual([]);
    for (const letter of ["authority", "street", "note", "terms", "charge", "description"])
      expect(printed).toContain(`${letter}399.`);
    expect(printed).toContain("part59of5.");
  });
});

describe.skipIf(noPdfPrograms)("the file", () => {
  const xml = Buffer.from('<?xml version="1.0"?>\r\n<a>é فاتورة</a>\n\u0000\u00ff', "latin1");

  test("is a PDF/A-3b that holds the electronic document byte for byte", () => {
    const { bytes } = press(given(pageOf(invoice()), { attached: { name: "SB-1.xml", bytes: xml } }));
    expect(pdfAttachment(bytes)).toEqual({ name: "SB-1.xml", bytes: xml });
    const text = Buffer.from(bytes).toString("latin1");
    expect(text).toContain("<pdfaid:part>3</pdfaid:part>");
    expect(text).toContain("<pdfaid:conformance>B</pdfaid:conformance>");
    expect(text).toMatch(/\/AFRelationship\s*\/Alternative/);
    const info = pdfInfo(bytes);
    expect(info).toMatch(/Page size:.*A4/);
    expect(info).toContain("JavaScript:      no");
    expect(info).toContain("Jun 15 00:00:00 2026");
  });

  test("is the same when it is made twice, by another press too, and says no clock", () => {
    const asked = given(pageOf(invoice()), { attached: { name: "SB-1.xml", bytes: xml } });
    const again = openPress();
    if (!again.ok) throw new Error("no press");
    const first = Buffer.from(press(asked).bytes);
    press(given(pageOf(creditNote())));
    expect(first.equals(Buffer.from(press(asked).bytes))).toBe(true);
    expect(first.equals(Buffer.from(again.value.press(asked).bytes))).toBe(true);
  });

  test("without a day, or with one that does not exist, it is made all the same", () => {
    for (const issueDate of [undefined, "2026-02-31", "yesterday"])
      expect(pdfInfo(press(given(pageOf(invoice()), { issueDate })).bytes)).toContain("Jan  1 00:00:00 2000");
  });
});

describe.skipIf(noPdfPrograms)("texts of a document are data, never Typst", () => {
  const typst = [
    '#import "/x.typ": *',
    '#panic("x")',
    '#eval("1+1")',
    '\\ " ` $x^2$ *b* _i_ <l> @l ~ -- // /* */',
    '#read("/etc/passwd")',
    "= Heading\n- list",
    "\\u{41}",
  ];

  test("they are printed as they are written", () => {
    const document = invoice({ document_lines: typst.map((name) => line({ name })) });
    const text = signsOf(pdfPages(press(given(pageOf(document))).bytes).join(""));
    const page = pageOf(document);
    for (const each of typst) expect(bodyText(page)).toContain(each.replace("\n", " "));
    expect(text).toContain(signsOf(text));
    expect(pdfPages(press(given(page)).bytes).join(" ")).toContain('#read("/etc/passwd")');
    expect(pdfPages(press(given(page)).bytes).join(" ")).toContain('#eval("1+1")');
  });

  test("200 hostile texts in names, notes and numbers: always a PDF, and what has no sign is told", () => {
    const all = hostileStrings.map((text) => line({ name: text, description: text, note: text }));
    const document = invoice({ document_lines: all, note: hostileStrings.join(" ") });
    const { bytes, missed } = press(given(pageOf(document), { running: hostileStrings.join(" ").slice(0, 400) }));
    expect(pdfPages(bytes).length).toBeGreaterThan(3);
    expect(missed.length).toBeGreaterThan(0);
  });

  test("a character that the fonts do not have is printed as its code, and told", () => {
    const { bytes, missed } = press(given(pageOf(invoice({ note: "漢字 Ω ж" }))));
    expect(missed).toEqual(["漢", "字"]);
    expect(pdfPages(bytes).join("")).toMatch(/<U\+6F22><U\+5B57>\s+Ω\s+ж/);
  });
});

test("without the packages one sentence names the command that installs them, and the way without", () => {
  const none = Object.assign(
    () => {
      throw new Error("Cannot find module");
    },
    createRequire(import.meta.url),
    {
      resolve: () => {
        throw new Error("Cannot find module");
      },
    },
  ) as unknown as NodeRequire;
  const refused = openPress(none);
  expect(refused.ok).toBe(false);
  if (refused.ok) return;
  const [{ code, message, hint }] = refused.problems;
  expect(code).toBe("package-missing");
  expect(message).toContain("Nothing was written");
  expect(hint).toMatch(
    /--html, and print it in a browser.* npm install --global @myriaddreamin\/typst-ts-node-compiler@0\.7\.0 /,
  );
});

test("a page that is not closed as this program closes it is refused", () => {
  expect(() => pageTree("<body><p></div></body>")).toThrow("closes div inside p");
  expect(() => pageTree("<p></p>")).toThrow("no end");
});
