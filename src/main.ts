import { isatty } from "node:tty";
import packageJson from "../package.json" with { type: "json" };
import {
  booksTyped,
  documentMeant,
  fieldsOf,
  home,
  isPractised,
  otherCommand,
  suggestFor,
  withCompany,
} from "./commands/index.ts";
import { watchOutput } from "./desk/index.ts";
import type { DeskParts, OpenDesk } from "./desk/real/index.ts";
import { exitCodes, type Outcome, type Problem, problem, type Result, suggest } from "./problem/index.ts";
import { readWords, runTyped, type Typed } from "./program.ts";
import type { Report } from "./report/index.ts";

/**
 * Whether JSON output is requested; checked before arguments are parsed, so that parse errors are reported as JSON
 * too. After `--`, no argument is an option.
 */
function wantsJson(all: readonly string[]): boolean {
  const argv = all.includes("--") ? all.slice(0, all.indexOf("--")) : all;
  const at = argv.indexOf("--output");
  const isOf = (word: string): boolean => /^--(?:json$|output=json$|fields(?:=|$))/.test(word);
  return argv.some(isOf) || (at >= 0 && argv[at + 1] === "json");
}

const output = watchOutput(process);

void (process.argv.length === 2 && isTerminal() ? atHome() : main(process.argv.slice(2))).then((code) => {
  process.exitCode = code;
});

/** Shows the home screen again after each command, until the user leaves. */
async function atHome(): Promise<number> {
  const { openDesk } = await import("./desk/real/index.ts");
  const { ask, shownCommand, isPracticeSession } = await home();
  const fixed = isPracticeSession(process.env);
  for (let practice = fixed; ; ) {
    const desk = openDesk(deskParts(false, { sandbox: practice }));
    if (!desk.ask.possible) return main([]);
    const chosen = await ask({ practice, fixed }, desk);
    await desk.close();
    if (!chosen.ok) return stopCodes[lastStop] ?? exitCodes.interrupted;
    if (chosen.value.is === "leave") return exitCodes.done;
    if (chosen.value.is === "practice") practice = chosen.value.practice;
    else {
      desk.say(`\n${shownCommand(chosen.value.words)}`);
      const code = await main(chosen.value.words);
      // A signal asked the process to stop.
      if (code > exitCodes.interrupted || code === stopCodes.SIGHUP) return code;
      const seen = await desk.ask.text("Enter shows the home screen.");
      if (!seen.ok) return stopCodes[lastStop] ?? exitCodes.interrupted;
    }
  }
}

async function main(argv: readonly string[]): Promise<number> {
  const json = wantsJson(argv);
  const debug = argv.includes("--debug");
  try {
    const columns = (process.stdout.isTTY ? process.stdout.columns : undefined) ?? 80;
    let printed = "";
    const write = (text: string): void => {
      if (json) printed += text;
      else process.stdout.write(text);
    };
    const read = await readWords(argv, { columns, write });
    if (!read.ok) {
      const instead = await meantInstead(argv, json);
      if (instead?.ok === false) return stopCodes[lastStop] ?? exitCodes.interrupted;
      if (instead?.value !== undefined) return await main(instead.value);
      return await tell(read.problems[0], json, debug);
    }
    if (read.value === undefined) return json ? await showAlone(helpReport(printed), false) : exitCodes.done;
    const practice = await isPractised({ ...read.value, environment: process.env, isTerminal });
    if (!practice.ok) return await tell(practice.problems[0], json, debug);
    const own = practice.value ? { ...read.value.given, sandbox: true } : read.value.given;
    const given = await withCompany({ command: read.value.command, given: own, environment: process.env });
    if (!given.ok) return await tell(given.problems[0], json, debug);
    const typed = { ...read.value, given: given.value };
    const fields = await fieldsOf(typed);
    if (!fields.ok) return await tell(fields.problems[0], json, debug);
    return await suggestFor(booksTyped(typed), () => carryOut(typed, json, fields.value));
  } catch (error) {
    return await failed(error, json, debug);
  }
}

/** Runs the command and shows its report; returns the exit code. */
async function carryOut(typed: Typed, json: boolean, fields: DeskParts["fields"]): Promise<number> {
  const debug = typed.given.debug === true;
  let desk: OpenDesk | undefined;
  try {
    const gone = folderGone();
    if (gone) return await tell(gone, json, debug);
    if (typed.command.facts.sends) output.sends();
    // Imported here, because --help and --version do not need it.
    const { openDesk } = await import("./desk/real/index.ts");
    desk = openDesk({ ...deskParts(json, typed.given), fields });
    const meant = !json && isTerminal() && desk.ask.possible ? await documentMeant(typed, desk) : undefined;
    if (meant?.ok === false) return stopCodes[lastStop] ?? exitCodes.interrupted;
    const words = meant === undefined ? typed.words : meant.value;
    if (words === undefined) return exitCodes.declined;
    const report = await runTyped({ ...typed, words }, desk);
    const doubts = typed.command.words.startsWith("resolve") ? 0 : await desk.doubts();
    await desk.close();
    desk.show(report, debug);
    if (doubts > 0) desk.say(doubtLine(doubts));
    return report.outcome === "interrupted"
      ? (stopCodes[lastStop] ?? exitCodes.interrupted)
      : exitCodes[report.outcome];
  } catch (error) {
    await desk?.close().catch(() => undefined); // report the first error
    return await failed(error, json, debug, desk);
  }
}

