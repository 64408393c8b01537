import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exportBooks } from "../../src/extras/reports/books/command.ts";
import { report } from "../../src/extras/reports/command.ts";
import type { Report } from "../../src/report/index.ts";
import { absentPrograms } from "../support/browser.ts";
import { leavesOut } from "../support/left-out.ts";
import { type Fils, filsOf, type Noted, type NotedSums, partsOf, sumsBy, textOf } from "../support/month-ledger.ts";
import { savedByOffice, withoutOffice } from "../support/office.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { ask } from "../support/shop.ts";
import { wholeMonth } from "../support/whole-month.ts";

// biome-ignore lint/suspicious/noExplicitAny: a test looks into JSON of any shape
async function told(desk: ServiceDesk, options: Given<typeof report> = {}): Promise<{ done: Report; data: any }> {
  const done = await runCommand(report, desk, [], { month: "2026-06", ...options });
  if (done.view.view !== "raw") throw new Error(JSON.stringify(done));
  return { done, data: done.view.data };
}

const stateNames: Readonly<Record<string, string>> = {
  Delivered: "approved",
  "In doubt": "in-doubt",
  "Failed validation": "failed",
  "Credit notes of rejected invoices": "credits-uncounted",
};
const isCounted = ({ fate }: Noted): boolean => fate === "approved" || fate === "pending";

/** The key by which each view groups documents or parts, and where the view's rows contain this key. */
const views: Readonly<
  Record<
    string,
    { of: (document: Noted, part: ReturnType<typeof partsOf>[number]) => string; in: (label: string) => string }
  >
> = {
  supplier: { of: ({ trn }) => trn, in: (label) => /\((\d{15})\)$/.exec(label)?.[1] ?? label },
  category: { of: (_, { category }) => category, in: (label) => /\((\w+)\)$/.exec(label)?.[1] ?? label },
  rate: {
    of: (_, { category, percent }) =>
      category === "E" || category === "O"
        ? "no rate"
        : `${percent} % ${category === "AE" || category === "N" ? category : ""}`,
    in: (label) =>
      label.startsWith("no rate") ? "no rate" : `${label.split(" ")[0]} % ${/\((\w+)\)/.exec(label)?.[1] ?? ""}`,
  },
  day: { of: ({ day }) => day, in: (label) => label },
  status: {
    of: ({ fate }) => fate,
    in: (label) => stateNames[label] ?? label.toLowerCase(),
  },
  currency: { of: ({ currency }) => currency, in: (label) => label },
  acceptance: { of: () => "No answer", in: (label) => label },
  user: { of: () => "Not recorded: a journal in a file knows no users", in: (label) => label },
};

const textsOf = ({ net, vat, gross }: Fils) => ({ net: textOf(net), vat: textOf(vat), gross: textOf(gross) });

/** The expected rows of a view, from the ledger, in the report's format. */
function rowsOf(name: string, documents: readonly Noted[]) {
  const sums = sumsBy(documents, (document, part) => `${views[name]?.of(document, part)} in ${document.currency}`);
  return Object.fromEntries(Object.entries(sums).map(([key, row]) => [key, rowOf(row)]));
}

const rowOf = ({ invoices, creditNotes, own, aed }: NotedSums) => ({
  invoices,
  credit_notes: creditNotes,
  in_currency: textsOf(own),
  in_aed: textsOf(aed),
});

const allOf = (documents: readonly Noted[]): NotedSums =>
  sumsBy(documents, () => "all").all ?? { invoices: 0, creditNotes: 0, own: zero, aed: zero };
const zero: Fils = { net: 0n, vat: 0n, gross: 0n };

function everyView(
  data: { views: Record<string, ({ label: string; currency: string } & object)[]> },
  documents: readonly Noted[],
) {
  expect(Object.keys(data.views)).toEqual(Object.keys(views));
  for (const [name, { in: keyIn }] of Object.entries(views)) {
    const rows = (data.views[name] ?? []).map(({ label, currency, ...row }) => [`${keyIn(label)} in ${currency}`, row]);
    expect(new Set(rows.map(([key]) => key)).size, `no row of ${name} twice`).toBe(rows.length);
    expect(Object.fromEntries(rows), name).toEqual(
      rowsOf(name, name === "status" ? documents : documents.filter(isCounted)),
    );
  }
}

const noBox: Readonly<Record<string, string>> = {
  Z: "Zero rated purchases",
  E: "Exempt purchases",
  O: "Out of scope",
  N: "Margin scheme: VAT is in the price and cannot be recovered",
};

type Box = {
  box: string | null;
  label: string;
  amount: string;
  vat: string;
  credit_notes: { amount: string; vat: string };
};

