import { bringToEnd, type Disturbed, judge } from "./bring-to-end.ts";
import type { HowToRun, Said } from "./command.ts";
import type { Random } from "./random.ts";
import type { Tally } from "./report.ts";
import type { SoakPaper } from "./soak-papers.ts";
import type { World } from "./soak-world.ts";

/** Where a command runs: in a new process, or in the client that lives as long as the soak. */
export type Who = "process" | "member";

/** Runs commands in a world, and judges every statement against the ledger. */
export class Clerk {
  readonly world: World;
  readonly random: Random;
  readonly #tally: Tally;
  /** The journal's head at the last verification. */
  #head: string | undefined;

  constructor(world: World, random: Random, tally: Tally) {
    this.world = world;
    this.random = random;
    this.#tally = tally;
  }

  /** Sends documents of one kind; `name` identifies the action in violations. */
  async send(papers: readonly SoakPaper[], name: string, who: Who = this.who(), how?: HowToRun): Promise<Said> {
    const words = sendWords(papers);
    this.#tally.sends += papers.length;
    const said = await this.#run(words, who, how);
    await judge(this.#disturbed(papers, name), said, "disturbed");
    this.#mustTell(words, said, [0, 5, 21, 22, 23, 24, 25, 27, null]);
    return said;
  }

  /** Runs a read-only command; its exit code must be one of `codes`. */
  async look(words: readonly string[], codes: readonly number[], who: Who = this.who()): Promise<Said> {
    const said = await this.#run([...words, "--json"], who);
    this.#tally.count(`asked: ${words.filter((word) => !/\d/.test(word)).join(" ")}`);
    this.#mustTell(words, said, codes);
    return said;
  }

  /** Verifies the journal from the last head onwards. */
  async verify(): Promise<void> {
    const since = this.#head === undefined ? [] : ["--head", this.#head];
    const { stdout } = await this.look(["journal", "verify", ...since], [0]);
    const { journal } = JSON.parse(stdout) as { journal?: { sound: boolean; head: string } };
    if (journal?.sound !== true) this.#tally.violation("other", `the journal is not sound: ${stdout.slice(0, 600)}`);
    else this.#head = journal.head;
  }

  /** Sends everything again, settles doubts, and compares the books with the service. */
  async end(): Promise<void> {
    const { all } = this.world.papers;
    for (const command of ["create-invoice", "create-credit-note"] as const) {
      const papers = all.filter((each) => each.command === command);
      for (let at = 0; at < papers.length; at += 40) {
        const some = papers.slice(at, at + 40);
        const again = () => this.world.run(sendWords(some));
        this.#tally.sends += some.length;
        await bringToEnd(this.#disturbed(some, "the end"), await again(), again);
      }
    }
    await this.verify();
    const { stdout } = await this.look(["reconcile"], [0]);
    const { complete, documents } = JSON.parse(stdout) as { complete: boolean; documents: { here: number } };
    const exist = [...this.world.ledger().values()].flat().length;
    if (!complete || documents.here !== exist || exist !== all.length)
      this.#tally.violation("other", `${all.length} files, ${exist} documents, and reconcile says ${stdout}`);
    this.#tally.count("files", all.length);
    this.#tally.count("documents at the end", exist);
  }

  who(): Who {
    return this.random.oneIn(2) ? "member" : "process";
  }

  async #run(words: readonly string[], who: Who, how?: HowToRun): Promise<Said> {
    this.#tally.count(`commands: ${who === "member" ? "the long-lived client" : "a process of its own"}`);
    return who === "member" ? this.world.member.run(words) : this.world.run(words, how);
  }

  #mustTell(words: readonly string[], { code, stdout, stderr }: Said, codes: readonly (number | null)[]): void {
    if (codes.includes(code)) return;
    this.#tally.violation(
      "other",
      `${words.join(" ")} ended with ${code}: ${stdout.slice(0, 800)} ${stderr.slice(-300)}`,
    );
  }

  #disturbed(papers: readonly SoakPaper[], name: string): Disturbed {
    const { settings, ledger } = this.world;
    const service = { behave: () => undefined, idle: async () => undefined, ledger, requests: new Map() };
    return { name, papers, settings, service, tally: this.#tally };
  }
}

const sendWords = (papers: readonly SoakPaper[]): string[] => [
  papers[0]?.command ?? "create-invoice",
  ...papers.map(({ file }) => file),
  "--yes",
  "--json",
];
