import { spawn } from "node:child_process";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { resolve } from "../../src/commands/resolve.ts";
import { openDesk } from "../../src/desk/real/index.ts";
import { type Journal, type JournalOptions, openJournal, openServerJournal } from "../../src/journal/index.ts";
import { exitCodes, type Result } from "../../src/problem/index.ts";
import { renderJson } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { runCommand } from "../support/run-command.ts";

type Settings = Readonly<Record<string, string>>;

export interface Told {
  readonly file: string;
  readonly outcome: string;
  readonly id: string | null;
  readonly replayed: boolean;
  /** The whole report about the document, as one string. */
  readonly words: string;
}

export interface Said {
  /** null if a signal ended the command. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Empty if the command ended before reporting anything. */
  readonly told: readonly Told[];
  readonly stdout: string;
  readonly stderr: string;
}

/** Variable with the path of a program to run instead of the built one. */
export const programVariable = "SELFBILL_FAULTS_PROGRAM";
export const program = process.env[programVariable] ?? "bin/selfbill.cjs";
/** Milliseconds after which a command is killed. */
const usualPatience = 60_000;

/** Returns the arguments of a command that sends these files. */
export function sending(files: readonly string[]): string[] {
  return ["create-invoice", ...files, "--yes", "--json"];
}

export interface HowToRun {
  /** A wrapper program with its arguments (`strace …`). */
  readonly under?: readonly string[];
  readonly program?: string;
  /** Milliseconds after which the command is killed; one minute if absent. */
  readonly patience?: number;
  /** Called once the process has started. */
  readonly started?: (kill: () => void, signal: (name: NodeJS.Signals) => void) => void;
}

export function runProgram(words: readonly string[], settings: Settings, how: HowToRun = {}): Promise<Said> {
  const command = [...(how.under ?? []), process.execPath, how.program ?? program, ...words];
  const [first = process.execPath, ...before] = command;
  const env = { ...bare(process.env), ...settings };
  // The child gets its own process group, so that a traced program ends with its tracer.
  const child = spawn(first, before, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const signal = (name: NodeJS.Signals): void => {
    try {
      if (process.platform === "win32") child.kill(name);
      else process.kill(-(child.pid ?? 0), name);
    } catch {
      // The process has already ended.
    }
  };
  const kill = (): void => signal("SIGKILL");
  how.started?.(kill, signal);
  const timer = setTimeout(kill, how.patience ?? usualPatience);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((done, failed) => {
    child.on("error", failed).on("close", (code, signal) => {
      clearTimeout(timer);
      done({ code, signal, stdout, stderr, told: toldIn(stdout) });
    });
  });
}

/** How to run a command in this process. */
export interface HowHere {
  /** Length of the rate-limit window in milliseconds; one minute if absent. */
  readonly window?: number | undefined;
  /** The computer's boot and clock. */
  readonly machine?: JournalOptions["machine"] | undefined;
  /** The journal's folder and the mark's file, instead of the usual ones. */
  readonly place?: { readonly journal: string; readonly mark: string } | undefined;
  /** Passes `--first-run`. */
  readonly firstRun?: boolean | undefined;
}

/** Runs `create-invoice`, from the parsed arguments onwards, in this process instead of starting a new one. */
export async function runHere(files: readonly string[], settings: Settings, how: HowHere = {}): Promise<Said> {
  const options = { yes: true, firstRun: how.firstRun ?? false };
  return commandHere(settings, (desk) => runCommand(createInvoice, desk, files, options), how);
}

/** `selfbill resolve FILE …`, in this process. */
export async function resolveHere(
  file: string,
  how: { readonly created: string } | "check" | "not created",
  settings: Settings,
): Promise<Said> {
  const options = {
    check: how === "check",
    created: typeof how === "string" ? undefined : how.created,
    notCreated: how === "not created",
    yes: true,
  };
  return commandHere(settings, (desk) => runCommand(resolve, desk, [file], options));
}

/** Runs a command in this process, with the real desk. */
export async function commandHere(
  settings: Settings,
  work: (desk: ReturnType<typeof openDesk>) => Promise<Report>,
  { window, place, machine }: HowHere = {},
): Promise<Said> {
  let stderr = "";
  const err = new Writable({
    write(chunk, _, next) {
      stderr += String(chunk);
      next();
    },
  });
  const desk = openDesk({
    environment: settings,
    input: () => Readable.from([]) as unknown as NodeJS.ReadStream,
    out: new Writable({ write: (_, __, next) => next() }) as unknown as NodeJS.WriteStream,
    err: err as unknown as NodeJS.WriteStream,
    version: "0",
    json: true,
    noInput: true,
    noColor: true,
    journalFolder: place?.journal,
    journalMark: place?.mark,
    onStop: () => () => undefined,
  });
  let own: Promise<Result<Journal>> | undefined;
  if (window !== undefined || machine !== undefined)
    desk.journal = () => {
      own ??= journalWith(desk, settings, { ...(window && { window }), ...(machine && { machine }) });
      return own;
    };
  try {
    const report = await work(desk);
    const stdout = JSON.stringify(renderJson(report));
    return { code: exitCodes[report.outcome], signal: null, stdout, stderr, told: toldIn(stdout) };
  } finally {
    const opened = await own;
    if (opened?.ok) opened.value.close();
    await desk.close();
  }
}

/** Opens the journal, in a file or on a server, with the given options. */
async function journalWith(
  desk: ReturnType<typeof openDesk>,
  settings: Settings,
  options: JournalOptions,
): Promise<Result<Journal>> {
  const place = await desk.journalPlace();
  if (!place.ok) return place;
  const { address, path } = place.value;
  return address === undefined
    ? openJournal(path, options)
    : openServerJournal(address, join(settings.SELFBILL_HOME ?? "", "data"), options);
}

export function journalOf({ SELFBILL_HOME = "" }: Settings): string {
  return join(SELFBILL_HOME, "data", "journal.db");
}

export function toldIn(stdout: string): Told[] {
  let said: { results?: Record<string, unknown>[] };
  try {
    said = JSON.parse(stdout);
  } catch {
    return []; // the command ended early
  }
  return (said.results ?? []).map((each) => ({
    file: String(each.file),
    outcome: String(each.outcome),
    id: typeof each.id === "string" ? each.id : null,
    replayed: each.replayed === true,
    words: JSON.stringify(each.problems),
  }));
}

/** Leaves out the caller's variables that would affect selfbill. */
function bare(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours = /^(?:SELFBILL_|CI$|NO_COLOR$|FORCE_COLOR$|NODE_OPTIONS$|HTTPS?_PROXY$)/i;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !ours.test(name)));
}
