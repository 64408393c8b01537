import { expect, test } from "vitest";
import { invoiceBody } from "../contract/bodies.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { variablesOf } from "../support/variables-of.ts";

test("list --all reads to the end in few requests, and a sandbox without a limit makes nobody wait for one", async () => {
  const sandbox = await startTestSandbox();
  const body = JSON.stringify(invoiceBody({ document_number: undefined }));
  expect(await sandbox.seed(Array.from({ length: 70 }, () => ({ kind: "invoice" as const, body })))).toEqual(new Map());
  const env = variablesOf(sandbox);
  const home = temporaryFolder();
  const list = async (...words: string[]) => {
    sandbox.controls.requests.clear();
    const { stdout, stderr } = await runSelfbill(["list", "invoices", "--all", "--json", ...words], { home, env });
    const asked = sandbox.controls.requests.last(999).filter(({ path }) => path.startsWith("/api/purchase-invoices?"));
    return { documents: JSON.parse(stdout).documents.length, requests: asked.length, stderr };
  };
  expect(await list()).toMatchObject({ documents: 70, requests: 1 });
  // This takes more requests than the service allows in a minute.
  expect(await list("--size", "1")).toMatchObject({
    documents: 70,
    requests: 70,
    stderr: expect.not.stringContaining("Waiting for"),
  });
});
