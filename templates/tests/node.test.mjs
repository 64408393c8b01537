// node --test: your client against the whole service, inside the test's process.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, test } from "node:test";
import { readDocument, toRequest } from "selfbill";
import { startSandbox } from "selfbill/sandbox";
import { send } from "./your-client.cjs";

let sandbox;
before(async () => {
  sandbox = await startSandbox();
});
afterEach(() => {
  // A sentence for each thing that the client did wrong, with the requests.
  const { problems } = sandbox.verify();
  sandbox.reset();
  // Of a test that failed by itself, node does not show what fails here.
  for (const each of problems) console.error(each);
  assert.deepEqual(problems, []);
});
after(() => sandbox.close());

const invoice = readDocument(readFileSync(new URL("invoice.yaml", import.meta.url), "utf8"));
assert.ok(invoice.ok);
invoice.value.document.document_number = "SB-2026-0001";
const body = toRequest(invoice.value).value;

test("an invoice is created once, although the first answer is lost", async () => {
  sandbox.faults.add({ fault: "created-but-lost", method: "POST" });
  const id = await send(sandbox, body);
  assert.deepEqual(
    sandbox.requests().flatMap(({ created }) => created ?? []),
    [id],
  );
});
