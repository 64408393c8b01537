import type { Sendable } from "../../src/prepare/index.ts";
import { markOf } from "./ledger.ts";
import { Random } from "./random.ts";
import { type FaultOptions, type FaultReport, Tally } from "./report.ts";
import { childSends } from "./wire-child.ts";
import { type Said, type Settling, WireClerk } from "./wire-clerk.ts";
import { type Lengths, type Plan, plansFor, type Told, type WireFault } from "./wire-faults.ts";
import { type Setup, setUp } from "./wire-setup.ts";

/** Number of documents after which the pattern of kind, number and attachment, and therefore of length, repeats. */
const classes = 12;
/** Number of commands after which an unfinished document counts as lost. */
const mostCommands = 16;

/** Byte counts of one undisturbed send, with each side's first message over TLS. */
interface Measured extends Lengths {
  readonly hello: number;
  readonly flight: number;
}

/**
 * Disturbs the connection between selfbill and the sandbox `count` times, and completes every document with further
 * commands. Every 50th disturbed send runs the program as a user starts it; all others run in this process. Option:
 * `children`, the number of disturbed sends that run the program.
 */
export async function run({ count, seed, words, say }: FaultOptions): Promise<FaultReport> {
  const random = new Random(seed);
  const tally = new Tally();
  const setup = await setUp(random);
  try {
    const children = Number(words.children ?? Math.ceil(count / 50));
    const program = new Wire(setup, random, tally);
    await program.measure();
    for (let told = 1_000; tally.sends < count - children; ) {
      await program.next();
      if (tally.sends < told) continue;
      say(`${tally.sends} of ${count}`);
      told += 1_000;
    }
    await childSends(children, program.number, setup, random, tally);
    for (const [mark, times] of setup.ledger.counts())
      if (times > 1) tally.violation("duplicates", `${mark} exists ${times} times`);
    const overLimit = [setup.plain, setup.tls].map((proxy) => proxy.overLimit).reduce((sum, each) => sum + each, 0);
    if (overLimit > 0) tally.violation("other", `the service had to say 429 ${overLimit} times`);
    tally.count("429 of the service itself", overLimit);
    tally.requests = setup.plain.creates + setup.tls.creates;
    return tally.report("wire", seed);
  } finally {
    await setup.close();
  }
}

class Wire {
  number = 1;
  readonly #setup: Setup;
  readonly #random: Random;
  readonly #tally: Tally;
  readonly #clerk: WireClerk;
  readonly #lengths = new Map<string, Measured>();
  #plans: Plan[] = [];

  constructor(setup: Setup, random: Random, tally: Tally) {
    this.#setup = setup;
    this.#random = random;
    this.#tally = tally;
    this.#clerk = new WireClerk(setup);
  }

  /** Measures one undisturbed document of every class. */
  async measure(): Promise<void> {
    for (const tls of [false, true]) {
      const proxy = tls ? this.#setup.tls : this.#setup.plain;
      for (let each = 0; each < classes; each++, this.number++) {
        const said = await this.#clerk.send(await this.#clerk.document(this.number), undefined, tls);
        if (said.told !== "created") throw new Error(`an undisturbed send ended with ${said.words}`);
        this.#lengths.set(`${tls} ${this.number % classes}`, { ...proxy.travelled });
      }
    }
  }

