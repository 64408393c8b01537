/**
 * Builds the desk, finds the command, prints once, picks the exit code. The only file that knows `process` and commander.
 */
import { CommanderError, Command as Program, Option as ProgramOption } from "commander";
import packageJson from "../package.json" with { type: "json" };
import {
  byGroup,
  type Command,
  commands,
  everywhere,
  examplesText,
  type Option,
  type Options,
  onTheWay,
  paragraphs,
  reportInSamePlace,
  samePlace,
  talks,
  usageOf,
} from "./commands/index.ts";
import { watchOutput } from "./desk/index.ts";
import type { DeskParts, OpenDesk } from "./desk/real/index.ts";
import { exitCodes, type Outcome, type Problem, problem } from "./problem/index.ts";
import type { Report } from "./report/index.ts";

/** Known before the words are read, so that a wrong word is told as JSON too. Behind `--` no word is an option. */
function wantsJson(all: readonly string[]): boolean {
  const argv = all.includes("--") ? all.slice(0, all.indexOf("--")) : all;
  const at = argv.indexOf("--output");
  return argv.includes("--json") || argv.includes("--output=json") || (at >= 0 && argv[at + 1] === "json");
}

interface Typed {
  readonly command: Command<Options>;
  readonly words: readonly string[];
  readonly given: Readonly<Record<string, unknown>>;
}

const output = watchOutput(process);

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});

async function main(argv: readonly string[]): Promise<number> {
  const json = wantsJson(argv);
  let desk: OpenDesk | undefined;
  try {
    const typed = await parse(argv);
    if (typed === undefined) return exitCodes.done;
    if (typed.command.sends) output.sends();
    // Loaded only now: --help and --version need none of it.
    const { openDesk } = await import("./desk/real/index.ts");
    desk = openDesk(deskParts(json, typed.given));
    const input = { words: typed.words, options: readOptions(typed) };
    const place = samePlace({ sandbox: typed.given.sandbox === true, profile: stringIn(typed.given.profile) });
    const report = reportInSamePlace(await typed.command.run(input, desk), place);
    const doubts = typed.command.words.startsWith("resolve") ? 0 : await desk.doubts();
    await desk.close();
    desk.show(report, typed.given.debug === true);
    if (doubts > 0) desk.say(doubtLine(doubts));
    return report.outcome === "interrupted"
      ? (stopCodes[lastStop] ?? exitCodes.interrupted)
      : exitCodes[report.outcome];
  } catch (error) {
    await desk?.close().catch(() => undefined); // the first fault is the one to tell
    return await failed(error, json, argv.includes("--debug"), desk);
  }
}

const stringIn = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** What the desk is made of, out of the process and the options of every command. */
function deskParts(json: boolean, given: Readonly<Record<string, unknown>>): DeskParts {
  const named = (name: string): string | undefined => (typeof given[name] === "string" ? given[name] : undefined);
  const [caFile, requestTimeout] = [named("caFile"), named("requestTimeout")];
  return {
    environment: {
      ...process.env,
      ...(caFile === undefined ? {} : { SELFBILL_CA_FILE: caFile }),
      ...(requestTimeout === undefined ? {} : { SELFBILL_REQUEST_TIMEOUT: requestTimeout }),
    },
    input: process.stdin,
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
    journalMark: named("journalMark"),
    onStop,
  };
}

/** Said at the end of every command until it is settled. */
function doubtLine(count: number): string {
  const documents = count === 1 ? "1 document" : `${count} documents`;
  return `${documents} may or may not have been sent — selfbill resolve`;
}

/** The shell's codes of the signals that ask to stop. */
const stopCodes: Readonly<Record<string, number>> = { SIGINT: exitCodes.interrupted, SIGTERM: 143, SIGHUP: 129 };
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

