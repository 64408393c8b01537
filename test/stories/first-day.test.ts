import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

const readme = readFileSync(join(top, "README.md"), "utf8");

test("README's first command creates an invoice on the embedded sandbox, and the same one when it is run again", async () => {
  const [, command = ""] = /```sh\nnpm ci && node bin\/selfbill\.cjs (.*)\n```/.exec(readme) ?? [];
  expect(command).toBe("create-invoice templates/standard-invoice.yaml --sandbox --yes");
  const home = temporaryFolder();
  const said = [
    "The document was sent to the sandbox on this computer as SBX-INV-000001",
    "The document already exists, as SBX-INV-000001",
  ];
  for (const sentence of said) {
    const ran = await runSelfbill(command.split(" "), { home });
    expect(ran.stderr).toContain("SANDBOX");
    expect(ran.stderr).toContain(sentence);
    expect(ran.stdout).toContain("12831.00");
    expect(ran.code).toBe(0);
  }
});

test("its JSON holds id, number, totals as texts, status and the sandbox mark", async () => {
  const ran = await runSelfbill(["create-invoice", "templates/detailed-invoice.yaml", "--sandbox", "--yes", "--json"], {
    home: temporaryFolder(),
  });
  const answer = JSON.parse(ran.stdout);
  expect(answer).toMatchObject({ schema: "selfbill/1", outcome: "done", sandbox: true, problems: [] });
  expect(answer.results).toHaveLength(1);
  expect(answer.results[0]).toMatchObject({
    file: "templates/detailed-invoice.yaml",
    document_number: "SBX-INV-000001",
    overall_status: "PENDING",
    totals: {
      line_extension_amount: "10486",
      tax_exclusive_amount: "10643.29",
      tax_amount: "532.16",
      tax_inclusive_amount: "11175.45",
      payable_amount: "11175.5",
    },
  });
  expect(answer.results[0].id).toMatch(/^[0-9a-f-]{36}$/);
});

test("run again, it answers out of the journal: the same id, and the status that was last seen", async () => {
  const home = temporaryFolder();
  const words = ["create-invoice", "templates/standard-invoice.yaml", "--sandbox", "--yes", "--json"];
  const [first, again] = [await runSelfbill(words, { home }), await runSelfbill(words, { home })].map(
    (ran) => JSON.parse(ran.stdout).results[0],
  );
  expect(first).toMatchObject({ overall_status: "PENDING", totals: { payable_amount: "12831" } });
  expect(again).toMatchObject({ ...first, replayed: true });
});

test("a wrong file is told at its line, nothing is sent, and the right one beside it is not sent either", async () => {
  const home = temporaryFolder();
  const template = readFileSync(join(top, "templates/standard-invoice.yaml"), "utf8");
  const wrong = join(home, "wrong.yaml");
  writeFileSync(
    wrong,
    template.replace("100234567400003", "10023456740003").replace("base_amount: 250.00", "base_amount: 1,250.00"),
  );
  const ran = await runSelfbill(
    ["create-invoice", "templates/standard-invoice.yaml", wrong, "--sandbox", "--yes", "--json"],
    { home },
  );
  expect(ran.code).toBe(20);
  const answer = JSON.parse(ran.stdout);
  expect(answer.results.map((each: { outcome: string }) => each.outcome)).toEqual(["not_sent", "invalid"]);
  expect(answer.results[1].problems).toMatchObject([
    {
      path: "accounting_supplier_party.party_tax_scheme.company_id",
      line: expect.any(Number),
      column: expect.any(Number),
    },
    { path: "document_lines[0].price.base_amount", hint: "Write 1250.00." },
  ]);
  const after = await runSelfbill(
    ["create-invoice", "templates/standard-invoice.yaml", "--sandbox", "--yes", "--json"],
    { home },
  );
  expect(JSON.parse(after.stdout).results[0].document_number).toBe("SBX-INV-000001");
});

test("a dry run shows the exact body and sends nothing", async () => {
  const home = temporaryFolder();
  const ran = await runSelfbill(["create-invoice", "templates/standard-invoice.yaml", "--sandbox", "--dry-run"], {
    home,
  });
  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain('"base_amount":250.00');
  expect(ran.stderr).toContain("nothing was sent");
  const sent = await runSelfbill(["create-invoice", "templates/standard-invoice.yaml", "--sandbox", "--yes"], { home });
  expect(sent.stdout).toContain("SBX-INV-000001");
});

test("without a terminal nothing is asked: exit code 2 names the flag, with CI=true too", async () => {
  for (const env of [{}, { CI: "true" }]) {
    const ran = await runSelfbill(["create-invoice", "templates/standard-invoice.yaml", "--sandbox"], {
      home: temporaryFolder(),
      env,
    });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("--yes");
  }
});

test("a document may come from standard input, as JSON or YAML", async () => {
  const home = temporaryFolder();
  for (const file of ["standard-invoice.yaml", "standard-invoice.json"]) {
    const input = readFileSync(join(top, "templates", file));
    const ran = await runSelfbill(["create-invoice", "-", "--sandbox", "--yes", "--json"], { home, input });
    expect(ran.code, ran.stderr).toBe(0);
  }
});

test.skipIf(process.platform === "win32")("the manual's CI example works as a script", () => {
  const page = readFileSync(join(top, "src/manual/scripts.md"), "utf8");
  const [, script = ""] = /<!-- ci -->\n```sh\n([\s\S]*?)```/.exec(page) ?? [];
  const home = temporaryFolder();
  const shown = script.replaceAll("result.json", join(home, "result.json"));
  const printed = execFileSync("sh", ["-c", shown], {
    cwd: top,
    env: { ...process.env, SELFBILL_HOME: home },
    encoding: "utf8",
  });
  expect(printed).toMatch(/^done templates\/standard-invoice\.yaml [0-9a-f-]{36} SBX-INV-000001 PENDING\n$/);
});
