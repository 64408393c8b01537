import { describe, expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { isOfPattern, seriesAt, seriesFault } from "../../src/document/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { judgeSupplier, type Supplier, setFields } from "../../src/suppliers/index.ts";
import { invoice } from "../support/documents.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { type ServiceDesk, serviceDesk } from "../support/service-desk.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

const lime = invoice().accounting_supplier_party as NonNullable<SelfBilledDocument["accounting_supplier_party"]>;
const palm = {
  ...lime,
  party_name: "Palm Timber LLC",
  tin: "1001112229",
  endpoint_id: "1001112229",
  party_tax_scheme: { company_id: "100111222900003", tax_scheme: "VAT" },
};

const entry = (supplier: string, party: typeof lime, number_code?: string): Supplier => ({
  supplier,
  accounting_supplier_party: party,
  ...(number_code === undefined ? {} : { number_code }),
});

async function deskWith(...suppliers: Supplier[]): Promise<ServiceDesk> {
  const desk = serviceDesk(await startTestSandbox(), { numberSeries: "{supplier}-{yyyy}-{000}", suppliers });
  return { ...desk, journalIsNew: async () => ({ ok: true, value: false }) };
}

function paper(desk: ServiceDesk, name: string, party: typeof lime, more: Partial<SelfBilledDocument> = {}): string {
  const { document_number: _, ...document } = invoice({ note: name, buyer_reference: name, ...more });
  return desk.file(`${name}.yaml`, writeYaml({ ...document, accounting_supplier_party: party }, "invoice"));
}

const create = (desk: ServiceDesk, words: string[], more: Given<typeof createInvoice> = {}): Promise<Report> =>
  runCommand(createInvoice, desk, words, { yes: true, allowSimilar: true, acceptChangedSupplier: true, ...more });

const resultsOf = (report: Report) => (report.view.view === "submissions" ? report.view.results : []);
const numbersOf = (report: Report) => resultsOf(report).map(({ documentNumber }) => documentNumber);

describe("a number series with {supplier}", () => {
  test("counts for each supplier, and gives the same numbers again", async () => {
    const desk = await deskWith(entry("lime", lime, "DLT"), entry("palm", palm, "PT"));
    const files = [paper(desk, "a", lime), paper(desk, "b", palm), paper(desk, "c", lime)];
    const first = await create(desk, files);
    expect(numbersOf(first)).toEqual(["DLT-2026-001", "PT-2026-001", "DLT-2026-002"]);
    expect(numbersOf(await create(desk, files))).toEqual(numbersOf(first));
  });

  test("a dry run names the series of the supplier", async () => {
    const desk = await deskWith(entry("lime", lime, "DLT"));
    await create(desk, [paper(desk, "a", lime)], { dryRun: true });
    expect(desk.said.join("\n")).toContain("the next of the series DLT-2026-###");
  });

  test("a document with its own number needs no code", async () => {
    const desk = await deskWith();
    const file = paper(desk, "a", lime, { document_number: "OWN-7" });
    desk.file("a.yaml", writeYaml({ ...invoice(), document_number: "OWN-7" }, "invoice"));
    expect(numbersOf(await create(desk, [file]))).toEqual(["OWN-7"]);
  });

  test.each<[what: string, book: Supplier[], says: RegExp]>([
    [
      "no code",
      [entry("lime", lime), entry("other", palm, "DLTL")],
      /has no code for lime\. .*edit lime --set number_code=DLTL2/,
    ],
    [
      "a code that another supplier has",
      [entry("lime", lime, "X"), entry("palm", palm, "X")],
      /has the code X for lime and for palm/,
    ],
    [
      "several codes",
      [entry("lime", lime, "A"), entry("lime 2", lime, "B")],
      /has the codes A and B for one supplier, lime and lime 2\. .*suppliers edit .lime 2. --set number_code=A/,
    ],
    [
      "no entry",
      [entry("palm", palm, "PT")],
      /has no code for Desert Lime.*Add the supplier to the book with number_code/,
    ],
  ])("with %s nothing is sent, and the line that settles it is named", async (_, book, says) => {
    const desk = await deskWith(...book);
    const report = await create(desk, [paper(desk, "a", lime)]);
    const [result] = resultsOf(report);
    expect([report.outcome, result?.id]).toEqual(["invalid", undefined]);
    const found = result?.problems.findLast(({ code }) => code === "no-number-code");
    expect(`${found?.message} ${found?.hint}`).toMatch(says);
    expect(found?.severity).toBe("error");
  });

  test("a document that exists keeps its number, whatever became of the code", async () => {
    const book = [entry("lime", lime, "DLT")];
    const desk = await deskWith();
    const at = (suppliers: readonly Supplier[]) => ({
      ...desk,
      suppliers: async () => ({ ok: true as const, value: { path: "suppliers.yaml", suppliers } }),
    });
    const file = paper(desk, "a", lime);
    expect(numbersOf(await create(at(book), [file]))).toEqual(["DLT-2026-001"]);
    for (const now of [[], [entry("lime", lime)], [entry("lime", lime, "NEW")]]) {
      const again = await create(at(now), [file]);
      expect([again.outcome, ...numbersOf(again)]).toEqual(["done", "DLT-2026-001"]);
    }
  });

  test("members of a VAT group are told apart by their TIN", async () => {
    const member = { ...lime, party_name: "Desert Stone LLC", tin: "1001112229", endpoint_id: "1001112229" };
    const desk = await deskWith(entry("lime", lime, "DLT"), entry("stone", member, "DST"));
    const report = await create(desk, [paper(desk, "a", lime), paper(desk, "b", member)], { sendAnyway: true });
    expect(numbersOf(report)).toEqual(["DLT-2026-001", "DST-2026-001"]);
    const shared = await deskWith(entry("lime", lime, "DLT"), entry("stone", member, "DLT"));
    const refused = await create(shared, [paper(shared, "a", lime)]);
    expect(JSON.stringify(refused)).toContain("has the code DLT for lime and for stone");
  });

  test("an entry without a TRN is found by its TIN, and two entries of one supplier have one code", async () => {
    const { party_tax_scheme: _, ...bare } = lime;
    const desk = await deskWith(entry("lime", bare, "dlt"));
    expect(numbersOf(await create(desk, [paper(desk, "a", lime)]))).toEqual(["DLT-2026-001"]);
    const twice = await deskWith(entry("lime", lime, "DLT"), entry("lime 2", lime));
    expect(numbersOf(await create(twice, [paper(twice, "a", lime)]))).toEqual(["DLT-2026-001"]);
  });

  test("a dry run without a code names no series", async () => {
    const desk = await deskWith(entry("lime", lime));
    await create(desk, [paper(desk, "a", lime)], { dryRun: true });
    expect(desk.said.join("\n")).not.toContain("the next of the series");
  });
});

test("a code is kept in capitals, and nothing else may be one", () => {
  const spot = (path: string) => ({ path });
  const set = setFields(entry("lime", lime), ["number_code=dlt"]);
  expect(set).toMatchObject({ ok: true, value: { number_code: "DLT" } });
  expect(judgeSupplier({ ...entry("lime", lime), number_code: "dlt" }, spot).problems).toEqual([]);
  for (const code of ["D-L", "ABCDEFGHIJKLM", "د"])
    expect(judgeSupplier({ ...entry("lime", lime), number_code: code }, spot).problems).toContainEqual(
      expect.objectContaining({ code: "wrong-value", where: { path: "number_code" } }),
    );
});

test("the place of the supplier is part of the pattern", () => {
  expect(seriesFault("{supplier}-{yyyy}-{00000}")).toBeUndefined();
  expect(seriesFault("{vendor}-{00000}")).toMatch(/\{supplier\}/);
  expect(seriesAt("{supplier}-{yy}-{0}", "2026-06-15", "DLT")).toBe("DLT-26-{0}");
  expect(isOfPattern("DLT-2026-{0}", "{supplier}-{yyyy}-{000}")).toBe(true);
  expect(isOfPattern("D-LT-2026-{0}", "{supplier}-{yyyy}-{000}")).toBe(false);
});
