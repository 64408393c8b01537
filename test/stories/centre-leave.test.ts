import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Decimal } from "decimal.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { centre, centreRow, sixCompanies } from "../support/centre.ts";
import type { Host } from "../support/hosts.ts";
import { leavesOut } from "../support/left-out.ts";
import { type Cluster, startCluster, withoutPostgres } from "../support/postgres.ts";
import { type Ran, runSelfbill, startSelfbill } from "../support/run-selfbill.ts";

const clerks = ["amina", "bilal", "carla", "daoud"];
const people = [...clerks, "omar", "sara"];
const skipped = leavesOut(withoutPostgres());
let cluster: Cluster;
beforeAll(() => {
  if (skipped) return;
  cluster = startCluster();
  for (const name of people) cluster.sql(`CREATE ROLE ${name} LOGIN`);
});
afterAll(() => cluster?.remove());

const documents = 5;
const lines = 20;

/** 600 rows: for each of six companies, five documents of 20 lines, with the same numbers. */
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

/** The policy for all companies. Omar approves for all of them, Sara for the last three. */
const policy = `number: 1
keys: optional
business_profiles: [${sixCompanies.map(({ id }) => id).join(", ")}]
people:
${clerks.map((name) => `  - { name: ${name}, key: "user:${name}", may: [request] }`).join("\n")}
  - { name: Omar, key: "user:omar", may: [approve] }
  - { name: Sara, key: "user:sara", may: [approve] }
rights:
${clerks.map((name) => `  - { user: ${name}, may: [request, send] }`).join("\n")}
  - { user: omar, may: [approve] }
  - { user: sara, may: [approve], business_profiles: [${sixCompanies
    .slice(3)
    .map(({ id }) => id)
    .join(", ")}] }
`;

/** Counts documents by business profile, in the order of the companies. */
const countsOf = (ledger: readonly { readonly company: string }[]) =>
  sixCompanies.map(({ id }) => [id, ledger.filter(({ company }) => company === id).length]);

/** Checks who approved each document, by company; nothing in the journal may lack an approval. */
async function everyOneApproved(run: (name: string, ...words: string[]) => Promise<Ran>): Promise<void> {
  const verified = await run("owner", "journal", "verify", "--json");
  expect([verified.code, JSON.parse(verified.stdout).problems]).toEqual([0, []]);
  const all = JSON.parse(
    (await run("amina", "history", "--all-companies", "--state", "created", "--json")).stdout,
  ).history;
  expect(all).toHaveLength(6 * documents);
  const names = sixCompanies.map(({ id }) => {
    const own = all.filter((each: { account: string }) => each.account.endsWith(id));
    type Approved = { approval: { approved: { name: string; for: { name: string } | null }[] } };
    return [
      ...new Set(
        own.map(({ approval }: Approved) =>
          approval.approved.map((one) => one.name + (one.for ? ` for ${one.for.name}` : "")).join(),
        ),
      ),
    ];
  });
  expect(names).toEqual([["Omar"], ["Omar"], ["Sara for Omar"], ["Sara"], ["Sara"], ["Sara"]]);
  const alone = JSON.parse(
    (await run("amina", "history", "--all-companies", "--user", "bilal", "--json")).stdout,
  ).history;
  expect(alone).toEqual([]);
}

const place = (user: string, host: string): string => `postgres://${user}@/postgres?host=${host}&schema=leave`;

