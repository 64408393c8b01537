import { expect, test } from "vitest";
import { fromAnswer, toWire } from "../../src/contract/index.ts";
import { calculate, checkFields, formatAmount, type SelfBilledDocument } from "../../src/document/index.ts";
import { type JsonObject, parseJson, writeJson } from "../../src/json/index.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { scenarioInvoices } from "../support/scenarios.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

function totals(document: SelfBilledDocument): Record<string, string> {
  return Object.fromEntries(
    Object.entries(calculate(document).totals).map(([name, value]) => [name, formatAmount(value)]),
  );
}

function parsed(text: string): JsonObject {
  const json = parseJson(text);
  if (!json.ok) throw new Error(json.problems[0].message);
  return json.value as JsonObject;
}

test("every answered invoice is a request again: nothing that may not be sent, the same amounts to the last digit", async () => {
  const sandbox = await startTestSandbox();
  for (const [name, document] of Object.entries(scenarioInvoices)) {
    const { document_number: _, ...body } = document;
    const created = await sandbox.call(
      "POST",
      `/api/purchase-invoices/${sandbox.businessProfileId}`,
      writeJson(toWire(body, "invoice")),
    );
    expect(created.status, `${name}: ${created.text}`).toBe(201);
    const read = await sandbox.call("GET", `/api/purchase-invoices/${created.body.id}`);
    const again = fromAnswer(parsed(read.text), "invoice");
    expect(checkFields(again, { kind: "invoice", version: "20260101" }), name).toEqual([]);
    expect(totals(again), name).toEqual(totals(document));
    expect(again.accounting_supplier_party, name).toEqual(document.accounting_supplier_party);
  }
});

test("a net price beside a discount becomes the gross price, exactly; a discount of 0 is none", () => {
  const answer = (price: string) => parsed(`{ "document_lines": [{ "quantity": 1, "price": ${price} }] }`);
  const price = (text: string) => fromAnswer(answer(text), "invoice").document_lines?.[0]?.price;
  expect(
    price('{ "price_amount": 4.90, "base_quantity": 1, "allowance": { "amount": 0.1, "base_amount": 5 } }'),
  ).toEqual({
    base_amount: "5",
    base_quantity: "1",
    allowance: { amount: "0.1", base_amount: "5" },
  });
  expect(price('{ "price_amount": 99.99, "allowance": { "amount": 0, "base_amount": 99.99 } }')).toEqual({
    base_amount: "99.99",
  });
  expect(price('{ "price_amount": 0.1, "base_quantity": null, "allowance": null }')).toEqual({ base_amount: "0.1" });
  expect(price('{ "base_amount": 7 }')).toEqual({ base_amount: "7" });
});

test("a credit note's answer is read as one", () => {
  const answer = { ...toWire(creditNote(), "credit-note"), meta_info: null, totals: {} };
  expect(fromAnswer(answer, "credit-note")).toEqual(creditNote());
});

test("an answer that is not as expected gives what it has, and throws nothing", () => {
  for (const odd of [{}, { document_lines: null }, { document_lines: [null, 3, "x"] }, { document_lines: { a: 1 } }]) {
    expect(() => fromAnswer(odd as unknown as JsonObject, "invoice")).not.toThrow();
  }
  expect(fromAnswer({ ...toWire(invoice(), "invoice"), supply_date: "2026-01-01" }, "invoice")).toEqual(invoice());
});
