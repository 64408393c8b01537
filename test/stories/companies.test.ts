import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Decimal } from "decimal.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { office, signedPolicy } from "../support/approvals.ts";
import { centre, centreRow, companies } from "../support/centre.ts";
import type { Host } from "../support/hosts.ts";
import { leavesOut } from "../support/left-out.ts";
import { type Cluster, startCluster, withoutPostgres } from "../support/postgres.ts";
import type { Ran, Running } from "../support/run-selfbill.ts";
import { keys, TerminalRun } from "../support/terminal.ts";

const skipped = leavesOut(withoutPostgres());
let cluster: Cluster;
beforeAll(() => {
  if (skipped) return;
  cluster = startCluster();
  cluster.sql("CREATE ROLE amina LOGIN");
});
afterAll(() => cluster?.remove());

let schemas = 0;
/** Returns the owner's and a clerk's address of a team journal that does not exist yet. */
function serverJournal(): { owner: string; clerk: string } {
  schemas += 1;
  const [owner = "", clerk = ""] = [cluster.user, "amina"].map(
    (user) => `postgres://${user}@/postgres?host=${cluster.host}&schema=centre_${schemas}`,
  );
  return { owner, clerk };
}

/** Rows with the same numbers and the same supplier for every company, but different amounts for each company. */
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    companies.map(({ name }, at) => centreRow(name, `SB-${n + 1}`, `${100 + n * companies.length + at}.25`)),
  ).flat();

/** Calculates the totals independently of the program. */
function sumsOf(rows: ReturnType<typeof rowsOf>, company: string) {
  const own = rows.filter((row) => row.Company === company);
  const net = own.reduce(
    (sum, row) => sum.plus(new Decimal(row.Quantity ?? 0).times(row["Unit price"] ?? 0)),
    new Decimal(0),
  );
  return { invoices: own.length, net: net.toFixed(2), vat: net.times("0.05").toFixed(2) };
}

const resultsIn = ({
  stdout,
}: Ran): { outcome: string; replayed: boolean; company: string; document_number: string }[] =>
  JSON.parse(stdout).results;

