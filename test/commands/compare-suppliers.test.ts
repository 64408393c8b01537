import { expect, test } from "vitest";
import { supplierChanges } from "../../src/commands/create/warnings/changed-supplier.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import type { Prepared } from "../../src/prepare/index.ts";
import { identityOf } from "../../src/suppliers/index.ts";
import { invoice } from "../support/documents.ts";
import { offlineDesk } from "../support/offline-desk.ts";

const trn = "accounting_supplier_party.party_tax_scheme.company_id";

test("a place is looked for where something has changed, and nowhere else", async () => {
  const asked: string[] = [];
  const spot = (path: string) => {
    asked.push(path);
    return { file: "March.xlsx", path };
  };
  const changesOf = supplierChanges(offlineDesk());
  const changes = (document: SelfBilledDocument) => {
    const prepared: Prepared = { file: "March.xlsx", kind: "invoice", document, spot, problems: [] };
    return changesOf(prepared, identityOf(document), undefined);
  };

  expect(await changes(invoice())).toEqual([]);
  expect(await changes(invoice())).toEqual([]);
  expect(asked).toEqual([]);

  const { accounting_supplier_party: supplier } = invoice();
  const other = { ...supplier, party_tax_scheme: { company_id: "100999999900003", tax_scheme: "VAT" } };
  const found = await changes(invoice({ accounting_supplier_party: other }));
  expect(found).toMatchObject([{ code: "supplier-changed", where: { file: "March.xlsx", path: trn } }]);
  expect(asked).toEqual([trn]);
});
