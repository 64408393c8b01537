// vitest: your client against the whole service, inside the test's process.
import { readFileSync } from "node:fs";
import { readDocument, toRequest } from "selfbill";
import { startSandbox } from "selfbill/sandbox";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { send } from "./your-client.cjs";

let sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterEach(() => {
  // A sentence for each thing that the client did wrong, with the requests.
  const { problems } = sandbox.verify();
  sandbox.reset();
  expect(problems).toEqual([]);
});
afterAll(() => sandbox.close());

const invoice = readDocument(readFileSync(new URL("invoice.yaml", import.meta.url), "utf8"));
if (!invoice.ok) throw new Error(invoice.findings[0].message);
invoice.value.document.document_number = "SB-2026-0001";
const body = toRequest(invoice.value).value;

test("an invoice is created once, although the first answer is lost", async () => {
  sandbox.faults.add({ fault: "created-but-lost", method: "POST" });
  const id = await send(sandbox, body);
  expect(sandbox.requests().flatMap(({ created }) => created ?? [])).toEqual([id]);
});
