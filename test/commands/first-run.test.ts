import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { sender } from "../support/sender.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

test("in CI without a journal nothing is sent outside a sandbox, unless somebody says that it is the first run", async () => {
  const home = temporaryFolder();
  sender("https://einvoice.example", home);
  const env = {
    CI: "true",
    SELFBILL_BASE_URL: "https://einvoice.example",
    SELFBILL_BUSINESS_PROFILE_ID: "BP-7Q2M4X9KTD",
    SELFBILL_TOKEN: "t-1",
    HTTPS_PROXY: "http://127.0.0.1:1", // nothing listens there; 22 means that it tried to send
  };
  const create = (...more: string[]) =>
    runSelfbill(["create-invoice", join(home, "one.yaml"), "--yes", "--json", ...more], { home, env });
  // A read-only command creates a new journal to count its request; nothing has been sent from that journal.
  expect((await runSelfbill(["status", "4bf90b8c"], { home, env })).code).toBe(22);
  expect(existsSync(join(home, "data", "journal.db"))).toBe(true);
  const refused = await create();
  expect([refused.code, JSON.parse(refused.stdout).problems[0].code]).toEqual([2, "journal-missing"]);
  expect((await create("--journal", join(home, "kept"))).code).toBe(2);
  const first = await create("--first-run");
  expect([first.code, JSON.parse(first.stdout).problems[0].code]).toEqual([22, "not-connected"]);
  // That run never reached the service, so a run without --first-run is still refused.
  expect((await create()).code).toBe(2);
});

test("in CI a journal that knows practice alone counts as none for a real service", async () => {
  const sandbox = await startTestSandbox();
  const words = { SELFBILL_BUSINESS_PROFILE_ID: sandbox.businessProfileId, SELFBILL_TOKEN: sandbox.token, CI: "true" };
  const practice = sender(sandbox.baseUrl, undefined, words);
  const folder = join(practice.home, "kept");
  expect((await practice.run("--journal", folder)).code).toBe(0);
  expect(existsSync(join(folder, "journal.db"))).toBe(true);
  const real = {
    ...words,
    SELFBILL_BASE_URL: "https://einvoice.example",
    SELFBILL_BUSINESS_PROFILE_ID: "BP-7Q2M4X9KTD",
  };
  const env = { ...real, HTTPS_PROXY: "http://127.0.0.1:1" };
  const create = ["create-invoice", join(practice.home, "one.yaml"), "--yes", "--json", "--journal", folder];
  const refused = await runSelfbill(create, { home: practice.home, env });
  expect([refused.code, JSON.parse(refused.stdout).problems[0].code]).toEqual([2, "journal-missing"]);
});