/** Commander's reading of the words; undefined when it showed help or the version. */
async function parse(given: readonly string[]): Promise<Typed | undefined> {
  const argv = plainWords(given);
  const program = new Program("selfbill")
    .description("Write, check, send and follow UAE self-billed invoices and credit notes over Peppol.")
    .version(packageJson.version, "-V, --version", "show the version")
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  program
    .helpCommand(false)
    .addHelpText(
      "after",
      [
        "",
        "Exit codes: 0 done, 20 not valid, 21 refused, 22 not sent, 23 in doubt,",
        "24 duplicate; all of them: selfbill help exit-codes",
        "The manual by topic: selfbill help",
        "To practise, add --sandbox: nothing leaves your computer.",
        "",
      ].join("\n"),
    );
  let typed: Typed | undefined;
  const named = argv.find((word) => !word.startsWith("-"));
  for (const { entry, heading } of byGroup(commands)) {
    program.commandsGroup(heading);
    if (entry.name !== named) {
      program.command(entry.name).summary(entry.summary).description(entry.summary);
      continue;
    }
    const command = await entry.load();
    const sub = program.command(command.words).summary(command.summary).description(describe(command)).exitOverride();
    sub.configureOutput({ writeErr: () => undefined });
    for (const option of Object.values(command.options)) sub.addOption(programOption(option));
    for (const [flags, does] of everywhere) sub.addOption(inGroup("Options of every command:", flags, does));
    for (const [flags, does] of talks(command) ? onTheWay : [])
      sub.addOption(inGroup("Options of the connection:", flags, does));
    sub.usage(usageOf(command.words));
    sub.addHelpText(
      "after",
      examplesText(command.examples, (text) => sub.createHelp().boxWrap(text, (process.stdout.columns ?? 80) - 6)),
    );
    refuseSwallowed(argv, sub.options);
    sub.allowExcessArguments(false).action(() => {
      typed = { command, words: sub.args, given: sub.opts() };
    });
  }
  if (argv.length === 0) {
    program.outputHelp();
    return undefined;
  }
  await program.parseAsync([...argv], { from: "user" });
  return typed;
}

/**
 * `help COMMAND` is that command's own help. Behind a word that is not a command --help would show the help of the whole program, as if all
 * was well, so it is left out and the word is told.
 */
function plainWords(argv: readonly string[]): readonly string[] {
  const isCommand = (word: string | undefined): boolean => commands.some(({ name }) => name === word);
  const words = argv.filter((word) => !word.startsWith("-"));
  const [first, second] = words;
  if (first === "help" && isCommand(second)) return [second as string, "--help"];
  if (first === undefined || isCommand(first)) return argv;
  return argv.filter((word) => word !== "--help" && word !== "-h");
}

function describe(command: Command<Options>): string {
  const sentence = `${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`;
  return command.help ? `${sentence}\n\n${paragraphs(command.help)}` : sentence;
}

/**
 * Commander takes the word after an option for its value, whatever it is: `--html --open` would write a file called --open. A value that
 * begins so is written behind an equals sign. Throws a CommanderError.
 */
function refuseSwallowed(argv: readonly string[], options: readonly ProgramOption[]): void {
  const end = argv.indexOf("--");
  const words = end < 0 ? argv : argv.slice(0, end);
  for (const [at, word] of words.entries()) {
    const option = options.find((each) => each.required && (each.long === word || each.short === word));
    const next = words[at + 1];
    if (option === undefined || next === undefined || !next.startsWith("--")) continue;
    const message = `${word} needs a value, and ${next} follows it. A value that begins with -- is written ${option.long}=${next}.`;
    throw new CommanderError(exitCodes.usage, "selfbill.missingValue", message);
  }
}

function inGroup(heading: string, flags: string, does: string): ProgramOption {
  return new ProgramOption(flags, does).helpGroup(heading);
}

/** Repeatable options collect their values. */
function programOption(option: Option<unknown>): ProgramOption {
  const made = new ProgramOption(option.flags, option.does);
  if (Array.isArray(option.read([])))
    made.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
  return made;
}

function readOptions({ command, given }: Typed): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(command.options).map(([name, option]) => [
      name,
      option.read(given[programOption(option).attributeName()]),
    ]),
  );
}

/** The report of what commander or a fault of our own says; `results` is there for scripts, and empty. */
async function failed(error: unknown, json: boolean, debug: boolean, desk: OpenDesk | undefined): Promise<number> {
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
  const found: Problem =
    error instanceof CommanderError
      ? problem("bad-usage", sentence(error.message), "See selfbill --help, or selfbill COMMAND --help.")
      : problem(
          "fault",
          "selfbill has an internal error; your document is not the cause.",
          "Run it again with --debug and report the output. Check selfbill history before you send again.",
          { cause: error },
        );
  const report: Report = {
    outcome: found.outcome,
    sandbox: false,
    view: { view: "submissions", results: [], dryRun: false },
    problems: [found],
  };
  const { openDesk } = await import("./desk/real/index.ts");
  const shown = desk ?? openDesk({ ...deskParts(json, { input: false }), onStop: () => () => undefined });
  shown.show(report, debug);
  return exitCodes[found.outcome as Outcome];
}

function sentence(message: string): string {
  // What follows the sign may be a secret that somebody gave to an option that does not exist.
  const plain = message
    .replace(/^error: /, "")
    .replace(/^(unknown option '-[\w-]*)=.*'/s, "$1'")
    .trim();
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}${/[.?)]$/.test(plain) ? "" : "."}`;
}
