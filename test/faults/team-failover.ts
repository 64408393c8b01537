import { runProgram, sending } from "./command.ts";
import type { Paper } from "./papers.ts";
import type { Tally } from "./report.ts";
import type { Member, Team } from "./team-world.ts";

/**
 * Replaces the lost server with a standby that had been disconnected, and so lacks documents that everyone saw. Then
 * no member may send anything. After the correct server returns, everyone continues. `papers` must contain four
 * documents.
 */
export async function failOver(team: Team, papers: readonly Paper[], tally: Tally, name: string): Promise<void> {
  const { strict, cluster, members } = team;
  const [first, second, third, fourth] = papers as [Paper, Paper, Paper, Paper];
  const send = async (member: Member, which: readonly Paper[]) => {
    tally.sends += which.length;
    const said = await runProgram(sending(which.map(({ file }) => file)), member.settings(strict));
    await strict.idle();
    return said;
  };
  const all = async (which: readonly Paper[]): Promise<void> => {
    for (const member of members) {
      const { code, told, stdout, stderr } = await send(member, which);
      for (const { replayed, outcome } of told)
        tally.verdict(outcome !== "done" ? outcome : replayed ? "replayed" : "created");
      if (code !== 0 || told.some(({ outcome }) => outcome !== "done"))
        tally.violation("lost", `${name}, ${member.name}: exit code ${code}: ${(stdout || stderr).slice(0, 500)}`);
    }
  };
  await all([first]);
  const standby = cluster.standby();
  try {
    standby.cutOff();
    await all([first, second, third]);
    standby.promote();
    for (const { line } of members) {
      line.down();
      line.lead(standby.host);
      line.up();
    }
    tally.fault("promotion of a standby that lacks documents");
    const came = strict.came;
    for (const member of members) {
      const { code, stdout, stderr } = await send(member, [second, third, fourth]);
      tally.verdict(`stopped after a promotion with exit code ${code}`);
      if (strict.came > came)
        tally.violation("other", `${name}, ${member.name}: it sent out of a standby that lacks documents`);
      if (code !== 27 || !`${stdout}${stderr}`.includes("Nothing was sent"))
        tally.violation(
          "wrongVerdicts",
          `${name}, ${member.name}: exit code ${code}: ${(stdout || stderr).slice(0, 500)}`,
        );
    }
  } finally {
    for (const { line } of members) {
      line.down();
      line.lead(cluster.host);
      line.up();
    }
    standby.remove();
  }
  await all([second, third, fourth]);
  const ledger = strict.ledger();
  for (const { note, file } of papers) {
    const ids = ledger.get(note) ?? [];
    if (ids.length > 1) tally.violation("duplicates", `${name}: ${file} exists as ${ids.join(" and ")}`);
  }
}
