import { expect, test } from "vitest";
import { mergedEntry, type Supplier, type TrnCheck, trnCheckState, trnCheckWords } from "../../src/suppliers/index.ts";
import { desertLime } from "../support/suppliers.ts";

const trn = desertLime().accounting_supplier_party?.party_tax_scheme?.company_id ?? "";
const check = (change: Partial<TrnCheck> = {}): TrnCheck => ({
  ...{ trn, date: "2026-06-01", how: "TRN look-up", recorded_by: "mona", recorded_at: "2026-06-01T08:00:00.000Z" },
  ...change,
});
const of = (change: Partial<TrnCheck> = {}): Supplier => desertLime({ trn_check: check(change) });
const abroad = desertLime();

test.each([
  ["2026-06-01", of(), "valid", "2026-06-01"],
  ["2027-05-31", of(), "valid", "2026-06-01"],
  ["2027-06-01", of(), "old", "over a year ago: 2026-06-01"],
  ["2025-02-28", of({ date: "2024-02-29" }), "valid", "2024-02-29"],
  ["2025-03-01", of({ date: "2024-02-29" }), "old", "over a year ago: 2024-02-29"],
  ["2026-06-01", of({ trn: "100999999900003" }), "void", "TRN changed since 2026-06-01"],
  ["2026-06-01", desertLime(), "none", "never"],
  ["2026-06-01", desertLime({ accounting_supplier_party: {} }), "no-trn", ""],
] as const)("on %s: %#", (today, supplier, state, words) => {
  expect([trnCheckState(supplier, today), trnCheckWords(supplier, today)]).toEqual([state, words]);
});

test("the number of a supplier abroad is not one that the authority knows", () => {
  const { accounting_supplier_party: party } = abroad;
  const omani = { ...party, postal_address: { ...party?.postal_address, country_code: "OM" } };
  expect(trnCheckState({ ...abroad, accounting_supplier_party: omani } as Supplier, "2026-06-01")).toBe("abroad");
});

test("of two records the later one counts, whichever list it is in, and they are never mixed", () => {
  const older = of({ date: "2026-01-01", file: "/old.png", sha256: "a".repeat(64) });
  expect(mergedEntry(older, of()).trn_check).toEqual(check());
  expect(mergedEntry(of(), older).trn_check).toEqual(check());
  expect(mergedEntry(of(), desertLime()).trn_check).toEqual(check());
  expect(mergedEntry(desertLime(), of()).trn_check).toEqual(check());
  expect(mergedEntry(desertLime(), desertLime())).not.toHaveProperty("trn_check");
});
