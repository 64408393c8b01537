import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  amount,
  type BusinessProfile,
  calculate,
  type DocumentKind,
  documentShapes,
  type Field,
  type SelfBilledDocument,
} from "../../src/document/index.ts";
import { renderPage } from "../../src/render/index.ts";
import type { PaperMark } from "../../src/report/index.ts";
import { sourcesBelow } from "../house/sources.ts";
import { absentPrograms, startBrowser } from "../support/browser.ts";
import { creditNote, inDollars, invoice, line, palmLedger } from "../support/documents.ts";
import { hostileStrings } from "../support/hostile-strings.ts";
import { leavesOut } from "../support/left-out.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { scenarioInvoices } from "../support/scenarios.ts";

interface Facts {
  readonly kind?: DocumentKind;
  readonly mark?: PaperMark;
  readonly customer?: BusinessProfile;
  readonly documentNumber?: string;
}

function pageOf(
  document: SelfBilledDocument,
  { kind = "invoice", customer = palmLedger, ...paper }: Facts = {},
): string {
  return renderPage({ file: "x.yaml", kind, document, calculation: calculate(document), customer }, paper);
}

/** The visible text of a page, without tags. */
const wordsOf = (page: string): string =>
  page
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, " ");

const everything = scenarioInvoices["everything the request can carry"] as SelfBilledDocument;

test("each text of a line that has a word for the page stands there, below the article", () => {
  const members = Object.entries<Field>(documentShapes.invoice.members.document_lines.item.members);
  const texts = members.flatMap(([name, { kind, ...field }]) =>
    kind === "leaf" && "meta" in field && field.meta.page ? [{ name, ...field.meta }] : [],
  );
  expect(texts.map(({ name, page, example }) => [name, page, example])).toContainEqual([
    "lot_number_id",
    "Lot",
    "LOT-5",
  ]);
  const own = Object.fromEntries(texts.map(({ name, example }) => [name, example]));
  const page = wordsOf(pageOf(invoice({ document_lines: [line(own)] })));
  for (const { page: word, example } of texts) expect(page).toContain(`${word} ${example}`);
});

describe("the page says what the law asks for", () => {
  test("an invoice: its name in both languages, self-billed, both parties with address and TRN, number, dates, lines, VAT, totals", () => {
    const page = wordsOf(pageOf(invoice()));
    for (const said of [
      "Tax Invoice",
      "فاتورة ضريبية",
      "SELF-BILLED",
      "Desert Lime Trading LLC",
      "100234567400003",
      "Al Quoz Street 14",
      "Palm Ledger Holdings LLC",
      "100987654900003",
      "Corniche Road 5",
      "SB-2026-0001",
      "2026-06-15",
      "2026-07-15",
      "Ceramic floor tile",
      "40",
      "250.00",
      "10,000.00",
      "5 %",
      "500.00",
      "10,500.00",
    ])
      expect(page).toContain(said);
    expect(page).not.toContain("Exchange rate");
  });

  test("a credit note: its own name, the reason in both languages, and the invoice that it corrects", () => {
    const page = wordsOf(pageOf(creditNote({ reason: "Broken on arrival" }), { kind: "credit-note" }));
    for (const said of [
      "Tax Credit Note",
      "إشعار دائن ضريبي",
      "DL8.61.1.D",
      "goods or services were returned",
      "إرجاع السلع أو الخدمات",
      "Broken on arrival",
      "SB-2026-0001",
      "Amount credited",
    ])
      expect(page).toContain(said);
    expect(page).not.toContain("Tax Invoice");
  });

  test("in a foreign currency: the rate, and VAT and totals in AED, of each line too", () => {
    const page = wordsOf(pageOf(invoice(inDollars)));
    for (const said of ["1 USD = 3.6725 AED", "AED 1,836.25", "AED 38,561.25", "38,561.25", "10,500.00"])
      expect(page).toContain(said);
  });

  test("reverse charge and margin scheme in the sentences that they need, and only there", () => {
    const charged = wordsOf(pageOf(scenarioInvoices["reverse charge"] as SelfBilledDocument));
    expect(charged).toContain("the recipient accounts for the VAT under Article 48");
    expect(wordsOf(pageOf(scenarioInvoices["profit margin scheme"] as SelfBilledDocument))).toContain(
      "Profit margin scheme",
    );
    expect(wordsOf(pageOf(invoice()))).not.toMatch(/Reverse charge|margin/i);
  });

  test.each([
    ["free trade zone", "Free trade zone", "منطقة حرة"],
    ["export", "Exports", "تصدير"],
  ])("the scenario %s by name, never by digits", (name, english, arabic) => {
    const page = wordsOf(pageOf(scenarioInvoices[name] as SelfBilledDocument));
    expect(page).toContain(english);
    expect(page).toContain(arabic);
    expect(page).not.toMatch(/[01]{8}/);
  });

  test("an Arabic name stands from right to left", () => {
    const party = { ...invoice().accounting_supplier_party, party_name_in_local_language: "شركة الليمون" };
    expect(pageOf(invoice({ accounting_supplier_party: party }))).toContain(
      'lang="ar" dir="rtl"><bdi>شركة الليمون</bdi>',
    );
  });
});

