import { expect, test } from "vitest";
import { intentKey, sha256 } from "../../src/journal/index.ts";
import type { Sendable } from "../../src/prepare/index.ts";
import { intentOf, keyIn, type SentBefore } from "../../src/submit/index.ts";
import { bodyOf } from "../../src/submit/intent-of.ts";
import { invoice } from "../support/documents.ts";
import { startRawServer } from "../support/raw-server.ts";
import { submitterTo } from "../support/submission.ts";

/** Returns a function that shows the intent recorded for a document. */
async function office() {
  const { desk, connection, prepared } = await submitterTo(await startRawServer(() => undefined));
  const known = (ready: Sendable, overridden: readonly string[] = [], before?: SentBefore) =>
    intentOf(ready, connection, overridden, desk, { before });
  return { prepared, known, connection };
}

test("a document without a number gets the given one in front, and one with a number keeps its text to the byte", async () => {
  const { prepared } = await office();
  const [named, unnamed] = [
    await prepared({ document_number: "SB-1" }),
    await prepared({ document_number: undefined }),
  ];
  expect(bodyOf(named, "SB-9")).toBe(named.bodyText);
  const spaced = { ...unnamed, bodyText: `${unnamed.bodyText} ` };
  expect(bodyOf(spaced, undefined)).toBe(spaced.bodyText);
  expect(JSON.parse(bodyOf(unnamed, "SB-9"))).toEqual({ document_number: "SB-9", ...JSON.parse(unnamed.bodyText) });
});

test("everything that later commands need is known before a byte leaves", async () => {
  const { prepared, known, connection } = await office();
  const ready = await prepared({ document_number: " SB-1 " });
  expect(known(ready)).toMatchObject({
    account: connection.account,
    businessProfileId: "SBX-TEST",
    kind: "invoice",
    documentNumber: "SB-1",
    supplier: { id: "100234567400003", name: "Desert Lime Trading LLC", trn: "100234567400003" },
    issueDate: "2026-06-15",
    currency: "AED",
    file: ready.file,
    version: "20260101",
    bodyHash: sha256(ready.bodyText),
    contentHash: sha256(ready.bodyText),
    totals: { tax_amount: "500", payable_amount: "10500" },
    lines: [{ name: "Ceramic floor tile", quantity: "40", unitCode: "XBX", netAmount: "10000" }],
    rules: { edition: ready.chosen.edition.id, hash: ready.chosen.ruleSet.hash },
  });
  for (const name of ["exchangeRate", "credits", "references", "replaces", "overridden"])
    expect(known(ready)).not.toHaveProperty(name);
  expect(known(await prepared({ document_number: undefined }))).not.toHaveProperty("documentNumber");
  const undated = { ...ready.document, issue_date: undefined };
  expect(known({ ...ready, document: undated }).issueDate).toBe("");
});

test("what a document stands in for is known with it", async () => {
  const { desk, connection, prepared } = await submitterTo(await startRawServer(() => undefined));
  const corrects = { id: "i-1", documentNumber: "SB-1" };
  const ready = await prepared({});
  expect(intentOf(ready, connection, [], desk, { corrects })).toMatchObject({ corrects });
  expect(intentOf(ready, connection, [], desk)).not.toHaveProperty("corrects");
});

test("a content has a key in each account, by the account's spelling of the business profile", async () => {
  const { prepared, known, connection } = await office();
  const ready = await prepared({});
  const { kind, body } = ready;
  for (const [account, businessProfileId] of [
    [connection.account, "SBX-TEST"],
    ["https://einvoice.example BP-1", "BP-1"],
    ["tunnel:bp-1", "bp-1"],
  ] as const)
    expect(keyIn(ready)(account)).toBe(intentKey({ account, businessProfileId, kind }, body));
  expect(known(ready).key).toBe(keyIn(ready)(connection.account));
});

