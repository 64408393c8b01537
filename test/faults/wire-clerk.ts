import { join } from "node:path";
import { type RuleChoice, rulesInForce } from "../../src/check/index.ts";
import { resolve } from "../../src/commands/resolve.ts";
import { versionHeader } from "../../src/contract/index.ts";
import type { Connection } from "../../src/desk/index.ts";
import { newestEdition } from "../../src/document/index.ts";
import { type Doubt, type Journal, openJournal } from "../../src/journal/index.ts";
import { prepare, type Sendable } from "../../src/prepare/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { openService, type Service } from "../../src/send/index.ts";
import { Gate, paceOf, type Submission, submit, watchForStop } from "../../src/submit/index.ts";
import { runCommand } from "../support/run-command.ts";
import { type ClerkDesk, clerkDesk } from "./clerk-desk.ts";
import { documentOf } from "./documents.ts";
import type { FaultProxy } from "./fault-proxy.ts";
import type { Told, WireFault } from "./wire-faults.ts";
import type { Setup } from "./wire-setup.ts";

/** A choice of no rules, because the documents were validated when they were made. */
const noRules: RuleChoice = {
  byDate: false,
  of: () => ({ edition: newestEdition, rules: [], ruleSet: rulesInForce(newestEdition).ruleSet }),
};

export interface Said {
  readonly told: Told | "replayed" | "still in doubt" | "something else";
  /** The first problem, for the report of a violation. */
  readonly words: string;
  readonly id: string | undefined;
  readonly met: boolean;
  /** Number of connections that reached the service's side. */
  readonly connections: number;
  /** Documents in doubt in the journal afterwards. */
  readonly doubts: readonly Doubt[];
}

/** How to settle the document in doubt. */
export type Settling = "look up" | "it exists" | "it does not exist";

const version = "20260101";
const waiting = { none: false, most: 300_000 };
/** Limits in milliseconds and bytes: a stalled line is abandoned quickly, and answers are short. */
const impatience = { connect: 60, pauses: [0], head: 60, idle: 60, whole: 120, answerBytes: 200_000 };
const patience = { ...impatience, connect: 10_000, head: 20_000, idle: 10_000, whole: 30_000 };
/** Documents per journal before a new one is created. */
const perJournal = 250;

/** Sends documents as the commands do; each command reopens the journal. */
export class WireClerk {
  readonly #setup: Setup;
  readonly #desk: ClerkDesk;
  #journal: Journal | undefined;
  #connection: Connection | undefined;
  #folder = "";

  constructor(setup: Setup) {
    this.#setup = setup;
    const open = <T>(value: T | undefined): T => {
      if (value === undefined) throw new Error("no command is running");
      return value;
    };
    this.#desk = clerkDesk({
      clock: setup.clock,
      journal: () => open(this.#journal),
      connection: () => open(this.#connection),
      pause: async (milliseconds) => {
        setup.clock.at += milliseconds;
        return true;
      },
    });
  }

