import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { toWire } from "../../src/contract/index.ts";
import { writeJson } from "../../src/json/index.ts";
import { openInside } from "../../src/sandbox/index.ts";
import { invoice } from "../support/documents.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Memory in use by this process, in bytes. */
function held(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

test("a request that nobody looks at any more keeps no text of its document in memory", async () => {
  const opened = openInside({ folder: undefined, rate: 0 });
  if (!opened.ok) throw new Error(opened.problems[0].message);
  const sandbox = opened.value;
  const { document_number: _, ...document } = invoice();
  const body = Buffer.from(writeJson(toWire(document, "invoice")));
  const headers = { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" };
  const path = `/api/purchase-invoices/${sandbox.businessProfileId}`;
  const post = async (count: number): Promise<void> => {
    for (let done = 0; done < count; done++)
      expect((await sandbox.answer({ method: "POST", path, headers, body })).status).toBe(201);
  };
  await post(700);
  const before = held();
  await post(1000);
  const each = (held() - before) / 1000;
  await sandbox.close();
  expect(each).toBeLessThan(2500);
});

test("of a long answer the log of requests keeps the part that it shows, and no more", async () => {
  const opened = openInside({ folder: undefined, rate: 0 });
  if (!opened.ok) throw new Error(opened.problems[0].message);
  const sandbox = opened.value;
  const { document_number: _, ...document } = invoice();
  const headers = { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" };
  const body = Buffer.from(writeJson(toWire(document, "invoice")));
  const path = `/api/purchase-invoices/${sandbox.businessProfileId}`;
  for (let made = 0; made < 100; made++) await sandbox.answer({ method: "POST", path, headers, body });
  const list = async (count: number): Promise<void> => {
    const asked = { method: "GET", path: "/api/purchase-invoices?size=100", headers, body: Buffer.alloc(0) };
    for (let done = 0; done < count; done++) expect((await sandbox.answer(asked)).status).toBe(200);
  };
  await list(10);
  const before = held();
  await list(30);
  const each = (held() - before) / 30;
  await sandbox.close();
  expect(each).toBeLessThan(70 * 1024);
});
