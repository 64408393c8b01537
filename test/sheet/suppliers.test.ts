import { expect, test } from "vitest";
import type { Supplier } from "../../src/suppliers/index.ts";
import { invoice } from "../support/documents.ts";
import { importFile, row, type SheetRow, sheetOf } from "../support/sheet-rows.ts";
import { workbook } from "../support/workbook.ts";

const desertLime: Supplier = {
  supplier: "desert-lime",
  agreement_number: "SBA-1",
  agreement_date: "2026-01-01",
  agreement_expiry: "2027-01-01",
  accounting_supplier_party: invoice().accounting_supplier_party,
  payment_means: invoice().payment_means,
};

const aboutSupplier = /^(?:Supplier|Licence|IBAN|Payment|Account)/;
/** A row that takes all its supplier data from the book. */
const named = (supplier: string, change: SheetRow = {}): SheetRow => ({
  ...Object.fromEntries(Object.entries(row()).filter(([heading]) => !aboutSupplier.test(heading))),
  Supplier: supplier,
  ...change,
});

const importNamed = (rows: readonly SheetRow[], book: readonly Supplier[] = [desertLime]) =>
  importFile("March.xlsx", workbook([sheetOf(rows)]), {}, book);

test("a column Supplier names an entry of the supplier book, which fills in party and account", async () => {
  const { errors, report, document } = await importNamed([named("desert-lime")]);
  expect(errors).toEqual([]);
  expect(report.view.view === "table" && report.view.rows[0]?.[2]).toBe("Desert Lime Trading LLC");
  expect(document("SB-1")).toHaveProperty("supplier", "desert-lime");
});

test("a name that the book has not is told at its cell, once", async () => {
  const { errors } = await importNamed([named("desert-lyme")]);
  expect(errors.map(({ code, where }) => [code, where?.cell, where?.excerpt])).toEqual([
    ["no-supplier", "N2", "Supplier: desert-lyme"],
  ]);
});

test("what is wrong with the entry is told at the cell that names it", async () => {
  const { accounting_supplier_party: party } = desertLime;
  const without = { ...desertLime, accounting_supplier_party: { ...party, telephone: undefined } };
  const { errors } = await importNamed([named("desert-lime")], [without]);
  expect(errors.map(({ where }) => where?.cell)).toEqual(errors.map(() => "N2"));
  expect(errors.map(({ code }) => code)).toContain("missing-field");
});

test("all that the entry lacks is one error at the cell that names it, with the command that adds it", async () => {
  const { accounting_supplier_party: party } = desertLime;
  const { tin, endpoint_id, endpoint_scheme_id, party_tax_scheme, ...rest } = party ?? {};
  const { payment_means, ...entry } = { ...desertLime, accounting_supplier_party: rest };
  const said = {
    code: "missing-field",
    message: "Supplier: The entry desert-lime of your supplier book lacks: IBAN or account number, TRN.",
    hint: "Ask the supplier, then: selfbill suppliers edit desert-lime --set iban=… --set trn=…",
  };
  const { errors } = await importNamed([named("desert-lime")], [entry]);
  expect(errors).toEqual([expect.objectContaining({ ...said, where: expect.objectContaining({ cell: "N2" }) })]);
  const empty = Object.fromEntries(
    Object.keys(row()).flatMap((name) => (aboutSupplier.test(name) ? [[name, ""]] : [])),
  );
  const beside = await importNamed([named("desert-lime", empty)], [entry]);
  expect(beside.errors).toEqual([expect.objectContaining(said)]);
});

test("an agreement that has ended is told at the cell of the supplier", async () => {
  const ended = { ...desertLime, agreement_expiry: "2026-05-31" };
  const { report } = await importNamed([named("desert-lime")], [ended]);
  expect(report.problems.map(({ code, where, severity }) => [code, where?.cell, severity])).toEqual([
    ["agreement-not-valid", "N2", "warning"],
  ]);
});
