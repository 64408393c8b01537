import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { moveClock } from "../support/moved-clock.ts";
import { homeAt, openUser, type Shown, token, type User } from "./open/ask.ts";
import { drawContract, type OpenContract } from "./open/draw.ts";
import { type Command, createShouldBe, type Judged, judgeRead } from "./open/judge.ts";
import type { Plant } from "./open/plants.ts";
import { type OpenServer, startOpenServer } from "./open/server.ts";
import { writePapers } from "./papers.ts";
import { Random } from "./random.ts";
import { type FaultOptions, type FaultReport, Tally } from "./report.ts";

/**
 * Randomly generates services that differ in what the API description leaves open, and runs the real commands against
 * each over HTTP.
 */
export async function run({ count, seed, say, words }: FaultOptions): Promise<FaultReport> {
  const tally = new Tally();
  const scratch = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "selfbill-open-"));
  const clock = moveClock();
  const server = await startOpenServer();
  const [paper] = writePapers(join(scratch, "files"), 1);
  const from = Number(words.from ?? 0);
  try {
    for (let number = from; number < from + count; number++) {
      const name = `seed ${seed}, contract ${number}`;
      const contract = drawContract(new Random(seed * 1_000_003 + number), name, `q${number.toString(36)}z`, token);
      clock.reset();
      server.serve(contract);
      const home = homeAt(scratch, number);
      mkdirSync(home);
      const user = openUser(home, server.baseUrl, contract.extras, clock);
      await new Visit(contract, server, user, tally).all(paper?.file ?? "");
      rmSync(home, { recursive: true, force: true });
      if (number % 500 === 499) say(`  ${number + 1} of ${from + count}`);
    }
  } finally {
    await server.close();
    clock.restore();
    rmSync(scratch, { recursive: true, force: true });
  }
  return tally.report("open-contracts", seed);
}

const isIn = ({ marker }: Plant, { create }: OpenContract): boolean => create.body.includes(marker);

/** Runs all commands against one service. */
class Visit {
  readonly #contract: OpenContract;
  readonly #server: OpenServer;
  readonly #user: User;
  readonly #tally: Tally;

  constructor(contract: OpenContract, server: OpenServer, user: User, tally: Tally) {
    this.#contract = contract;
    this.#server = server;
    this.#user = user;
    this.#tally = tally;
  }

  async all(file: string): Promise<void> {
    const { extras, kind, id, draws } = this.#contract;
    this.#tally.count("contracts drawn");
    for (const each of draws) this.#tally.fault(each);
    await this.#create(file);
    const invoice = kind === "invoice" && id.length % 2 === 0 ? ["--invoice"] : [];
    const verbose = id.length % 3 === 0 ? ["--verbose"] : [];
    await this.#read("status", ["status", ...invoice, ...verbose, "--", id]);
    await this.#read("logs", ["logs", ...invoice, "--", id]);
    if (!extras) return;
    await this.#read("get", ["get", ...invoice, "--", id]);
    await this.#read("list", ["list", kind === "invoice" ? "invoices" : "credit-notes"]);
  }

  /** Sends the file; if the document is then in doubt, also looks it up. */
  async #create(file: string): Promise<void> {
    const shown = await this.#ask(["create-invoice", file, "--yes"]);
    if (shown === undefined) return;
    this.#tally.sends += 1;
    this.#tally.requests += this.#server.creates;
    const due = createShouldBe(this.#contract);
    const codes = { created: [0], refused: [4, 21, 24], "in doubt": [23] }[due];
    this.#tally.verdict(due);
    const told = `${this.#contract.create.status} ${this.#contract.create.body.slice(0, 300)}: exit code ${shown.code}`;
    if (this.#server.creates !== 1)
      this.#broken("duplicates", shown, `the document left ${this.#server.creates} times`);
    if (!codes.includes(shown.code)) this.#broken("wrongVerdicts", shown, `it should be ${due}: ${told}`);
    if (due !== "created")
      for (const { marker, name } of this.#contract.create.plants.filter((each) => isIn(each, this.#contract)))
        if (shown.screen.includes(marker)) this.#tally.count("values on the screen");
        else this.#broken("wrongVerdicts", shown, `hidden: ${name} ${marker} of ${told}`);
    if (due === "in doubt") await this.#lookUp();
  }

  async #lookUp(): Promise<void> {
    const shown = await this.#ask(["resolve", "--check"]);
    if (shown === undefined) return;
    const { resolved = [] } = JSON.parse(shown.json) as { resolved?: { verdict: string }[] };
    for (const { verdict } of resolved) {
      this.#tally.verdict(`looked up: ${verdict}`);
      const isMade = this.#server.made;
      if ((verdict === "created") !== isMade)
        this.#broken("wrongVerdicts", shown, `looked up as ${verdict}, and ${isMade ? "made" : "not made"}`);
    }
    if (resolved.length === 0) this.#tally.verdict("looked up: cannot tell");
  }

  async #read(command: Command, words: readonly string[]): Promise<void> {
    this.#server.forget();
    const shown = await this.#ask(words);
    if (shown === undefined) return;
    this.#tally.verdict(`${command}: exit code ${shown.code}`);
    this.#count(judgeRead(command, shown, this.#server.asked, this.#contract), shown);
  }

  #count({ found, hidden, denied, claimed, needless, broken }: Judged, shown: Shown): void {
    const answers = new Set(this.#server.asked.map(({ served }) => served)).size;
    this.#tally.count("answers", answers);
    this.#tally.count("values on the screen", found.screen);
    this.#tally.count("values in --json, as the help says", found.json);
    this.#tally.count("values in --json, named on the screen", found.named);
    this.#tally.count("values too long or too many for a screen, counted there", found.counted);
    this.#tally.count("values hidden", hidden.length);
    this.#tally.count("denied without a question or a reason", denied.length);
    if (hidden.length > 0) this.#broken("wrongVerdicts", shown, `hidden: ${hidden.slice(0, 5).join("; ")}`);
    for (const each of [...denied, ...claimed]) this.#broken("wrongVerdicts", shown, each);
    for (const each of needless) this.#broken("needlessDoubts", shown, each);
    for (const each of broken) this.#broken("other", shown, each);
  }

  /** Runs a command; an internal error counts as a violation. */
  async #ask(words: readonly string[]): Promise<Shown | undefined> {
    this.#tally.count("commands");
    try {
      return await this.#user.ask(...words);
    } catch (error) {
      const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.#tally.violation("other", `${this.#contract.name}, ${words.join(" ")}: ${what.slice(0, 600)}`);
      return undefined;
    }
  }

  #broken(kind: Parameters<Tally["violation"]>[0], { words, screen }: Shown, what: string): void {
    const shown = screen.replace(/\s+/g, " ").slice(-700);
    this.#tally.violation(kind, `${this.#contract.name}, ${words.join(" ")}: ${what} | ${shown}`);
  }
}
