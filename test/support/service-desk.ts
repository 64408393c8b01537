import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { versionHeader } from "../../src/contract/index.ts";
import type { Connection, ConnectionWords, Desk } from "../../src/desk/index.ts";
import { diskOutput } from "../../src/desk/real/disk-output.ts";
import { editionOf } from "../../src/document/index.ts";
import { hooksOf } from "../../src/extra.ts";
import { extras } from "../../src/extras.ts";
import { type Journal, marksIn, openJournal } from "../../src/journal/index.ts";
import { fail, ok, problem, type Result } from "../../src/problem/index.ts";
import { diskFiles } from "../../src/read/index.ts";
import { makeStyle } from "../../src/render/index.ts";
import { openService, type ServiceAccess } from "../../src/send/index.ts";
import type { ServiceProfile, UserFile } from "../../src/settings/index.ts";
import type { Supplier } from "../../src/suppliers/index.ts";
import { temporaryFolder } from "./run-selfbill.ts";
import { sayingProblems } from "./saying-problems.ts";
import { settingsOf } from "./settings.ts";
import type { SettableClock, TestSandbox } from "./start-sandbox.ts";

export interface ServiceDesk extends Desk {
  /** The folder with this desk's files and journal. */
  readonly folder: string;
  readonly said: string[];
  /** Output that was written before the command ended. */
  readonly written: string[];
  readonly openedJournal: Journal;
  /** Writes a file; returns its path. */
  file(name: string, content: string): string;
}

export interface ServiceDeskFacts {
  /** Whether the person answers yes; absent if not interactive. */
  readonly answer?: boolean;
  /** The text typed by the person. */
  readonly typed?: string;
  readonly extras?: boolean;
  /** Treats the sandbox as a real service. */
  readonly real?: boolean;
  /** The account in the journal; by default, the sandbox's own. */
  readonly account?: string;
  readonly numberSeries?: string;
  readonly creditNoteSeries?: string;
  readonly allowUnknown?: string;
  /** The entries of the supplier book. */
  readonly suppliers?: readonly Supplier[];
  readonly today?: string;
  /** Replaces `today`; waiting moves the clock, so that no test really waits. */
  readonly clock?: SettableClock;
  /** The journal uses that clock too, instead of the real one. */
  readonly sameClock?: boolean;
  /** The id of the computer's current boot. */
  readonly boot?: () => string;
  readonly patience?: ServiceAccess["patience"];
  /** The journal to use instead of a file; the caller closes it. */
  readonly journal?: Journal;
}

