import { resolve } from "node:path";
import { isCi } from "../../environment/index.ts";
import { hooksOf } from "../../extra.ts";
import { extras } from "../../extras.ts";
import type { Journal, Marks } from "../../journal/index.ts";
import { writeJson } from "../../json/index.ts";
import { fail, ok, type Problem, type Result } from "../../problem/index.ts";
import { diskFiles } from "../../read/index.ts";
import { escapeHidden, fitted, renderJson, renderReport, safeLines, safeTalk } from "../../render/index.ts";
import type { Report, Style } from "../../report/index.ts";
import type { SandboxInside } from "../../sandbox/index.ts";
import type { Pace } from "../../send/index.ts";
import {
  accountOf,
  companiesOf,
  foldersFor,
  isOnServer,
  openSettings,
  practiceSettings,
  resolveEmbedded,
  resolveJournal,
  resolveProfile,
  type ServiceProfile,
  type Settings,
} from "../../settings/index.ts";
import { openBook, type SupplierBook } from "../../suppliers/index.ts";
import type { Connection, ConnectionWords, Desk, JournalPlace, NotOurs } from "../index.ts";
import { noBusinessProfile, type SignedIn, serviceWithToken, signInTo } from "./access.ts";
import { askThrough, terminalOf } from "./ask-through.ts";
import { type DeskParts, styleOf } from "./desk-parts.ts";
import { diskOutput } from "./disk-output.ts";
import { drained } from "./drained.ts";
import { JournalDoor, patienceOf } from "./journal-door.ts";
import { markPlaces } from "./mark-place.ts";
import { Meanwhile } from "./meanwhile.ts";
import { Neighbours } from "./neighbours.ts";
import { NotesByPlace } from "./notes-by-place.ts";
import { outputReader } from "./output-reader.ts";
import { pauseUntil } from "./pause-until.ts";
import { practiceSandbox } from "./practice-sandbox.ts";
import { SaidBefore } from "./said-before.ts";
import type { Tokens } from "./tokens.ts";
import { hasWarnings, traceTo } from "./trace.ts";
import { unhurried } from "./unhurried.ts";

export interface OpenDesk extends Desk {
  show(report: Report, debug?: boolean): void;
  doubts(): Promise<number>;
  close(): Promise<void>;
}

/** Returns a desk that opens files, settings, journal and network on first use. */
export function openDesk(parts: DeskParts): OpenDesk {
  return new RealDesk(parts);
}

