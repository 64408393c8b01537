import { resolve } from "node:path";
import type { Connection, Desk } from "../../src/desk/index.ts";
import { hooksOf } from "../../src/extra.ts";
import { extras } from "../../src/extras.ts";
import type { Journal } from "../../src/journal/index.ts";
import { ok } from "../../src/problem/index.ts";
import { diskFiles } from "../../src/read/index.ts";
import { makeStyle } from "../../src/render/index.ts";

/** A clock that advances only when something waits; Unix milliseconds. */
export class StandingClock {
  at: number;
  constructor(at: number) {
    this.at = at;
  }
  now(): number {
    return this.at;
  }
}

/** The parts of a desk that differ per command. */
export interface DeskParts {
  readonly clock: { now(): number };
  readonly journal: () => Journal;
  readonly connection: () => Connection;
  /** Resolves to false if the process must stop. */
  readonly pause: (milliseconds: number) => Promise<boolean>;
}

/** A desk with the given journal and service, a clock that never really waits, and no terminal. */
export interface ClerkDesk extends Desk {
  /** Has the same effect as Ctrl-C. */
  stop(): void;
}

export function clerkDesk({ clock, journal, connection, pause }: DeskParts): ClerkDesk {
  const listeners = new Set<() => void>();
  const absent = (): never => {
    throw new Error("this desk has no such thing");
  };
  const style = makeStyle({ isTerminal: false, columns: 100, environment: {}, noColor: true });
  return {
    files: diskFiles(process.stdin),
    ask: { possible: false, confirm: absent, secret: absent, text: absent, question: absent },
    output: {
      absolute: (path) => resolve(path),
      append: absent,
      write: absent,
      grow: absent,
      remove: absent,
      show: absent,
    },
    inputIsTerminal: false,
    hooks: { ...hooksOf(extras), fill: hooksOf([]).fill }, // because there are no books
    environment: { USER: "clerk" },
    talkStyle: style,
    dataStyle: style,
    asJson: false,
    now: () => new Date(clock.now()),
    pause,
    say: () => undefined,
    sayProblems: () => undefined,
    live: () => undefined,
    meanwhile: () => undefined,
    settings: async () => absent(),
    notOurs: async () => undefined,
    account: async () => connection().account,
    suppliers: async () => ok({ path: "suppliers.yaml", suppliers: [] }),
    profile: async () => ok(connection().profile),
    connect: async () => ok(connection()),
    journal: async () => ok(journal()),
    inCi: false,
    journalPlace: async () => ok({ path: "journal.db", exists: true, onServer: false }),
    marks: async () => absent(),
    journalIsNew: async () => ok(false),
    announce: absent,
    write: async () => absent(),
    stopped: async () => absent(),
    onStop: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => {
      for (const listener of [...listeners]) listener();
    },
  };
}