/** A desk with real files and a real journal; its only service is a sandbox over HTTP. */
export function serviceDesk(
  sandbox: Pick<TestSandbox, "baseUrl" | "token" | "businessProfileId" | "profile">,
  facts: ServiceDeskFacts = {},
): ServiceDesk {
  const folder = temporaryFolder();
  const clock = facts.sameClock ? facts.clock : undefined;
  const machine = () => ({ boot: facts.boot?.() ?? "test", at: clock?.now() ?? 0 });
  const options = clock ? { now: () => clock.now(), machine } : {};
  const journal = facts.journal ? ok(facts.journal) : openJournal(join(folder, "state", "journal.db"), options);
  if (!journal.ok) throw new Error(journal.problems[0].message);
  if (!facts.journal) onTestFinished(() => journal.value.close());
  const marks = marksIn(join(folder, "mark", "journal-mark.db"));
  onTestFinished(() => marks.close());
  const said: string[] = [];
  const written: string[] = [];
  const absent = (): never => {
    throw new Error("this desk has no such thing");
  };
  const profile = (words: ConnectionWords): ServiceProfile => profileOf(sandbox, words, facts);
  const account = facts.account ?? `sandbox:${sandbox.businessProfileId}`;
  const connect = (words: ConnectionWords): Result<Connection> => {
    const { baseUrl, serviceVersion } = profile(words);
    const access = {
      baseUrl,
      serviceVersion,
      token: sandbox.token,
      versionHeader,
      clientVersion: "0",
      environment: {},
      patience: facts.patience ?? {},
    };
    const { businessProfileId } = sandbox;
    return ok({ profile: profile(words), businessProfileId, account, service: openService(access) });
  };
  return {
    folder,
    said,
    written,
    openedJournal: journal.value,
    file(name, content) {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
    files: diskFiles(process.stdin),
    ask: {
      possible: facts.answer !== undefined || facts.typed !== undefined,
      confirm: async () => ok(facts.answer ?? absent()),
      secret: absent,
      text: async () => ok(facts.typed ?? absent()),
      question: absent,
    },
    output: {
      show: absent,
      remove: absent,
      grow: diskOutput({}).grow,
      absolute: (path) => resolve(path),
      append: async (path, text) => {
        appendFileSync(path, text);
        return ok(undefined);
      },
      write: async (into, name, content, { replace = false, private: isPrivate = false } = {}) => {
        const path = join(into, name);
        if (existsSync(path) && !replace) return fail(problem("file-exists", `${path} is there.`, "Remove it."));
        mkdirSync(into, { recursive: true });
        writeFileSync(path, content, { mode: isPrivate ? 0o600 : 0o644 });
        return ok(path);
      },
    },
    inputIsTerminal: false,
    hooks: hooksOf(extras),
    environment: {},
    talkStyle: makeStyle({ isTerminal: false, columns: 100, environment: {}, noColor: true }),
    dataStyle: makeStyle({ isTerminal: false, columns: 100, environment: {}, noColor: true }),
    meanwhile: () => undefined,
    onStop: () => () => undefined,
    inCi: false,
    journalPlace: async () => ok({ path: join(folder, "state", "journal.db"), exists: true, onServer: false }),
    marks: async () => ok(marks),
    journalIsNew: async () => ok(false),
    now: () => new Date(facts.clock?.now() ?? facts.today ?? "2026-06-19T21:30:00Z"),
    pause: async (milliseconds) => {
      facts.clock?.advance(milliseconds / 1000);
      return facts.clock !== undefined;
    },
    say: (line) => {
      said.push(line);
    },
    sayProblems: sayingProblems(
      (line) => said.push(line),
      makeStyle({ isTerminal: false, columns: 100, environment: {}, noColor: true }),
    ),
    live: absent,
    settings: async () => ok({ ...settingsOf({ home: folder }), file: settingsFile(sandbox, facts) }),
    suppliers: async () => ok({ path: join(folder, "suppliers.yaml"), suppliers: facts.suppliers ?? [] }),
    profile: async (words) => ok(profile(words)),
    notOurs: async () => undefined,
    account: async (whose) =>
      whose === undefined ? undefined : (facts.account ?? `sandbox:${whose.businessProfileId}`),
    connect: async (words) => connect(words),
    journal: async () => journal,
    announce: absent,
    asJson: false,
    write: async (piece) => {
      written.push(piece);
      return true;
    },
    stopped: async () => absent(),
  };
}

function settingsFile(
  { baseUrl, businessProfileId }: Pick<TestSandbox, "baseUrl" | "businessProfileId">,
  { extras }: Pick<ServiceDeskFacts, "extras">,
): UserFile {
  return {
    profiles: { test: { base_url: baseUrl, business_profile_id: businessProfileId, extras } },
    sign_ins: {},
  };
}

function profileOf(
  sandbox: Pick<TestSandbox, "baseUrl" | "businessProfileId" | "profile">,
  words: ConnectionWords,
  { extras = true, real = false, numberSeries, creditNoteSeries, allowUnknown }: ServiceDeskFacts,
): ServiceProfile {
  return {
    name: "test",
    baseUrl: sandbox.baseUrl,
    origin: sandbox.baseUrl,
    sandbox: !real,
    businessProfileId: sandbox.businessProfileId,
    serviceVersion: words.serviceVersion ?? "20260101",
    versionHeader,
    rulesEdition: words.rulesEdition === undefined ? undefined : editionOf(words.rulesEdition)?.id,
    extras,
    numberSeries,
    creditNoteSeries,
    allowUnknown,
    businessProfile: sandbox.profile,
    sources: { name: "flag", baseUrl: "flag", businessProfileId: "flag", serviceVersion: "flag" },
  };
}