test("what tells its supply from others of the same amount is known", async () => {
  const { prepared, known } = await office();
  const ready = await prepared({ order_reference: { id: "PO-4711" } });
  expect(known(ready).references).toHaveLength(1);
});

test("what was overridden and what is replaced are known, with the hash of the body that is sent", async () => {
  const { prepared, known } = await office();
  const ready = await prepared({ document_number: undefined });
  const before = { id: "id-1", documentNumber: "SB-4" };
  const intent = known(ready, ["--allow-similar"], before);
  expect(intent).toMatchObject({ overridden: ["--allow-similar"], replaces: "id-1" });
  expect(intent.bodyHash).toBe(sha256(bodyOf(ready, "SB-4")));
  expect(intent.bodyHash).not.toBe(intent.contentHash);
});

test("a supplier is known by the TRN, else by the next best that it has", async () => {
  const { prepared, known } = await office();
  const ready = await prepared();
  const party = invoice().accounting_supplier_party ?? {};
  const supplierOf = (change: object) =>
    known({ ...ready, document: { ...ready.document, accounting_supplier_party: { ...party, ...change } } }).supplier;
  const none = { party_tax_scheme: undefined };
  expect(supplierOf(none)).toEqual({ id: "1002345674", name: "Desert Lime Trading LLC", trn: "" });
  expect(supplierOf({ ...none, tin: undefined, endpoint_id: "E-1" }).id).toBe("E-1");
  const without = { ...none, tin: undefined, endpoint_id: undefined };
  expect(supplierOf(without).id).toBe("CN-1029384");
  expect(supplierOf({ ...without, company_id: undefined, party_name: undefined })).toEqual({
    id: "Desert Lime Trading",
    name: "Desert Lime Trading",
    trn: "",
  });
  const nothing = { id: "", name: "", trn: "" };
  expect(supplierOf({ ...without, company_id: undefined, party_name: undefined, name: undefined })).toEqual(nothing);
  const nobody = { ...ready.document, accounting_supplier_party: undefined };
  expect(known({ ...ready, document: nobody }).supplier).toEqual(nothing);
  expect(known({ ...ready, supplier: "lime" }).supplier).toMatchObject({ entry: "lime" });
  expect(known(ready).supplier).not.toHaveProperty("entry");
});

test("what came from nowhere has no file, and an exchange rate is known with its day", async () => {
  const { prepared, known } = await office();
  const ready = await prepared();
  expect([known({ ...ready, file: "-" }).file, known({ ...ready, unsaved: true }).file]).toEqual(["-", "-"]);
  const calculation = { ...ready.calculation, currency: "USD" };
  const document = { ...ready.document, tax_exchange_rate: { calculation_rate: "3.6725" } };
  expect(known({ ...ready, calculation, document }).exchangeRate).toStrictEqual({ rate: "3.6725" });
  expect(known({ ...ready, calculation, document, rateDate: "2026-06-14" }).exchangeRate).toStrictEqual({
    rate: "3.6725",
    date: "2026-06-14",
  });
  expect(known({ ...ready, document })).not.toHaveProperty("exchangeRate");
  expect(known({ ...ready, calculation })).not.toHaveProperty("exchangeRate");
});

test("a credit note is known by what it takes back, each invoice once, and an invoice that names others is none", async () => {
  const { prepared, known } = await office();
  const ready = await prepared();
  const billing_reference = [{ id: "SB-1" }, {}, { id: "SB-2" }, { id: " SB-1 " }];
  const document = { ...ready.document, billing_reference, discrepancy_response: "DL8.61.1.A" };
  expect(known({ ...ready, kind: "credit-note", document }).credits).toEqual({
    invoiceNumbers: ["SB-1", "SB-2"],
    reason: "DL8.61.1.A",
  });
  expect(known({ ...ready, kind: "credit-note" }).credits).toEqual({ invoiceNumbers: [], reason: "" });
  expect(known({ ...ready, document })).not.toHaveProperty("credits");
});
