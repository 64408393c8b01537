import { readyToSend } from "../../src/commands/create/ready-to-send.ts";
import { versionHeader } from "../../src/contract/index.ts";
import type { Connection } from "../../src/desk/index.ts";
import { holdPolicy } from "../../src/extras/four-eyes/policy-guard.ts";
import { type Disk, type Journal, journalOn, type ServerPatience } from "../../src/journal/index.ts";
import { ok, type Problem, problem } from "../../src/problem/index.ts";
import {
  Gate,
  guardOf,
  paceOf,
  type Submission,
  submit,
  watchForStop,
  withoutSending,
} from "../../src/submit/index.ts";
import { palmLedger } from "../support/documents.ts";
import { type ClerkDesk, clerkDesk } from "./clerk-desk.ts";
import { simClient } from "./sim-client.ts";
import type { DiskUser } from "./sim-disk.ts";
import { account, businessProfileId, markIn, type Paper } from "./sim-papers.ts";
import type { Sent, SimServer } from "./sim-server.ts";
import type { World } from "./sim-world.ts";
import type { Home } from "./team-sim/home.ts";
import { whenAwake } from "./team-sim/when-awake.ts";

/** Planted faults: the simulation must find each of them. */
export const breaks = ["unarmed", "resend", "optimist", "blind", "unlimited", "hasty", "forgetful"] as const;
export type Break = (typeof breaks)[number];

export interface Store {
  /** The journal as one process sees it; undefined if it cannot be opened now. */
  of(user: DiskUser, home: Home): Disk | undefined;
  /** Releases the locks of an ended process. */
  letGo(name: string): void;
  /** Whether several computers share the store; each of them keeps its own mark. */
  readonly isShared: boolean;
  /** Only for a shared store: the process sends nothing until it wakes. */
  sleep?(name: string): void;
  wake?(name: string): void;
  /** A planted fault: loses the last record. */
  forget?(): void;
}

/** State shared by all processes of a world. */
export interface Place {
  readonly world: World;
  readonly store: Store;
  readonly server: SimServer;
  readonly papers: ReadonlyMap<string, Paper>;
  readonly planted: Break | undefined;
  /** Whether the profile assigns numbers to documents that have none. */
  readonly numbered: boolean;
  readonly calm: () => boolean;
  readonly begins: (process: SimProcess, sent: Sent) => void;
  readonly leaves: (process: SimProcess, sent: Sent) => void;
  readonly starts: () => void;
  readonly met: (kind: string) => void;
}

/** Thrown if the journal cannot be opened now. */
export class NotOpened extends Error {}

const waiting = { none: false, most: 300_000 };
const hour = 3_600_000;

/** One selfbill process of a simulated computer, from its start to its end or death. */
export class SimProcess implements DiskUser {
  readonly name: string;
  dead = false;
  /** Resolves when the process dies. */
  readonly died: Promise<void>;
  /** Create requests of the papers in progress, by mark. */
  readonly underWay = new Map<string, Sent[]>();
  readonly desk: ClerkDesk;
  readonly home: Home;
  readonly journal: Journal;
  readonly #place: Place;
  readonly #connection: Connection;
  /** Which write fails, counted from the first, and how. */
  readonly #failing: { at: number; how: ReturnType<DiskUser["trouble"]> };
  #writes = 0;
  /** Resolves when the process wakes up. */
  #asleep: Promise<void> | undefined;
  #tellDeath: () => void = () => undefined;

  /** Throws `NotOpened` if the journal cannot be opened. */
  constructor(name: string, home: Home, place: Place) {
    const { world, store, planted } = place;
    const { random } = world;
    this.name = name;
    this.died = new Promise((tell) => {
      this.#tellDeath = tell;
    });
    this.#place = place;
    this.home = home;
    this.#failing = {
      at: place.calm() || !random.oneIn(4) ? -1 : random.below(40),
      how: random.pick(["refused", "busy", "flushed and failed", "crash before", "crash after"]),
    };
    const pace = planted === "hasty" ? 1_000 : 1;
    const machine = () => ({ boot: `start ${world.starts}`, at: (world.time - world.startedAt) * pace });
    const disk = store.of(this, home);
    if (!disk) throw new NotOpened();
    const own = disk.time ? { time: disk.time } : { machine };
    const patience = !store.isShared || random.oneIn(3) ? undefined : this.#patience(random.oneIn(4) ? 0 : 60_000);
    const options = { now: () => this.wall(), patience, ...own, ...(planted === "unlimited" ? { window: 1 } : {}) };
    this.journal = whenAwake(this.spoilt(journalOn(disk, options)), () => this.#asleep);
    const desk = clerkDesk({
      clock: { now: () => this.wall() },
      journal: () => this.journal,
      connection: () => this.#connection,
      pause: async (milliseconds) => {
        await world.sleep(milliseconds);
        return !this.dead;
      },
    });
    this.desk = {
      ...desk,
      marks: async () => ok(home.marks),
      journalPlace: async () => ok({ path: disk.path, exists: true, onServer: store.isShared }),
    };
    this.#connection = this.connect();
  }

