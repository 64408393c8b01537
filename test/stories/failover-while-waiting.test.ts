import { symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { centre, centreRow, companies } from "../support/centre.ts";
import type { Host } from "../support/hosts.ts";
import { leavesOut } from "../support/left-out.ts";
import { type Cluster, startCluster, withoutPostgres } from "../support/postgres.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const skipped = leavesOut(withoutPostgres());
let cluster: Cluster;
beforeAll(() => {
  if (skipped) return;
  cluster = startCluster();
  cluster.sql("CREATE ROLE amina LOGIN");
});
afterAll(() => cluster?.remove());

const [acme] = companies as [(typeof companies)[number]];

test.skipIf(skipped)(
  "a standby takes the server's place while a run waits for it: nothing is sent twice, and the run says what to do",
  async () => {
    // One address that leads to the server, and to the standby after the failover, like a DNS name.
    const address = join(temporaryFolder(), "server");
    symlinkSync(cluster.host, address);
    const standby = cluster.standby();
    let posts = 0;
    const through =
      (answer: Host): Host =>
      async (request) => {
        const answered = await answer(request);
        if (request.method !== "POST" || ++posts !== 3) return answered;
        cluster.stop("fast");
        standby.promote();
        unlinkSync(address);
        symlinkSync(standby.host, address);
        return answered;
      };
    const { provider, run, sheet } = await centre(through, undefined, [acme]);
    const place = (user: string): string => `postgres://${user}@/postgres?host=${address}&schema=books`;
    const as = (user: string, ...words: string[]) => run(words, { SELFBILL_JOURNAL: place(user) });
    try {
      expect((await as(cluster.user, "journal", "init")).code).toBe(0);
      cluster.sql("GRANT selfbill_writer TO amina");
      const numbers = ["SB-1", "SB-2", "SB-3", "SB-4", "SB-5"];
      const file = sheet(
        "june.csv",
        numbers.map((number, at) => centreRow(acme.name, number, `${100 + at}`)),
      );
      const send = ["create-invoice", file, "--yes", "--max-wait", "60"];
      const cut = await as("amina", ...send);
      expect([cut.code, cut.stderr]).toEqual([25, expect.stringContaining("Waiting for it")]);
      expect(cut.stderr).toContain("a standby took its place");
      expect(cut.stderr).toContain("selfbill journal accept");
      const sent = provider.ledger.length;
      expect(sent).toBeGreaterThanOrEqual(3);
      // Every document that was sent has its result; the others wait until a person confirms that this server is the
      // one to use.
      expect((await as("amina", "resolve")).code).toBe(0);
      const again = await as("amina", ...send);
      expect([again.code, again.stderr]).toEqual([27, expect.stringContaining("selfbill journal accept")]);
      expect(provider.ledger).toHaveLength(sent);
      const asked = await as("amina", "journal", "accept", "--yes");
      const [, head = ""] = /--head (\w+)/.exec(asked.stderr) ?? [];
      expect((await as("amina", "journal", "accept", "--yes", "--head", head)).code).toBe(0);
      const last = await as("amina", ...send, "--json");
      const results = JSON.parse(last.stdout).results as { replayed: boolean }[];
      expect([last.code, results.filter(({ replayed }) => replayed).length]).toEqual([0, sent]);
      expect(provider.ledger).toHaveLength(numbers.length);
    } finally {
      standby.remove();
    }
  },
  300_000,
);
