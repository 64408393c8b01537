import { expect, test } from "vitest";
import { leavesOut } from "../../support/left-out.ts";
import { startCluster, withoutPostgres } from "../../support/postgres.ts";
import { run } from "../simulation.ts";
import { RealWitness } from "./real-witness.ts";

const skip = leavesOut(withoutPostgres());

test.skipIf(skip)("the simulated server answers every statement of a simulated team as PostgreSQL does", async () => {
  const cluster = startCluster();
  const { host, port, user } = cluster;
  const witnesses: RealWitness[] = [];
  try {
    const witness = (journal: string): RealWitness => {
      const schema = `world_${witnesses.length}`;
      witnesses.push(new RealWitness({ host, port, user, database: "postgres" }, schema, journal));
      return witnesses.at(-1) as RealWitness;
    };
    const options = { count: 30, seed: 3, words: { engine: "server" }, say: () => undefined };
    const report = await run(options, witness);
    expect(report.violations).toEqual([]);
    for (const { differences } of witnesses) expect(differences).toEqual([]);
    const compared = witnesses.reduce((sum, each) => sum + each.compared, 0);
    expect(compared).toBeGreaterThan(2_000);
  } finally {
    for (const each of witnesses) each.close();
    cluster.remove();
  }
});