  /** Prepares the document as if read from a file. */
  async document(number: number): Promise<Sendable> {
    const journal = `journal-${Math.floor(number / perJournal)}`;
    // A new journal does not contain the requests from the last minute.
    if (journal !== this.#folder) this.#setup.clock.at += 61_000;
    this.#folder = journal;
    const document = documentOf(number);
    const kind = document.credit_note_type_code === undefined ? "invoice" : "credit-note";
    const content = Buffer.from(writeYaml(document, kind));
    const profile = this.connection(undefined, false, undefined).profile;
    const prepared = await prepare(`${number}.yaml`, { kind, version, profile, content, rules: noRules }, this.#desk);
    const wrong = prepared.problems.find(({ severity }) => severity === "error");
    if (wrong || !prepared.body) throw new Error(`the document of the program is wrong: ${wrong?.message}`);
    return prepared as Sendable;
  }

  async send(document: Sendable, fault: WireFault | undefined, tls: boolean, times = 1): Promise<Said> {
    const proxy = this.proxyFor(fault, tls);
    const stopping = fault?.at === "stop" ? fault : undefined;
    const pressed = (): void => {
      for (let time = 0; time < (stopping?.times ?? 0); time++) this.#desk.stop();
    };
    const stalls = stopping?.when === "waiting" && stopping.times === 2;
    proxy.plan(stalls ? silence : fault, times, stopping?.when === "waiting" ? pressed : undefined);
    return this.command(fault, tls, async (journal, connection) => {
      const stop = watchForStop(this.#desk);
      try {
        if (stopping?.when === "before") pressed();
        const parts = { journal, desk: this.#desk, stop, gate: new Gate() };
        const submission = await submit(document, connection, parts, {
          waiting,
          allowSimilar: false,
          sendAnyway: false,
          approvals: [],
        });
        await proxy.settled();
        const early = fault !== undefined && beforeRequest(fault);
        const met = proxy.met || ((early || stopping !== undefined) && !submission.replayed);
        return { ...said(submission), met, connections: proxy.connections, doubts: await doubtsIn(journal) };
      } finally {
        stop.close();
      }
    });
  }

  /** Runs `selfbill resolve` four minutes after the send; returns the documents still in doubt. */
  async settle(
    doubt: Doubt,
    how: Settling,
    id: string | undefined,
    fault: WireFault | undefined,
  ): Promise<readonly Doubt[]> {
    // An empty list is conclusive only once nothing more can arrive.
    this.#setup.clock.at += 241_000;
    const proxy = this.proxyFor(undefined, false);
    proxy.plan(fault);
    const word = { check: how === "look up", created: how === "it exists" ? id : undefined };
    const notCreated = how === "it does not exist";
    const options = { ...word, notCreated, yes: notCreated };
    return this.command(fault, false, async (journal) => {
      await runCommand(resolve, this.#desk, [doubt.attempt], options);
      await proxy.settled();
      return doubtsIn(journal);
    });
  }

  private async command<T>(
    fault: WireFault | undefined,
    tls: boolean,
    work: (journal: Journal, connection: Connection) => Promise<T>,
  ): Promise<T> {
    const path = join(this.#setup.folder, this.#folder, "journal.db");
    const opened = openJournal(path, {
      now: () => this.#setup.clock.now(),
      machine: () => ({ boot: "wire", at: this.#setup.clock.now() }),
    });
    if (!opened.ok) throw new Error(opened.problems[0].message);
    this.#journal = opened.value;
    this.#connection = this.connection(fault, tls, opened.value);
    try {
      return await work(opened.value, this.#connection);
    } finally {
      opened.value.close();
      this.#journal = undefined;
    }
  }

  private proxyFor(fault: WireFault | undefined, tls: boolean): FaultProxy {
    const { plain, tls: secure, untrusted } = this.#setup;
    return fault?.at === "certificate" ? untrusted[fault.which].proxy : tls ? secure : plain;
  }

  private connection(fault: WireFault | undefined, tls: boolean, journal: Journal | undefined): Connection {
    const { sandbox, authority, untrusted, nobody } = this.#setup;
    const { businessProfileId } = sandbox;
    const account = `sandbox:${businessProfileId}`;
    const port = fault?.at === "refused" ? nobody : this.proxyFor(fault, tls).port;
    const baseUrl = `${tls ? "https" : "http"}://127.0.0.1:${port}`;
    const extraCa = fault?.at === "certificate" ? untrusted[fault.which].authority : authority;
    const access = { baseUrl, token: sandbox.token, serviceVersion: version, versionHeader, clientVersion: "0" };
    const service = byClock(
      this.#setup.clock,
      openService({
        ...access,
        environment: {},
        extraCa,
        patience: fault && stallsAnywhere(fault) ? impatience : patience,
        pace: journal && paceOf(journal, { account }, waiting, this.#desk),
      }),
    );
    const sources = { name: "flag", baseUrl: "flag", businessProfileId: "flag", serviceVersion: "flag" } as const;
    const profile = { name: "faults", baseUrl, origin: baseUrl, sandbox: true, businessProfileId, extras: true };
    return {
      profile: { ...profile, serviceVersion: version, versionHeader, businessProfile: sandbox.profile, sources },
      businessProfileId,
      account,
      service,
    };
  }
}

const silence: WireFault = { at: "answer", bytes: () => Buffer.alloc(0), processed: true, ends: "stall" };

const beforeRequest = ({ at }: WireFault): boolean => at === "refused" || at === "certificate";

const stallsAnywhere = (fault: WireFault): boolean =>
  ("how" in fault && fault.how === "stall") || ("ends" in fault && fault.ends === "stall");

/** The sandbox uses the true time, so the time in its lists is replaced by the time on the program's clock. */
function byClock(clock: Setup["clock"], service: Service): Service {
  return {
    ...service,
    withVersion: (version) => byClock(clock, service.withVersion(version)),
    list: async (...words) => {
      const answer = await service.list(...words);
      return answer.ok && answer.serviceTime !== undefined ? { ...answer, serviceTime: clock.now() } : answer;
    },
  };
}

async function doubtsIn(journal: Journal): Promise<readonly Doubt[]> {
  const doubts = await journal.doubts();
  if (!doubts.ok) throw new Error(doubts.problems[0].message);
  return doubts.value;
}

function said({ outcome, created, replayed, problems }: Submission): Pick<Said, "told" | "words" | "id"> {
  const codes = problems.map(({ code }) => code);
  const words = `${outcome}${problems[0] ? `, ${codes[0]}: ${problems[0].message}` : ""}`;
  return { told: toldBy(), words, id: created?.id };

  function toldBy(): Said["told"] {
    switch (outcome) {
      case "done":
        return created === undefined ? "something else" : replayed ? "replayed" : "created";
      case "in_doubt":
        return codes.includes("still-in-doubt") ? "still in doubt" : "in doubt";
      case "refused":
      case "auth":
      case "duplicate":
        return "refused";
      case "not_sent":
      case "interrupted":
        return "not sent";
      default:
        return "something else";
    }
  }
}