test.skipIf(skipped)(
  "a month of leave: a restart, a clerk who leaves, a delegation and a failover, and each document once, approved, under its company",
  async () => {
    let posts = 0;
    let restarted: Promise<void> | undefined;
    const through =
      (answer: Host): Host =>
      async (request) => {
        if (request.method === "POST" && ++posts === 5) restarted = cluster.crash("fast");
        return answer(request);
      };
    const { env, folder, home, provider, sheet } = await centre(through, undefined, sixCompanies);
    let host = cluster.host;
    const homes = new Map(people.concat("owner").map((name) => [name, join(folder, name)]));
    for (const own of homes.values()) cpSync(home, own, { recursive: true });
    const settings = (name: string) => {
      const user = name === "owner" ? cluster.user : name;
      return { home: homes.get(name) ?? "", cwd: folder, env: { ...env, SELFBILL_JOURNAL: place(user, host) } };
    };
    const run = (name: string, ...words: string[]): Promise<Ran> => runSelfbill(words, settings(name));
    const done = async (name: string, ...words: string[]): Promise<Ran> => {
      const ran = await run(name, ...words);
      expect([words.join(" "), ran.code, ran.code === 0 ? "" : ran.stderr + ran.stdout]).toEqual([
        words.join(" "),
        0,
        "",
      ]);
      return ran;
    };
    // The owner creates the journal, and sets one policy with everyone's rights.
    await done("owner", "journal", "init");
    for (const name of people) cluster.sql(`GRANT selfbill_writer TO ${name}`);
    await done("owner", "policy", "new-key", "Owner", "--out", "owner.key");
    writeFileSync(join(folder, "policy.yaml"), policy);
    await done("owner", "policy", "set", "policy.yaml", "--key", "owner.key", "--yes");
    expect(rows).toHaveLength(600);
    const file = sheet("june.csv", rows);
    const standby = cluster.standby();
    try {
      const request = (name: string, profile: string) => done(name, "request", file, "--profile", profile, "--json");
      const numberOf = async (asked: Promise<Ran>): Promise<string> =>
        JSON.parse((await asked).stdout).request.sha256.slice(0, 12);
      const [one, two, three] = [
        await numberOf(request("amina", "c1")),
        await numberOf(request("amina", "c2")),
        await numberOf(request("carla", "c3")),
      ];
      const last = [];
      for (const profile of ["c4", "c5", "c6"]) last.push(await numberOf(request("bilal", profile)));
      // Omar approves two requests and goes on leave. Sara may not approve for the third company herself, but she may
      // in Omar's place.
      await done("omar", "approve", one, two, "--yes");
      expect((await run("sara", "approve", three, "--yes")).code).toBe(2);
      await done("omar", "delegate", "Sara", "--until", "2099-12-31", "--profile", "c1");
      await done("sara", "approve", three, "--for", "Omar", "--yes");
      await done("sara", "approve", ...last, "--yes");
      // Bilal leaves before his documents are sent, so his requests lapse.
      await done("owner", "team", "revoke", "bilal", "--yes");
      expect((await run("bilal", "create-invoice", file, "--yes")).code).not.toBe(0);
      expect(provider.ledger).toHaveLength(0);
      // Daoud sends what is approved. Meanwhile, the server restarts, and the command waits for it.
      const send = ["create-invoice", file, "--yes", "--skip-invalid", "--json"];
      const first = await startSelfbill(send, settings("daoud")).ended;
      await restarted;
      expect([first.code, first.stderr]).toEqual([25, expect.stringContaining("Waiting for it")]);
      const [companies, perCompany] = [sixCompanies.map(({ id }) => id), () => countsOf(provider.ledger)];
      expect(perCompany()).toEqual(companies.map((id, at) => [id, at < 3 ? documents : 0]));
      // Carla requests again what Bilal had requested; none of it is sent without Sara's approval.
      const again = [];
      for (const profile of ["c4", "c5", "c6"]) again.push(await numberOf(request("carla", profile)));
      expect((await run("carla", ...send)).code).toBe(25);
      expect(provider.ledger).toHaveLength(3 * documents);
      await done("sara", "approve", ...again, "--yes");
      // The server is lost, and the standby takes its place: nobody can send until somebody accepts this.
      cluster.stop("fast");
      standby.promote();
      host = standby.host;
      expect((await run("carla", ...send)).code).toBe(27);
      expect(provider.ledger).toHaveLength(3 * documents);
      const asked = await run("carla", "journal", "accept", "--profile", "c1", "--yes");
      const [, head = ""] = /--head (\w+)/.exec(asked.stderr) ?? [];
      await done("carla", "journal", "accept", "--profile", "c1", "--yes", "--head", head);
      const rest = await done("carla", ...send);
      expect(JSON.parse(rest.stdout).results).toHaveLength(6 * documents);
      expect(perCompany()).toEqual(companies.map((id) => [id, documents]));
      await done("daoud", ...send);
      expect(provider.ledger).toHaveLength(6 * documents);
      await everyOneApproved(run);
      const report = JSON.parse(
        (await done("amina", "report", "--all-companies", "--month", "2026-06", "--json")).stdout,
      );
      for (const { name } of sixCompanies) {
        const told = report.companies.find(({ company }: { company: string }) => company === name).counted;
        const { net, vat } = told.in_aed;
        expect({ invoices: told.invoices, net, vat }).toEqual(sumsOf(name));
      }
    } finally {
      standby.remove();
    }
  },
  600_000,
);
