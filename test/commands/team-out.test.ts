import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSandbox } from "../../src/sandbox/index.ts";
import { writePapers } from "../faults/papers.ts";
import { leavesOut } from "../support/left-out.ts";
import { type Cluster, startCluster, withoutPostgres } from "../support/postgres.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

const skipped = leavesOut(withoutPostgres());
let cluster: Cluster;
beforeAll(() => {
  if (skipped) return;
  cluster = startCluster();
  cluster.sql("CREATE ROLE omar LOGIN");
});
afterAll(() => cluster?.remove());

describe.skipIf(skipped)("a user who was taken out of the team, and still has the role", () => {
  test("is told by doctor and before any question, and comes back by team admit", async () => {
    const folder = temporaryFolder();
    const opened = await openSandbox({ folder: join(folder, "sandbox"), rate: 0 });
    if (!opened.ok) throw new Error(opened.problems[0].message);
    const { baseUrl, businessProfileId, token } = opened.value;
    const env = { SELFBILL_BASE_URL: baseUrl, SELFBILL_BUSINESS_PROFILE_ID: businessProfileId, SELFBILL_TOKEN: token };
    const as = async (user: string, ...words: string[]) => {
      const more = { ...env, SELFBILL_JOURNAL: `postgres://${user}@/postgres?host=${cluster.host}` };
      const ran = await runSelfbill(words, { home: join(folder, user), env: more, cwd: folder });
      return { code: ran.code, said: `${ran.stdout}${ran.stderr}`.replace(/\s+/g, " ") };
    };
    expect((await as(cluster.user, "journal", "init")).code).toBe(0);
    const unasked = await as(cluster.user, "team", "revoke", "nobody_here");
    expect(unasked).toMatchObject({ code: 21, said: expect.stringContaining("No database user is called") });
    expect((await as(cluster.user, "team", "revoke", "omar")).said).toContain("confirmation is required");
    expect((await as(cluster.user, "team", "revoke", "omar", "--yes")).code).toBe(0);
    cluster.sql("ALTER ROLE omar NOLOGIN");
    cluster.sql("GRANT selfbill_writer TO omar; ALTER ROLE omar LOGIN");
    const doctor = await as("omar", "doctor", "--offline");
    expect(doctor.said).toContain("omar is no longer in the team of this journal, and only reads");
    expect(doctor.said).toContain("selfbill team admit omar");
    const [paper = ""] = writePapers(join(folder, "files"), 1).map(({ file }) => file);
    // Without --yes, a question would need a terminal, and the command would end with a different problem.
    const refused = await as("omar", "create-invoice", paper, "--yes");
    expect(refused.code).toBe(2);
    expect(refused.said).toContain("Nothing was sent: the database user omar is no longer in the team");
    expect(refused.said).toContain("selfbill team admit omar");
    expect(refused.said).not.toMatch(/not confirmed|owner of the policy/);
    cluster.sql("ALTER ROLE omar NOLOGIN");
    const back = await as(cluster.user, "team", "admit", "omar", "--yes");
    expect(back).toMatchObject({ code: 0, said: expect.stringContaining('ALTER ROLE "omar" LOGIN;') });
    expect(back.said).not.toContain("GRANT selfbill_writer");
    cluster.sql("ALTER ROLE omar LOGIN");
    expect((await as("omar", "create-invoice", paper, "--yes")).code).toBe(0);
  });
});
