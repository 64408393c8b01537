import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { brokenFiles } from "../read/broken.cases.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

interface Said {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly line: number | null;
  readonly column: number | null;
}

const broken = Object.keys(brokenFiles).map((name) => join("test/fixtures/broken", name));

test("every broken file is told by place, reason and remedy, ends with 20, and nothing is created", async () => {
  const home = temporaryFolder();
  const huge = join(home, "huge.yaml");
  writeFileSync(huge, `note: ${"x".repeat(20_000_000)}`);
  for (const file of [huge, ...broken.filter((_, index) => index % 10 === 0)]) {
    const ran = await runSelfbill(["create-invoice", file, "--sandbox", "--yes"], { home });
    expect(ran.code, file).toBe(20);
    expect(ran.stderr).toContain(file);
    expect(ran.stderr).not.toMatch(/^ {4}at /m);
  }
  const next = await runSelfbill(["create-invoice", "templates/standard-invoice.yaml", "--sandbox", "--yes"], { home });
  expect(next.stderr).toContain("The document was sent to the sandbox on this computer as SBX-INV-000001");
});

test("all of them in one run give one JSON document that names each", async () => {
  const ran = await runSelfbill(["create-invoice", ...broken, "--sandbox", "--yes", "--json"], {
    home: temporaryFolder(),
  });
  expect(ran.code).toBe(20);
  const answer = JSON.parse(ran.stdout) as { outcome: string; results: { file: string; problems: Said[] }[] };
  expect(answer.outcome).toBe("invalid");
  expect(answer.results.map(({ file }) => file)).toEqual(broken);
  for (const { file, problems } of answer.results) {
    expect(problems.length, file).toBeGreaterThan(0);
    for (const { message, hint } of problems) expect([message, hint], file).not.toContain("");
  }
});

test("a document from standard input is told by its lines as well", async () => {
  const ran = await runSelfbill(["create-invoice", "-", "--sandbox", "--yes"], {
    home: temporaryFolder(),
    input: "issue_date: 2026-06-15\n\tdue_date: 2026-07-15\n",
  });
  expect(ran.code).toBe(20);
  expect(ran.stderr).toContain("-:2:1  bad-syntax  The indentation has a tab");
});
