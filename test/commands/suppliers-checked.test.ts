import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderJson } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { bookText, type Supplier } from "../../src/suppliers/index.ts";
import { invoice } from "../support/documents.ts";
import { run as due, rowsOf } from "../support/due-desk.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { create, from, shop } from "../support/shop.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { supplierDesk } from "../support/supplier-desk.ts";
import { desertLime } from "../support/suppliers.ts";

const trn = "100234567400003";
const by = "TRN look-up of the authority";
const of = (tin: string, name: string): Supplier =>
  desertLime({ supplier: name, accounting_supplier_party: from(tin).accounting_supplier_party });
const palm = of("1111111111", "palm-tiles");
const checks = (report: Report): Record<string, unknown>[] => renderJson(report).checked as never;
const messages = ({ problems }: Report): string[] => problems.map(({ code, message }) => `${code}: ${message}`);

test("a look-up is kept with person, day, way, TRN and file by its hash; the file stays where it is", async () => {
  const desk = supplierDesk([desertLime(), palm]);
  const file = desk.file("trn.png", "picture");
  const own = desertLime().accounting_supplier_party?.party_tax_scheme?.company_id;
  expect(own).toBe(trn);
  const report = await desk.run("checked Desert-Lime", { on: "2026-06-10", by: ` ${by} `, file });
  const record = {
    ...{ trn, date: "2026-06-10", how: by, recorded_by: "unknown", recorded_at: "2026-06-15T08:00:00.000Z" },
    ...{ file, sha256: createHash("sha256").update("picture").digest("hex") },
  };
  const [kept] = await desk.inBook();
  expect(kept?.trn_check).toEqual(record);
  expect(checks(report)).toMatchObject([
    { supplier: "desert-lime", trn_check_state: "valid", file_state: "unchanged" },
  ]);
  expect(readFileSync(file, "utf8")).toBe("picture");
  desk.file("trn.png", "another");
  const shown = await desk.run("checked desert-lime");
  expect([checks(shown)[0]?.file_state, messages(shown)]).toEqual([
    "changed",
    [expect.stringMatching(/^file-changed: .*trn\.png is not the file that was kept/)],
  ]);
});

test("a TRN names every entry that has it, and several are recorded at once", async () => {
  const desk = supplierDesk([desertLime(), desertLime({ supplier: "desert-lime-2" }), palm]);
  await desk.run(`checked ${trn} palm-tiles`, { by });
  const dates = (await desk.inBook()).map((each) => [each.supplier, each.trn_check?.date]);
  expect(dates).toEqual(["desert-lime", "desert-lime-2", "palm-tiles"].map((each) => [each, "2026-06-15"]));
});

test("another TRN makes the record void, in list, show and edit, and the old record stays readable", async () => {
  const desk = supplierDesk([desertLime()]);
  const listed = async (): Promise<unknown> => {
    const { view } = await desk.run("list");
    return view.view === "table" ? view.rows[0]?.[view.columns.indexOf("TRN checked")] : undefined;
  };
  expect(await listed()).toBe("never");
  await desk.run("checked desert-lime", { by });
  expect(await listed()).toBe("2026-06-15");
  await desk.run("edit desert-lime", { set: ["trn=100234567500003"] });
  expect(await listed()).toBe("TRN changed since 2026-06-15");
  const shown = await desk.run("show desert-lime");
  expect(renderJson(shown).supplier).toMatchObject({ trn_check_state: "void", trn_check: { trn } });
  expect(shown.view.view === "raw" && shown.view.text).toContain("# TRN checked: TRN changed since 2026-06-15");
});

test("the record goes along with what suppliers show writes, and comes back by import", async () => {
  const desk = supplierDesk([desertLime()]);
  await desk.run("checked desert-lime", { by });
  const shown = await desk.run("show desert-lime");
  const other = supplierDesk();
  const file = other.file("copy.yaml", shown.view.view === "raw" ? shown.view.text : "");
  expect((await other.run(`import ${file}`)).problems).toEqual([]);
  expect(await other.inBook()).toEqual(await desk.inBook());
});

test.each([
  ["checked desert-lime", { on: "2026-06-01" }, "bad-usage: How the TRN was checked was not given."],
  ["checked desert-lime", { by: " " }, "bad-usage: How the TRN was checked was not given."],
  ["checked desert-lime", { by, on: "2026-06-16" }, "bad-usage: --on 2026-06-16 is in the future."],
  ["checked desert-lime", { by: "x".repeat(301) }, "bad-usage: --by has more than 300 characters."],
  ["checked desert-lime palm-tiles", { by, file: "a.png" }, "bad-usage: --file is about one supplier."],
  ["checked desert-lime lost", { by }, 'no-supplier: The supplier "lost" is not in the supplier book.'],
  ["checked desert-lime bare", { by }, "bad-usage: bare has no TRN in the supplier book. Nothing was recorded."],
  ["checked desert-lime", { by, file: "lost.png" }, "file-unreadable: "],
  ["checked", {}, "bad-usage: suppliers checked needs a name."],
  ["show desert-lime", { by }, "bad-usage: --by belongs to suppliers"],
] as const)("%s %j is refused, and nothing is recorded", async (words, options, says) => {
  const desk = supplierDesk([desertLime(), palm, desertLime({ supplier: "bare", accounting_supplier_party: {} })]);
  const before = await desk.inBook();
  expect(messages(await desk.run(words, options))[0]).toContain(says);
  expect(await desk.inBook()).toEqual(before);
});

