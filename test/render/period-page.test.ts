import { expect, test } from "vitest";
import { reportPage } from "../../src/commands/period/page.ts";
import { figuresOf, type PeriodDocument } from "../../src/commands/period/period-documents.ts";
import { renderPeriodPage } from "../../src/render/index.ts";
import { absentPrograms, startBrowser } from "../support/browser.ts";
import { hostileStrings } from "../support/hostile-strings.ts";
import { leavesOut } from "../support/left-out.ts";

function documentOf(date: string, net: string): PeriodDocument {
  return {
    kind: "invoice",
    called: date,
    number: date,
    id: date,
    attempt: undefined,
    supplier: { key: "100234567400003", name: "Desert Lime Trading LLC", trn: "100234567400003" },
    date,
    currency: "AED",
    rate: undefined,
    totalsFrom: "service",
    state: "approved",
    status: "APPROVED",
    since: undefined,
    ...figuresOf({ tax_exclusive_amount: net, tax_amount: "5.00" }, "AED", undefined, undefined),
    credits: [],
    hash: undefined,
    file: undefined,
    answer: "none",
    source: "journal",
  };
}

const about = { title: "Report", about: [], sandbox: false };
const monthsIn = (page: string): string[] =>
  [...page.matchAll(/class="label">(\d{4}-\d\d)</g)].flatMap(([, month]) => month ?? []);

test("a month without a document is in the chart over time; dates that no calendar has, and ages between two, hold nothing up", () => {
  const months = (...days: string[]) =>
    monthsIn(
      reportPage(
        days.map((day) => documentOf(day, "100.00")),
        [],
        about,
      ),
    );
  expect(months("2026-11-03", "2027-02-01")).toEqual(["2026-11", "2026-12", "2027-01", "2027-02"]);
  expect(months("2026-12-03", "2026-13-01")).toEqual(["2026-12", "2026-13"]);
  expect(months("0001-01-01", "9999-12-31")).toEqual(["0001-01", "9999-12"]);
});

test("labels in capitals or Arabic and long amounts stay inside their chart", async (context) => {
  if (leavesOut(absentPrograms(["chromium"]))) return context.skip();
  const bar = (label: string, shown: string, share: number) => ({ label, shown, share });
  const bars = [
    bar("AL MASAOOD INTERNATIONAL TRADING & CONTRACTING COMPANY LLC", "118,287,037,029.06 (400)", 1),
    bar("شركة الصحراء للتجارة العامة والمقاولات ذات المسؤولية المحدودة", "-12.00", -0.1),
    bar("W".repeat(60), "0.00", 0),
    bar("株式会社".repeat(12), "1.00", 0.01),
    bar("iiiiiiiiiiiiiiiiiiii", "1.00", 0.01),
  ];
  const browser = await startBrowser();
  const { value } = await browser.look<string[]>(
    renderPeriodPage({ ...about, charts: [{ title: "Suppliers", bars }], tables: [] }),
    `[...document.querySelectorAll("svg text")].filter((each) => {
       const { x, width } = each.getBBox();
       return x < 0 || x + width > each.ownerSVGElement.viewBox.baseVal.width;
     }).map((each) => each.textContent)`,
  );
  expect(value).toEqual([]);
});

test("200 hostile texts as suppliers, numbers and titles: no request, no dialog, no other element", async (context) => {
  if (leavesOut(absentPrograms(["chromium"]))) return context.skip();
  const pageWith = (texts: readonly string[]): string => {
    const [first = ""] = texts;
    const documents = texts.map((text): PeriodDocument => {
      const supplier = { key: text, name: text, trn: text };
      return { ...documentOf("2026-11-03", "100.00"), called: text, number: text, id: text, status: text, supplier };
    });
    const note = { title: first, columns: [{ title: first }], rows: [texts], notes: texts };
    return [
      reportPage(documents, [], { ...about, title: first, about: texts }),
      renderPeriodPage({ ...about, charts: [], tables: [note] }),
    ].join("");
  };
  const elements = "[...new Set([...document.querySelectorAll('*')].map(({ tagName }) => tagName))].sort().join()";
  const browser = await startBrowser();
  const harmless = await browser.look<string>(pageWith(hostileStrings.map((_, at) => `text ${at}`)), elements);
  const { value, requests, dialogs } = await browser.look<string>(pageWith(hostileStrings), elements);
  expect({ value, requests, dialogs }).toEqual({ value: harmless.value, requests: [], dialogs: [] });
});