/** Expects box 9 for S, boxes 3 and 10 for AE with the VAT that the buyer owes, and no box for other categories. */
function vatReturn(data: { vat_return: Box[] }, documents: readonly Noted[]) {
  const parts = documents
    .filter(isCounted)
    .flatMap((document) => partsOf(document).map((part) => ({ document, part })));
  const of = (category: string, onlyCredit: boolean) => {
    const some = parts.filter(({ document, part }) => part.category === category && (!onlyCredit || document.isCredit));
    const sum = (value: (part: ReturnType<typeof partsOf>[number]) => bigint): string =>
      textOf(some.reduce((all, { part }) => all + value(part), 0n));
    return {
      amount: sum(({ aed }) => aed.net),
      vat: sum(({ aed, reverse }) => (category === "AE" ? reverse : aed.vat)),
    };
  };
  const line = (category: string) => ({ ...of(category, false), credit_notes: of(category, true) });
  const categories = [...new Set(parts.map(({ part }) => part.category))];
  const expected = Object.fromEntries(
    categories.flatMap((each) => {
      const boxes = each === "S" ? ["9"] : each === "AE" ? ["3", "10"] : [noBox[each] ?? each];
      return boxes.map((box) => [box, line(each)]);
    }),
  );
  const found = data.vat_return.map(({ box, label, ...amounts }) => [box ?? label, amounts]);
  expect(Object.fromEntries(found)).toEqual(expected);
}

/** The cells of each sheet as saved by LibreOffice; number cells are given by their values. */
function sheetsIn(saved: string): Record<string, string[][]> {
  const sheets = saved.matchAll(/<table:table table:name="([^"]*)".*?<\/table:table>/gs);
  return Object.fromEntries(
    [...sheets].map(([xml, name]) => [
      name,
      [...xml.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map(([, row = ""]) =>
        [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
          ([, facts = "", inside = ""]) => {
            const value = /office:value="([^"]*)"/.exec(facts)?.[1] ?? inside.replace(/<[^>]*>/g, "").trim();
            const count = Number(/columns-repeated="(\d+)"/.exec(facts)?.[1] ?? 1);
            return count > 100 ? [] : Array<string>(count).fill(value);
          },
        ),
      ),
    ]),
  );
}

/**
 * Checks that every sheet of the workbook has a row for each row of the view, and that the totals match the ledger.
 */
async function workbook(desk: ServiceDesk, documents: readonly Noted[]) {
  const out = join(desk.folder, "june.xlsx");
  expect((await told(desk, { out: [out] })).done.outcome).toBe("done");
  if (withoutOffice()) return;
  const sheets = sheetsIn((await savedByOffice(readFileSync(out), "xlsx", "fods")).toString());
  const counted = documents.filter(isCounted);
  const sheetOf = {
    supplier: "Suppliers",
    category: "VAT categories",
    rate: "VAT rates",
    day: "Days",
    status: "Status",
    currency: "Currencies",
  };
  for (const [view, name] of Object.entries(sheetOf)) {
    const [head = [], ...rows] = sheets[name] ?? [];
    const of = view === "status" ? documents : counted;
    const known = rowsOf(view, of);
    expect(
      rows.filter((row) => row.length > 1),
      name,
    ).toHaveLength(Object.keys(known).length);
    for (const [title, key] of [
      ["Net AED", "net"],
      ["VAT AED", "vat"],
      ["Gross AED", "gross"],
    ] as const) {
      const at = head.indexOf(title);
      const sum = rows.reduce((all, row) => all + BigInt(Math.round(Number(row[at] ?? 0) * 100)), 0n);
      expect(textOf(sum), `${name}: ${title}`).toBe(textOf(allOf(of).aed[key]));
    }
  }
}

/** Checks that hledger and beancount accept the entries as balanced, with the ledger's totals. */
async function books(desk: ServiceDesk, documents: readonly Noted[]) {
  const words = { month: "2026-06" };
  const write = async (form: string, open: boolean) => {
    const out = join(desk.folder, `june.${form}`);
    expect((await runCommand(exportBooks, desk, [form], { ...words, open, out })).outcome).toBe("done");
    return out;
  };
  const counted = documents.filter(isCounted);
  const reverse = counted.flatMap(partsOf).reduce((sum, part) => sum + part.reverse, 0n);
  const { net, vat, gross } = allOf(counted).aed;
  const missing = (program: string) => leavesOut(absentPrograms([program]));
  const file = await write("hledger", false);
  if (!missing("hledger")) {
    execFileSync("hledger", ["-f", file, "check"]);
    const balance = (account: string) =>
      execFileSync("hledger", ["-f", file, "bal", account, "-N", "-B", "--flat"]).toString().trim().split(/ {2,}/)[0];
    expect(balance("Purchases")).toBe(`${textOf(net)} AED`);
    expect(balance("Input VAT")).toBe(`${textOf(vat + reverse)} AED`);
    expect(balance("Output VAT")).toBe(`${textOf(-reverse)} AED`);
    expect(balance("Payables")).toBe(`${textOf(-gross)} AED`);
  }
  const other = await write("beancount", true);
  if (!missing("bean-check")) {
    const checked = spawnSync("bean-check", [other]);
    expect([checked.status, `${checked.stdout}${checked.stderr}`]).toEqual([0, ""]);
  }
}