describe.each(["SQLite", "PostgreSQL"])("a sheet over all companies of a centre, on %s", (engine) => {
  test.skipIf(skipped && engine === "PostgreSQL")(
    "that is killed in the middle and run again sends each document once, to its own company",
    async () => {
      const journal = engine === "SQLite" ? undefined : serverJournal();
      let [running, posts]: [Running | undefined, number] = [undefined, 0];
      const killing =
        (answer: Host): Host =>
        async (request) => {
          const answered = await answer(request);
          if (request.method !== "POST" || ++posts !== 8) return answered;
          running?.signal("SIGKILL");
          return "lost";
        };
      const { provider, run, sheet, start } = await centre(killing, journal?.clerk);
      if (journal) {
        const made = await run(["journal", "init", "--journal", journal.owner]);
        expect([made.stderr, made.code]).toEqual(["", 0]);
        cluster.sql("GRANT selfbill_writer TO amina");
      }
      const rows = rowsOf(5);
      const send = ["create-invoice", sheet("june.csv", rows), "--yes", "--json"];
      running = start(send);
      expect((await running.ended).code).toBe(null);
      const before = provider.ledger.length;
      expect(before).toBeLessThan(rows.length);
      const again = await run(send);
      expect(again.code).toBe(23);
      const doubts = resultsIn(again).filter(({ outcome }) => outcome === "in_doubt");
      expect(doubts.length).toBeGreaterThan(0);
      expect(new Set(doubts.map(({ company }) => company))).toEqual(new Set(["Oasis Foods (oasis)"]));
      expect((await run(["resolve", "--check", "--company", companies[1]?.name ?? "", "--json"])).code).toBe(0);
      const last = await run(send);
      expect([last.code, resultsIn(last).every(({ replayed }) => replayed)]).toEqual([0, true]);
      expect(provider.ledger).toHaveLength(rows.length);
      expect(resultsIn(last).map(({ company }) => company.replace(/ \(.*/, ""))).toEqual(
        rows.map(({ Company }) => Company),
      );
      for (const { id, name } of companies) {
        const wanted = sumsOf(rows, name);
        expect(provider.ledger.filter(({ company }) => company === id)).toHaveLength(wanted.invoices);
        const told = JSON.parse((await run(["report", "--company", name, "--month", "2026-06", "--json"])).stdout);
        const { invoices, in_aed: sums } = told.counted;
        expect({ invoices, net: sums.net, vat: sums.vat }).toEqual(wanted);
      }
    },
    120_000,
  );
});

test("a token that one company's service refuses stops that company alone, and the exit code says that some are left", async () => {
  const { provider, run, sheet } = await centre();
  const [first, second] = companies;
  provider.renew(second?.id ?? "", "another-token");
  const rows = rowsOf(2);
  const ran = await run(["create-invoice", sheet("june.csv", rows), "--yes", "--json"]);
  expect(ran.code).not.toBe(0);
  const made = provider.ledger.map(({ company }) => company);
  expect(new Set(made)).toEqual(new Set([first?.id, companies[2]?.id]));
  const results = resultsIn(ran);
  expect(results.filter(({ outcome }) => outcome === "done")).toHaveLength(4);
  expect(results.filter(({ company }) => company.startsWith(second?.name ?? ""))).toHaveLength(2);
  provider.renew(second?.id ?? "", second?.token ?? "");
  const again = await run(["create-invoice", "june.csv", "--yes", "--json"]);
  expect([again.code, provider.ledger.length]).toEqual([0, 6]);
});

test.each([80, 120])("a person is asked once for all, by the sums of each company, on %i columns", async (columns) => {
  const { env, folder, home, provider, sheet } = await centre();
  const file = sheet("june.csv", rowsOf(2));
  const terminal = new TerminalRun(["create-invoice", file], { home, cwd: folder, env, columns });
  await terminal.asks("Type 6 to send the 6 documents to https://einvoice.example for 3 companies:");
  terminal.type(`6${keys.enter}`);
  expect(await terminal.ended()).toBe(0);
  const screen = terminal.lines().join("\n");
  for (const { name } of companies) expect(screen).toContain(name);
  expect(screen).toContain("6 documents were created for 3 companies");
  expect(provider.ledger).toHaveLength(6);
});

test("an empty or unknown company is told at its cell, and nothing of the sheet is sent", async () => {
  const { provider, run, sheet } = await centre();
  const rows = [...rowsOf(1), centreRow("Akme", "SB-8", "8"), centreRow("", "SB-9", "9")];
  const ran = await run(["create-invoice", sheet("june.csv", rows), "--yes", "--skip-invalid"]);
  expect([ran.code, provider.ledger]).toEqual([20, []]);
  expect(ran.stderr).toContain('june.csv, cell D5  wrong-company  Company: No profile has a company "Akme".');
  expect(ran.stderr).toContain("june.csv, cell D6  wrong-company  Company is empty");
  expect(ran.stderr).toContain("The companies are: Acme Retail (acme), Oasis Foods (oasis), Palm Ledger (palm).");
});

test("rows without a column go to the company of the run; with it a named company takes its own rows alone", async () => {
  const { provider, run, sheet } = await centre();
  const [{ Company: _, ...plain } = centreRow("", "", "")] = rowsOf(1);
  expect((await run(["create-invoice", sheet("plain.csv", [plain]), "--yes", "--company", "oasis foods"])).code).toBe(
    0,
  );
  expect(provider.ledger.map(({ company }) => company)).toEqual([companies[1]?.id]);
  const told = await run(["report", "--month", "2026-06"]);
  expect(told.stdout).toContain("No document of Acme Retail (acme) of 2026-06 is in this journal.");
  const named = await run(["report", "--month", "2026-06", "--company", "oasis foods"]);
  expect(named.stdout).toContain("Self-billed documents of Oasis Foods (oasis), 2026-06");
  const listed = await run(["list", "--month", "2026-07"]);
  expect(listed.stderr).toContain("The journal has no documents of Acme Retail (acme) issued in 2026-07.");
  const file = sheet("june.csv", rowsOf(2));
  const ran = await run(["create-invoice", file, "--yes", "--company", "Palm Ledger"]);
  expect([ran.code, provider.ledger.length]).toEqual([0, 3]);
  expect(ran.stderr).toContain(
    "4 documents of other companies are not part of this run, which is for the profile palm.",
  );
  expect(provider.ledger.map(({ company }) => company).slice(1)).toEqual([companies[2]?.id, companies[2]?.id]);
  const none = sheet("none.csv", [centreRow("Acme Retail", "SB-3", "3")]);
  const nothing = await run(["create-invoice", none, "--yes", "--company", "Palm Ledger"]);
  expect([nothing.code, nothing.stderr]).toEqual([
    20,
    expect.stringContaining("no document of the sheet is of the profile palm"),
  ]);
  const stray = sheet("stray.csv", [...rowsOf(1), centreRow("", "SB-8", "8"), centreRow("Akme", "SB-9", "9")]);
  const stopped = await run(["create-invoice", stray, "--yes", "--skip-invalid", "--company", "Palm Ledger"]);
  expect([stopped.code, stopped.stderr]).toEqual([20, expect.stringContaining("Company is empty")]);
  expect(stopped.stderr).toContain('No profile has a company "Akme"');
  expect(provider.ledger).toHaveLength(3);
});

test("documents that import writes keep their company, and are sent for no other", async () => {
  const { folder, provider, run, sheet } = await centre();
  expect((await run(["import", sheet("june.csv", rowsOf(1)), "--out", "yaml"])).code).toBe(0);
  const file = "yaml/SB-1-Oasis-Foods.yaml";
  expect(readFileSync(join(folder, file), "utf8")).toContain("company: Oasis Foods");
  for (const command of [
    ["create-invoice", file, "--yes"],
    ["validate", file],
    ["preview", file, "--html", "page.html"],
  ]) {
    const { stdout, stderr } = await run(command);
    expect(stdout + stderr).toContain("wrong-company");
  }
  expect(provider.ledger).toEqual([]);
  expect((await run(["create-invoice", file, "--yes", "--company", "Oasis Foods"])).code).toBe(0);
  expect(provider.ledger.map(({ company }) => company)).toEqual([companies[1]?.id]);
});

test("companies with several journals, and a business profile or variable for all rows, are refused before anything is sent", async () => {
  const { folder, provider, run, sheet } = await centre();
  const send = ["create-invoice", sheet("june.csv", rowsOf(1)), "--yes"];
  const buyer = await run([...send, "--business-profile", companies[0]?.id ?? ""]);
  expect([buyer.code, buyer.stderr]).toEqual([2, expect.stringContaining("names the company of each document")]);
  const variable = await run(send, { SELFBILL_BUSINESS_PROFILE_ID: companies[0]?.id ?? "" });
  expect([variable.code, variable.stderr]).toEqual([20, expect.stringContaining("SELFBILL_BUSINESS_PROFILE_ID")]);
  await run(["profile", "set", "palm", "--journal", join(folder, "apart")]);
  const apart = await run(send);
  expect([apart.code, apart.stderr]).toEqual([2, expect.stringContaining("have several journals")]);
  expect(provider.ledger).toEqual([]);
});

test("a sheet that policies hold back is requested for each company, and sent whole with the approvals of all", async () => {
  const { folder, provider, run, sheet } = await centre();
  const { aisha, omar, owner, policy } = await office();
  for (const [name, { pem }] of Object.entries({ aisha, omar }))
    writeFileSync(join(folder, `${name}.key`), pem, { mode: 0o600 });
  for (const { id, profile } of companies) {
    writeFileSync(join(folder, "policy.json"), signedPolicy(policy({ business_profile: id }), owner));
    const set = await run(["policy", "set", "policy.json", "--yes", "--profile", profile]);
    expect([set.code, set.stderr]).toEqual([0, ""]);
  }
  const file = sheet("june.csv", rowsOf(2));
  const alone = await run(["create-invoice", file, "--yes"]);
  expect([alone.code, alone.stdout.match(/not approved/g)?.length, provider.ledger]).toEqual([2, 6, []]);
  for (const { name, profile } of companies) {
    const asked = await run(["request", file, "--company", name, "--key", "aisha.key", "--out", `asked-${profile}`]);
    expect(asked.stderr).toContain("4 documents of other companies are not part of this run");
    expect(asked.code).toBe(0);
    const [request = ""] = readdirSync(join(folder, `asked-${profile}`));
    const path = join(`asked-${profile}`, request);
    expect((await run(["approve", path, "--key", "omar.key", "--yes", "--out", "approved"])).code).toBe(0);
  }
  const sent = await run(["create-invoice", file, "--yes", "--json", "--approval", "approved"]);
  expect([sent.code, resultsIn(sent).length]).toEqual([0, 6]);
  for (const { id } of companies) expect(provider.ledger.filter(({ company }) => company === id)).toHaveLength(2);
});
