import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

/** Creates a home with the profiles of two companies that use the same service. */
async function centre() {
  const home = temporaryFolder();
  const run = (words: readonly string[], env: Record<string, string> = {}) =>
    runSelfbill(words, { home, cwd: home, env });
  const base = ["--base-url", "https://api.service.example", "--business-profile"];
  await run(["profile", "set", "retail", ...base, "BP-7Q2M4X9KTD", "--company", "Acme Retail"]);
  await run(["profile", "set", "oasis", ...base, "BP-4W8N2RTKXC"]);
  copyFileSync(join(top, "templates/standard-invoice.yaml"), join(home, "a.yaml"));
  return { run };
}

/** The URL to which the document would be sent. */
const urlIn = (stdout: string): string => JSON.parse(stdout).results[0].request.url;

test("--company is the profile of that company, before the current one and the environment's", async () => {
  const { run } = await centre();
  const dry = ["create-invoice", "a.yaml", "--dry-run", "--json"];
  const retail = await run([...dry, "--company", "acme retail"], { SELFBILL_PROFILE: "oasis" });
  expect(urlIn(retail.stdout)).toMatch(/BP-7Q2M4X9KTD$/);
  expect(urlIn((await run([...dry, "--company", "Oasis"])).stdout)).toMatch(/BP-4W8N2RTKXC$/);
});

test("--company beside what says the same otherwise, or with a company that no profile has, is refused", async () => {
  const { run } = await centre();
  const told = async (words: string[]) => {
    const { code, stdout } = await run(["numbers", ...words, "--json"]);
    const { problems } = JSON.parse(stdout);
    return `${code} ${problems[0].code}: ${problems[0].message}`;
  };
  const both = "2 bad-usage: --company and --profile both say whose books are meant.";
  expect(await told(["--company", "Oasis", "--profile", "retail"])).toBe(both);
  expect(await told(["--company", "Oasis", "--business-profile", "BP-1"])).toBe(
    both.replace("--profile", "--business-profile"),
  );
  expect(await told(["--company", "Oasis", "--sandbox"])).toMatch(/^2 bad-usage: Practice has/);
  expect(await told(["--company", "Akme"])).toBe('2 no-company: No profile has a company "Akme".');
});

test("profile list has a column of companies where a profile has one", async () => {
  const { run } = await centre();
  const { stdout } = await run(["profile", "list"]);
  expect(stdout.split("\n")[0]).toMatch(/Company$/);
  expect(stdout).toMatch(/retail \(current\)\t.*\tAcme Retail/);
});