  wall(): number {
    return this.#place.world.time + this.home.wrongBy;
  }

  /** How the process waits for the journal's server. */
  #patience(most: number): ServerPatience {
    const { world } = this.#place;
    const pause = async (milliseconds: number): Promise<boolean> => {
      await world.sleep(milliseconds);
      return !this.dead;
    };
    return { most, isAsked: false, say: () => this.#place.met("waited for the server"), pause, now: () => world.time };
  }

  /** Suspends the process for this time. */
  sleep(milliseconds: number): void {
    const { store, world } = this.#place;
    if (this.dead || this.#asleep !== undefined) return;
    store.sleep?.(this.name);
    this.#asleep = world.sleep(milliseconds).then(() => {
      this.#asleep = undefined;
      store.wake?.(this.name);
    });
  }

  die(): void {
    if (this.dead) return;
    this.dead = true;
    this.#place.store.letGo(this.name);
    if (this.#place.planted === "forgetful") this.#place.store.forget?.();
    this.#tellDeath();
  }

  trouble(): ReturnType<DiskUser["trouble"]> {
    const { at, how } = this.#failing;
    this.#writes += 1;
    if (this.#writes <= at || at < 0 || (this.#writes > at + 1 && how !== "refused")) return undefined;
    if (how) this.#place.met(`disk: ${how}`);
    return how;
  }

  /**
   * Sends the papers in parallel and reports each result. Returns the reason if nothing can be sent; then there are no
   * results.
   */
  async send(
    papers: readonly Paper[],
    lanes: number,
    ended: (paper: Paper, said: Submission) => void,
  ): Promise<Problem | undefined> {
    const [{ journal, desk }, { marks }] = [this, this.home];
    const guard = this.#place.store.isShared
      ? guardOf({ hooks: { names: ["four-eyes"], gate: holdPolicy }, journal, marks, account, businessProfileId })
      : undefined;
    const ready = guard ? await readyToSend(this.#connection, desk) : ok(undefined);
    if (!ready.ok) {
      this.close();
      return ready.problems[0];
    }
    const shared = { journal, desk, stop: watchForStop(desk), gate: new Gate(), guard };
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
    return undefined;
  }

  /** Reports, from the journal, the documents that a run no longer attempts. */
  private async tellOfOthers(left: readonly Paper[], ended: (paper: Paper, said: Submission) => void): Promise<void> {
    const why = problem("not-connected", "Not attempted: an earlier failure stopped the run.", "Run it again.");
    for (const paper of left) {
      const said = await withoutSending(
        { account, key: paper.key, documentNumber: paper.number, extras: true },
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
    const { world, store, server, papers, planted, calm, begins, leaves, starts, met } = this.#place;
    const service = simClient(world, server, {
      paperOf: (body) => papers.get(markIn(body)) as Paper,
      pace: paceOf(this.journal, { account }, waiting, this.desk),
      begins: (sent) => {
        starts();
        begins(this, sent);
      },
      leaves: (sent) => leaves(this, sent),
      reads: starts,
      wall: () => this.wall(),
      met,
      calm,
      early: planted === "hasty" ? hour : 0,
      planted: planted === "resend" || planted === "optimist" ? planted : undefined,
    });
    const baseUrl = "https://einvoice.example";
    const series = this.#place.numbered ? { numberSeries: "Q-{00000}", creditNoteSeries: "C-{yyyy}-{000}" } : {};
    const sources = { name: "flag", baseUrl: "flag", businessProfileId: "flag", serviceVersion: "flag" } as const;
    const profile = {
      name: "world",
      baseUrl,
      origin: baseUrl,
      sandbox: !store.isShared,
      businessProfileId,
      extras: true,
      ...series,
    };
    return {
      profile: { ...profile, serviceVersion: "20260101", versionHeader, businessProfile: palmLedger, sources },
      businessProfileId,
      account,
      service,
    };
  }

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
