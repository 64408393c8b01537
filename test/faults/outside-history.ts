import type { Said } from "./command.ts";
import { judgeOutside } from "./outside-judge.ts";
import {
  copyOf,
  doubtsIn,
  freshMemory,
  isOfAccount,
  type Memory,
  placeOf,
  settledIn,
  unusualIn,
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

/** What one history is made of. */
export interface Drawn {
  /** By which it can be repeated. */
  readonly name: string;
  readonly world: OutsideWorld;
  readonly random: Random;
  readonly tally: Tally;
  readonly papers: readonly Paper[];
  /** Whether the service has no lists: then only what this computer remembers can stop anything. */
  readonly sixCalls: boolean;
  readonly really: boolean;
  /** Whether there is a second computer, and copies of all drawers: what only the service can tell. */
  readonly computers: boolean;
  /** Whether a policy is in force for the first company, which nobody meets with an approval. */
  readonly policy: boolean;
}

/** One command, as it is judged. */
export interface Sent {
  readonly how: Sending;
  readonly said: Said;
  /** Ids of each document at that service for that company, before and after; the same at all services and companies. */
  readonly before: ReadonlyMap<string, readonly string[]>;
  readonly after: ReadonlyMap<string, readonly string[]>;
  /** Documents that this journal knows as made for the other company of the account, at that service. */
  readonly ofOther: ReadonlySet<string>;
  /** Whether a policy of four eyes is in force for that company here. */
  readonly needsApproval: boolean;
  /** What is unusual about it, for the counts of what was found. */
  readonly unusual: string;
  /** Whether nothing gives a reason to stop or to ask: every document is made, or was. */
  readonly plain: boolean;
  readonly doubted: ReadonlySet<string>;
}

const hour = 3_600_000;
/** A drawn history: twelve steps, and at the end every document that was given is brought to its end. */
export class OutsideHistory {
  readonly #it: Drawn;
  readonly #memory = new Map<string, Memory>();
  /** Copies of drawers: what they remember. */
  readonly #copies = new Map<
    string,
    { readonly memory: Memory; readonly drawers: readonly Drawer[]; readonly home: string }
  >();
  readonly #steps: string[] = [];
  #commands = 0;

  constructor(it: Drawn) {
    this.#it = it;
  }

  /** How many commands that send it had. */
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
      else this.wait(1 + random.below(72));
    }
    await this.bringToEnd();
    return this.#commands;
  }

  /** Whatever the first company's real account lacks at the end is to be made, by the ways that selfbill names and a person who looks first. */
  private async bringToEnd(): Promise<void> {
    const { papers, policy, tally } = this.#it;
    if (policy) return;
    const [address] = addresses as [Address];
    const home = this.home("desk");
    for (const paper of papers) {
      const place = placeOf("real", "co1", paper.note);
      for (let tries = 0; tries < 4 && (this.ids().get(place)?.length ?? 0) === 0; tries++) {
        const says = this.whatItIs(home, address, "co1");
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

  private async accept(how: Sending): Promise<void> {
    this.note("journal accept");
    const said = await this.#it.world.accept(how);
    this.#steps.push(`  → ${said.code}`);
    const memory = this.memoryOf(how.home);
    memory.whole = true;
  }

  /** Every doubt about a document, on the word of somebody who looked. */
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
      if (place === undefined || said.code !== 0) continue;
      doubts.delete(place);
      if (exists !== undefined) this.memoryOf(how.home).known.add(place);
    }
  }

  private home(name: string): Home {
    if (!this.#memory.has(name)) this.#memory.set(name, freshMemory());
    return this.#it.world.home(name, this.#it.policy);
  }

  /** Without lists nobody can know at a second computer what the first one sent, and never of a policy there. */
  private somewhere(): Home {
    const { random, sixCalls, policy, computers } = this.#it;
    return this.home(computers && !sixCalls && !policy && random.oneIn(4) ? "laptop" : "desk");
  }

  private memoryOf({ name }: Home): Memory {
    const found = this.#memory.get(name);
    if (!found) throw new Error(`no home ${name}`);
    return found;
  }

  /** How a command is typed. `usual`: as on the first day. */
  private drawn(home: Home, usual = false): Sending {
    const { random, papers, really } = this.#it;
    const [first] = addresses as [Address, ...Address[]];
    const address = usual || random.oneIn(2) ? first : random.pick(addresses as [Address, ...Address[]]);
    const company: CompanyName = !usual && random.oneIn(5) ? "co2" : "co1";
    const some = papers.filter(() => random.oneIn(3));
    const [paper] = papers as [Paper, ...Paper[]];
    const says = random.oneIn(2) ? this.whatItIs(home, address, company) : undefined;
    return {
      home,
      address,
      company,
      ...(random.oneIn(6) ? { businessProfile: companies[company].toLowerCase() } : {}),
      ...(random.oneIn(5) ? { token: random.oneIn(3) ? tokens.others : tokens.renewed } : {}),
      ...(!usual && random.oneIn(10) ? { data: `${home.folder}/snap` } : {}),
      papers: some.length === 0 ? [paper] : some,
      ...(says === undefined ? {} : { says }),
      really,
    };
  }

  /** What a person says truly of all other addresses that the company was used under; undefined where there is none, or one word is wrong. */
  private whatItIs(home: Home, address: Address, company: CompanyName): Sending["says"] {
    const others = [...this.memoryOf(home).hosts].filter(
      (each) => each.startsWith(`${company} `) && each !== `${company} ${address.host}`,
    );
    const are = new Set(others.map((each) => addresses.find(({ host }) => each.endsWith(` ${host}`))?.service));
    if (are.size !== 1) return undefined;
    return are.has(address.service) ? "same-service" : "other-service";
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
    const memory = this.memoryOf(how.home);
    const before = this.ids();
    const plain = this.isPlain(how, memory, before);
    const { service } = how.address;
    const other = how.company === "co1" ? "co2" : "co1";
    const ofOther = new Set(
      how.papers
        .filter(
          ({ note }) =>
            how.data === undefined && how.allowSimilar !== true && memory.known.has(placeOf(service, other, note)),
        )
        .map(({ note }) => note),
    );
    const needsApproval = this.#it.policy && how.company === "co1";
    this.note(
      `${how.home.name}${how.data ? " (other data folder)" : ""} ${how.address.url} ${how.company} ${how.businessProfile ?? ""} ${how.token ?? ""} ${how.says ?? ""} [${how.papers.map(({ note }) => note.at(-1))}]${plain ? "" : " may stop"}`,
    );
    const said = await world.send(how);
    const after = this.ids();
    this.#steps.push(
      `  → ${said.code} ${said.told.map((each) => (each.replayed ? "replayed" : each.outcome))} ${said.told.length === 0 ? (said.stdout || said.stderr).replace(/\s+/g, " ").slice(0, 250) : ""}`,
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
      },
      tally,
      () => this.story(),
    );
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
    for (const { note, file } of how.papers) {
      const place = placeOf(address.service, company, note);
      const told = said.told.find((each) => each.file === file);
      if ((after.get(place)?.length ?? 0) > (before.get(place)?.length ?? 0)) this.#it.tally.requests += 1;
      if (how.data !== undefined) continue;
      if (told?.outcome === "done") {
        memory.known.add(place);
        memory.doubts.delete(place);
      }
      if (told?.outcome === "in_doubt") memory.doubts.add(place);
    }
    if (how.data !== undefined || !said.told.some(({ outcome }) => outcome === "done" || outcome === "in_doubt"))
      return;
    if (how.says !== undefined)
      for (const host of memory.hosts) memory.declared.add([host, `${company} ${address.host}`].sort().join(" and "));
    memory.hosts.add(`${company} ${address.host}`);
  }

  /** Whether nothing stands in the way: the right token, whole drawers, and no document of which somebody must say what is meant. */
  private isPlain(how: Sending, memory: Memory, ids: ReadonlyMap<string, readonly string[]>): boolean {
    const { address, company, token, data, papers } = how;
    if (this.#it.policy && company === "co1") return false;
    if (token === tokens.others || data !== undefined || !memory.whole) return false;
    const here = `${company} ${address.host}`;
    const undeclared = [...memory.hosts].some(
      (host) =>
        host !== here && host.startsWith(`${company} `) && !memory.declared.has([host, here].sort().join(" and ")),
    );
    return papers.every(({ note }) => {
      const place = placeOf(address.service, company, note);
      if ([...memory.doubts].some((each) => each.endsWith(` ${note}`))) return false;
      const isThere = (ids.get(place) ?? []).length > 0;
      if (isThere && !memory.known.has(place)) return false; // made elsewhere
      const otherCompany = company === "co1" ? "co2" : "co1";
      const known = [...memory.known];
      const forOther = known.some((each) => each.endsWith(` ${otherCompany} ${note}`));
      const atOther = known.some((each) => each.endsWith(` ${company} ${note}`) && each !== place);
      const underOther = undeclared && isThere;
      return (memory.known.has(place) || !forOther) && !(atOther && undeclared) && !underOther;
    });
  }

  /** A document is made and its answer lost. */
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

  /** `resolve --check`, with whatever token is at hand. */
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
    const ids = this.ids();
    for (const { account, file, verdict } of settledIn(said.stdout)) {
      const paper = this.#it.papers.find((each) => each.file === file);
      if (!paper) continue;
      for (const place of [...memory.doubts]) {
        if (!isOfAccount(place, account, paper.note)) continue;
        memory.doubts.delete(place);
        const exists = (ids.get(place) ?? []).length > 0;
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

  /** Of a day before: both drawers cannot be told from the latest ones within the day, and not at all where there are no lists. */
  private putDrawersBack(): void {
    const { world, random, tally, sixCalls, really, computers } = this.#it;
    const all = [...this.#copies].filter(
      ([, { drawers }]) => drawers.length === 1 || (computers && !sixCalls && !really),
    );
    const found = all[random.below(Math.max(all.length, 1))];
    if (found === undefined) return;
    const [name, { memory, drawers, home }] = found;
    const before = this.memoryOf({ name: home, folder: "" });
    if (drawers.length === 2) this.wait(30);
    world.putBack(this.home(home), drawers, name);
    const lost = [...before.known, ...before.doubts, ...before.declared].some(
      (each) => !memory.known.has(each) && !memory.doubts.has(each) && !memory.declared.has(each),
    );
    this.#memory.set(home, { ...copyOf(memory), whole: memory.whole && !lost });
    tally.fault(`put back from a copy: ${drawers.join(" and ")}`);
    this.note(`put back: ${name}`);
  }

  private wait(hours: number): void {
    if (this.#it.really) return;
    this.#it.world.clock.move(hours * hour);
    this.note(`${hours} hours pass`);
  }

  private note(step: string): void {
    this.#steps.push(step);
  }

  private story(): string {
    return `${this.#it.name}${this.#it.sixCalls ? ", no lists" : ""}\n    ${this.#steps.join("\n    ")}`;
  }
}
