import type { Said } from "./command.ts";
import { judgeOutside } from "./outside-judge.ts";
import {
  copyOf,
  doubtsIn,
  freshMemory,
  idsOf,
  isOfAccount,
  isPlain,
  look,
  type Memory,
  mustLook,
  openHosts,
  placeOf,
  serviceAt,
  settledIn,
  unusualIn,
  usedBy,
  whatItIs,
  whyUnknowable,
} from "./outside-memory.ts";
import {
  type Address,
  addresses,
  type CompanyName,
  companies,
  type Drawer,
  type Home,
  type OutsideWorld,
  type Sending,
  tokens,
} from "./outside-world.ts";
import type { Paper } from "./papers.ts";
import type { Random } from "./random.ts";
import type { Tally } from "./report.ts";

export interface Drawn {
  readonly name: string;
  readonly world: OutsideWorld;
  readonly random: Random;
  readonly tally: Tally;
  readonly papers: readonly Paper[];
  /** True if the service has no lists; in that case only the records on this computer can prevent a second send. */
  readonly sixCalls: boolean;
  readonly really: boolean;
  /** Whether a second computer and full copies of a home also send: only the service knows their documents. */
  readonly computers: boolean;
  /** Whether a policy is in force for the first company; no approvals are given. */
  readonly policy: boolean;
}

const hour = 3_600_000;
/** A history of twelve random steps, after which the missing documents of the first company are created. */
export class OutsideHistory {
  readonly #it: Drawn;
  readonly #memory = new Map<string, Memory>();
  /** Copies of settings and data folders, with their memory. */
  readonly #copies = new Map<
    string,
    { readonly memory: Memory; readonly drawers: readonly Drawer[]; readonly home: string }
  >();
  readonly #steps: string[] = [];
  #commands = 0;
  #files = 0;
  #changes = 0;

  constructor(it: Drawn) {
    this.#it = it;
  }

  /** Plays the history; returns the number of commands that sent documents. */
  async play(): Promise<number> {
    const { random } = this.#it;
    await this.send(this.drawn(this.home("desk"), true));
    for (let step = 0; step < 12; step++) {
      const what = random.below(12);
      if (what < 7) await this.send(this.drawn(this.somewhere()));
      else if (what === 7) await this.doubt();
      else if (what === 8) await this.look();
      else if (what === 9) this.keepDrawers();
      else if (what === 10) this.putDrawersBack();
      else this.wait(1 + random.below(72), random.oneIn(2));
    }
    await this.bringToEnd();
    return this.#commands;
  }

  /**
   * Creates all documents that the first company's real account still lacks, as a person who follows selfbill's
   * suggestions would.
   */
  private async bringToEnd(): Promise<void> {
    const { papers, policy, tally } = this.#it;
    if (policy) return;
    const [address] = addresses as [Address];
    const home = this.home("desk");
    for (const paper of papers) {
      const place = placeOf("real", "co1", paper.note);
      for (let tries = 0; tries < 4 && (this.ids().get(place)?.length ?? 0) === 0; tries++) {
        await this.sayOfTest(home, address, paper);
        const says = whatItIs(this.memoryOf(home), address, "co1");
        const how: Sending = {
          home,
          address,
          company: "co1",
          papers: [paper],
          really: this.#it.really,
          ...(says && { says }),
        };
        const said = await this.send({ ...how, allowSimilar: tries > 0 });
        if (said.code === 27) await this.accept(how);
        if (said.told.some(({ outcome }) => outcome === "in_doubt")) await this.settle(how, paper);
      }
      if (this.ids().get(place)?.length === 0)
        tally.violation("lost", `${paper.note} cannot be brought to its end: ${this.story()}`);
    }
  }

  /** Sends to the test system with one statement about all undeclared addresses, which may not fit all of them. */
  private async sayOfTest(home: Home, here: Address, paper: Paper): Promise<void> {
    const memory = this.memoryOf(home);
    const services = new Set(openHosts(memory, "co1", here.host).map((each) => serviceAt(each)));
    const test = addresses.find(({ service }) => service === "test");
    if (services.size < 2 || !test) return;
    await this.send({
      home,
      address: test,
      company: "co1",
      papers: [paper],
      says: "other-service",
      really: this.#it.really,
    });
  }