/** Asks which command the user meant. Returns undefined without a terminal, or if the user wants no other command. */
async function meantInstead(
  argv: readonly string[],
  json: boolean,
): Promise<Result<readonly string[] | undefined> | undefined> {
  if (json || !isTerminal()) return undefined;
  const { openDesk } = await import("./desk/real/index.ts");
  const given = { input: !argv.includes("--no-input"), color: !argv.includes("--no-color") };
  const desk = openDesk(deskParts(false, given));
  const instead = desk.ask.possible ? await otherCommand(argv, desk) : undefined;
  await desk.close();
  return instead;
}

/** Whether stdin and stdout are terminals. Checks stdin without opening it, because opening it is slow in Node. */
function isTerminal(): boolean {
  return process.stdout.isTTY && isatty(0);
}

/**
 * Returns a problem if the working folder was deleted. Check this first: Node caches the folder's name, so a deleted
 * folder would only be noticed later.
 */
function folderGone(): Problem | undefined {
  try {
    process.cwd();
    return undefined;
  } catch (error) {
    return problem(
      "folder-gone",
      "Nothing was sent: the folder in which the command was started does not exist any more.",
      "Change to another folder, then run the same command again.",
      { cause: error },
    );
  }
}

/** Collects what the desk needs from the process and the general options. */
function deskParts(json: boolean, given: Readonly<Record<string, unknown>>): DeskParts {
  const named = (name: string): string | undefined => (typeof given[name] === "string" ? given[name] : undefined);
  const [caFile, requestTimeout] = [named("caFile"), named("requestTimeout")];
  return {
    environment: {
      ...process.env,
      ...(caFile === undefined ? {} : { SELFBILL_CA_FILE: caFile }),
      ...(requestTimeout === undefined ? {} : { SELFBILL_REQUEST_TIMEOUT: requestTimeout }),
    },
    input: () => process.stdin,
    out: process.stdout,
    err: process.stderr,
    version: packageJson.version,
    json,
    noInput: given.input === false,
    noColor: given.color === false,
    quiet: given.quiet === true,
    showRequests: given.showRequests === true,
    traceFile: named("trace"),
    journalFolder: named("journal"),
    maxWait: typeof given.maxWait === "number" ? given.maxWait : undefined,
    profile: named("profile"),
    sandbox: given.sandbox === true,
    journalMark: named("journalMark"),
    onStop,
  };
}

/** Returns the line that is shown after every command while documents are in doubt. */
function doubtLine(count: number): string {
  const documents = count === 1 ? "1 document" : `${count} documents`;
  return `${documents} may or may not have been sent — ${suggest`resolve`}`;
}

/** Shell exit codes by signal. SIGBREAK is Ctrl-Break on Windows. */
const stopCodes: Readonly<Record<string, number>> = {
  SIGINT: exitCodes.interrupted,
  SIGBREAK: exitCodes.interrupted,
  SIGTERM: 143,
  SIGHUP: 129,
};
let lastStop = "SIGINT";

function onStop(listener: () => void): () => void {
  const heard = (signal: NodeJS.Signals): void => {
    lastStop = signal;
    output.stopped();
    listener();
  };
  let before = false;
  const listen = (signal: NodeJS.Signals): void => {
    before = true;
    heard(signal);
  };
  const off = (): void => {
    for (const signal of Object.keys(stopCodes)) process.off(signal, listen);
  };
  for (const signal of Object.keys(stopCodes)) process.on(signal, listen);
  // Keep listening for one second, so that extra Ctrl-Cs do not kill the final output.
  return () => void (before ? setTimeout(off, 1_000).unref() : off());
}

function failed(error: unknown, json: boolean, debug: boolean, desk?: OpenDesk): Promise<number> {
  const found = problem(
    "fault",
    "selfbill has an internal error; your document is not the cause.",
    `Run it again with --debug and report the output. Check ${suggest`history`} before you send again.`,
    { cause: error },
  );
  return tell(found, json, debug, desk);
}

async function tell(found: Problem, json: boolean, debug: boolean, desk?: OpenDesk): Promise<number> {
  const report: Report = {
    outcome: found.outcome,
    sandbox: false,
    view: { view: "submissions", results: [], dryRun: false },
    problems: [found],
  };
  if (desk === undefined) return showAlone(report, debug, json);
  desk.show(report, debug);
  return exitCodes[found.outcome as Outcome];
}

function helpReport(text: string): Report {
  return { outcome: "done", sandbox: false, view: { view: "raw", text, data: { text } }, problems: [] };
}

/** Shows a report before the run's own desk is opened, and returns its exit code. */
async function showAlone(report: Report, debug: boolean, json = true): Promise<number> {
  const { openDesk } = await import("./desk/real/index.ts");
  openDesk({ ...deskParts(json, { input: false }), onStop: () => () => undefined }).show(report, debug);
  return exitCodes[report.outcome];
}
