import { expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import type { Desk } from "../../src/desk/index.ts";
import type { DocumentLine, SelfBilledDocument } from "../../src/document/index.ts";
import { prepare } from "../../src/prepare/index.ts";
import { ok } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { renderJson } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { changeBook, mergedEntry, openBook, type Supplier } from "../../src/suppliers/index.ts";
import { creditNote, invoice, line } from "../support/documents.ts";
import { runCommand } from "../support/run-command.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { settingsOf } from "../support/settings.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { supplierDesk } from "../support/supplier-desk.ts";
import { desertLime } from "../support/suppliers.ts";

const trn = "100234567400003";
const tax = {
  "S 5": { id: "S", percent: "5", tax_scheme: "VAT" },
  AE: { id: "AE", percent: "5", tax_scheme: "VAT" },
} as const;

const goods = (category: keyof typeof tax, hs: string, name: string, nature?: string): DocumentLine =>
  line({
    ...{ name, description: name, classified_tax_category: tax[category] },
    commodity_classification: {
      ...{ commodity_code: "G", item_classification_code: hs, item_classification_list_id: "HS" },
      ...(nature === undefined ? {} : { nature_code: nature }),
    },
    ...(category === "AE" ? { standard_item_identification: { id: "6291041500213", scheme_id: "0160" } } : {}),
  });
const laptops = goods("S 5", "84713010", "Laptops");
const reversed = goods("AE", "84713010", "Laptops", "DL8.48.8.2");
const fuel = goods("S 5", "27101943", "Diesel in bulk, by tanker");

const answered = (answer: string, date = "2026-01-10", change: object = {}): Supplier =>
  desertLime({
    tax_answers: {
      "electronic-devices": {
        answer,
        trn,
        date,
        how: "x",
        recorded_by: "m",
        recorded_at: "2026-01-10T08:00:00Z",
        ...change,
      },
    } as never,
  });

const ofTax = ({ problems }: Pick<Report, "problems">): string[] =>
  problems
    .filter(({ code }) => /^(?:SB-101|tax-)/.test(code))
    .map(({ code, message, hint }) => `${code}: ${message} ${hint}`);

async function judged(
  lines: DocumentLine[],
  book: readonly Supplier[],
  change: Partial<SelfBilledDocument> = {},
): Promise<string[]> {
  const desk = serviceDesk(await startTestSandbox(), { suppliers: book });
  const file = desk.file("a.yaml", writeYaml(invoice({ document_lines: lines, ...change }), "invoice"));
  return ofTax(await prepare(file, { version: "1.1.0" }, desk));
}

test.each<[string, DocumentLine, readonly Supplier[], readonly RegExp[]]>([
  [
    "goods at 5 %, supplier not in the book: told, and nothing to record",
    laptops,
    [],
    [/^SB-1012: (?!.*suppliers answer)/],
  ],
  [
    "goods at 5 %, not answered: told, with the answer to give",
    laptops,
    [desertLime()],
    [/^SB-1012: .*suppliers answer desert-lime electronic-devices/],
  ],
  ["own use: 5 % is right", laptops, [answered("own-use")], []],
  ["no declarations: 5 %", laptops, [answered("not-declared")], []],
  [
    "declared before: 5 % must not be charged",
    laptops,
    [answered("declared")],
    [/^SB-1012: .*2026-01-10, before this supply: .*must not be charged/],
  ],
  ["declared only after the supply: 5 %", laptops, [answered("declared", "2026-12-01")], []],
  [
    "an answer about another TRN settles nothing",
    laptops,
    [answered("own-use", "2026-01-10", { trn: "1" })],
    [/suppliers answer/],
  ],
  ["reverse charge, supplier not in the book: nothing", reversed, [], []],
  [
    "reverse charge, not answered: asked",
    reversed,
    [desertLime()],
    [/^tax-question: .*none is recorded.*suppliers answer desert-lime electronic-devices/],
  ],
  ["reverse charge, declared before", reversed, [answered("declared")], []],
  [
    "reverse charge, declared after the supply",
    reversed,
    [answered("declared", "2026-12-01")],
    [/^tax-question: .*not before this supply/],
  ],
  [
    "reverse charge for own use",
    reversed,
    [answered("own-use")],
    [/^tax-question: .*own use: then the reverse charge does not apply/],
  ],
  [
    "fuel in bulk: asked",
    fuel,
    [desertLime()],
    [/^tax-question: What are oil.*suppliers answer desert-lime oil-and-gas/],
  ],
  ["fuel for the own car", goods("S 5", "27101943", "Diesel, own trucks"), [desertLime()], []],
])("%s", async (_, given, book, expected) => {
  expect(await judged([given], book)).toEqual(expected.map((each) => expect.stringMatching(each)));
});

test.each([
  ["missing", {}],
  ["ending", { agreement_number: "A", agreement_date: "2026-01-01", agreement_expiry: "2026-06-30" }],
])("the rules judge a document whose supplier has an agreement that is %s", async (word, agreement) => {
  const { agreement_number: _, agreement_date: __, agreement_expiry: ___, ...entry } = desertLime();
  const desk = serviceDesk(await startTestSandbox(), { suppliers: [{ ...entry, ...agreement }] });
  const seven = { ...laptops, classified_tax_category: { id: "S", percent: "7", tax_scheme: "VAT" } };
  const file = desk.file("a.yaml", writeYaml(invoice({ document_lines: [seven] }), "invoice"));
  const { problems } = await prepare(file, { version: "1.1.0" }, desk);
  expect(problems.map(({ code }) => code)).toEqual(
    expect.arrayContaining([`agreement-${word}`, "SB-1012", "IBR-190-AE"]),
  );
});

const about = (subject: string, date: string): readonly Supplier[] => [
  desertLime({
    tax_answers: {
      [subject]: { answer: "declared", trn, date, how: "x", recorded_by: "m", recorded_at: "2026-01-10T08:00:00Z" },
    },
  }),
];

test("declarations of the day of supply were not given before it", async () => {
  expect(await judged([laptops], about("electronic-devices", "2026-06-15"))).toEqual([]);
  expect(await judged([reversed], about("electronic-devices", "2026-06-15"))).toEqual([
    expect.stringMatching(/of 2026-06-15, not before this supply of 2026-06-15/),
  ]);
});

test("scrap has no code of the network, and crude oil is never at 5 %", async () => {
  const [scrap = ""] = await judged([goods("S 5", "72044900", "Iron scrap")], about("metal-scrap", "2026-01-10"));
  expect(scrap).toMatch(/^SB-1010: .*no code for scrap, so ask your provider/);
  expect(scrap).not.toContain("category AE");
  const oil = [
    { ...answered("own-use"), tax_answers: { "oil-and-gas": answered("own-use").tax_answers?.["electronic-devices"] } },
  ];
  const [crude = ""] = await judged([goods("AE", "27090000", "Crude oil", "DL8.48.3.1")], oil as never);
  expect(crude).toMatch(/^tax-question: .*crude oil and natural gas are zero rated/);
});

test("of two lists the answer that was recorded later counts", () => {
  const [older, newer] = [
    answered("own-use"),
    answered("declared", "2026-01-01", { recorded_at: "2026-05-01T08:00:00Z" }),
  ];
  for (const pair of [mergedEntry(older, newer), mergedEntry(newer, older), mergedEntry(newer, desertLime())])
    expect(pair.tax_answers).toEqual(newer.tax_answers);
});

test("each treatment of a kind of goods is judged, and an answer in any of two entries of a supplier counts", async () => {
  const oil = { ...about("oil-and-gas", "2026-01-10")[0], supplier: "lime-2" } as Supplier;
  const crude = goods("AE", "27090000", "Crude oil", "DL8.48.3.1");
  expect(await judged([crude, fuel], [desertLime(), oil])).toEqual([
    expect.stringMatching(/^tax-question: .*5 % must not be charged/),
  ]);
});

test("at a terminal a day that is none, or is still to come, is asked again", async () => {
  const desk = serviceDesk(await startTestSandbox(), { answer: true });
  const { folders } = settingsOf({ home: desk.folder });
  changeBook(folders, () => ok([desertLime()]));
  const refused: unknown[] = [];
  const asking: Desk = {
    ...desk,
    suppliers: async () => openBook(folders),
    ask: {
      ...desk.ask,
      question: async (asked) => {
        if (asked.form !== "text") return ok({ is: "answer", value: "declared" });
        for (const typed of ["10/01/2026", "2030-01-01", "2026-01-10"]) refused.push(await asked.check(typed));
        return ok({ is: "answer", value: "2026-01-10" });
      },
    },
  };
  const file = desk.file("a.yaml", writeYaml(invoice({ document_lines: [reversed] }), "invoice"));
  const report = await runCommand(createInvoice, asking, [file]);
  expect([report.outcome, ofTax(report)]).toEqual(["done", []]);
  expect(refused).toEqual([
    "10/01/2026 is not written as year-month-day. Write 2026-01-10 or 2026-10-01, whichever is meant.",
    "2030-01-01 is in the future.",
    undefined,
  ]);
  const book = openBook(folders);
  expect(book.ok && book.value.suppliers[0]?.tax_answers).toMatchObject({
    "electronic-devices": { answer: "declared", date: "2026-01-10" },
  });
});

test("neither a supplier abroad nor a credit note is asked about", async () => {
  const { accounting_supplier_party: party } = invoice();
  const abroad = { ...party, postal_address: { ...party?.postal_address, country_code: "OM" } };
  expect(await judged([reversed], [desertLime()], { accounting_supplier_party: abroad })).toEqual([]);
  const desk = serviceDesk(await startTestSandbox(), { suppliers: [desertLime()] });
  const file = desk.file("n.yaml", writeYaml(creditNote({ document_lines: [reversed] }), "credit-note"));
  expect(ofTax(await prepare(file, { version: "1.1.0", kind: "credit-note" }, desk))).toEqual([]);
});

test("each kind of goods is asked about", async () => {
  const gold = goods("AE", "71131910", "Gold ring", "DL8.48.8.1");
  expect(await judged([reversed, gold, reversed], [answered("declared")])).toEqual([
    expect.stringMatching(/gold, precious/),
  ]);
});

test("an answer is recorded, shown, and refused where it says nothing", async () => {
  const desk = supplierDesk([desertLime()]);
  const file = desk.file("declarations.pdf", "signed");
  const said = await desk.run("answer Desert-Lime electronic-devices declared", {
    on: "2026-01-10",
    by: "letters",
    file,
  });
  expect(renderJson(said).answers).toMatchObject([
    {
      supplier: "desert-lime",
      goods: "electronic-devices",
      answer: "declared",
      on: "2026-01-10",
      file: expect.stringContaining(`${file}: unchanged`),
    },
  ]);
  expect((await desk.inBook())[0]?.tax_answers?.["electronic-devices"]).toMatchObject({
    answer: "declared",
    trn,
    file,
  });
  const wrong = [
    ["answer desert-lime phones own-use", { by: "x" }, '"phones" is not a kind of goods.'],
    ["answer desert-lime metal-scrap maybe", { by: "x" }, '"maybe" is not an answer.'],
    ["answer desert-lime metal-scrap own-use", {}, "How it is known was not given."],
    ["answer desert-lime metal-scrap own-use", { by: "x", on: "2027-01-01" }, "--on 2027-01-01 is in the future."],
    ["answer desert-lime metal-scrap declared", { by: "x" }, "add --on YYYY-MM-DD"],
    ["answer desert-lime metal-scrap", { by: "x" }, "What metal-scrap is bought for was not said."],
    ["answer nobody metal-scrap own-use", { by: "x" }, "nobody"],
  ] as const;
  for (const [words, options, message] of wrong) {
    const report = await desk.run(words, options);
    expect([report.outcome, report.problems[0]?.message]).toEqual(["usage", expect.stringContaining(message)]);
  }
  expect(Object.keys((await desk.inBook())[0]?.tax_answers ?? {})).toEqual(["electronic-devices"]);
});

test("at a terminal 40 invoices of one supplier ask once, and never again", async () => {
  const desk = serviceDesk(await startTestSandbox(), { answer: true });
  const { folders } = settingsOf({ home: desk.folder });
  expect(changeBook(folders, () => ok([desertLime()]))).toMatchObject({ ok: true });
  const asked: string[] = [];
  let typed = "40";
  const asking: Desk = {
    ...desk,
    suppliers: async () => openBook(folders),
    ask: {
      ...desk.ask,
      text: async () => ok(typed),
      question: async ({ message }) => {
        asked.push(message);
        return ok({ is: "answer", value: "own-use" });
      },
    },
  };
  const of = (at: number): string =>
    desk.file(`${at}.yaml`, writeYaml(invoice({ document_number: `SB-${at}`, document_lines: [laptops] }), "invoice"));
  const said = async (files: string[]): Promise<unknown> => {
    const report = await runCommand(createInvoice, asking, files, { allowSimilar: true });
    return [report.outcome, JSON.stringify(renderJson(report)).match(/SB-1012/g)];
  };
  expect(await said(Array.from({ length: 40 }, (_, at) => of(at)))).toEqual(["done", null]);
  typed = "1";
  expect(await said([of(201)])).toEqual(["done", null]);
  expect(asked).toEqual(["What are phones, computers and their parts from desert-lime bought for?"]);
  expect(desk.said.join()).not.toContain("SB-1012");
});
