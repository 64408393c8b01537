import type { Database } from "../../../src/database/index.ts";
import { openServer } from "../../../src/database/postgres/open.ts";
import type { Disk } from "../../../src/journal/index.ts";
import { openServerDisk } from "../../../src/journal/server/disk.ts";
import type { DiskUser } from "../sim-disk.ts";
import type { Kept } from "../sim-judge.ts";
import { account } from "../sim-papers.ts";
import type { Store } from "../sim-process.ts";
import type { World } from "../sim-world.ts";
import type { Home } from "./home.ts";
import { type Caller, Fate, SimLine } from "./line.ts";
import { type Machines, SimPostgres, type Witness } from "./server.ts";

/** A process with its open connections. */
interface Client {
  readonly home: Home;
  readonly lines: SimLine[];
  owner?: string;
}

/** The journal of a team in a simulated world: a shared server, with faults in the server and the network. */
export class TeamStore implements Store, Kept {
  readonly isShared = true;
  readonly #world: World;
  readonly #server: SimPostgres;
  readonly #clients = new Map<string, Client>();
  readonly #calm: () => boolean;
  readonly #met: (kind: string) => void;
  #backAt = 0;

  constructor(
    world: World,
    machines: Machines,
    told: {
      readonly calm: () => boolean;
      readonly met: (kind: string) => void;
      readonly turn: (at: number) => void;
      readonly name: string;
      /** If present, no standby replaces the server. */
      readonly witness?: Witness | undefined;
    },
  ) {
    this.#world = world;
    this.#server = new SimPostgres(world, machines, told.name);
    this.#server.wrongBy = world.random.below(600_000) - 300_000;
    this.#server.onTurn = told.turn;
    this.#server.witness = told.witness;
    this.#calm = told.calm;
    this.#met = told.met;
  }

  /** The correct server's database, for the judge. */
  get database(): Database {
    return this.#server.primary;
  }

  get isLagging(): boolean {
    return this.#server.isLagging;
  }

  /** Opens the journal for a process; returns undefined if it cannot be opened now. */
  of(user: DiskUser, home: Home): Disk | undefined {
    const { random } = this.#world;
    const client: Client = { home, lines: [] };
    this.#clients.set(user.name, client);
    const fails = !this.#calm() && random.oneIn(3);
    const caller: Caller = {
      get dead() {
        return user.dead;
      },
      die: () => user.die(),
      fate: fails ? new Fate(this.#world) : undefined,
      met: this.#met,
      get noLineUntil() {
        return home.noLineUntil;
      },
      set noLineUntil(until) {
        home.noLineUntil = until;
      },
    };
    const open = (): SimLine => {
      const line = new SimLine(this.#world, this.#server, caller);
      client.lines.push(line);
      return line;
    };
    const isFull = (): boolean => !this.#calm() && random.oneIn(60);
    const kept = home.keptFor(isFull, (name) => {
      client.owner = name;
    });
    const server = { host: "db.example", port: 5432, database: "books", user: "clerk" };
    const place = { server, schema: "selfbill", address: "postgres://clerk@db.example/books", folder: "" };
    const servers = {
      openServer: (where: typeof server, schema: string) => openServer(where, schema, { open, openAgain: open }),
    };
    const disk = openServerDisk(place, servers, () => kept);
    return disk.ok ? disk.value : undefined;
  }

  /** Drops the connections of an ended process, which the server may not notice, and releases its local locks. */
  letGo(name: string): void {
    const client = this.#clients.get(name);
    if (!client) return;
    for (const line of client.lines) line.drop(!this.#world.random.oneIn(3));
    client.home.letGo(client.owner);
    this.#clients.delete(name);
  }

  /** A sleeping process does not even send a heartbeat. */
  sleep(name: string): void {
    for (const { session } of this.#clients.get(name)?.lines ?? []) session.silentSince ??= this.#world.time;
  }

  wake(name: string): void {
    this.#server.expire();
    for (const { session, lost } of this.#clients.get(name)?.lines ?? [])
      if (lost === undefined) session.silentSince = undefined;
  }

  /** Whether the process still holds the locks that it took at the start. */
  holds(name: string): boolean {
    this.#server.expire();
    const [first, ...others] = this.#clients.get(name)?.lines ?? [];
    return first !== undefined && others.length === 0 && first.lost === undefined && !first.session.isOver;
  }

  /**
   * True if the computer never saw the data that the active standby lacks; in that case only a person can keep it
   * from sending.
   */
  mustStayAway({ marks }: Home): boolean {
    return this.#server.isLagging && (marks.seen.get(account)?.sequence ?? 0) <= this.#server.length;
  }

  /**
   * Disturbs the server at random: restarts it, cuts off its standby, or replaces it with the standby, which then lacks
   * commits. Restores the correct server once its time has come.
   */
  disturb(): void {
    const [server, { random, time }] = [this.#server, this.#world];
    if (server.isLagging && time >= this.#backAt) this.restore();
    const chance = random.below(400);
    if (chance === 0) {
      this.#met("server: stops, and starts again");
      server.crash(random.below(20_000));
    } else if (chance === 1 && !server.isCutOff && !server.witness) {
      server.cutOff();
    } else if (server.isCutOff && !server.isLagging && random.oneIn(60)) {
      this.#met("server: a standby that lacks the last commits takes its place");
      server.failOver();
      this.#backAt = time + 30_000 + random.below(300_000);
    }
  }

  /** Restores the correct server permanently. */
  restore(): void {
    if (this.#server.isLagging) this.#server.failBack();
  }
}
