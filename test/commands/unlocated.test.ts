import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withSupplier } from "../../src/prepare/supplier.ts";
import { ok } from "../../src/problem/index.ts";
import { readDocument } from "../../src/read/index.ts";
import { emptyBook, type Supplier } from "../../src/suppliers/index.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { top } from "../support/run-selfbill.ts";
import { unwrap } from "../support/settings.ts";

const file = "templates/standard-invoice.yaml";
const source = unwrap(readDocument(readFileSync(join(top, file)), file));
const trn = source.document.accounting_supplier_party?.party_tax_scheme?.company_id;
const described = { supplier: "lime", accounting_supplier_party: { party_tax_scheme: { company_id: trn } } };

/** Returns the problems of the supplier book, and how many times a position in the file was looked up. */
async function checkedWith(suppliers: readonly object[]): Promise<[codes: string[], places: number]> {
  let places = 0;
  const spot = (path: string, of?: "value" | "name") => {
    places += 1;
    return source.spot(path, of);
  };
  const desk = { ...offlineDesk(), suppliers: async () => ok({ ...emptyBook(), suppliers: suppliers as Supplier[] }) };
  const { problems } = await withSupplier({ ...source, spot }, desk);
  return [problems.map(({ code }) => code), places];
}

test("a place of the file, for which it is read again, is looked for only if there is something to say of the supplier", async () => {
  const agreed = { ...described, agreement_number: "A-1", agreement_date: "2026-01-01" };
  expect(await checkedWith([])).toEqual([[], 0]);
  expect(await checkedWith([agreed])).toEqual([[], 0]);
  expect(await checkedWith([described])).toEqual([["agreement-missing"], 1]);
});
