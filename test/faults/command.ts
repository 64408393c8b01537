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

/** What a command said of one document. */
export interface Told {
  readonly file: string;
  readonly outcome: string;
  readonly id: string | null;
  readonly replayed: boolean;
  /** Everything it said about it, as one text. */
  readonly words: string;
}

/** What a command said. */
export interface Said {
  /** Absent when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Empty when it ended before it could say anything. */
  readonly told: readonly Told[];
  readonly stdout: string;
  readonly stderr: string;
}

/** Names another program than the built one, for everything that `runProgram` runs. */
export const programVariable = "SELFBILL_FAULTS_PROGRAM";
export const program = process.env[programVariable] ?? "bin/selfbill.cjs";
/** Longer than any run here may take, in milliseconds. */
const usualPatience = 60_000;

/** The words that send files. */
export function sending(files: readonly string[]): string[] {
  return ["create-invoice", ...files, "--yes", "--json"];
}

/** How a process is run. */
export interface HowToRun {
  /** Another program around it, with its words (`strace …`). */
  readonly under?: readonly string[];
  /** The program, in place of the built one. */
  readonly program?: string;
  /** Longer than it may take, in milliseconds. */
  readonly patience?: number;
  /** Called once it runs, with a way to kill it, and one to send it a signal. */
  readonly started?: (kill: () => void, signal: (name: NodeJS.Signals) => void) => void;
}

/** Runs the built program in a process of its own, as a clerk does. */
export function runProgram(words: readonly string[], settings: Settings, how: HowToRun = {}): Promise<Said> {
  const command = [...(how.under ?? []), process.execPath, how.program ?? program, ...words];
  const [first = process.execPath, ...before] = command;
  const env = { ...bare(process.env), ...settings };
  // A group of its own: what is traced ends with whoever traces it.
  const child = spawn(first, before, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const signal = (name: NodeJS.Signals): void => {
    try {
      if (process.platform === "win32") child.kill(name);
      else process.kill(-(child.pid ?? 0), name);
    } catch {
      // it ended by itself
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

/** How a command runs in this process. */
export interface HowHere {
  /** Scales the account's minute (milliseconds). */
  readonly window?: number | undefined;
  /** The run of the computer and its time. */
  readonly machine?: JournalOptions["machine"] | undefined;
  /** The folder of the journal and the file of its mark, in place of the usual ones. */
  readonly place?: { readonly journal: string; readonly mark: string } | undefined;
  /** `--first-run` */
  readonly firstRun?: boolean | undefined;
}

/** The same command in this process: the same code from the words on, without the start of a process. */
export async function runHere(files: readonly string[], settings: Settings, how: HowHere = {}): Promise<Said> {
  const options = { yes: true, firstRun: how.firstRun ?? false };
  return commandHere(settings, (desk) => runCommand(createInvoice, desk, files, options), how);
}

/** `selfbill resolve FILE …` in this process. */
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

/** Any command in this process, with the real desk. */
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

/** The journal of a desk, in a file or on a server, with other times than the real ones. */
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

/** The journal's file under these settings. */
export function journalOf({ SELFBILL_HOME = "" }: Settings): string {
  return join(SELFBILL_HOME, "data", "journal.db");
}

/** What a command told with `--json`; nothing when it ended in the middle. */
export function toldIn(stdout: string): Told[] {
  let said: { results?: Record<string, unknown>[] };
  try {
    said = JSON.parse(stdout);
  } catch {
    return []; // it ended in the middle
  }
  return (said.results ?? []).map((each) => ({
    file: String(each.file),
    outcome: String(each.outcome),
    id: typeof each.id === "string" ? each.id : null,
    replayed: each.replayed === true,
    words: JSON.stringify(each.problems),
  }));
}

/** The environment without settings of whoever runs this. */
function bare(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours = /^(?:SELFBILL_|CI$|NO_COLOR$|FORCE_COLOR$|NODE_OPTIONS$|HTTPS?_PROXY$)/i;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !ours.test(name)));
}
