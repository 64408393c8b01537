import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, parseJson, writeJson } from "../json/index.ts";
import { failAll, map, type Result } from "../problem/index.ts";
import { isIssued } from "./account.ts";
import type { Clock } from "./clock.ts";
import type { SandboxSettings } from "./endpoint.ts";
import { type Office, openOffice } from "./office.ts";
import { optionProblems } from "./options.ts";

/** Settings that may differ between accounts. */
const accountOptions = ["rate", "strict", "phase2", "pendingSeconds", "oddAnswers"] as const;
export type AccountSettings = Partial<Pick<SandboxSettings, (typeof accountOptions)[number]>>;

interface Further {
  readonly id: string;
  readonly office: Office;
  readonly folder: string | undefined;
}

/**
 * The sandbox's own account, and additional ones for tests that run in parallel. Each has its own token, documents,
 * quota, clock and faults.
 */
export class Offices {
  readonly main: Office;
  readonly #folder: string | undefined;
  readonly #settings: SandboxSettings;
  readonly #clock: Clock;
  #further: Further[] = [];

  /** If no folder is given, all data is lost when the process ends. */
  constructor(main: Office, folder: string | undefined, settings: SandboxSettings, clock: Clock) {
    this.main = main;
    this.#folder = folder === undefined ? undefined : join(folder, "accounts");
    this.#settings = settings;
    this.#clock = clock;
    for (const id of this.#folder === undefined ? [] : namesIn(this.#folder)) this.#reopen(id);
  }

  /** Adds an account. Problems: `sandbox-unusable`; `bad-usage` for settings that are not valid. */
  add(given: AccountSettings): Result<Office> {
    const [wrong, ...more] = optionProblems(given, accountOptions, "accounts.add");
    if (wrong) return failAll([wrong, ...more]);
    const id = randomUUID();
    const folder = this.#folder && join(this.#folder, id);
    if (folder !== undefined) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, "settings.json"), writeJson(given));
    }
    return this.#open(id, folder, given);
  }

  list(): readonly Office[] {
    return this.#further.map(({ office }) => office);
  }

  /** Returns all accounts, the sandbox's own first. */
  all(): readonly Office[] {
    return [this.main, ...this.list()];
  }

  /** Removes an account and deletes its data; returns false if there is no such account. */
  remove(accountId: string): boolean {
    const found = this.#further.find(({ office }) => office.services.account.accountId === accountId);
    if (found === undefined) return false;
    this.#further = this.#further.filter((each) => each !== found);
    found.office.close();
    if (found.folder !== undefined) rmSync(found.folder, { recursive: true, force: true });
    return true;
  }

  ofToken(token: string): Office | undefined {
    return this.all().find(
      ({ services }) => token === services.account.token || isIssued(services.account.key, token, services.now()),
    );
  }

  /** Returns the sandbox's own account if the client is unknown. */
  ofClient(clientId: string | null): Office {
    return this.all().find(({ services }) => services.account.clientId === clientId) ?? this.main;
  }

  close(): void {
    for (const office of this.all()) office.close();
    this.#further = [];
  }

  flush(): void {
    for (const { services } of this.all()) services.store.flush();
  }

  #open(id: string, folder: string | undefined, given: AccountSettings): Result<Office> {
    const opened = openOffice(folder, { ...this.#settings, ...given }, this.#clock);
    return map(opened, (office) => {
      this.#further.push({ id, office, folder });
      return office;
    });
  }

  /** Skips an account that another process is removing. */
  #reopen(id: string): void {
    const folder = join(this.#folder ?? "", id);
    this.#open(id, folder, settingsIn(folder));
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function settingsIn(folder: string): AccountSettings {
  try {
    const read = parseJson(readFileSync(join(folder, "settings.json"), "utf8"));
    if (!read.ok || !isJsonObject(read.value)) return {};
    const { rate, strict, phase2, pendingSeconds, oddAnswers } = read.value;
    return {
      ...(rate === undefined ? {} : { rate: Number(String(rate)) }),
      ...(strict === undefined ? {} : { strict: strict === true }),
      ...(phase2 === undefined ? {} : { phase2: phase2 === true }),
      ...(pendingSeconds === undefined ? {} : { pendingSeconds: Number(String(pendingSeconds)) }),
      ...(oddAnswers === undefined ? {} : { oddAnswers: Number(String(oddAnswers)) }),
    };
  } catch {
    return {};
  }
}
