import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolve } from "../../src/commands/resolve.ts";
import { type Database, openDatabase } from "../../src/database/index.ts";
import { journalSchema } from "../../src/journal/index.ts";
import { runCommand } from "../support/run-command.ts";
import { Random } from "./random.ts";
import { type FaultOptions, type FaultReport, Tally } from "./report.ts";
import { SimDisk } from "./sim-disk.ts";
import { SimJudge } from "./sim-judge.ts";
import { makePapers, type Paper } from "./sim-papers.ts";
import { type Break, breaks, NotOpened, type Place, SimProcess } from "./sim-process.ts";
import { habitsOf, SimServer } from "./sim-server.ts";
import { World } from "./sim-world.ts";
import { Home } from "./team-sim/home.ts";
import { type Machines, machines } from "./team-sim/server.ts";
import { TeamStore } from "./team-sim/store.ts";

const pool = makePapers(512);

/**
 * Plays small worlds until `count` create requests have been sent from their computer: several processes, a clerk, and
 * a disk, a network and a clock that fail, all determined by a seed. Options: `from-seed` replays one world and reports
 * every notable step; `break` plants a fault.
 */
export async function run(
  { count, seed, words, say }: FaultOptions,
  witness?: Machines["witness"],
): Promise<FaultReport> {
  const tally = new Tally();
  const planted = words.break;
  if (planted !== undefined && !breaks.some((name) => name === planted))
    throw new Error(`--break is one of ${breaks.join(", ")}`);
  const onServer = words.engine === "server";
  if (!onServer && (words.engine ?? "file") !== "file") throw new Error("--engine is file or server");
  const folder = mkdtempSync(join(tmpdir(), "selfbill-world-"));
  const engine = onServer ? { ...machines(), witness } : fileIn(folder);
  const play = (which: number, trace?: FaultOptions["say"]) =>
    new SimWorld(which, engine, tally, planted as Break | undefined, trace).play();
  try {
    const again = words["from-seed"];
    if (again !== undefined) await play(Number(again), say);
    for (let [world, told] = [0, 100_000]; again === undefined && tally.requests < count; world++) {
      await play(seed * 1_000_000 + world);
      if (tally.violated) break;
      if (tally.requests < told) continue;
      say(`${tally.requests} of ${count}`);
      told += 100_000;
    }
  } finally {
    for (const database of "primary" in engine ? [engine.primary, engine.standby] : [engine]) database.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return tally.report(onServer ? "simulation-server" : "simulation", again(words) ?? seed);
}

/** A database used by successive worlds. Losses are simulated, so writes need not wait for the real disk. */
function fileIn(folder: string): Database {
  const opened = openDatabase(join(folder, "journal.db"), journalSchema);
  if (!opened.ok) throw new Error(opened.problems[0].message);
  for (const pragma of ["locking_mode = EXCLUSIVE", "journal_mode = MEMORY", "synchronous = OFF"])
    opened.value.get(`PRAGMA ${pragma}`);
  return opened.value;
}

const again = (words: FaultOptions["words"]): number | undefined =>
  words["from-seed"] === undefined ? undefined : Number(words["from-seed"]);

/** Rounds after which everything must be finished, once faults have stopped. */
const lastRounds = 10;

class SimWorld {
  readonly #world: World;
  readonly #server: SimServer;
  readonly #judge: SimJudge;
  readonly #team: TeamStore | undefined;
  readonly #homes: readonly [Home, ...Home[]];
  readonly #place: Place;
  readonly #papers: readonly Paper[];
  readonly #tally: Tally;
  readonly #processes = new Set<SimProcess>();
  /** Users started when a lagging standby took over. */
  readonly #others: Promise<void>[] = [];
  readonly #trace: (line: string) => void;
  #calm = false;
  #names = 0;

  constructor(
    seed: number,
    engine: Database | Machines,
    tally: Tally,
    planted: Break | undefined,
    trace: FaultOptions["say"] = () => undefined,
  ) {
    const random = new Random(seed);
    const world = new World(random);
    const team =
      "primary" in engine
        ? new TeamStore(world, engine, {
            name: `journal of world ${seed}`,
            witness: engine.witness?.(`journal of world ${seed}`),
            calm: () => this.#calm,
            met: (kind) => this.#place.met(kind),
            turn: (at) => this.#judge.starts(at),
          })
        : undefined;
    const store = team ?? fileStore(engine as Database, random, planted);
    const judge = new SimJudge(world, store, tally, seed);
    this.#team = team;
    const homes = team ? 1 + random.below(3) : 1;
    this.#homes = Array.from({ length: homes }, () => new Home(random)) as [Home, ...Home[]];
    const habits = habitsOf(random);
    for (const [habit, is] of Object.entries(habits)) tally.count(`worlds: ${habit}: ${is}`);
    const server = new SimServer(world, habits, (kind, words) => judge.violation(kind, words));
    this.#papers = pool.slice(0, 16 * (1 + random.below(4)));
    this.#world = world;
    this.#judge = judge;
    this.#server = server;
    this.#tally = tally;
    this.#trace = (line) => trace(`step ${world.steps}, ${new Date(world.time).toISOString()}: ${line}`);
    this.#place = {
      world,
      store,
      server,
      planted,
      papers: new Map(this.#papers.map((paper) => [paper.mark, paper])),
      numbered: random.oneIn(3),
      calm: () => this.#calm,
      begins: (process, sent) => {
        this.#trace(`${process.name} sends ${sent.paper.mark}`);
        judge.begins(process, sent);
      },
      leaves: (process, sent) => {
        judge.leaves(process, sent);
        // With a server, a request may be sent long after it was counted.
        if (team) sent.isLate = true;
        // The worst moment for a clock change: the request has been sent, and its result is not known yet.
        if (!this.#calm && random.oneIn(400)) this.setClock();
      },
      // With a server, each start is reported when the server commits it.
      starts: () => (team ? undefined : judge.starts()),
      met: (kind) => {
        this.#trace(kind);
        tally.fault(kind);
      },
    };
    world.onStep = () => this.disturb();
  }

  async play(): Promise<void> {
    await this.#world.run(this.story());
    this.#tally.count("worlds");
    this.#tally.count("steps", this.#world.steps);
  }

  private async story(): Promise<void> {
    const { random } = this.#world;
    const users = Array.from({ length: 1 + random.below(4) }, () => this.user(1 + random.below(3)));
    await Promise.all([...users, this.clerk(random.below(4))]);
    this.#calm = true;
    this.#team?.restore();
    await Promise.all(this.#others);
    // Longer than any clock change, broken connection or listing delay.
    await this.#world.sleep(3 * hour);
    let papers = [...this.#papers];
    for (let round = 0; papers.length > 0 && round < lastRounds; round++) {
      const done = new Set<Paper>();
      // Each computer first makes an empty run, because only its next run records results that were set aside there.
      if (this.#team) for (const home of this.#homes) await this.start(home)?.send([], 1, () => undefined);
      const last = this.start(this.anyHome()) as SimProcess;
      await last.send(papers, 4, (paper, said) => {
        this.ended(last, paper, said);
        const isTakenBack = said.problems[0]?.code === "over-credited" && this.#server.countOf(paper.group) === 1;
        if (said.created || said.outcome === "duplicate" || isTakenBack) done.add(paper);
      });
      papers = papers.filter((paper) => !done.has(paper));
      if (papers.length > 0) await this.#world.sleep(hour);
      if (papers.length > 0) await this.settle("look up");
      // If the service's lists prove nothing, or the computer was restarted, a person must decide.
      if (papers.length > 0 && round > 0) await this.settle("by word");
    }
    await this.#judge.numbers((this.start(this.#homes[0]) as SimProcess).journal, this.#server);
    for (const group of new Set(this.#papers.map((paper) => paper.group))) {
      const count = this.#server.countOf(group);
      if (count !== 1)
        this.#judge.violation(count === 0 ? "lost" : "duplicates", `${count} of group ${group} at the end`);
    }
  }

  /** A user who repeats the same command. */
  private async user(runs: number, home = this.anyHome()): Promise<void> {
    const { random } = this.#world;
    for (let run = 0; run < runs; run++) {
      await this.#world.sleep(random.below(20_000));
      const from = random.below(this.#papers.length);
      const papers = this.#papers.slice(from, from + 4 + random.below(random.oneIn(4) ? 60 : 24));
      const process = this.start(home);
      if (!process) continue;
      const lanes = 1 + random.below(4);
      const stopped = await Promise.race([
        process.send(papers, lanes, (paper, said) => this.ended(process, paper, said)),
        process.died,
      ]);
      if (stopped) this.#tally.verdict(`stopped before anything was sent: ${stopped.code}`);
      this.#processes.delete(process);
    }
  }

  /** A clerk who settles doubts. */
  private async clerk(times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      await this.#world.sleep(this.#world.random.below(120_000));
      await this.settle(this.#world.random.oneIn(3) ? "by word" : "look up");
      // A clerk who was asked to look later returns at about the time from which a missing document counts as not
      // created.
      if (!this.#world.random.oneIn(3)) continue;
      await this.#world.sleep(180_000 + this.#world.random.below(60_000));
      await this.settle("look up");
    }
  }

  /** Settles the doubts; returns how many remain. */
  private async settle(how: "look up" | "by word"): Promise<number> {
    const process = this.start(this.anyHome());
    if (!process) return 1;
    const settling = async (): Promise<number> => {
      const doubts = await process.journal.doubts();
      if (!doubts.ok || doubts.value.length === 0) return 0;
      if (how === "look up") {
        await runCommand(resolve, process.desk, [], { check: true });
        if (process.dead) return 1;
        for (const { attempt, intent } of doubts.value) await this.judgeLookUp(process, attempt, intent.key);
      } else {
        for (const { attempt, intent } of doubts.value) {
          const paper = this.#papers.find(({ key }) => key === intent.key) as Paper;
          // The clerk waits until everything has arrived, because a document may arrive after the look-up.
          if (!this.#server.isQuiet) continue;
          const [created] = this.#server.idsOf(paper);
          const word = { created, notCreated: created === undefined, yes: true };
          await runCommand(resolve, process.desk, [attempt], word);
          // A clerk may withdraw a statement, even a correct one.
          if (this.#calm || !this.#world.random.oneIn(4)) continue;
          this.#place.met("clerk: takes a word back");
          this.#judge.takenBack(paper);
          const back = { undo: true, yes: true };
          await runCommand(resolve, process.desk, [attempt], back);
        }
      }
      if (process.dead) return 1;
      const left = await process.journal.doubts();
      const open = left.ok ? left.value.length : 1;
      this.#trace(`${process.name}: ${doubts.value.length} in doubt, ${open} left after ${how}`);
      this.#tally.count(`doubts settled: ${how}`, Math.max(0, doubts.value.length - open));
      process.close();
      return open;
    };
    const left = await Promise.race([settling(), process.died.then(() => 1)]);
    this.#processes.delete(process);
    return left;
  }

  /** Checks that a look-up that settled a doubt was right. */
  private async judgeLookUp(process: SimProcess, attempt: string, key: string): Promise<void> {
    const records = await process.journal.attempt(attempt);
    const paper = this.#papers.find((each) => each.key === key);
    const last = records.ok ? records.value.at(-1) : undefined;
    if (!paper || last?.type !== "resolved") return;
    const { verdict, id, how } = last.data;
    if (how === "looked-up") this.#judge.lookedUp(paper, { verdict, id }, this.#server);
  }

  private anyHome(): Home {
    return this.#homes.length === 1 ? this.#homes[0] : this.#world.random.pick(this.#homes);
  }

  /** Starts a process; returns undefined if its journal cannot be opened now. */
  private start(home: Home): SimProcess | undefined {
    if (this.#team?.mustStayAway(home)) return undefined;
    this.#names += 1;
    try {
      const process = new SimProcess(`process ${this.#names}`, home, this.#place);
      this.#processes.add(process);
      return process;
    } catch (error) {
      if (!(error instanceof NotOpened)) throw error;
      this.#tally.verdict("stopped before anything was sent: the journal cannot be opened");
      return undefined;
    }
  }

  private ended(process: SimProcess, paper: Paper, said: Parameters<SimJudge["ended"]>[2]): void {
    this.#trace(`${process.name} says of ${paper.mark}: ${said.outcome} ${said.created?.id ?? said.problems[0]?.code}`);
    this.#judge.ended(process, paper, said, this.#server, this.#processes);
  }

  /** Called before every step; now and then lets a random event happen. */
  private disturb(): void {
    if (this.#calm) return;
    const { random } = this.#world;
    if (this.#team) this.disturbTeam(this.#team);
    if (random.oneIn(500)) {
      const [process] = [...this.#processes].slice(random.below(this.#processes.size || 1));
      if (process) {
        this.#place.met("process: killed");
        process.die();
      }
    }
    if (random.oneIn(500)) {
      const [process] = [...this.#processes].slice(random.below(this.#processes.size || 1));
      if (process) {
        this.#place.met("process: Ctrl-C");
        process.desk.stop();
      }
    }
    if (random.oneIn(2_000)) this.setClock();
    if (random.oneIn(10_000)) this.restart();
    if (this.#server.overLimit > 0) {
      this.#server.overLimit = 0;
      this.#judge.overLimit();
    }
  }

  /** Makes the server itself fail, and may put a computer to sleep. */
  private disturbTeam(team: TeamStore): void {
    const { random } = this.#world;
    const isLagging = team.isLagging;
    team.disturb();
    if (isLagging !== team.isLagging) this.#judge.forgetsStarts();
    if (!isLagging && team.isLagging) {
      for (const process of this.#processes) if (team.mustStayAway(process.home)) process.die();
      // Starts a user on every computer; none of them may send anything based on the standby's data.
      this.#others.push(...this.#homes.map((home) => this.user(1, home)));
    }
    if (!random.oneIn(300)) return;
    const [process] = [...this.#processes].slice(random.below(this.#processes.size || 1));
    if (!process) return;
    this.#place.met("computer: asleep");
    process.sleep(1_000 + random.below(120_000));
  }

  private restart(): void {
    this.#place.met("computer: started again");
    const home = this.anyHome();
    for (const process of this.#processes) if (process.home === home) process.die();
    this.#world.starts += 1;
    this.#world.startedAt = this.#world.time;
  }

  private setClock(): void {
    const { random } = this.#world;
    const by = random.below(2 * hour) - hour;
    this.#place.met(by < 0 ? "clock: set back" : "clock: set forward");
    const home = this.anyHome();
    home.wrongBy += by;
    // With a server, the minute is counted by the server's clock, not by the computer's.
    if (by > 0 && !this.#team) this.#judge.clockSetForward();
  }
}

function fileStore(database: Database, random: Random, planted: Break | undefined): SimDisk {
  const disk = new SimDisk(database, random);
  disk.clear();
  disk.blind = planted === "blind";
  return disk;
}

const hour = 3_600_000;