/** Compares the documents first with complete books, then with books that have twelve differences. */
async function against(desk: ServiceDesk, documents: readonly Noted[]) {
  const booked = documents.filter(isCounted).map((each) => ({ number: each.number, ...allOf([each]).aed }));
  const ledger = (rows: readonly { number: string; net: bigint; vat: bigint }[]) =>
    desk.file(
      "ledger.csv",
      ["Doc No.,Net amount,VAT", ...rows.map(({ number, net, vat }) => `${number},${textOf(net)},${textOf(vat)}`)].join(
        "\n",
      ),
    );
  const clean = await told(desk, { against: ledger(booked) });
  expect(clean.data.differences).toEqual([]);
  const isAt = (at: number, place: number): boolean => at < 300 && at % 100 === place;
  const rows = booked.map((each, at) => {
    if (isAt(at, 10)) return { ...each, net: each.net + 1n };
    return isAt(at, 20) ? { ...each, vat: each.vat - 1n } : each;
  });
  const missing = [...rows.splice(150, 1), ...rows.splice(50, 1)];
  const rejected = documents.filter(({ fate }) => fate === "rejected").slice(0, 2);
  for (const each of rejected) rows.push({ number: each.number, ...allOf([each]).aed });
  rows.push({ number: "SB-9998", ...zero, net: 100n, vat: 5n }, { number: "SB-9999", ...zero, net: 100n, vat: 5n });
  const wanted = [
    ...booked.flatMap(({ number }, at) =>
      isAt(at, 10) ? [`${number} net differs`] : isAt(at, 20) ? [`${number} VAT differs`] : [],
    ),
    ...missing.map(({ number }) => `${number} not in the books`),
    ...rejected.map(({ number }) => `${number} booked, but not valid`),
    ...["SB-9998 only in the books", "SB-9999 only in the books"],
  ];
  expect(wanted).toHaveLength(12);
  const { data } = await told(desk, { against: ledger(rows) });
  const found = (data.differences as { number: string; difference: string }[]).map(
    ({ number, difference }) => `${number} ${difference.replace(/^(booked, but not valid).*/, "$1")}`,
  );
  expect(found.toSorted()).toEqual(wanted.toSorted());
}

test("a month of 400 documents: every view, the VAT return, the workbook, the books and twelve differences, to the fils", async () => {
  let asked = 0;
  const { desk, documents } = await wholeMonth(400, ({ method }) => {
    if (method === "GET") asked += 1;
  });
  asked = 0;
  await ask(desk, []);
  expect(asked, "400 open documents").toBeLessThanOrEqual(10);
  const refreshed = await told(desk, { refresh: true });
  expect(
    refreshed.done.problems.map(({ code }) => code),
    "the document in doubt exists",
  ).toEqual(["not-reconciled"]);
  const { data } = await told(desk);
  expect(data.documents).toHaveLength(401);
  const states = data.documents.map((each: Record<string, string>) => [each.document_number ?? "SB-LOST", each.state]);
  expect(Object.fromEntries(states)).toEqual(Object.fromEntries(documents.map(({ number, fate }) => [number, fate])));
  const counted = documents.filter(isCounted);
  expect(data.counted.in_aed).toEqual(textsOf(allOf(counted).aed));
  expect(filsOf(data.counted.in_aed.gross)).toBeGreaterThan(0n);
  for (const [name, fate] of [
    ["rejected", "rejected"],
    ["failed", "failed"],
    ["in_doubt", "in-doubt"],
    ["credits_of_uncounted", "credits-uncounted"],
  ] as const)
    expect(data.not_counted[name].in_aed, name).toEqual(
      textsOf(allOf(documents.filter((each) => each.fate === fate)).aed),
    );
  everyView(data, documents);
  vatReturn(data, documents);
  await workbook(desk, documents);
  await books(desk, documents);
  await against(desk, documents);
}, 900_000);
