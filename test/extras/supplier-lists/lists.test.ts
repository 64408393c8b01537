import { describe, expect, test } from "vitest";
import { knownNames } from "../../../src/extras/supplier-lists/columns.ts";
import { headingField } from "../../../src/extras/supplier-lists/headings.ts";
import { prepare } from "../../../src/prepare/index.ts";
import { writeYaml } from "../../../src/read/index.ts";
import { foldedName, memberPath, type Supplier } from "../../../src/suppliers/index.ts";
import { writeCsv } from "../../../src/tables/index.ts";
import { supplierQuestions } from "../../../src/wizard/questions/supplier.ts";
import { invoice, palmLedger } from "../../support/documents.ts";
import { offlineDesk } from "../../support/offline-desk.ts";
import { supplierDesk } from "../../support/supplier-desk.ts";
import { supplierLists } from "../../support/supplier-lists.ts";

/** Returns the reasons why a document with this supplier is rejected. */
async function refusedFor(entry: Supplier): Promise<string[]> {
  const { supplier } = entry;
  const desk = offlineDesk({ suppliers: [entry], buyer: palmLedger });
  const { accounting_supplier_party: _, payment_means: __, ...rest } = invoice();
  const payment_means = [{ payment_means_code: "10" }];
  const content = Buffer.from(writeYaml({ supplier, ...rest, payment_means } as typeof rest, "invoice"));
  const none = { sandbox: false, profile: undefined, businessProfile: undefined, serviceVersion: undefined };
  const profile = await desk.profile(none);
  const { problems } = await prepare(
    "march.yaml",
    { version: "20260101", profile: profile.ok ? profile.value : undefined, content },
    { ...desk, now: () => new Date("2026-06-19T08:00:00Z") },
  );
  return problems.filter(({ severity }) => severity === "error").map(({ message }) => message);
}

const lacking = async (desk: ReturnType<typeof supplierDesk>): Promise<Map<string, string>> => {
  const { view } = await desk.run("missing");
  return new Map(view.view === "table" ? view.rows.map((row) => [row[0] ?? "", row[2] ?? ""]) : []);
};

describe.each(supplierLists)("a list of 300 suppliers of $program", ({ headings, rows, names }) => {
  test("comes in whole: each supplier is usable, or listed with one sentence", async () => {
    const desk = supplierDesk();
    const report = await desk.run(`import ${desk.file("vendors.csv", writeCsv([headings, ...rows]))}`);
    expect([report.outcome, report.problems.filter(({ severity }) => severity === "error")]).toEqual(["done", []]);
    const book = [...(await desk.inBook())];
    expect(new Set(book.map(({ supplier }) => foldedName(supplier)))).toEqual(names);
    const missing = await lacking(desk);
    const refused = new Map<string, string[]>();
    for (const entry of book) refused.set(entry.supplier, await refusedFor(entry));
    const dead = book.filter(({ supplier }) => (refused.get(supplier) ?? []).length > 0 && !missing.has(supplier));
    expect(dead.map(({ supplier }) => [supplier, refused.get(supplier)])).toEqual([]);
    // A supplier without required data is rejected; a value that was set aside but is not required has no effect.
    const needless = [...missing].filter(
      ([name, says]) => says.startsWith("Missing") && refused.get(name)?.length === 0,
    );
    expect(needless).toEqual([]);
    for (const sentence of missing.values()) expect(sentence).toMatch(/^(?:Missing: [^.]+\.)?(?: ?Not valid: .+\.)?$/);
    // Only Zoho's list has a column for the licensing authority.
    if (headings.includes("License Authority")) expect(missing.size).toBeLessThan(book.length / 2);
  });
});

test("what suppliers lack is a workbook that completes them once it is filled in", async () => {
  const desk = supplierDesk();
  const list = supplierLists[0];
  await desk.run(
    `import ${desk.file("vendors.csv", writeCsv([list?.headings ?? [], ...(list?.rows ?? []).slice(0, 60)]))}`,
  );
  const before = await lacking(desk);
  const out = desk.file("missing.xlsx", "");
  expect((await desk.run("missing", { out })).problems.map(({ code }) => code)).toEqual(["file-exists"]);
  await desk.run("missing", { out, force: true });
  const book = await desk.inBook();
  const again = await desk.run(`import ${out}`, { update: true });
  expect(again.problems.filter(({ code }) => code === "unused-column" || code === "no-heading")).toEqual([]);
  expect([await desk.inBook(), await lacking(desk)]).toEqual([book, before]);
});

test("every question about a supplier is a heading of a list, too", () => {
  const known = knownNames();
  const fields = supplierQuestions.flatMap(({ asks, at, id }) =>
    typeof asks === "string" && id !== "supplier.known" ? [[asks, at] as const] : [],
  );
  expect(fields.length).toBeGreaterThan(18);
  for (const [asks, at] of fields) {
    const { field } = headingField(asks, known);
    expect([asks, known.includes(field)]).toEqual([asks, true]);
    if (at !== undefined && field !== "country") expect([asks, memberPath(field)]).toEqual([asks, at]);
  }
});

test.each([
  ["Name in Arabic", "party_name_in_local_language"],
  ["Vendor Name (Arabic)", "party_name_in_local_language"],
  ["Customer Name (Secondary Language)", "customer_name_secondary_language"],
  ["Display Name (Secondary Language)", "party_name_in_local_language"],
  ["اسم المورد بالعربية", "party_name_in_local_language"],
  ["Billing Address (Arabic)", "billing_address_arabic"],
  ["Billing City", "city_name"],
  ["Billing Street2", "additional_street_name"],
  ["Contact Person", "contact_person"],
  ["LicTradNum", "trn"],
  ["CardFName", "party_name_in_local_language"],
  ["VENDORACCOUNTNUMBER", "supplier"],
  ["PRIMARYEMAILADDRESS", "email"],
  ["Tax exempt number", "trn"],
  ["A/c Holder's Name", "account_name"],
  ["Party Code", "supplier"],
  ["Supplier Electronic Address", "endpoint_id"],
])("the heading %s means %s", (heading, field) => {
  expect(headingField(heading, knownNames()).field).toBe(field);
});
