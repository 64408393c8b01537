import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { type Body, invoiceBody } from "./bodies.ts";

test("a compressed body is refused by its name, plain or announced as plain it is read", async () => {
  const sandbox = await startTestSandbox();
  const send = async (coding: string, body: Uint8Array<ArrayBuffer> | string) => {
    const answer = await fetch(`${sandbox.baseUrl}/api/purchase-invoices/${sandbox.businessProfileId}`, {
      method: "POST",
      headers: { authorization: `Bearer ${sandbox.token}`, "content-encoding": coding },
      body,
    });
    return [answer.status, ((await answer.json()) as Body).errors?.message];
  };
  const text = JSON.stringify(invoiceBody());
  expect(await send("gzip", Uint8Array.from(gzipSync(text)))).toEqual([
    400,
    "The request body is compressed (gzip); send it as it is",
  ]);
  expect(await send("identity", text)).toEqual([201, undefined]);
});

test("a summary invoice without its period is refused with the rule's name", async () => {
  const sandbox = await startTestSandbox();
  const path = `/api/purchase-invoices/${sandbox.businessProfileId}`;
  const { status, body } = await sandbox.call("POST", path, invoiceBody({ profile_execution_id: "00010000" }));
  expect([status, body.errors.invoice_period]).toEqual([400, "A summary document must state its period. (IBR-138-AE)"]);
});

test("a rejected sales credit note speaks of its buyer, a self-billed document of its supplier", async () => {
  const sandbox = await startTestSandbox();
  sandbox.clock.advance(5);
  const sales = await sandbox.call("GET", "/api/sales-credit-notes/5a1e5000-0000-4000-8000-000000000002/peppol-status");
  expect(sales.body.toC3.mlsResponse.description).toBe("The buyer does not know the purchase order of this document");
  const log = await sandbox.call(
    "GET",
    "/api/sales-credit-notes/5a1e5000-0000-4000-8000-000000000002/peppol-status-logs",
  );
  expect(JSON.stringify(log.body)).toContain("The buyer does not know");
  const given = invoiceBody();
  const made = await sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, {
    ...given,
    accounting_supplier_party: { ...given.accounting_supplier_party, tin: "1999999913" },
  });
  sandbox.clock.advance(5);
  const bought = await sandbox.call("GET", `/api/purchase-invoices/${made.body.id}/peppol-status`);
  expect(bought.body.toC3.mlsResponse.description).toBe(
    "The supplier does not know the purchase order of this document",
  );
});

test("the description of the controls says what each member of a fault means", async () => {
  const sandbox = await startTestSandbox();
  const { body } = await sandbox.call("GET", "/sandbox/openapi.json");
  const post = body.paths["/sandbox/faults"].post.requestBody.content["application/json"].schema;
  const members = Object.entries<Body>(post.properties.faults.items.properties);
  const silent = members.filter(([, { description }]) => description === undefined).map(([name]) => name);
  expect(members.length).toBeGreaterThan(15);
  expect(silent).toEqual([]);
});
