import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Desk } from "../../src/desk/index.ts";
import { type Journal, type JournalOptions, openJournal } from "../../src/journal/index.ts";
import { fail, ok, problem } from "../../src/problem/index.ts";
import type { ServiceProfile, UserFile } from "../../src/settings/index.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { settingsOf } from "../support/settings.ts";
import { dueOf, given, judge, OwedHistory, type OwedWorld, patience } from "./owed-history.ts";
import { Random } from "./random.ts";
import { type FaultOptions, type FaultReport, Tally } from "./report.ts";

const together = 250;

/** Opens a journal by name. */
export type OpenJournal = (name: string, options: JournalOptions) => Journal;

/**
 * Generates random histories of documents, and compares the output of `due`, per account and for all accounts, with the
 * open matters. `open` selects the engine; by default journals are files.
 */
export async function run({ count, seed, say, words }: FaultOptions, open?: OpenJournal): Promise<FaultReport> {
  const tally = new Tally();
  const scratch = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "selfbill-owed-"));
  const inFile: OpenJournal = (name, options) => given(openJournal(join(scratch, name, "journal.db"), options));
  const from = Number(words.from ?? 0);
  try {
    for (let number = from; number < from + count; number += together) {
      const world = new World(`owed-${seed}-${number}`, scratch, open ?? inFile);
      for (let one = number; one < Math.min(from + count, number + together); one++) {
        const random = new Random(seed * 1_000_003 + one);
        const name = `seed ${seed}, history ${one}`;
        await new OwedHistory(name, one, world, random, tally).play();
        tally.count("histories");
      }
      await compareAll(`seed ${seed}, histories from ${number}`, world, tally);
      world.journal.close();
      if (number % 1_000 === 0) say(`  ${number} of ${from + count}`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return tally.report("owed", seed);
}

/** Compares all accounts of a journal at once: without a profile, no supplier answers are expected. */
async function compareAll(name: string, world: World, tally: Tally): Promise<void> {
  const seen = await dueOf(world.desk(undefined), false);
  const right = world.ledgers.flatMap((each) => each.rows(world.now, false));
  const silent = world.ledgers.reduce((sum, each) => sum + each.silent(), 0);
  judge({ name, seen, right, silent }, tally);
}

class World implements OwedWorld {
  now = Date.UTC(2026, 5, 15, 8);
  journal: Journal;
  readonly ledgers: OwedWorld["ledgers"] = [];
  readonly #open: () => Journal;
  readonly #folder: string;
  readonly #silent: UserFile["profiles"] = {};

  constructor(name: string, folder: string, open: OpenJournal) {
    this.#folder = folder;
    this.#open = () => open(name, { window: 1, now: () => this.now });
    this.journal = this.#open();
  }

  restart(): void {
    this.journal.close();
    this.journal = this.#open();
  }

  silence(account: string): void {
    const one = { base_url: "https://einvoice.example", business_profile_id: account.slice(8), extras: false };
    Object.assign(this.#silent, { [account.slice(8)]: one });
  }

  desk(account: string | undefined): Desk {
    const base = offlineDesk();
    const file: UserFile = { profiles: this.#silent, sign_ins: {} };
    return {
      ...base,
      environment: { USER: "amina" },
      output: { ...base.output, absolute: (path) => path },
      now: () => new Date(this.now),
      journal: async () => ok(this.journal),
      journalIsNew: async () => ok(false),
      settings: async () => ok({ ...settingsOf({ home: this.#folder }), file }),
      notOurs: async () => undefined,
      account: async (profile) => (profile === undefined ? undefined : `sandbox:${profile.businessProfileId}`),
      profile: async () =>
        account === undefined
          ? fail(problem("no-profile", "No profile.", "Make one."))
          : ok(profileOf(account.slice(8))),
      write: async () => {
        throw new Error("more rows than a report holds");
      },
    };
  }
}

function profileOf(businessProfileId: string): ServiceProfile {
  return {
    name: businessProfileId,
    baseUrl: "https://einvoice.example",
    origin: "https://einvoice.example",
    sandbox: false,
    businessProfileId,
    serviceVersion: "20260101",
    versionHeader: "X-SERVICE-VERSION",
    extras: true,
    acceptance: { days: String(patience), from: "2026-01-01" },
    sources: { name: "flag", baseUrl: "flag", businessProfileId: "flag", serviceVersion: "flag" },
  };
}
