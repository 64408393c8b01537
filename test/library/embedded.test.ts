import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Fault, startSandbox } from "../../src/embedded.ts";
import { creditNoteBody, invoiceBody } from "../contract/bodies.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const post = (sandbox: { baseUrl: string; token: string; businessProfileId: string }, body: object = invoiceBody()) =>
  fetch(`${sandbox.baseUrl}/api/purchase-invoices/${sandbox.businessProfileId}`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.token}`, "x-service-version": "20260101" },
    body: JSON.stringify(body),
  });
const list = async (sandbox: { baseUrl: string; token: string }): Promise<number> => {
  const answer = await fetch(`${sandbox.baseUrl}/api/purchase-invoices`, {
    headers: { authorization: `Bearer ${sandbox.token}`, "x-service-version": "20260101" },
  });
  return ((await answer.json()) as { total_elements: number }).total_elements;
};

test("in memory: faults, clock, snapshots, requests and reset, without a folder", async () => {
  const sandbox = await startSandbox();
  sandbox.faults.add({ fault: "status", status: 503 }, { fault: "close", method: "PUT" });
  expect((await post(sandbox)).status).toBe(503);
  expect(sandbox.faults.list()).toEqual([{ id: "2", fault: "close", method: "PUT", left: 1, met: 0 }]);
  sandbox.faults.clear();
  expect(() => sandbox.faults.add({ fault: "meteor" } as unknown as Fault)).toThrow(/fault/);
  const created = (await (await post(sandbox)).json()) as { id: string };
  sandbox.snapshots.save("one");
  const before = sandbox.clock.now();
  sandbox.clock.advance(3);
  expect(sandbox.clock.now() - before).toBeGreaterThanOrEqual(3000);
  sandbox.clock.set(Date.parse("2026-06-15T08:00:00Z"));
  expect(new Date(sandbox.clock.now()).toISOString()).toMatch(/^2026-06-15T08/);
  expect(sandbox.requests().map(({ method, status, created: id }) => [method, status, id])).toEqual([
    ["POST", 503, null],
    ["POST", 201, created.id],
  ]);
  expect(sandbox.verify().checks.find(({ ok }) => !ok)).toMatchObject({ check: "looks-before-resending" });
  sandbox.reset();
  expect([await list(sandbox), sandbox.requests().length]).toEqual([0, 1]);
  sandbox.snapshots.restore("one");
  expect(await list(sandbox)).toBe(1);
  expect(() => sandbox.snapshots.restore("two")).toThrow("There is no snapshot two.");
  await sandbox[Symbol.asyncDispose]();
  await expect(post(sandbox)).rejects.toThrow();
});

test("two at once know nothing of each other, and a folder keeps its documents", async () => {
  const folder = join(temporaryFolder(), "kept");
  const [memory, kept] = [await startSandbox(), await startSandbox({ folder, pendingSeconds: 0 })];
  await post(kept);
  await post(kept, { ...creditNoteBody(), document_number: "x" });
  expect([await list(memory), await list(kept), existsSync(folder)]).toEqual([0, 1, true]);
  await Promise.all([memory.close(), kept.close(), kept.close()]);
  const again = await startSandbox({ folder });
  expect([await list(again), again.token === kept.token]).toEqual([1, true]);
  await again.close();
});

test("what cannot start says so", async () => {
  const one = await startSandbox();
  const port = Number(new URL(one.baseUrl).port);
  await expect(startSandbox({ port })).rejects.toThrow(`cannot listen on port ${port}`);
  await one.close();
});
