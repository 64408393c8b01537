import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeYaml } from "../../src/read/index.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { startHosts } from "../support/hosts.ts";
import { openProvider } from "../support/provider.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

const id = "BP-1Q2M4X9KTD";

/** Signs in to a service that has only the six endpoints of its description; the profile does not declare this. */
async function office() {
  const folder = temporaryFolder();
  const provider = openProvider([{ id, tokens: ["token-one"] }], { sixCalls: true });
  const hosts = await startHosts(folder, { "einvoice.example": provider.answer });
  onTestFinished(async () => {
    await hosts.close();
    await provider.close();
  });
  const home = join(folder, "home");
  mkdirSync(home);
  const run = (words: readonly string[], input = "") =>
    runSelfbill(words, { home, cwd: folder, env: hosts.settings, input });
  const login = (token: string) => run(["login", "--profile", "office", "--insecure-storage", "--with-token"], token);
  const set = ["--base-url", "https://einvoice.example", "--business-profile", id];
  expect((await run(["profile", "set", "office", ...set])).code).toBe(0);
  expect((await login("token-one")).code).toBe(0);
  writeFileSync(join(folder, "a.yaml"), writeYaml(invoice(), "invoice"));
  writeFileSync(join(folder, "c.yaml"), writeYaml(creditNote(), "credit-note"));
  return { login, provider, run };
}

const off = "--extras no";

test("a service with only the six endpoints is told from a wrong business profile: doctor, auth and profile fetch", async () => {
  const { login, run } = await office();
  const examined = await run(["doctor", "--json"]);
  const access = JSON.parse(examined.stdout).checks.find(({ check }: { check: string }) => check === "access");
  expect([examined.code, access.state, access.says]).toEqual([0, "warning", expect.stringContaining("does not offer")]);
  expect(access.hint).toContain(`selfbill profile set office ${off}`);
  const signedIn = await run(["auth", "status", "--check"]);
  expect([signedIn.code, signedIn.stderr]).toEqual([0, expect.stringContaining(off)]);
  const fetched = await run(["profile", "fetch"]);
  expect([fetched.code, fetched.stderr]).toEqual([21, expect.stringContaining("does not offer business profiles")]);
  expect(fetched.stderr).toContain("selfbill profile set office --party FILE");
  await login("another-token");
  expect((await run(["doctor"])).code).toBe(4);
  await run(["profile", "set", "office", "--extras", "no"]);
  expect((await run(["doctor"])).code).toBe(4);
  await login("token-one");
  const settled = await run(["doctor"]);
  expect([settled.code, settled.stdout]).toEqual([0, expect.not.stringContaining("does not offer")]);
});

test("documents are sent there, and no command says that the service does not have them", async () => {
  const { provider, run } = await office();
  expect((await run(["create-invoice", "a.yaml", "--yes"])).code).toBe(0);
  expect((await run(["create-credit-note", "c.yaml", "--yes"])).code).toBe(0);
  for (const words of [
    ["status"],
    ["status", "SB-2026-0001"],
    ["status", "NOT-OURS"],
    ["list", "invoices"],
    ["due", "--check"],
    ["report", "--month", "2026-06", "--refresh"],
    ["show", "SB-2026-0001"],
  ]) {
    const asked = await run(words);
    expect([words, asked.stderr]).toEqual([words, expect.stringContaining("does not offer")]);
    expect([words, asked.stderr]).toEqual([words, expect.stringContaining(off)]);
    expect([words, asked.stderr]).toEqual([
      words,
      expect.not.stringContaining("has no self-billed invoice with the id"),
    ]);
    expect([words, asked.stderr]).toEqual([words, expect.not.stringContaining("Check the id")]);
  }
  await run(["profile", "set", "office", "--extras", "no"]);
  const known = await run(["status", "SBC-2026-0001"]);
  expect([known.code, known.stdout]).toEqual([8, expect.stringContaining("SBC-2026-0001")]);
  expect(provider.ledger).toHaveLength(2);
});

test("calls that the service lacks are left out of rounds that nobody asked for, and asked when a person names a document", async () => {
  const { provider, run } = await office();
  const cost = async (...words: string[]) => {
    const before = provider.requests;
    const { code, stderr } = await run(words);
    return { code, stderr, requests: provider.requests - before };
  };
  await cost("create-invoice", "a.yaml", "--yes");
  await cost("create-credit-note", "c.yaml", "--yes");
  await cost("status");
  await cost("due", "--check");
  // Only the snapshot of the credit note is asked for: there are no lists, documents or status of invoices.
  for (const words of [["status"], ["due", "--check"], ["status"]]) {
    const round = await cost(...words);
    expect([words, round.requests, round.stderr]).toEqual([words, 1, expect.stringContaining(off)]);
  }
  expect((await cost("status", "SB-2026-0001")).requests).toBe(1);
  expect((await cost("status", "SBC-2026-0001")).requests).toBe(2);
  expect((await cost("list", "invoices")).requests).toBeGreaterThan(0);
});