  private async accept(how: Sending): Promise<void> {
    this.note("journal accept");
    const said = await this.#it.world.accept(how);
    this.#steps.push(`  → ${said.code}`);
    const memory = this.memoryOf(how.home);
    memory.whole = true;
    this.recordIn(memory);
    memory.parted.delete(how.company);
  }

  /** Settles the paper's doubts like a person who has looked at the service: the document exists, or it does not. */
  private async settle(how: Sending, paper: Paper): Promise<void> {
    const { world } = this.#it;
    const { doubts } = this.memoryOf(how.home);
    for (const { id, account, file } of doubtsIn((await world.resolve({ ...how, list: true })).stdout)) {
      if (file !== paper.file) continue;
      const place = [...this.ids().keys()].find((each) => isOfAccount(each, account, paper.note));
      const [exists] = place === undefined ? [] : (this.ids().get(place) ?? []);
      this.note(`resolve ${id} ${account}: ${exists ?? "does not exist"}`);
      const said = await world.resolve({ ...how, file: id, as: exists ?? null });
      this.#steps.push(`  → ${said.code}`);
      this.recordIn(this.memoryOf(how.home));
      if (place === undefined || said.code !== 0) continue;
      doubts.delete(place);
      if (exists !== undefined) this.memoryOf(how.home).known.add(place);
    }
  }

  private home(name: string): Home {
    return this.#it.world.home(name, this.#it.policy);
  }

  private recordIn(memory: Memory): void {
    this.#changes += 1;
    memory.record = this.#changes;
    memory.marked = this.#changes;
  }

  /** Chooses a home at random, but never the second computer under a policy. */
  private somewhere(): Home {
    const { random, policy, computers } = this.#it;
    return this.home(computers && !policy && random.oneIn(4) ? "laptop" : "desk");
  }

  /** Returns the memory of a home; each of its data folders has its own. */
  private memoryOf({ name }: Pick<Home, "name">, data?: string): Memory {
    const key = data === undefined ? name : `${name} with another data folder`;
    const found = this.#memory.get(key) ?? freshMemory();
    this.#memory.set(key, found);
    return found;
  }

  /** Returns a random command that sends documents; `usual`: with the usual address, company and data folder. */
  private drawn(home: Home, usual = false): Sending {
    const { random, papers, really } = this.#it;
    const [first] = addresses as [Address, ...Address[]];
    const address = usual || random.oneIn(2) ? first : random.pick(addresses as [Address, ...Address[]]);
    const company: CompanyName = !usual && random.oneIn(5) ? "co2" : "co1";
    const some = papers.filter(() => random.oneIn(3));
    const [paper] = papers as [Paper, ...Paper[]];
    const data = !usual && random.oneIn(10) ? `${home.folder}/snap` : undefined;
    const says = random.oneIn(2) ? whatItIs(this.memoryOf(home, data), address, company) : undefined;
    return {
      home,
      address,
      company,
      ...(random.oneIn(6) ? { businessProfile: companies[company].toLowerCase() } : {}),
      ...(random.oneIn(5) ? { token: random.oneIn(3) ? tokens.others : tokens.renewed } : {}),
      ...(data === undefined ? {} : { data }),
      papers: some.length === 0 ? [paper] : some,
      ...(says === undefined ? {} : { says }),
      really,
    };
  }

  private ids(): Map<string, readonly string[]> {
    const { world, papers } = this.#it;
    const found = new Map<string, readonly string[]>();
    for (const service of ["real", "test"] as const)
      for (const company of ["co1", "co2"] as const)
        for (const { note } of papers)
          found.set(placeOf(service, company, note), world.service(service).idsOf(companies[company], note));
    return found;
  }

