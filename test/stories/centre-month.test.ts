import { cpSync } from "node:fs";
import { join } from "node:path";
import { Decimal } from "decimal.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { centre, centreRow, sixCompanies } from "../support/centre.ts";
import type { Host } from "../support/hosts.ts";
import { leavesOut } from "../support/left-out.ts";
import { type Cluster, startCluster, withoutPostgres } from "../support/postgres.ts";
import { type Ran, type Running, runSelfbill, startSelfbill } from "../support/run-selfbill.ts";

const clerks = ["amina", "bilal", "carla", "daoud"];
const skipped = leavesOut(withoutPostgres());
let cluster: Cluster;
beforeAll(() => {
  if (skipped) return;
  cluster = startCluster();
  for (const clerk of clerks) cluster.sql(`CREATE ROLE ${clerk} LOGIN`);
});
afterAll(() => cluster?.remove());

const documents = 6;
const lines = Math.ceil(600 / (documents * sixCompanies.length));

/** More than 600 rows: the same document numbers for every company, several lines in each document. */
const rows = Array.from({ length: documents }, (_, n) =>
  sixCompanies.flatMap(({ name }, at) =>
    Array.from(
      { length: lines },
      (_each, line): Record<string, string> => ({
        ...centreRow(name, `SB-${n + 1}`, `${10 + n * 7 + at}.${25 + line}`),
        Item: `Ceramic floor tile ${line + 1}`,
      }),
    ),
  ),
).flat();

/** Calculates from the sheet only: the net amount of each document, and 5 % of it, rounded to the fils. */
function sumsOf(company: string) {
  const nets = new Map<string, Decimal>();
  for (const row of rows.filter((each) => each.Company === company)) {
    const net = new Decimal(row.Quantity ?? 0).times(row["Unit price"] ?? 0);
    nets.set(row["Invoice number"] ?? "", (nets.get(row["Invoice number"] ?? "") ?? new Decimal(0)).plus(net));
  }
  const vats = [...nets.values()].map((net) => net.times("0.05").toDecimalPlaces(2, Decimal.ROUND_HALF_UP));
  const sum = (all: Iterable<Decimal>) => [...all].reduce((a, b) => a.plus(b), new Decimal(0)).toFixed(2);
  return { invoices: nets.size, net: sum(nets.values()), vat: sum(vats) };
}

const resultsIn = ({ stdout }: Ran): { outcome: string; replayed: boolean; company: string }[] =>
  JSON.parse(stdout).results;

const doubtsIn = ({ stdout }: Ran): { id: string }[] => JSON.parse(stdout).doubts;

describe.each(["SQLite", "PostgreSQL"])("a month of six companies and four clerks, on %s", (engine) => {
  test.skipIf(skipped && engine === "PostgreSQL")(
    "one sheet that two send at once and one is stopped: every document once, under its own company",
    async () => {
      const places = clerks.map((user) =>
        engine === "SQLite" ? undefined : `postgres://${user}@/postgres?host=${cluster.host}&schema=month`,
      );
      let [stopped, posts]: [Running | undefined, number] = [undefined, 0];
      const killing =
        (answer: Host): Host =>
        async (request) => {
          const answered = await answer(request);
          if (request.method !== "POST" || ++posts !== 10) return answered;
          stopped?.signal("SIGKILL");
          return "lost";
        };
      const { env, folder, home, provider, sheet } = await centre(killing, undefined, sixCompanies);
      const clerk = clerks.map((name, at) => {
        const own = engine === "SQLite" ? home : join(folder, name);
        if (own !== home) cpSync(home, own, { recursive: true });
        const place = places[at];
        return { home: own, cwd: folder, env: { ...env, ...(place === undefined ? {} : { SELFBILL_JOURNAL: place }) } };
      });
      const asClerk = (at: number) => clerk[at] as (typeof clerk)[number] & object;
      const run = (at: number, words: readonly string[]) => runSelfbill(words, asClerk(at));
      if (engine === "PostgreSQL") {
        const owner = `postgres://${cluster.user}@/postgres?host=${cluster.host}&schema=month`;
        expect((await runSelfbill(["journal", "init", "--journal", owner], asClerk(0))).code).toBe(0);
        for (const name of clerks) cluster.sql(`GRANT selfbill_writer TO ${name}`);
      }
      expect(rows.length).toBeGreaterThanOrEqual(600);
      const send = ["create-invoice", sheet("june.csv", rows), "--yes", "--json"];
      stopped = startSelfbill(send, asClerk(0));
      const other = startSelfbill(send, asClerk(1));
      expect((await stopped.ended).code).toBe(null);
      const second = await other.ended;
      expect([0, 22, 23, 25]).toContain(second.code);
      for (const { profile } of sixCompanies) {
        const checked = await run(2, ["resolve", "--check", "--profile", profile, "--json"]);
        expect([0, 23], checked.stderr).toContain(checked.code);
      }
      // The program was killed between recording a send and sending its first byte. It takes four minutes to prove
      // that the document does not exist, so a person decides.
      for (const { id } of doubtsIn(await run(2, ["resolve", "--json"]))) {
        const decided = await run(2, ["resolve", id, "--not-created", "--yes"]);
        expect(decided.code, decided.stderr).toBe(0);
      }
      const last = await run(3, send);
      expect([last.code, last.stderr]).toEqual([0, expect.anything()]);
      expect(resultsIn(last)).toHaveLength(documents * sixCompanies.length);
      expect(provider.ledger).toHaveLength(documents * sixCompanies.length);
      const report = JSON.parse((await run(0, ["report", "--all-companies", "--month", "2026-06", "--json"])).stdout);
      for (const { id, name } of sixCompanies) {
        const wanted = sumsOf(name);
        expect(provider.ledger.filter(({ company }) => company === id)).toHaveLength(wanted.invoices);
        const told = report.companies.find(({ company }: { company: string }) => company === name).counted;
        const { net, vat } = told.in_aed;
        expect({ invoices: told.invoices, net, vat }).toEqual(wanted);
      }
    },
    600_000,
  );
});
