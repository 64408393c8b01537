import { join } from "node:path";
import type { Desk, JournalPlace } from "../../src/desk/index.ts";
import type { Environment } from "../../src/environment/index.ts";
import { hooksOf } from "../../src/extra.ts";
import { extras } from "../../src/extras.ts";
import { readServerAddress } from "../../src/journal/index.ts";
import { ok, type Result } from "../../src/problem/index.ts";
import { makeStyle } from "../../src/render/index.ts";
import type { Keychain } from "../../src/settings/index.ts";
import { openBook } from "../../src/suppliers/index.ts";
import { sayingProblems } from "./saying-problems.ts";
import { MemoryKeychain, settingsOf, tempHome, unwrap } from "./settings.ts";

/** The facts of a desk for a user who signs in and out. */
export interface DeskFacts {
  readonly home?: string;
  readonly env?: Environment;
  readonly keychain?: Keychain;
  /** The content of standard input. */
  readonly input?: string;
  /** The text typed at the hidden prompt; absent if not interactive. */
  readonly typed?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** The address of a journal on a server; absent if the journal is in the home. */
  readonly journal?: string;
}

export interface SettingsDesk extends Desk {
  readonly home: string;
  readonly keychain: MemoryKeychain;
  readonly said: string[];
}

/** A desk with real settings in a temporary home; each call to `settings` reads them again, as a new run would. */
export function settingsDesk(facts: DeskFacts = {}): SettingsDesk {
  const home = facts.home ?? tempHome();
  const keychain = (facts.keychain as MemoryKeychain | undefined) ?? new MemoryKeychain();
  const said: string[] = [];
  const absent = (): never => {
    throw new Error("this desk has no such thing");
  };
  return {
    home,
    keychain,
    said,
    files: {
      read: async (path) => ok(Buffer.from(path === "-" ? (facts.input ?? "") : (facts.files?.[path] ?? absent()))),
    },
    ask: {
      possible: facts.typed !== undefined,
      confirm: async () => absent(),
      secret: async (): Promise<Result<string>> => ok(facts.typed ?? absent()),
      text: async () => absent(),
      question: async () => absent(),
    },
    output: { absolute: absent, append: absent, write: absent, grow: absent, remove: absent, show: absent },
    inputIsTerminal: facts.typed !== undefined,
    hooks: hooksOf(extras),
    environment: facts.env ?? {},
    talkStyle: makeStyle({ isTerminal: false, columns: 100, environment: {}, noColor: true }),
    pause: async () => absent(),
    dataStyle: makeStyle({ isTerminal: false, columns: 100, environment: {}, noColor: true }),
    meanwhile: () => undefined,
    onStop: () => () => undefined,
    inCi: false,
    journalPlace: async () => placeOf(facts, join(home, "data", "journal.db")),
    marks: async () => absent(),
    journalIsNew: async () => ok(true),
    now: () => new Date("2026-06-15T08:00:00Z"),
    say: (line) => {
      said.push(line);
    },
    sayProblems: sayingProblems(
      (line) => said.push(line),
      makeStyle({ isTerminal: false, columns: 100, environment: {}, noColor: true }),
    ),
    live: absent,
    settings: async () => ok(settingsOf({ home, keychain, ...(facts.env ? { env: facts.env } : {}) })),
    suppliers: async () => openBook(settingsOf({ home, keychain }).folders),
    profile: async () => absent(),
    notOurs: async () => undefined,
    account: async () => undefined,
    connect: async () => absent(),
    journal: async () => absent(),
    announce: absent,
    asJson: false,
    write: absent,
    stopped: async () => absent(),
  };
}

function placeOf({ journal, env = {} }: DeskFacts, path: string): Result<JournalPlace> {
  if (journal === undefined) return ok({ path, exists: false, onServer: false });
  const address = unwrap(readServerAddress(journal, env));
  return ok({ path: address.address, exists: true, onServer: true, address });
}
