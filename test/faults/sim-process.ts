import { versionHeader } from "../../src/contract/index.ts";
import type { Connection } from "../../src/desk/index.ts";
import { type Journal, journalOn } from "../../src/journal/index.ts";
import { ok, problem } from "../../src/problem/index.ts";
import { Gate, paceOf, type Submission, submit, watchForStop, withoutSending } from "../../src/submit/index.ts";
import { palmLedger } from "../support/documents.ts";
import { type ClerkDesk, clerkDesk } from "./clerk-desk.ts";
import { simClient } from "./sim-client.ts";
import type { DiskUser, SimDisk } from "./sim-disk.ts";
import { account, businessProfileId, markIn, type Paper } from "./sim-papers.ts";
import type { Sent, SimServer } from "./sim-server.ts";
import type { World } from "./sim-world.ts";

/** Faults of our own, planted on purpose: the simulation must find each of them. */
export const breaks = ["unarmed", "resend", "optimist", "blind", "unlimited", "hasty", "forgetful"] as const;
export type Break = (typeof breaks)[number];

/** What all processes of a world share. */
export interface Place {
  readonly world: World;
  readonly disk: SimDisk;
  readonly server: SimServer;
  readonly papers: ReadonlyMap<string, Paper>;
  readonly planted: Break | undefined;
  /** The profile numbers documents that have no number. */
  readonly numbered: boolean;
  readonly calm: () => boolean;
  readonly begins: (process: SimProcess, sent: Sent) => void;
  readonly leaves: (process: SimProcess, sent: Sent) => void;
  readonly starts: () => void;
  /** Told of every fault that somebody meets. */
  readonly met: (kind: string) => void;
}

const waiting = { none: false, most: 300_000 };
const hour = 3_600_000;

/** One selfbill of a simulated computer, from its start to its end or its death. */
export class SimProcess implements DiskUser {
  readonly name: string;
  dead = false;
  /** Resolves when it dies. */
  readonly died: Promise<void>;
  /** The creates of the papers it is at, by mark. */
  readonly underWay = new Map<string, Sent[]>();
  readonly desk: ClerkDesk;
  readonly journal: Journal;
  readonly #place: Place;
  readonly #connection: Connection;
  /** The write that fails, and how; counted from the first. */
  readonly #failing: { at: number; how: ReturnType<DiskUser["trouble"]> };
  #writes = 0;
  #tellDeath: () => void = () => undefined;

  constructor(name: string, place: Place) {
    const { world, disk, planted } = place;
    const { random } = world;
    this.name = name;
    this.died = new Promise((tell) => {
      this.#tellDeath = tell;
    });
    this.#place = place;
    this.#failing = {
      at: place.calm() || !random.oneIn(4) ? -1 : random.below(40),
      how: random.pick(["refused", "busy", "flushed and failed", "crash before", "crash after"]),
    };
    const pace = planted === "hasty" ? 1_000 : 1;
    const machine = () => ({ boot: `start ${world.starts}`, at: (world.time - world.startedAt) * pace });
    const options = { now: () => world.wall(), machine, ...(planted === "unlimited" ? { window: 1 } : {}) };
    this.journal = this.spoilt(journalOn(disk.of(this), options));
    this.desk = clerkDesk({
      clock: { now: () => world.wall() },
      journal: () => this.journal,
      connection: () => this.#connection,
      pause: async (milliseconds) => {
        await world.sleep(milliseconds);
        return !this.dead;
      },
    });
    this.#connection = this.connect();
  }

  die(): void {
    if (this.dead) return;
    this.dead = true;
    this.#place.disk.letGo(this.name);
    if (this.#place.planted === "forgetful") this.#place.disk.forget();
    this.#tellDeath();
  }

  trouble(): ReturnType<DiskUser["trouble"]> {
    const { at, how } = this.#failing;
    this.#writes += 1;
    if (this.#writes <= at || at < 0 || (this.#writes > at + 1 && how !== "refused")) return undefined;
    if (how) this.#place.met(`disk: ${how}`);
    return how;
  }

  /** Sends these papers, some at a time, and tells what became of each. */
  async send(papers: readonly Paper[], lanes: number, ended: (paper: Paper, said: Submission) => void): Promise<void> {
    const shared = { journal: this.journal, desk: this.desk, stop: watchForStop(this.desk), gate: new Gate() };
    const options = { waiting, sendAnyway: false, approvals: [] };
    const left = [...papers].reverse();
    let halted = false;
    const lane = async (): Promise<void> => {
      for (let next = left.pop(); next !== undefined && !halted && !this.dead; next = left.pop()) {
        const said = await submit(next.prepared, this.#connection, shared, {
          ...options,
          allowSimilar: next.allowed,
        });
        if (this.dead) return;
        ended(next, said);
        halted ||= said.outcome === "auth" || said.outcome === "local_state" || said.outcome === "interrupted";
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    if (halted) await this.tellOfOthers(left, ended);
    shared.stop.close();
    this.close();
  }

  /** What a run says of documents that it does not come to any more: the journal is asked. */
  private async tellOfOthers(left: readonly Paper[], ended: (paper: Paper, said: Submission) => void): Promise<void> {
    const why = problem("not-connected", "Not attempted: an earlier failure stopped the run.", "Run it again.");
    for (const paper of left) {
      const said = await withoutSending(
        { account, key: paper.key, documentNumber: paper.number },
        why,
        ok(this.journal),
      );
      if (this.dead) return;
      ended(paper, said);
    }
  }

  close(): void {
    if (!this.dead) this.journal.close();
  }

  private connect(): Connection {
    const { world, server, papers, planted, calm, begins, leaves, starts, met } = this.#place;
    const service = simClient(world, server, {
      paperOf: (body) => papers.get(markIn(body)) as Paper,
      pace: paceOf(this.journal, account, waiting, this.desk),
      begins: (sent) => {
        starts();
        begins(this, sent);
      },
      leaves: (sent) => leaves(this, sent),
      reads: starts,
      met,
      calm,
      early: planted === "hasty" ? hour : 0,
      planted: planted === "resend" || planted === "optimist" ? planted : undefined,
    });
    const baseUrl = "https://einvoice.example";
    const numberSeries = this.#place.numbered ? { invoice: "Q-{00000}", "credit-note": "C-{yyyy}-{000}" } : undefined;
    const sources = { name: "flag", baseUrl: "flag", businessProfileId: "flag", serviceVersion: "flag" } as const;
    const profile = {
      name: "world",
      baseUrl,
      origin: baseUrl,
      sandbox: true,
      businessProfileId,
      extras: true,
      numberSeries,
    };
    return {
      profile: { ...profile, serviceVersion: "20260101", versionHeader, businessProfile: palmLedger, sources },
      businessProfileId,
      account,
      service,
    };
  }

  /** The journal, with the fault that was planted. */
  private spoilt(journal: Journal): Journal {
    if (this.#place.planted !== "unarmed") return journal;
    const begin: Journal["begin"] = async (...words) => {
      const begun = await journal.begin(...words);
      if (!begun.ok || begun.value.is !== "begun") return begun;
      const { attempt, intent } = begun.value;
      return { ...begun, value: { is: "begun", intent, attempt: { ...attempt, armed: async () => undefined } } };
    };
    return new Proxy(journal, {
      get: (target, name) => {
        const value = name === "begin" ? begin : Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }
}
