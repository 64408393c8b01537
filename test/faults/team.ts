import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bringToEnd, judge } from "./bring-to-end.ts";
import { runProgram, type Said, sending } from "./command.ts";
import { type Paper, writePapers } from "./papers.ts";
import { Random } from "./random.ts";
import { type FaultOptions, type FaultReport, Tally } from "./report.ts";
import { failOver } from "./team-failover.ts";
import { judgeRound, startRound } from "./team-round.ts";
import { behavioursOfRounds, type Trouble, troubles, usualTroubles } from "./team-troubles.ts";
import { type Member, openTeam, type Team } from "./team-world.ts";

/** Computers that share one journal. */
const computers = 3;
/** Files per round, and per failover. */
const size = 32;
const ofFailOver = 4;
/** Number of rounds per promotion of a standby. */
const failOverEvery = 12;
/** The service also misbehaves in one round in `misbehavesIn`. */
const misbehavesIn = 3;
/** Milliseconds allowed for a verification: ten minutes, because a long run leaves tens of thousands of records. */
const patienceOfVerify = 600_000;

/**
 * Gives the same files, round after round, to computers that share one journal on a PostgreSQL server, and each time
 * something goes wrong: a client is killed or sleeps, the server stops as in a power loss, the line is cut between a
 * COMMIT and its answer, is down or goes silent, or a standby that lacks documents replaces the server. Then everyone
 * acts like a clerk until all documents exist. A run ends at the first broken promise. `--files` sets the number of
 * files per round, `--troubles cut,kill` the faults to use in turn.
 */
export async function run({ count, seed, words, say }: FaultOptions): Promise<FaultReport> {
  const tally = new Tally();
  const random = new Random(seed);
  const folder = mkdtempSync(join(tmpdir(), "selfbill-team-"));
  const team = await openTeam(folder, computers);
  try {
    tally.database = team.database;
    const run = new TeamRun(team, tally, random, folder);
    const each = Number(words.files ?? size);
    const names = words.troubles?.split(",") ?? usualTroubles;
    for (let round = 0; run.files < count && !tally.violated; round++) {
      const name = names[round % names.length] ?? "";
      const trouble = troubles.get(name);
      if (!trouble) throw new Error(`${name} is none of ${[...troubles.keys()]}`);
      await run.round(trouble, Math.min(each, count - run.files), `round ${round + 1}, ${name}`);
      if (round % failOverEvery === 1) await run.failOver(`promotion in round ${round + 1}`);
      if (round % 5 === 4) say(`  ${run.files} of ${count} files`);
    }
    if (!tally.violated) await run.end();
    tally.requests = team.service.came + team.strict.came;
  } finally {
    await team.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return tally.report("team", seed);
}

class TeamRun {
  files = 0;
  readonly #team: Team;
  readonly #tally: Tally;
  readonly #random: Random;
  readonly #folder: string;
  readonly #papers: Paper[] = [];

  constructor(team: Team, tally: Tally, random: Random, folder: string) {
    this.#team = team;
    this.#tally = tally;
    this.#random = random;
    this.#folder = folder;
  }

  async round(trouble: Trouble, files: number, name: string): Promise<void> {
    const [team, tally, random] = [this.#team, this.#tally, this.#random];
    const papers = this.#write(files);
    const { service, members } = team;
    service.behave(random.oneIn(misbehavesIn) ? random.pick(behavioursOfRounds) : "created");
    const before = await team.last();
    const records = () => team.records(before);
    const round = startRound(team, papers, random, tally);
    await trouble(round);
    await judgeRound(round, papers, records, name);
    tally.count("rounds");
    tally.sends += papers.length * (members.length + 1);
    service.behave("created");
    // Everyone first repeats the command, because only the next run on a computer records results that were set aside
    // there.
    const again = (member: Member): Promise<Said> =>
      runProgram(sending(papers.map(({ file }) => file)), member.settings(service));
    const shared = { papers, service, tally, records };
    const [first, second, third] = members as [Member, Member, Member];
    const said = await again(second);
    await judge({ ...shared, name: `${name}, ${second.name}`, settings: {} }, said, "run 2");
    const settings = first.besideTheLine(service);
    await bringToEnd({ ...shared, name, settings }, await again(third), () => again(first));
  }

  async failOver(name: string): Promise<void> {
    const papers = this.#write(ofFailOver);
    await failOver(this.#team, papers, this.#tally, name);
  }

  /** Every computer must have all documents, and the record must be complete, with nothing left open. */
  async end(): Promise<void> {
    const [team, tally] = [this.#team, this.#tally];
    for (const member of team.members) {
      const settings = member.settings(team.service);
      const verified = await runProgram(["journal", "verify"], settings, { patience: patienceOfVerify });
      if (verified.code !== 0)
        tally.violation("other", `journal verify ended with ${verified.code}: ${verified.stderr}`);
    }
    const open = team.cluster.sql("SELECT count(*) FROM selfbill.unsettled").trim();
    if (open !== "0") tally.violation("other", `${open} attempts are open at the end`);
    const ledgers = [team.service.ledger(), team.strict.ledger()];
    for (const { note, file } of this.#papers) {
      const ids = ledgers.flatMap((ledger) => ledger.get(note) ?? []);
      if (ids.length > 1) tally.violation("duplicates", `${file} exists as ${ids.join(" and ")}`);
      if (ids.length === 0) tally.violation("lost", `${file} does not exist`);
    }
  }

  #write(files: number): Paper[] {
    const written = writePapers(this.#folder, files, `f${this.#papers.length}`, this.#papers.length + 1);
    this.#papers.push(...written);
    this.files += files;
    return written;
  }
}
