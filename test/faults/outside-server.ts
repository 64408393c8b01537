import { copyFileSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type Cluster, startCluster } from "../support/postgres.ts";
import type { Said } from "./command.ts";
import { type Address, addresses, companies, type Home, type OutsideWorld } from "./outside-world.ts";
import { type Paper, writePapers } from "./papers.ts";
import type { Random } from "./random.ts";
import type { Tally } from "./report.ts";

const user = "clerk";

/** Two computers share a journal on a server; a standby replaces that server, or a backup is used alongside it. */
export class ServerRounds {
  readonly #folder: string;
  readonly #tally: Tally;
  #cluster: Cluster | undefined;
  #rounds = 0;
  #commands = 0;

  constructor(folder: string, tally: Tally) {
    this.#folder = folder;
    this.#tally = tally;
  }

  /** Runs one round; returns the number of commands that sent documents. */
  async round(world: OutsideWorld, name: string, random: Random): Promise<number> {
    const before = this.#commands;
    this.#rounds += 1;
    const cluster = this.cluster();
    const schema = `books_${this.#rounds}`;
    const owner = `postgres://${cluster.user}@/postgres?host=${this.#line}&schema=${schema}`;
    this.lead(cluster);
    const one = world.home("one", false);
    await this.must(world.run(one, ["journal", "init", "--journal", owner]));
    cluster.sql(`GRANT selfbill_writer TO ${user}`);
    const papers = writePapers(join(this.#folder, `server-${this.#rounds}`), 4, `${schema} paper`) as unknown as Four;
    const office: Office = {
      world,
      name,
      journal: `postgres://${user}@/postgres?host=${this.#line}&schema=${schema}`,
      papers,
    };
    await (random.oneIn(2) ? this.standby(office, cluster) : this.backup(office));
    for (const { note } of papers) {
      const ids = world.service("real").idsOf(companies.co1, note);
      if (ids.length > 1) this.#tally.violation("duplicates", `${name}: ${note} exists as ${ids.join(" and ")}`);
      if (ids.length === 0) this.#tally.violation("lost", `${name}: ${note} does not exist`);
    }
    return this.#commands - before;
  }

  close(): void {
    this.#cluster?.remove();
  }

  /** A standby that lacks a document replaces the server; the second computer never saw that document. */
  private async standby(office: Office, cluster: Cluster): Promise<void> {
    const [first, tail, next, last] = office.papers;
    const [one, two] = this.homesOf(office);
    await this.all(office, one, [first]);
    await this.all(office, two, [first]);
    const standby = cluster.standby();
    try {
      standby.cutOff();
      await this.all(office, one, [tail]);
      standby.promote();
      this.lead(standby);
      this.#tally.fault("a standby that lacks documents takes the server's place");
      await this.stops(office, two, [tail, next]);
      await this.stops(office, one, [next]);
    } finally {
      this.lead(cluster);
      standby.remove();
    }
    await this.all(office, two, [first, tail, next]);
    await this.all(office, one, [tail, next, last]);
  }

  /** A third computer sends from a backup, while the server is in use. */
  private async backup(office: Office): Promise<void> {
    const [first, tail, next, last] = office.papers;
    const [one, two] = this.homesOf(office);
    await this.all(office, one, [first]);
    const kept = join(this.#folder, `backup-${this.#rounds}`);
    mkdirSync(kept, { mode: 0o700 });
    await this.must(
      office.world.run(one, ["journal", "backup", "--out", join(kept, "copy.db")], {
        SELFBILL_JOURNAL: office.journal,
      }),
    );
    await this.all(office, one, [tail]);
    mkdirSync(join(kept, "journal"), { mode: 0o700 });
    copyFileSync(join(kept, "copy.db"), join(kept, "journal", "journal.db"));
    this.#tally.fault("a backup is used beside the server");
    await this.stops({ ...office, journal: join(kept, "journal") }, two, [tail, next]);
    await this.all(office, two, [tail, next]);
    await this.all(office, one, [first, tail, next, last]);
  }

  private homesOf({ world }: Office): [Home, Home] {
    return [world.home("one", false), world.home("two", false)];
  }

  private async all(office: Office, home: Home, papers: readonly Paper[]): Promise<void> {
    const said = await this.send(office, home, papers);
    const isAll = papers.every(({ file }) => said.told.some((each) => each.file === file && each.outcome === "done"));
    if (said.code !== 0 || !isAll)
      this.#tally.violation(
        "needlessDoubts",
        `${office.name}, ${home.name} [${papers.map(({ note }) => note)}]: ${words(said)}`,
      );
  }

  private async stops(office: Office, home: Home, papers: readonly Paper[]): Promise<void> {
    const { ledger } = office.world.service("real");
    const before = ledger.length;
    const said = await this.send(office, home, papers);
    this.#tally.verdict(`stopped with exit code ${said.code}`);
    if (ledger.length > before)
      this.#tally.violation("other", `${office.name}, ${home.name} sent, out of what lacks documents: ${words(said)}`);
    else if (said.code !== 27 || !/nothing was sent/i.test(said.stdout + said.stderr))
      this.#tally.violation("wrongVerdicts", `${office.name}, ${home.name}: ${words(said)}`);
  }

  private async send({ world, journal }: Office, home: Home, papers: readonly Paper[]): Promise<Said> {
    const [address] = addresses as [Address];
    const came = world.service("real").ledger.length;
    const said = await world.send({
      home,
      address,
      company: "co1",
      papers,
      really: true,
      more: { SELFBILL_JOURNAL: journal },
    });
    this.#commands += 1;
    this.#tally.sends += papers.length;
    this.#tally.requests += world.service("real").ledger.length - came;
    this.#tally.count("commands that send");
    this.#tally.count("commands in a process of their own");
    return said;
  }

  private cluster(): Cluster {
    if (this.#cluster === undefined) {
      this.#cluster = startCluster();
      this.#cluster.sql(`CREATE ROLE ${user} LOGIN`);
    }
    return this.#cluster;
  }

  /** Path of the link to the folder that contains the current server's socket. */
  get #line(): string {
    return join(this.#folder, "line");
  }

  private lead({ host }: Cluster): void {
    rmSync(this.#line, { force: true });
    symlinkSync(host, this.#line);
  }

  private async must(ran: Promise<Said>): Promise<void> {
    const said = await ran;
    if (said.code !== 0) throw new Error(words(said));
  }
}

type Four = readonly [Paper, Paper, Paper, Paper];

interface Office {
  readonly world: OutsideWorld;
  readonly name: string;
  /** The address or folder of the journal. */
  readonly journal: string;
  readonly papers: Four;
}

const words = ({ code, stdout, stderr }: Said): string => `exit code ${code}: ${(stdout || stderr).slice(0, 600)}`;
