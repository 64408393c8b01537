import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSandbox } from "../../src/sandbox/index.ts";
import { writePapers } from "../faults/papers.ts";
import { leavesOut } from "../support/left-out.ts";
import { type Cluster, type Standby, startCluster, withoutPostgres } from "../support/postgres.ts";
import { type Ran, runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

const skipped = leavesOut(withoutPostgres());
let cluster: Cluster;
let standby: Standby | undefined;
beforeAll(() => {
  if (skipped) return;
  cluster = startCluster();
  cluster.sql("CREATE ROLE amina LOGIN; CREATE ROLE auditor LOGIN");
});
afterAll(() => {
  standby?.remove();
  cluster?.remove();
});

/** Errors in the server's log that a program may have hidden. */
const errorsOf = ({ host }: Cluster): string[] =>
  readFileSync(join(host, "log"), "utf8")
    .split("\n")
    .filter((line) => / (?:ERROR|FATAL): /.test(line));

const asText = ({ code, stdout, stderr }: Ran) => ({ code, stdout, stderr });

describe.skipIf(skipped)("who only reads, on the server and on a standby", () => {
  test("sees what a writer sees, without a write, and is told in words what would record something", async () => {
    const folder = temporaryFolder();
    const opened = await openSandbox({ folder: join(folder, "sandbox"), pendingSeconds: 0, rate: 600 });
    if (!opened.ok) throw new Error(opened.problems[0].message);
    const { baseUrl, businessProfileId, token } = opened.value;
    const env = { SELFBILL_BASE_URL: baseUrl, SELFBILL_BUSINESS_PROFILE_ID: businessProfileId, SELFBILL_TOKEN: token };
    const at = (user: string, { host }: Cluster) => `postgres://${user}@/postgres?host=${host}`;
    const run = (words: readonly string[], user: string, server: Cluster, home = user, other = {}) => {
      const more = { ...env, ...other, SELFBILL_JOURNAL: at(user, server) };
      return runSelfbill(words, { home: join(folder, home), env: more, cwd: folder });
    };
    expect((await run(["journal", "init"], cluster.user, cluster)).code).toBe(0);
    cluster.sql("GRANT selfbill_writer TO amina; GRANT selfbill_reader TO auditor");
    const [paper = "", more = ""] = writePapers(join(folder, "files"), 2).map(({ file }) => file);
    const created = await run(["create-invoice", paper, "--yes", "--json"], "amina", cluster);
    const [{ id }] = JSON.parse(created.stdout).results;
    const reads: readonly (readonly string[])[] = [
      ["history", "--json"],
      ["report", "--month", "2026-01", "--json"],
      ["list", "--month", "2026-01", "--json"],
      ["due", "--json"],
      ["show", id, "--json"],
      ["numbers", "--json"],
      ["preview", id, "--json"],
      ["journal", "verify", "--json"],
      ["logs", id, "--json"],
      ["get", id, "--json"],
      ["reconcile", "--json"],
      ["status", id, "--json"],
      ["status", "--all", "--json"],
    ];
    // A reader sees the service's updates, but records nothing.
    const quiet = errorsOf(cluster);
    for (const words of reads) {
      const { code, stderr } = await run(words, "auditor", cluster);
      expect([words, code, stderr]).toEqual([words, 0, ""]);
    }
    const examined = JSON.parse((await run(["doctor", "--json"], "auditor", cluster)).stdout);
    expect(examined.checks).toContainEqual(expect.objectContaining({ check: "access", state: "ok" }));
    expect(errorsOf(cluster)).toEqual(quiet);
    for (const words of reads) await run(words, "amina", cluster);
    standby = cluster.standby();
    const shown: Ran[] = [];
    for (const words of reads) shown.push(await run(words, "amina", cluster));
    expect(shown.map(({ code }) => code)).toEqual(reads.map(() => 0));
    for (const [user, server] of [
      ["auditor", cluster],
      ["auditor", standby],
      ["amina", standby],
    ] as const) {
      const before = errorsOf(server);
      for (const [n, words] of reads.entries()) {
        // Each command uses the same home, because the mark and the clock are not tested here.
        const told = await run(words, user, server, "amina");
        expect([words, asText(told)]).toEqual([words, asText(shown[n] as Ran)]);
      }
      expect(errorsOf(server)).toEqual(before);
      const packed = await run(["evidence", id, "--out", `pack-${user}-${server.host.slice(-4)}`], user, server);
      expect([user, packed.stderr.match(/journal-\w+/g), packed.code]).toEqual([user, null, 0]);
      // Signing in would not help a reader, so even without a token the message does not ask for it.
      for (const token of [{}, { SELFBILL_TOKEN: "" }])
        for (const words of [
          ["create-invoice", more],
          ["resubmit", id, paper],
        ]) {
          const refused = await run([...words, "--yes"], user, server, user, token);
          expect([refused.code, refused.stderr.replace(/\s+/g, " ")]).toEqual([
            27,
            expect.stringMatching(
              server === standby
                ? /Nothing was sent: the server of the journal .* is a standby, which records nothing/
                : /Nothing was sent: the database user auditor may only read the journal .* GRANT selfbill_writer TO "auditor"/,
            ),
          ]);
        }
    }
    const { history } = JSON.parse((await run(["history", "--json"], "amina", cluster)).stdout);
    expect(history).toHaveLength(1);
  });
});