describe("what it is worth stands across it", () => {
  test.each(["DRAFT", "SANDBOX"] as const)("%s", (mark) => {
    expect(pageOf(invoice(), { mark })).toContain(`<div class="mark"><span><span class="en">${mark}</span>`);
  });

  test("nothing across an approved one, and its number is that of the service", () => {
    const { document_number: _, ...unnumbered } = invoice();
    const page = pageOf(unnumbered, { documentNumber: "SB-77" });
    expect(page).not.toContain('class="mark"');
    expect(wordsOf(page)).toContain("SB-77");
    expect(wordsOf(page)).not.toMatch(/DRAFT|SANDBOX|given by the service/);
  });
});

describe("the page is closed", () => {
  test("its policy allows its one style and nothing else; it has no script, address, link or style attribute", () => {
    const page = pageOf(everything).replaceAll("&#39;", "'");
    expect(page).toMatch(
      /content="default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; base-uri 'none'; form-action 'none'"/,
    );
    expect(page).not.toMatch(/<script|<link|<img|<a |https?:|url\(|@import|\sstyle=|\son\w+=/i);
  });

  test("the foot of printed pages holds number and supplier as numbers of characters: no text can end its string", () => {
    const page = pageOf(invoice({ document_number: 'SB"}\\</style><b>' }));
    expect(page).not.toContain("</style><b>");
    expect(/@bottom-left \{ content: "((?:\\[0-9a-f]{6})+)";/.exec(page)?.[1]).toMatch(
      /^\\000053\\000042\\000022\\00007d/,
    );
  });

  test("only the escaper makes HTML of pieces, and only our own style and script pass beside it", () => {
    const calls = sourcesBelow("src").flatMap(({ path, text }) =>
      [...text.matchAll(/Html\.of\((\w+)/g)].map(([, what]) => `${path} ${what}`),
    );
    expect(calls.sort()).toEqual([
      "src/extras/console/shell.ts consoleScript",
      "src/extras/console/shell.ts consoleStyle",
      "src/render/html/escape.ts pieces",
      "src/render/html/letter-page.ts letterLook",
      "src/render/html/page.ts lookOf",
      "src/render/html/period-page.ts periodStyle",
      "src/render/html/request-page.ts requestLook",
    ]);
  });
});

const needed = ["chromium", "pdfinfo", "pdftotext"];
const skip = leavesOut(absentPrograms(needed));

/** Every element with its name, class and attribute names, which text in a document must not be able to change. */
const outline = `[...document.querySelectorAll("*")].map((each) => each.tagName + "." + each.className + [...each.attributes].map((a) => a.name).join())`;
const overflowing = `(() => {
  const page = document.body.getBoundingClientRect();
  const out = [...document.body.querySelectorAll("*:not(.mark):not(.mark *)")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width > 0 && (box.right > page.right + 1 || box.left < page.left - 1);
  });
  return [...out.map((each) => each.tagName + "." + each.className), ...(document.documentElement.scrollWidth > innerWidth ? ["scrolls"] : [])];
})()`;
const everythingSeen = `({ outline: ${outline}, overflowing: ${overflowing}, style: getComputedStyle(document.querySelector("table")).tableLayout })`;

type SeenPage = { outline: string[]; overflowing: string[]; style: string };

describe.skipIf(skip)("in a real browser", () => {
  /** Replaces every string in a document. */
  const filled = (value: unknown, text: string): unknown => {
    if (typeof value === "string") return text;
    if (Array.isArray(value)) return value.map((each) => filled(each, text));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, filled(member, text)]));
  };
  const full: SelfBilledDocument = {
    ...everything,
    discrepancy_response: "VD",
    reason: "r",
    buyer_customer_party: { id: "b" },
    seller_supplier_party: { id: "s" },
    attachments: [{ file_name: "a.pdf" }],
    accounting_supplier_party: { ...everything.accounting_supplier_party, party_name_in_local_language: "n" },
    charges: [{ reason: "c", amount: "1" }],
    allowances: [{ reason: "a", amount: "1" }],
  };
  const with_ = (text: string): string =>
    pageOf(filled(full, text) as SelfBilledDocument, {
      customer: filled(palmLedger, text) as BusinessProfile,
      documentNumber: text,
      mark: "DRAFT",
    });

  test("the watch over a page sees requests, dialogs, strange elements and overflow when there are some", async () => {
    const browser = await startBrowser();
    const bad = `<body><div style="width:3000px">x</div><img src="http://127.0.0.1:9/pixel.png"><table></table><script>alert("hello")</script>`;
    const seen = await browser.look<SeenPage>(bad, everythingSeen);
    expect(seen.requests).toEqual(["http://127.0.0.1:9/pixel.png"]);
    expect(seen.dialogs).toEqual(["hello"]);
    expect(seen.value.overflowing).toContain("scrolls");
    expect(seen.value.outline).toContain("SCRIPT.");
  });

  test("200 hostile texts, each in every field: no request, no dialog, no other element, nothing beyond the page", async () => {
    expect(new Set(hostileStrings).size).toBe(200);
    const browser = await startBrowser();
    const harmless = await browser.look<SeenPage>(with_("harmless"), everythingSeen);
    expect(harmless.value).toMatchObject({ overflowing: [], style: "fixed" });
    for (const text of hostileStrings) {
      const { value, requests, dialogs } = await browser.look<SeenPage>(with_(text), everythingSeen);
      const sizes = (each: string[]): string[] => each.map((one) => one.replace(/figure .*?(?=class|$)/, "figure "));
      expect({ text, requests, dialogs, ...value, outline: sizes(value.outline) }).toEqual({
        text,
        requests: [],
        dialogs: [],
        ...harmless.value,
        outline: sizes(harmless.value.outline),
      });
    }
  });

  test.each([
    [1, 1, 1],
    [40, 2, 4],
    [500, 24, 34],
  ])(
    "%d lines print on A4: all lines once, head and mark on every page, totals on the last",
    async (count, least, most) => {
      const document = invoice({
        document_lines: Array.from({ length: count }, (_, index) => line({ name: `Tile number ${index + 1}.` })),
      });
      const browser = await startBrowser();
      const { requests } = await browser.look(pageOf(document, { mark: "DRAFT" }), "1");
      expect(requests).toEqual([]);
      const pdf = join(temporaryFolder(), "page.pdf");
      writeFileSync(pdf, await browser.print());
      const about = execFileSync("pdfinfo", [pdf], { encoding: "utf8" });
      expect(about).toMatch(/Page size:.*A4/);
      // The text is read in drawing order, so that the rotated letters of the watermark stay together.
      const pages = execFileSync("pdftotext", ["-raw", pdf, "-"], { encoding: "utf8" }).split("\f").slice(0, -1);
      expect(pages.length).toBe(Number(/Pages:\s+(\d+)/.exec(about)?.[1]));
      expect(pages.length).toBeGreaterThanOrEqual(least);
      expect(pages.length).toBeLessThanOrEqual(most);
      const numbers = [...pages.join("").matchAll(/Tile number (\d+)\./g)].map(([, number]) => Number(number));
      expect(numbers).toEqual(Array.from({ length: count }, (_, index) => index + 1));
      for (const [index, text] of pages.entries()) {
        expect(text).toContain("DRAFT");
        expect(text).toContain(`${index + 1} / ${pages.length}`);
        expect(text).toContain("SB-2026-0001 · Desert Lime Trading LLC");
        if (text.includes("Tile number")) expect(text).toContain("Goods or services");
      }
      expect(pages.filter((text) => text.includes("Amount payable"))).toEqual([pages.at(-1)]);
    },
  );
});

