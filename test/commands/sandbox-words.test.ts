import { expect, test } from "vitest";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

const create = ["create-invoice", "templates/standard-invoice.yaml", "--sandbox", "--yes"];

test.each(["2026", "20261301", "soon"])(
  "with --sandbox a version %s that is no date is a wrong flag, found here",
  async (version) => {
    const ran = await runSelfbill([...create, "--service-version", version], { home: temporaryFolder() });
    expect(ran.code, ran.stderr).toBe(2);
    expect(ran.stderr).toContain(`"${version}" is not a version`);
    expect(ran.stdout).toBe("");
  },
);

test("with --sandbox a business profile id with a line break is a wrong flag", async () => {
  const ran = await runSelfbill([...create, "--business-profile", "a\nb"], { home: temporaryFolder() });
  expect(ran.code, ran.stderr).toBe(2);
  expect(ran.stderr).toMatch(/is not a business profile id/);
});

test("with --sandbox the version of the environment counts, and a flag goes before it", async () => {
  const versionOf = async (words: readonly string[]): Promise<string> => {
    const env = { SELFBILL_SERVICE_VERSION: "20260507" };
    const ran = await runSelfbill([...create, "--dry-run", "--json", ...words], { home: temporaryFolder(), env });
    expect(ran.code, ran.stderr).toBe(0);
    return JSON.parse(ran.stdout).results[0].request.version;
  };
  expect(await versionOf([])).toBe("20260507");
  expect(await versionOf(["--service-version", "20260101"])).toBe("20260101");
});