test.each([
  ["trn_check: yes", "trn_check must be a group of fields."],
  ["trn_check: {trn: 1}", "trn_check has no date."],
  ["trn_check: {trn: 1, date: x, how: a, recorded_by: b, recorded_at: c}", "x"],
  ["trn_check: {trn: 1, date: 2026-06-01, how: a, recorded_by: b, recorded_at: c, sha256: d}", "SHA-256"],
  ["trn_check: {trn: 1, when: 2026-06-01}", "when is not a field of trn_check."],
])("a record that no command wrote is told: %s", async (line, says) => {
  const desk = supplierDesk();
  const file = desk.file("book.yaml", `${bookText([desertLime()])}    ${line}\n`);
  expect(messages(await desk.run(`import ${file}`))[0]).toContain(says);
});

test("a list with a column of that name is taken, without the column", async () => {
  const desk = supplierDesk();
  const file = desk.file("list.csv", `Vendor Name,TRN,TRN Check\nDesert Lime Trading LLC,${trn},ok\n`);
  const report = await desk.run(`import ${file}`);
  expect((await desk.inBook()).map((each) => [each.supplier, each.trn_check])).toEqual([
    ["Desert Lime Trading LLC", undefined],
  ]);
  expect(messages(report).join("\n")).toContain("The column TRN Check is not mapped to any field.");
});

test("due has one row for all suppliers that are written to and were not looked up within a year", async () => {
  const { desk } = await shop({}, { sameClock: true });
  for (const [at, tin] of ["1100000001", "1100000002"].entries())
    await create(desk, invoice({ document_number: `SB-${at}`, ...from(tin) }));
  const checked = (each: Supplier, date: string): Supplier => ({
    ...each,
    trn_check: { trn: `${each.accounting_supplier_party?.tin}00003`, date, how: by, recorded_by: "m", recorded_at: "" },
  });
  const [one, two, three] = [of("1100000001", "one"), of("1100000002", "two"), of("1100000003", "three")] as const;
  const rows = async (...suppliers: Supplier[]) => {
    const now = { ...desk, suppliers: async () => ({ ok: true, value: { path: "", suppliers } }) as never };
    return rowsOf(await due(now)).filter(({ due: what }) => what === "trn-check");
  };
  expect(await rows(one, two, three)).toMatchObject([
    {
      ...{ part: "house", supplier: "2 suppliers", document_number: "2 suppliers" },
      why: [expect.stringContaining("looked up: one, two."), expect.stringContaining("valid TRN")],
      todo: [expect.stringContaining("web site"), expect.stringContaining("selfbill suppliers checked NAME --by")],
    },
  ]);
  expect(await rows(checked(one, "2026-06-01"), two, three)).toMatchObject([{ supplier: "two" }]);
  expect(await rows(checked(one, "2025-06-15"), checked(two, "2025-06-16"))).toMatchObject([{ supplier: "one" }]);
  const moved = { ...checked(one, "2026-06-01"), trn_check: { ...checked(two, "2026-06-01").trn_check } } as Supplier;
  expect((await rows(moved))[0]?.why).toContain("The TRN changed since it was looked up: 1 of them.");
  expect(await rows(three)).toEqual([]);
  // The latest document to each supplier is more than a year old.
  const later = { ...desk, now: () => new Date("2027-07-01T08:00:00Z") };
  const book = async () => ({ ok: true, value: { path: "", suppliers: [one, two] } }) as never;
  expect(rowsOf(await due({ ...later, suppliers: book })).filter(({ due: what }) => what === "trn-check")).toEqual([]);
});

test("a file that names a supplier asks for the look-up before anything is sent to it", async () => {
  const desk = serviceDesk(await startTestSandbox(), { suppliers: [desertLime(), palm] });
  const { accounting_supplier_party: _, payment_means: __, ...rest } = invoice();
  const file = desk.file("march.json", JSON.stringify({ supplier: "desert-lime", ...rest }));
  const what = rowsOf(await due(desk, [file])).filter(({ due: each }) => each === "trn-check");
  expect(what).toMatchObject([{ supplier: "desert-lime" }]);
});

test("practice keeps records of its own, and leaves the real book alone", async () => {
  const home = temporaryFolder();
  const run = (...words: string[]) => runSelfbill(["suppliers", ...words], { home });
  const book = join(home, "book.yaml");
  writeFileSync(book, bookText([desertLime()]));
  expect((await run("import", book)).code).toBe(0);
  expect((await run("checked", "desert-lime", "--by", by, "--sandbox")).code).toBe(0);
  expect((await run("list")).stdout).toContain("never");
  expect((await run("list", "--sandbox")).stdout).not.toContain("never");
});
