import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { leavesOut } from "../support/left-out.ts";
import { withoutPostgres } from "../support/postgres.ts";
import { runProgram, sending } from "./command.ts";
import { writePapers } from "./papers.ts";
import { until } from "./team-round.ts";
import { openTeam } from "./team-world.ts";

const skip = leavesOut(withoutPostgres());

async function oneClerk() {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-restart-"));
  const team = await openTeam(folder, 1);
  onTestFinished(async () => {
    await team.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const [clerk] = team.members;
  if (!clerk) throw new Error("there is no clerk");
  return { folder, team, clerk };
}

test.skipIf(skip).each(["immediate", "fast"] as const)(
  "a restart of the journal's server (-m %s) in the middle of 50 documents: each is sent once, exit code 0, and it is told",
  async (how) => {
    const { folder, team, clerk } = await oneClerk();
    const papers = writePapers(folder, 50);
    const files = papers.map(({ file }) => file);
    let isOver = false;
    const run = runProgram(sending(files), clerk.settings(team.service), { patience: 240_000 }).finally(() => {
      isOver = true;
    });
    await until(() => isOver || team.service.came > 12);
    expect(isOver).toBe(false);
    await team.cluster.crash(how);
    const { code, told, stderr } = await run;
    expect(code, stderr).toBe(0);
    expect(told.map(({ outcome }) => outcome)).toEqual(files.map(() => "done"));
    expect(stderr).toMatch(/The connection to the server of the journal postgres:\S+ is lost\. Waiting for it/);
    const ledger = team.service.ledger();
    for (const { note } of papers) expect(ledger.get(note)).toHaveLength(1);
    expect(team.cluster.sql("SELECT count(*) FROM selfbill.unsettled").trim()).toBe("0");
  },
);

test.skipIf(skip)(
  "a server that stays away ends the run: every document that exists is told, and nothing is sent",
  async () => {
    const { folder, team, clerk } = await oneClerk();
    const papers = writePapers(folder, 30);
    const words = [...sending(papers.map(({ file }) => file)), "--max-wait", "3"];
    let isOver = false;
    const run = runProgram(words, clerk.settings(team.service), { patience: 240_000 }).finally(() => {
      isOver = true;
    });
    await until(() => isOver || team.service.came > 8);
    team.cluster.stop("immediate");
    const { code, told } = await run;
    expect([25, 27]).toContain(code);
    const ledger = team.service.ledger();
    for (const [at, { note }] of papers.entries()) {
      const ids = ledger.get(note) ?? [];
      expect(ids.length).toBeLessThan(2);
      const said = told[at];
      if (ids.length === 1) expect(`${said?.id} ${said?.words}`).toContain(ids[0]);
      else expect(said?.outcome).toBe("local_state");
    }
    team.cluster.start();
    const again = await runProgram(sending(papers.map(({ file }) => file)), clerk.settings(team.service), {
      patience: 240_000,
    });
    expect(again.code).toBe(0);
    const after = team.service.ledger();
    for (const { note } of papers) expect(after.get(note)).toHaveLength(1);
  },
);