  private async send(how: Sending): Promise<Said> {
    const { world, tally, really } = this.#it;
    const memory = this.memoryOf(how.home, how.data);
    const before = this.ids();
    const looks = mustLook(memory, how, world.clock.now(), world.boot());
    const isWord = how.says !== undefined && openHosts(memory, how.company, how.address.host).length > 0;
    const plain = !(this.#it.policy && how.company === "co1") && isPlain(how, memory, before);
    const { service } = how.address;
    const other = how.company === "co1" ? "co2" : "co1";
    const ofOther = new Set(
      how.papers
        .filter(({ note }) => how.allowSimilar !== true && memory.known.has(placeOf(service, other, note)))
        .map(({ note }) => note),
    );
    const needsApproval = this.#it.policy && how.company === "co1";
    this.note(
      `${how.home.name}${how.data ? " (other data folder)" : ""} ${how.address.url} ${how.company} ${how.businessProfile ?? ""} ${how.token ?? ""} ${how.says ?? ""} [${how.papers.map(({ note }) => note.at(-1))}]${plain ? "" : " may stop"}`,
    );
    const said = await world.send(how);
    const after = this.ids();
    this.#steps.push(
      `  → ${said.code} ${said.told.map((each) => (each.replayed ? "replayed" : each.outcome))} ${said.told.length === 0 ? (said.stdout || said.stderr).replace(/\s+/g, " ").slice(0, 250) : ""} ${said.stderr.replace(/\s+/g, " ").slice(0, 150)}`,
    );
    this.#commands += 1;
    tally.count("commands that send");
    if (really) tally.count("commands in a process of their own");
    tally.sends += how.papers.length;
    judgeOutside(
      {
        how,
        said,
        before,
        after,
        ofOther,
        needsApproval,
        unusual: unusualIn(how, memory),
        plain,
        doubted: memory.doubts,
        knowable: (id) => memory.shown.has(id) || (looks && !this.#it.sixCalls),
        unknowable: whyUnknowable(this.#it.sixCalls, how.home.name === "laptop" || this.#memory.has("laptop")),
      },
      tally,
      () => this.story(),
    );
    const isReady = ![2, 27].includes(said.code ?? -1);
    // Look-ups at the service and statements about addresses are also recorded.
    if (!said.told.every(({ replayed }) => replayed) || (isReady && (looks || isWord))) this.recordIn(memory);
    if (isReady && how.data !== undefined) this.memoryOf(how.home).parted.add(how.company);
    if (looks && isReady && !this.#it.sixCalls && how.token !== tokens.others)
      look(memory, how, world.boot(), idsOf(before, `${service} ${how.company}`));
    this.remember(how, said, memory, before, after);
    if (!really) world.clock.move(120_000);
    return said;
  }

  private remember(
    how: Sending,
    said: Said,
    memory: Memory,
    before: ReadonlyMap<string, readonly string[]>,
    after: ReadonlyMap<string, readonly string[]>,
  ): void {
    const { address, company } = how;
    let leavesRecord = false;
    for (const { note, file } of how.papers) {
      const place = placeOf(address.service, company, note);
      const told = said.told.find((each) => each.file === file);
      if ((after.get(place)?.length ?? 0) > (before.get(place)?.length ?? 0)) this.#it.tally.requests += 1;
      const made = (after.get(place) ?? []).filter((id) => !before.get(place)?.includes(id));
      for (const id of made) memory.shown.add(id);
      leavesRecord ||= made.length > 0 || told?.outcome === "refused" || (told?.outcome === "done" && !told.replayed);
      const isRecorded = ["done", "in_doubt", "refused"].includes(told?.outcome ?? "") && !told?.replayed;
      if (isRecorded) memory.last.set(`${address.service} ${company}`, this.#it.world.clock.now());
      if (told?.outcome === "done") {
        memory.known.add(place);
        memory.doubts.delete(place);
      }
      if (told?.outcome === "in_doubt") memory.doubts.add(place);
    }
    if (!said.told.some(({ outcome }) => ["done", "in_doubt", "refused"].includes(outcome))) return;
    if (how.says !== undefined)
      for (const host of usedBy(company, memory.hosts)) memory.declared.add(`${host} ${address.host}`);
    if (leavesRecord) memory.hosts.add(`${company} ${address.host}`);
  }

  /** Creates a document and loses the service's answer. */
  private async doubt(): Promise<void> {
    const { world, tally } = this.#it;
    const how = this.drawn(this.home("desk"));
    tally.fault("an answer is lost");
    world.service(how.address.service).loseNext();
    this.note("the next answer is lost");
    const [paper] = how.papers as [Paper];
    const place = placeOf(how.address.service, how.company, paper.note);
    const { doubts } = this.memoryOf(how.home);
    const had = doubts.has(place);
    doubts.add(place);
    const made = this.ids();
    await this.send({ ...how, papers: [paper] });
    world.service(how.address.service).keepNext();
    const isMade = (this.ids().get(place)?.length ?? 0) > (made.get(place)?.length ?? 0);
    if (!had && !isMade) doubts.delete(place);
  }

  private async look(): Promise<void> {
    const { random, world, tally, really } = this.#it;
    if (!really) this.wait(1);
    if (really) return;
    const how = { ...this.drawn(this.home("desk")), token: random.pick([tokens.usual, tokens.renewed, tokens.others]) };
    this.note(`resolve --check ${how.address.url} ${how.company} ${how.token}`);
    const said = await world.resolve(how);
    this.#steps.push(`  → ${said.code} ${said.stdout.replace(/\s+/g, " ").slice(0, 300)}`);
    tally.verdict(`resolve --check ended with ${said.code}`);
    const memory = this.memoryOf(how.home);
    this.recordIn(memory);
    for (const { account, file, verdict } of settledIn(said.stdout)) {
      const paper = this.#it.papers.find((each) => each.file === file);
      if (!paper) continue;
      for (const place of [...memory.doubts]) {
        if (!isOfAccount(place, account, paper.note)) continue;
        memory.doubts.delete(place);
        const exists = (this.ids().get(place) ?? []).length > 0;
        if (exists !== (verdict === "created"))
          tally.violation(
            "wrongVerdicts",
            `resolve --check says ${verdict} of ${place}, which ${exists ? "exists" : "does not"}: ${this.story()}`,
          );
        if (exists && verdict === "created") memory.known.add(place);
      }
    }
  }

  private keepDrawers(): void {
    const { world, random } = this.#it;
    const home = this.somewhere();
    const drawers: readonly Drawer[] = random.oneIn(2) ? ["data"] : ["config", "data"];
    const name = `copy of ${home.name}: ${drawers.join(" and ")}`;
    world.keep(home, drawers, name);
    this.#copies.set(name, { memory: copyOf(this.memoryOf(home)), drawers, home: home.name });
    this.note(name);
  }

  /** Restores the folders as new files, or in place, as restoring a snapshot of a whole computer does. */
  private putDrawersBack(): void {
    const { world, random, tally } = this.#it;
    const all = [...this.#copies].filter(([, { drawers }]) => drawers.length === 1 || this.#it.computers);
    const found = all[random.below(Math.max(all.length, 1))];
    if (found === undefined) return;
    const [name, { memory, drawers, home }] = found;
    const now = this.memoryOf({ name: home });
    const inPlace = random.oneIn(3);
    world.putBack(this.home(home), drawers, name, inPlace);
    this.#files += 1;
    const back = copyOf(memory);
    this.#memory.set(home, {
      ...back,
      file: inPlace ? back.file : this.#files,
      parted: drawers.length === 1 ? now.parted : back.parted,
      marked: drawers.length === 1 ? now.marked : back.marked,
      whole: memory.whole && (drawers.length === 2 || memory.record === now.marked),
    });
    tally.fault(`put back from a ${inPlace ? "snapshot" : "copy"}: ${drawers.join(" and ")}`);
    this.note(`put back${inPlace ? " in its place" : ""}: ${name}`);
  }

  private wait(hours: number, restarts = false): void {
    if (this.#it.really) return;
    if (restarts) this.#it.world.reboot();
    this.#it.world.clock.move(hours * hour);
    this.note(`${hours} hours pass${restarts ? ", and the computers are started again" : ""}`);
  }

  private note(step: string): void {
    this.#steps.push(step);
  }

  private story(): string {
    return `${this.#it.name}${this.#it.sixCalls ? ", no lists" : ""}\n    ${this.#steps.join("\n    ")}`;
  }
}
