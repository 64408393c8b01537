import { expect, test } from "vitest";
import { writeCsv } from "../../src/tables/index.ts";
import { invoice } from "../support/documents.ts";
import { supplierDesk } from "../support/supplier-desk.ts";
import { desertLime } from "../support/suppliers.ts";

const tin = "1098765439";
const { accounting_supplier_party: party } = invoice();
const lone = desertLime({ accounting_supplier_party: { ...party, tin, endpoint_id: tin } });

test("edit and show warn of numbers that do not fit, until the VAT group is declared", async () => {
  const desk = supplierDesk([lone]);
  expect((await desk.run("show desert-lime")).problems).toMatchObject([
    { code: "wrong-value", severity: "warning", message: expect.stringContaining("member of a VAT group") },
  ]);
  const report = await desk.run("edit desert-lime", { set: ["vat_group=Y"] });
  expect(report.problems).toEqual([]);
  expect(JSON.stringify(report.view)).toContain("the TRN is the group's");
  expect((await desk.inBook())[0]?.vat_group).toBe("yes");
  expect((await desk.run("show desert-lime")).problems).toEqual([]);
  const no = await desk.run("edit desert-lime", { set: ["vat_group=no"] });
  expect(no.problems).toMatchObject([{ message: expect.stringContaining("not a member of a VAT group") }]);
  const slip = await desk.run("edit desert-lime", { set: ["vat_group=perhaps"] });
  expect(slip.problems).toMatchObject([{ code: "wrong-value", severity: "error" }]);
});

const headings = ["Vendor Code", "Legal Name", "TRN", "TIN", "VAT Group Member"];
const row = (code: string, own: string, group: string): string[] => [
  code,
  `${code} LLC`,
  "100234567400003",
  own,
  group,
];

test("a list declares it in a column; another word is kept aside, a no is kept as such", async () => {
  const desk = supplierDesk();
  const rows = [row("lime", tin, "نعم"), row("date", "1055555559", "maybe"), row("palm", "1044444444", "No")];
  const report = await desk.run(`import ${desk.file("list.csv", writeCsv([headings, ...rows]))}`);
  expect(report.outcome).toBe("done");
  const book = new Map((await desk.inBook()).map((each) => [each.supplier, each]));
  expect(book.get("lime")).toMatchObject({ vat_group: "yes", accounting_supplier_party: { tin, endpoint_id: tin } });
  expect(book.get("date")).toMatchObject({ to_check: { vat_group: "maybe" } });
  expect(book.get("palm")).toMatchObject({ vat_group: "no" });
});

test("a list of another member of the group does not change the first one's entry", async () => {
  const desk = supplierDesk([{ ...lone, vat_group: "yes" }]);
  const list = desk.file("list.csv", writeCsv([headings, row("date", "1055555559", "yes")]));
  expect((await desk.run(`import ${list}`, { update: true })).outcome).toBe("done");
  expect((await desk.inBook()).map((each) => [each.supplier, each.accounting_supplier_party?.tin])).toEqual([
    ["date", "1055555559"],
    ["desert-lime", tin],
  ]);
});

test("add asks for the TIN, and for the VAT group where it is not the beginning of the TRN", async () => {
  const start = ["Lime LLC", "", "100234567400003"];
  const desk = supplierDesk([], [...start, tin, "perhaps", "yes", ...Array.from({ length: 14 }, () => "")]);
  expect((await desk.run("add lime")).outcome).toBe("done");
  expect(desk.said).toEqual([expect.stringContaining("Type ?"), expect.stringContaining("not yes or no")]);
  expect((await desk.inBook())[0]).toMatchObject({ vat_group: "yes", accounting_supplier_party: { tin } });
  const plain = supplierDesk([], [...start, ...Array.from({ length: 15 }, () => "")]);
  expect((await plain.run("add lime")).outcome).toBe("done");
  const [entry] = await plain.inBook();
  expect(entry).not.toHaveProperty("vat_group");
  expect(entry?.accounting_supplier_party?.tin).toBe("1002345674");
});