class RealDesk implements OpenDesk {
  readonly files;
  readonly hooks = hooksOf(extras);
  readonly environment;
  readonly inCi: boolean;
  readonly talkStyle: Style;
  readonly ask;
  readonly output;
  readonly #parts: DeskParts;
  readonly dataStyle: Style;
  readonly asJson: boolean;
  readonly quiet: boolean | undefined;
  /** Messages held back by --quiet; shown after all if there is a problem or a question. */
  #held: string[] | undefined;
  #announced = false;
  /** Parts of a JSON document that are held back until it is whole, because --fields chooses among its members. */
  readonly #pieces: string[] = [];
  #live: string | undefined;
  readonly #hasReader: () => boolean;
  readonly #said = new SaidBefore();
  readonly #tokens = new Map<string, Tokens>();
  #stop: Promise<void> | undefined;
  #settings: Result<Settings> | undefined;
  readonly #doors = new Map<string, JournalDoor>();
  /**
   * The options of the latest request for a profile. They determine the journal, because a draft may name a
   * different profile from the one on the command line.
   */
  #asked: Pick<ConnectionWords, "sandbox" | "profile" | "businessProfile">;
  #marks: Promise<Marks> | undefined;
  readonly #notes = new NotesByPlace();
  #sandbox: Promise<Result<SandboxInside>> | undefined;
  readonly #neighbours: Neighbours;
  readonly #waits = new Meanwhile();
  readonly meanwhile = this.#waits.add;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#neighbours = new Neighbours(parts.version, this.#waits.begin);
    this.#asked = { sandbox: parts.sandbox === true, profile: parts.profile, businessProfile: undefined };
    this.files = diskFiles({ [Symbol.asyncIterator]: () => parts.input()[Symbol.asyncIterator]() });
    this.#hasReader = outputReader(parts.out);
    this.environment = parts.environment;
    this.output = diskOutput(parts.environment);
    this.talkStyle = styleOf(parts.err, parts);
    this.dataStyle = styleOf(parts.out, parts);
    this.asJson = parts.json;
    this.quiet = parts.quiet;
    this.inCi = isCi(parts.environment);
    if (parts.quiet) this.#held = [];
    const asking = () => {
      this.#tellHeld();
      this.live(undefined);
      return terminalOf(parts, this.talkStyle);
    };
    const isPossible = (): boolean => parts.err.isTTY === true && !parts.noInput && !this.inCi && this.inputIsTerminal;
    this.ask = askThrough(isPossible, asking);
  }

  get inputIsTerminal(): boolean {
    return this.#parts.input().isTTY === true;
  }

  #tellHeld(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const line of held) this.say(line);
  }

  now(): Date {
    return new Date();
  }

  pause(milliseconds: number): Promise<boolean> {
    return pauseUntil(this.stopped(), milliseconds);
  }

  onStop(listener: () => void): () => void {
    return this.#parts.onStop(listener);
  }

  say(line: string): void {
    if (this.#held !== undefined) {
      this.#held.push(line);
      return;
    }
    const live = this.#live;
    this.live(undefined);
    const text = fitted(safeTalk(line), this.talkStyle);
    this.#parts.err.write(text.endsWith("\n") ? text : `${text}\n`);
    if (live !== undefined) this.live(live);
  }

  live(line: string | undefined): void {
    if (this.#held !== undefined) return;
    const cleared = this.#live === undefined ? "" : "\r\x1b[2K";
    this.#live = line;
    const text = cleared + (line ?? "").slice(0, this.talkStyle.width - 1);
    if (text !== "") this.#parts.err.write(text);
  }

  /** Also true without `--sandbox` if the whole run is in practice mode. */
  #isPractice({ sandbox }: Pick<ConnectionWords, "sandbox">): boolean {
    return sandbox || this.#parts.sandbox === true;
  }

  async settings(): Promise<Result<Settings>> {
    const { environment } = this.#parts;
    if (this.#isPractice(this.#asked)) return practiceSettings(environment);
    if (this.#settings === undefined) {
      const folders = foldersFor(environment);
      this.#settings = folders.ok ? openSettings(environment, folders.value) : folders;
    }
    return this.#settings;
  }

  async suppliers(): Promise<Result<SupplierBook>> {
    const settings = await this.settings();
    return settings.ok ? openBook(settings.value.folders) : settings;
  }

  async profile(words: ConnectionWords): Promise<Result<ServiceProfile>> {
    this.#asked = words;
    const settings = await this.settings();
    if (!settings.ok) return settings;
    if (!this.#isPractice(words)) {
      const resolved = resolveProfile(settings.value, words);
      return resolved.ok ? ok(await this.#neighbours.settled(resolved.value)) : resolved;
    }
    const running = await this.#embeddedSandbox(settings.value.folders.data);
    return running.ok ? resolveEmbedded(settings.value, running.value, words) : running;
  }

  async account(profile: ServiceProfile | undefined): Promise<string | undefined> {
    if (profile?.businessProfileId === undefined) return undefined;
    const named = accountOf(profile, profile.businessProfileId);
    const door = profile.sandbox ? undefined : await this.#journalDoor();
    return door?.ok ? door.value.accountFor(named) : named;
  }

  async notOurs(account: string | undefined, called = "this"): Promise<NotOurs | undefined> {
    const { whoseInstead } = await import("./own-records.ts");
    const practice = async (data: string) =>
      this.#isPractice(this.#asked) ? this.#embeddedSandbox(data) : ok(undefined);
    const { businessProfile: named } = this.#asked;
    return whoseInstead(account, called, { settings: await this.settings(), practice, named });
  }

  async connect(words: ConnectionWords): Promise<Result<Connection>> {
    const profile = await this.profile(words);
    if (!profile.ok) return profile;
    const access = await this.#signIn(profile.value, words);
    if (!access.ok) return access;
    const { businessProfileId } = profile.value;
    if (businessProfileId === undefined) return fail(noBusinessProfile());
    const account = (await this.account(profile.value)) ?? accountOf(profile.value, businessProfileId);
    const { caller, open } = access.value;
    const settings = await this.settings();
    const names = settings.ok ? companiesOf(settings.value, businessProfileId) : {};
    const usual = await this.#pace({ account, caller, ...names }, words);
    if (!usual.ok) return usual;
    const { sandbox, baseUrl } = profile.value;
    const behind = sandbox ? await this.#neighbours.at(baseUrl) : undefined;
    const pace = usual.value && sandbox ? unhurried(usual.value, behind?.is === "sandbox" && behind.free) : undefined;
    const opened = open(pace ?? usual.value);
    return ok({
      profile: profile.value,
      businessProfileId,
      account,
      caller,
      ...opened,
      unlimited: pace?.free,
      ...names,
    });
  }

  /** Provides a token: the sandbox's, a given one, or a fetched one. */
  async #signIn(profile: ServiceProfile, words: ConnectionWords): Promise<Result<SignedIn>> {
    const { environment, version } = this.#parts;
    const trace = traceTo(this.#parts, (line) => this.say(line));
    const settings = await this.settings();
    if (!settings.ok) return settings;
    if (this.#isPractice(words)) {
      const running = await this.#embeddedSandbox(settings.value.folders.data);
      if (!running.ok) return running;
      const { token, answer } = running.value;
      return serviceWithToken(token, profile, { environment, version, trace, inside: answer });
    }
    return signInTo(profile, settings.value, {
      environment,
      version,
      trace,
      waiting: this.#waits.begin,
      noWait: words.noWait === true,
      say: (line) => this.say(line),
      pause: (milliseconds) => this.pause(milliseconds),
      warn: (problems) => this.sayProblems(problems),
      known: this.#tokens,
    });
  }

  sayProblems(problems: readonly Problem[]): void {
    const text = this.#said.text(problems, this.talkStyle);
    if (text !== "") this.say(text);
  }

  /** Without a usable journal, reading is still possible; commands that send report the problem. */
  async #pace(
    whose: Pick<Connection, "account" | "caller" | "company">,
    words: ConnectionWords,
  ): Promise<Result<Pace | undefined>> {
    const { paceOf, waitingFrom } = await import("../../submit/index.ts");
    const journal = await this.journal();
    return ok(journal.ok ? paceOf(journal.value, whose, waitingFrom(words), this) : undefined);
  }

  async journal(): Promise<Result<Journal>> {
    const door = await this.#journalDoor();
    return door.ok ? door.value.journal() : door;
  }

  async journalIsNew(): Promise<Result<boolean>> {
    const door = await this.#journalDoor();
    return door.ok ? door.value.isNew() : door;
  }

  async journalPlace(): Promise<Result<JournalPlace>> {
    const door = await this.#journalDoor();
    return door.ok ? door.value.place() : door;
  }

  async marks(): Promise<Result<Marks>> {
    const settings = await this.settings();
    if (!settings.ok) return settings;
    const journal = await this.journalPlace();
    if (!journal.ok) return journal;
    const given = this.#parts.journalMark ?? (settings.value.env.SELFBILL_JOURNAL_MARK?.trim() || undefined);
    const places = markPlaces(settings.value.folders, journal.value, { given, inCi: this.inCi });
    if (!places.ok) return places;
    const { path, others } = places.value;
    this.#marks ??= import("../../journal/index.ts").then(({ marksIn }) => marksIn(path, others));
    const notes = this.#isPractice(this.#asked) ? undefined : await this.#notes.of(settings.value, this.#asked);
    return ok({ ...(await this.#marks), notes });
  }

  async #journalDoor(): Promise<Result<JournalDoor>> {
    const settings = await this.settings();
    if (!settings.ok) return settings;
    const { profile } = this.#asked;
    const where = resolveJournal(settings.value, { journal: this.#parts.journalFolder, profile });
    if (!where.ok) return where;
    const place = where.value.value ?? settings.value.folders.data;
    const name = isOnServer(place) ? place : resolve(place);
    const whyNot = (account: string | undefined) => this.notOurs(account);
    const manner = { whyNot, patience: patienceOf(this, this.#parts.maxWait) };
    const door = this.#doors.get(name) ?? new JournalDoor(name, settings.value, manner);
    this.#doors.set(name, door);
    return ok(door);
  }

  async doubts(): Promise<number> {
    const door = await this.#journalDoor();
    return door.ok ? door.value.doubts() : 0;
  }

  /** Opened once; its data is in the user's sandbox folder. */
  #embeddedSandbox(data: string): Promise<Result<SandboxInside>> {
    this.#sandbox ??= (async () => {
      const started = await practiceSandbox(data);
      if (started.ok)
        this.say(this.talkStyle.warn("SANDBOX: a practice service inside this program. Nothing leaves this computer."));
      return started;
    })();
    return this.#sandbox;
  }

  announce(report: Report): void {
    this.#announced = true;
    if (this.#parts.json && report.view.view === "facts")
      this.#writeJson(`${escapeHidden(writeJson(renderJson(report)))}\n`);
    else this.show(report);
  }

  async write(piece: string): Promise<boolean> {
    this.#announced = true;
    const { out } = this.#parts;
    if (piece === "" || !this.#hasReader()) return this.#hasReader();
    if (this.#parts.fields) return this.#pieces.push(piece) > 0;
    if (out.write(piece)) return true;
    await drained(out);
    return this.#hasReader();
  }

  show(report: Report, debug = false): void {
    const { json, out, err } = this.#parts;
    if (debug) {
      for (const { cause } of report.problems)
        if (cause instanceof Error) err.write(`${safeLines(cause.stack ?? cause.message)}\n`);
    }
    const isWell = report.outcome === "done" && report.problems.length === 0;
    if (!isWell) this.#tellHeld();
    const text = renderReport(this.#said.without(report), this.dataStyle, this.talkStyle);
    if (json) {
      if (this.#pieces.length > 0) this.#writeJson(this.#pieces.splice(0).join(""));
      if (!this.#announced || report.view.view !== "nothing" || report.problems.length > 0)
        this.#writeJson(`${escapeHidden(writeJson(renderJson(report), 2))}\n`);
      return;
    }
    if (text.data) out.write(text.data);
    if (text.talk && (this.#held === undefined || hasWarnings(report))) err.write(text.talk);
  }

  #writeJson(text: string): void {
    const { fields, out } = this.#parts;
    out.write(fields ? escapeHidden(fields(text)) : text);
  }

  stopped(): Promise<void> {
    this.#stop ??= new Promise((stop) => {
      const off = this.#parts.onStop(() => {
        off();
        stop();
      });
    });
    return this.#stop;
  }

  async close(): Promise<void> {
    (await this.#marks)?.close();
    this.#marks = undefined;
    this.#notes.close();
    for (const door of this.#doors.values()) await door.close();
    this.#doors.clear();
    const running = await this.#sandbox;
    if (running?.ok) await running.value.close();
    this.#sandbox = undefined;
  }
}
