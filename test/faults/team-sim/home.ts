import type { Mark, Marks, PolicyMark } from "../../../src/journal/index.ts";
import type { KeptHere } from "../../../src/journal/server/disk.ts";
import { ok } from "../../../src/problem/index.ts";
import type { Random } from "../random.ts";

/** One computer of a simulated world: its clock, and its local files when the journal is elsewhere. */
export class Home {
  /** Error of the clock, in milliseconds. */
  wrongBy = 0;
  /** The time until which the computer cannot connect to the server. */
  noLineUntil = 0;
  readonly marks: Marks & { readonly seen: ReadonlyMap<string, Mark> } = marksInMemory();
  readonly #random: Random;
  readonly #names = new Set<string>();
  readonly #alive = new Set<string>();
  readonly #rooms = new Map<string, string[]>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** Releases the locks of an ended process, as the operating system does. */
  letGo(name: string | undefined): void {
    if (name !== undefined) this.#alive.delete(name);
  }

  /** `isFull` is called before each write; `named` receives the name that the process is given. */
  keptFor(isFull: () => boolean, named: (name: string) => void): KeptHere {
    const rooms = this.#rooms;
    const write = (work: () => void): void => {
      if (isFull()) throw new Error("no space left on device");
      work();
    };
    return {
      owners: () => {
        const name = [8, 8].map(() => this.#random.bits().toString(16).padStart(8, "0")).join("");
        named(name);
        return this.#owners(name);
      },
      reserve: (owner) => {
        const lines: string[] = [];
        write(() => void rooms.set(owner, lines));
        const keep = (record: unknown): void => write(() => void lines.push(JSON.stringify(record)));
        return {
          keep,
          tryToKeep: (record) => void lines.push(JSON.stringify(record)),
          get isUsed() {
            return lines.length > 0;
          },
          close: () => void (lines.length === 0 && rooms.delete(owner)),
        };
      },
      setAside: (owner) => (rooms.get(owner) ?? []).map((line) => JSON.parse(line) as unknown),
      release: (owner) => void rooms.delete(owner),
      rescue: (name) => {
        if (this.#random.oneIn(4)) throw new Error("no room anywhere");
        return name;
      },
    };
  }

  #owners(name: string): ReturnType<KeptHere["owners"]> {
    const [names, alive] = [this.#names, this.#alive];
    names.add(name);
    alive.add(name);
    return {
      name,
      sweep: (inherit) => {
        for (const other of [...names]) {
          if (other === name || alive.has(other)) continue;
          inherit(other);
          names.delete(other);
        }
      },
      release: (leavesSomething) => {
        alive.delete(name);
        if (!leavesSomething) names.delete(name);
      },
    };
  }
}

function marksInMemory(): Marks & { readonly seen: ReadonlyMap<string, Mark> } {
  const seen = new Map<string, Mark>();
  const policies = new Map<string, PolicyMark>();
  return {
    path: "marks.db",
    seen,
    of: (account) => ok(seen.get(account)),
    advance(account, to, from) {
      const before = seen.get(account);
      const isForward = before?.journal === to.journal && before.sequence < to.sequence;
      if (before === undefined || (isForward && before.head === from?.head)) seen.set(account, to);
      return ok(seen.get(account) ?? to);
    },
    set: (account, to) => ok(void seen.set(account, to)),
    policy: (name) => ok(policies.get(name)),
    keepPolicy: (name, policy) => ok(void policies.set(name, policy)),
    close: () => undefined,
  };
}