/**
 * The legally required content of a page: Cabinet Decision No. 52 of 2017, Article 59(1) for invoices, Article 60(1)
 * for credit notes.
 */
describe("Articles 59 and 60, point by point, in both languages", () => {
  const dollars = wordsOf(
    pageOf(
      invoice({
        ...inDollars,
        delivery: { actual_delivery_date: "2026-06-14" },
        document_lines: [line({ allowances: [{ reason: "Damaged", amount: "100" }] })],
      }),
    ),
  );
  test.each([
    ["the words Tax Invoice", "Tax Invoice", "فاتورة ضريبية", ""],
    ["name, address and TRN of the supplier", "Supplier", "المورّد", "Desert Lime Trading LLC TRN 100234567400003"],
    ["name, address and TRN of the recipient", "Buyer", "المشتري", "Palm Ledger Holdings LLC TRN 100987654900003"],
    ["a sequential or unique number", "Number", "الرقم", "SB-2026-0001"],
    ["the date of issue", "Date of issue", "تاريخ الإصدار", "2026-06-15"],
    ["the date of supply if another", "Date of supply", "تاريخ التوريد", "2026-06-14"],
    ["a description of the goods or services", "Goods or services", "السلع أو الخدمات", "Ceramic floor tile 60x60 cm"],
    ["the unit price", "Unit price", "سعر الوحدة", "250.00"],
    ["the quantity or volume", "Quantity", "الكمية", "40"],
    ["the rate of tax", "VAT rate", "نسبة الضريبة", "5 %"],
    ["the amount payable per line in AED", "With VAT", "شامل الضريبة", "AED 38,175.64"],
    ["a discount offered", "Net", "الصافي", "−100.00 Damaged"],
    ["the gross amount payable in AED", "Amount payable", "المبلغ المستحق", "38,175.64"],
    ["the tax payable in AED and the rate of exchange", "Exchange rate", "سعر الصرف", "1 USD = 3.6725 AED"],
    ["the tax in AED", "Total VAT", "إجمالي الضريبة", "1,817.89"],
    ["the net amount in AED", "Total without VAT", "الإجمالي بدون الضريبة", "36,357.75"],
  ])("Article 59: %s", (_, english, arabic, value) => {
    for (const each of [english, arabic]) expect(dollars).toContain(each);
    for (const each of value.split(" TRN ")) expect(dollars).toContain(each);
  });

  test("Article 59: that the recipient accounts for the tax, with the provision of the law", () => {
    const page = wordsOf(pageOf(scenarioInvoices["reverse charge"] as SelfBilledDocument));
    expect(page).toContain("under Article 48 of Federal Decree-Law No. 8 of 2017");
    expect(page).toContain("المادة 48");
  });

  const credit = wordsOf(
    renderPage({
      file: "x.yaml",
      kind: "credit-note",
      document: creditNote(),
      calculation: calculate(creditNote()),
      customer: palmLedger,
      credited: { original: amount("10000"), earlier: amount("1500.50") },
    }),
  );
  test.each([
    ["the words Tax Credit Note", "Tax Credit Note", "إشعار دائن ضريبي", ""],
    ["name, address and TRN of the supplier", "Supplier", "المورّد", "100234567400003"],
    ["name, address and TRN of the recipient", "Buyer", "المشتري", "100987654900003"],
    ["the date of issue", "Date of issue", "تاريخ الإصدار", "2026-06-20"],
    ["the value shown on the tax invoice", "Value on the original invoice", "القيمة في الفاتورة الأصلية", "10,000.00"],
    ["what earlier credit notes left of it", "less earlier credit notes", "إشعارات دائنة سابقة", "−1,500.50"],
    ["the correct amount of the value", "Corrected value", "القيمة الصحيحة", "7,499.50"],
    ["the difference", "Difference", "الفرق", "1,000.00"],
    ["the tax on the difference in AED", "VAT on the difference (AED)", "الضريبة على الفرق", "50.00"],
    ["a brief explanation", "Reason of the credit", "سبب الإشعار", "goods or services were returned"],
    ["what identifies the supply", "Refers to", "يشير إلى", "SB-2026-0001"],
  ])("Article 60: %s", (_, english, arabic, value) => {
    for (const each of [english, arabic, value]) expect(credit).toContain(each);
  });

  test("Article 60: without the invoice at hand the difference and its tax are stated, and nothing is made up", () => {
    const page = wordsOf(pageOf(creditNote(), { kind: "credit-note" }));
    expect(page).toMatch(/Value on the original invoice .{0,40} as on the invoice named above/);
    expect(page).toMatch(/Corrected value .{0,40} that value less this difference and any earlier credit notes/);
    expect(page).toContain("Difference الفرق 1,000.00");
  });

  test("an invoice has no such box", () => {
    expect(dollars).not.toContain("Corrected value");
  });
});
