import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeYaml } from "../../src/read/index.ts";
import { foldersFor, openSettings, saveProfile } from "../../src/settings/index.ts";
import { unwrap } from "../support/settings.ts";
import { variablesOf } from "../support/variables-of.ts";
import { programVariable } from "./command.ts";
import { documentOf } from "./documents.ts";
import { markOf } from "./ledger.ts";
import type { Random } from "./random.ts";
import type { Tally } from "./report.ts";
import { type Plan, plansFor } from "./wire-faults.ts";
import type { Setup } from "./wire-setup.ts";

/** Commands per journal: all of them count against the same real minute, and a new journal starts a new minute. */
const perJournal = 8;
const mostCommands = 8;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
}

/**
 * Tests the same faults on the program as a user starts it, with a new process per command, for `count` disturbed
 * sends.
 */
export async function childSends(
  count: number,
  first: number,
  setup: Setup,
  random: Random,
  tally: Tally,
): Promise<void> {
  let plans: Plan[] = [];
  const upTo = tally.sends + count;
  for (let number = first; tally.sends < upTo; number++) {
    while (plans.length === 0) plans = plansFor(random).filter(isQuick);
    await new Child(number, setup, tally).bringToEnd(plans.pop() as Plan);
  }
}

/** The program has no setting to shorten its waits, so faults that need time to pass are left out. */
function isQuick({ kind, fault }: Plan): boolean {
  const given = fault({ request: 1_000, response: 1_000 });
  const stalls = ("how" in given && given.how === "stall") || ("ends" in given && given.ends === "stall");
  return !stalls && !["stop", "refused", "certificate"].includes(given.at) && !kind.includes("429");
}

const verdicts: Readonly<Record<string, string>> = {
  0: "created",
  4: "refused",
  21: "refused",
  22: "not sent",
  24: "refused",
};

class Child {
  readonly #number: number;
  readonly #setup: Setup;
  readonly #tally: Tally;
  readonly #file: string;
  readonly #home: string;
  readonly #homeWithoutReads: string;

  constructor(number: number, setup: Setup, tally: Tally) {
    this.#number = number;
    this.#setup = setup;
    this.#tally = tally;
    this.#home = join(setup.folder, `home-${Math.floor(number / perJournal)}`);
    mkdirSync(this.#home, { recursive: true });
    this.#file = join(this.#home, `${number}.yaml`);
    writeFileSync(this.#file, writeYaml(documentOf(number), this.kind));
    writeFileSync(join(this.#home, "authority.pem"), setup.authority);
    // Over TLS, a read looks like a create request, so the service that is reached over TLS offers no reads.
    this.#homeWithoutReads = `${this.#home}-six-calls`;
    mkdirSync(this.#homeWithoutReads, { recursive: true });
    const env = { SELFBILL_HOME: this.#homeWithoutReads };
    const base_url = `https://127.0.0.1:${setup.tls.port}`;
    saveProfile(unwrap(openSettings(env, unwrap(foldersFor(env)))), "six", { base_url, extras: false });
  }

  get kind(): "invoice" | "credit-note" {
    return documentOf(this.#number).credit_note_type_code === undefined ? "invoice" : "credit-note";
  }

  get ids(): readonly string[] {
    return this.#setup.ledger.ids(markOf(this.#number));
  }

  /** The plain and the TLS address have separate accounts, so all commands for a document use the same one. */
  async bringToEnd(plan: Plan): Promise<void> {
    const { tls } = plan;
    for (let command = 0; command < mostCommands; command++) {
      const code = await this.send(tls, command === 0 ? plan : undefined);
      if (code === 0) {
        const again = await this.send(tls);
        if (again !== 0) this.wrong(`exit code ${again} of a document that exists`, undefined);
        return;
      }
      if (code === 23) await this.settle(tls);
    }
    this.#tally.violation("lost", `${markOf(this.#number)} is not at its end after ${mostCommands} programs`);
  }

  /** Sends the document, and checks the exit code against the ledger. */
  private async send(tls: boolean, plan?: Plan): Promise<number | null> {
    const proxy = tls ? this.#setup.tls : this.#setup.plain;
    proxy.plan(plan?.fault(proxy.travelled), plan?.times);
    if (!tls) proxy.spareReads();
    const { code, stdout } = await this.run(proxy.port, tls, `create-${this.kind}`, this.#file, "--yes", "--no-wait");
    await proxy.settled();
    const ids = this.ids;
    if (plan && proxy.met) {
      this.#tally.sends += 1;
      this.#tally.count("disturbed sends of the program itself");
      this.#tally.fault(plan.kind);
    } else this.#tally.count("undisturbed sends");
    const [result] = (JSON.parse(stdout) as { results: { id?: string; replayed?: boolean }[] }).results;
    const told = code === 23 ? "in doubt" : (verdicts[String(code)] ?? `exit code ${code}`);
    this.#tally.verdict(code === 0 && result?.replayed ? "replayed" : told);
    if (code === 0 && ids.length === 0) this.#tally.violation("lost", `${markOf(this.#number)}: exit code 0`);
    if (code === 0 && result?.id !== ids[0]) this.wrong(`it named ${result?.id}`, plan);
    if (told !== "created" && told !== "in doubt" && ids.length > 0)
      this.wrong(`exit code ${code}, and it exists`, plan);
    if (/^exit/.test(told)) this.wrong(told, plan);
    if (plan?.tells && proxy.met && told !== plan.tells && plan.times === undefined)
      this.wrong(`${told}, not ${plan.tells}`, plan);
    return code;
  }

  /**
   * Settles the doubt: by a look-up if the document exists and lists are available, otherwise by a statement. The lists
   * could not prove that a document does not exist until a minute later.
   */
  private async settle(tls: boolean): Promise<void> {
    const proxy = tls ? this.#setup.tls : this.#setup.plain;
    const [id] = this.ids;
    proxy.plan(undefined);
    if (!tls) proxy.spareReads();
    const exists = tls ? ["--created", id ?? "", "--yes"] : ["--check"];
    const how = id === undefined ? ["--not-created", "--yes"] : exists;
    const { code } = await this.run(proxy.port, tls, "resolve", this.#file, ...how);
    await proxy.settled();
    if (code === 0) this.#tally.count("settled by the program itself");
    else this.#tally.violation("lost", `${markOf(this.#number)}: resolve ${how[0]} ended with ${code}`);
  }

  private wrong(words: string, plan: Plan | undefined): void {
    const where = `${markOf(this.#number)}, the program itself, ${plan?.kind ?? "undisturbed"}`;
    this.#tally.violation("wrongVerdicts", `${where}: ${words}`);
  }

  private run(port: number, tls: boolean, ...words: string[]): Promise<Ended> {
    const { sandbox, clock } = this.#setup;
    clock.at += 61_000;
    const child = spawn(
      process.execPath,
      [resolve(process.env[programVariable] ?? "bin/selfbill.cjs"), ...words, "--json"],
      {
        env: {
          PATH: process.env.PATH,
          ...variablesOf({ ...sandbox, baseUrl: `${tls ? "https" : "http"}://127.0.0.1:${port}` }),
          SELFBILL_HOME: tls ? this.#homeWithoutReads : this.#home,
          ...(tls ? { SELFBILL_PROFILE: "six" } : {}),
          NODE_EXTRA_CA_CERTS: join(this.#home, "authority.pem"),
          USER: "clerk",
        },
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    return new Promise((done, failed) => {
      child.on("error", failed).on("close", (code) => done({ code, stdout }));
    });
  }
}