  /** Sends the next document again and again, with one or more disturbances, until its outcome is known. */
  async next(): Promise<void> {
    const number = this.number++;
    const document = await this.#clerk.document(number);
    for (let command = 0; command < mostCommands; command++) {
      // Further commands may encounter a fault too, as long as the document does not exist yet.
      const isThere = this.#setup.ledger.ids(markOf(number)).length > 0;
      const plan = command === 0 || (!isThere && command < 4 && this.#random.oneIn(4)) ? this.plan() : undefined;
      const said = await this.command(number, document, plan);
      if (said.told === "created" || said.told === "replayed") {
        await this.again(number, document);
        return;
      }
      if (said.told === "in doubt") await this.settle(number, document);
    }
    this.#tally.violation("lost", `${markOf(number)} is not at its end after ${mostCommands} commands`);
  }

  private plan(): Plan {
    if (this.#plans.length === 0) this.#plans = plansFor(this.#random);
    return this.#plans.pop() as Plan;
  }

  private async command(number: number, document: Sendable, plan: Plan | undefined): Promise<Said> {
    const lengths = this.#lengths.get(`${plan?.tls ?? false} ${number % classes}`) as Measured;
    const fault = plan?.fault(lengths);
    const said = await this.#clerk.send(document, fault, plan?.tls ?? false, plan?.times);
    const disturbed = plan !== undefined && said.met;
    if (disturbed) {
      this.#tally.sends += 1;
      this.#tally.fault(plan.kind);
    } else this.#tally.count("undisturbed sends");
    this.#tally.verdict(said.told);
    // A connection lost before its handshake starts is retried, and then encounters no fault.
    const onlyOne = disturbed && said.connections < 2 && plan.tls && fault !== undefined;
    const must = disturbed ? (plan.tells ?? (onlyOne ? inHandshake(fault, lengths) : undefined)) : undefined;
    this.judge(number, said, must, plan && `${plan.kind} ${JSON.stringify(fault)}`);
    return said;
  }

  private judge(number: number, said: Said, must: Told | undefined, plan = "undisturbed"): void {
    const mark = markOf(number);
    const ids = this.#setup.ledger.ids(mark);
    const where = `${mark}, ${plan}: said ${said.told} (${said.words}), the service has ${ids.length}`;
    const { doubts } = said;
    const wrong = (words: string): void => this.#tally.violation("wrongVerdicts", `${where}; ${words}`);
    if (must !== undefined && said.told !== must) {
      if (said.told === "in doubt" && must === "not sent") this.#tally.violation("needlessDoubts", where);
      else wrong(`it must say ${must}`);
    }
    if (doubts.length !== (/in doubt/.test(said.told) ? 1 : 0)) wrong(`the journal has ${doubts.length} in doubt`);
    switch (said.told) {
      case "created":
      case "replayed":
        if (ids.length === 0) this.#tally.violation("lost", where);
        if (said.id !== ids[0]) wrong(`it named ${said.id}, not ${ids[0]}`);
        break;
      case "refused":
      case "not sent":
        if (ids.length > 0) wrong("it exists");
        break;
      case "something else":
        wrong("no such word belongs here");
    }
    const answersFromJournal = said.told === "replayed" || said.told === "still in doubt";
    if (answersFromJournal && said.connections > 0) wrong(`${said.connections} requests were made`);
  }

  /** No command resends a document in doubt; it is looked up or settled by a statement. */
  private async settle(number: number, document: Sendable): Promise<void> {
    const again = await this.command(number, document, undefined);
    if (again.told !== "still in doubt")
      this.#tally.violation("wrongVerdicts", `${markOf(number)}: ${again.words} after doubt`);
    const [id] = this.#setup.ledger.ids(markOf(number));
    const word: Settling = id === undefined ? "it does not exist" : "it exists";
    const how = this.#random.oneIn(4) ? word : "look up";
    const fault = this.#random.oneIn(4) ? lookUpFault(this.#random) : undefined;
    let [doubt] = again.doubts;
    for (let tries = 0; tries < 4 && doubt !== undefined; tries++) {
      [doubt] = await this.#clerk.settle(doubt, how, id, tries === 0 ? fault : undefined);
    }
    // An answer of success outweighs lists that do not show the document: only a person's word settles it.
    const answered = doubt?.result?.status ?? 0;
    if (doubt !== undefined && id === undefined && answered >= 200 && answered < 300)
      [doubt] = await this.#clerk.settle(doubt, word, id, undefined);
    if (doubt === undefined) {
      this.#tally.count(`settled: ${how === "look up" ? "looked up" : "by word"}, ${word}`);
      return;
    }
    this.#tally.violation("lost", `${markOf(number)} stays in doubt`);
  }

  /** Sends the document again: it exists, so the command must be answered from the journal. */
  private async again(number: number, document: Sendable): Promise<void> {
    const said = await this.command(number, document, undefined);
    if (said.told !== "replayed") {
      this.#tally.violation("wrongVerdicts", `${markOf(number)} exists, and then: ${said.words}`);
    }
  }
}

/**
 * Returns "not sent" for a fault during the handshake, because nothing is sent before it ends; undefined for a later
 * fault. The lengths differ by a few bytes between handshakes.
 */
function inHandshake(fault: WireFault, { hello, flight }: Measured): Told | undefined {
  const variance = 24;
  if (fault.at === "request") return fault.offset < hello - variance ? "not sent" : undefined;
  if (fault.at !== "response" || fault.how === "twice" || fault.how === "drip") return undefined;
  return fault.offset < flight - variance ? "not sent" : undefined;
}

function lookUpFault(random: Random): WireFault {
  const offset = random.below(600);
  return random.oneIn(2)
    ? { at: "response", offset, how: random.pick(["cut", "reset", "garbage", "stall"]) }
    : { at: "request", offset: random.below(200), how: random.pick(["cut", "reset"]) };
}
