import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type SandboxProcess, startSandboxProcess } from "../support/sandbox-process.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { type Body, invoiceBody } from "./bodies.ts";

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "selfbill-durability-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("a restart keeps documents, numbers, token and profile", async () => {
  const folder = await dataFolder();
  const first = await startTestSandbox({ folder });
  const path = `/api/purchase-invoices/${first.businessProfileId}`;
  const created = await first.call("POST", path, invoiceBody());
  await first.close();
  const second = await startTestSandbox({ folder });
  expect([second.token, second.businessProfileId, second.accountId]).toEqual([
    first.token,
    first.businessProfileId,
    first.accountId,
  ]);
  const read = await second.call("GET", `/api/purchase-invoices/${created.body.id}`);
  expect([read.status, read.body]).toEqual([200, created.body]);
  expect((await second.call("POST", path, invoiceBody())).status).toBe(400);
});

test.skipIf(process.platform === "win32")("only the owner can read the data, the token included", async () => {
  const sandbox = await startTestSandbox({ folder: join(await dataFolder(), "new") });
  await sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, invoiceBody());
  const modes = await Promise.all(
    ["", "sandbox.db", "sandbox.db-wal", "sandbox.db-shm"].map(
      async (name) => (await stat(join(sandbox.folder, name))).mode & 0o777,
    ),
  );
  expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
});

test("a second document folder is another account", async () => {
  const first = await startTestSandbox();
  const second = await startTestSandbox();
  expect(second.accountId).not.toBe(first.accountId);
  expect(second.businessProfileId).not.toBe(first.businessProfileId);
});

/** Creates documents over several connections until the process dies; returns the ids in the answers with 201. */
async function createUntilKilled(sandbox: SandboxProcess, killAfter: number): Promise<string[]> {
  const answered: string[] = [];
  const body: Body = invoiceBody({ document_number: undefined });
  const client = async (): Promise<void> => {
    for (;;) {
      try {
        const response = await fetch(`${sandbox.baseUrl}/api/purchase-invoices/${sandbox.businessProfileId}`, {
          method: "POST",
          headers: { authorization: `Bearer ${sandbox.token}` },
          body: JSON.stringify(body),
        });
        const { id } = (await response.json()) as Body;
        if (response.status === 201) answered.push(id);
      } catch {
        return; // the connection died with the process
      }
      if (answered.length >= killAfter) await sandbox.kill();
    }
  };
  await Promise.all(Array.from({ length: 4 }, client));
  return answered;
}

test("killed under load, the sandbox still has every id that it answered with 201", async () => {
  const folder = await dataFolder();
  const answered: string[] = [];
  for (const killAfter of [1, 25, 60])
    answered.push(...(await createUntilKilled(await startSandboxProcess(folder), killAfter)));
  expect(answered.length).toBeGreaterThanOrEqual(86);
  const { baseUrl, token } = await startSandboxProcess(folder);
  const kept = new Set<string>();
  for (let page = 0, pages = 1; page < pages; page++) {
    const response = await fetch(`${baseUrl}/api/purchase-invoices?size=100&page=${page}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const list = (await response.json()) as Body;
    pages = list.total_pages;
    for (const { id } of list.content) kept.add(id);
  }
  expect(answered.filter((id) => !kept.has(id))).toEqual([]);
  // Each time the process is killed, each of the four connections may have one stored but unanswered request.
  expect(kept.size - answered.length).toBeLessThanOrEqual(12);
});

test("two processes that are given the same numbers at once create each of them once", async () => {
  const folder = await dataFolder();
  const processes = await Promise.all([startSandboxProcess(folder), startSandboxProcess(folder)]);
  const numbers = Array.from({ length: 15 }, (_, at) => `SB-${at}`);
  const create = async (
    { baseUrl, token, businessProfileId }: SandboxProcess,
    document_number: string,
  ): Promise<number> => {
    const response = await fetch(`${baseUrl}/api/purchase-invoices/${businessProfileId}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(invoiceBody({ document_number })),
    });
    await response.text();
    return response.status;
  };
  const pairs = numbers.map((number) => Promise.all(processes.map((each) => create(each, number))));
  expect((await Promise.all(pairs)).map((pair) => pair.sort())).toEqual(numbers.map(() => [201, 400]));
});
