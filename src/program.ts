/** Parses the command line with commander and prints help. */
import { CommanderError, Command as Program, Option as ProgramOption } from "commander";
import packageJson from "../package.json" with { type: "json" };
import {
  type Command,
  type CommandEntry,
  commandFor,
  commands,
  everywhere,
  examplesText,
  type Option,
  type Options,
  optionsBesides,
  otherNames,
  paragraphs,
  usageOf,
  withOlderJournal,
} from "./commands/index.ts";
import type { Desk } from "./desk/index.ts";
import { topics } from "./manual/index.ts";
import { exitCodes, fail, failAll, ok, type Problem, problem, type Result } from "./problem/index.ts";
import type { Report } from "./report/index.ts";

export interface Typed {
  readonly command: Command<Options>;
  readonly words: readonly string[];
  readonly given: Readonly<Record<string, unknown>>;
}

export interface HelpOutput {
  readonly columns: number;
  write(text: string): void;
  /** Breaks lines between words; by default, commander does this. */
  readonly wrap?: (text: string, width: number) => string;
}

/** Parses the command line; the value is undefined if help or the version was printed instead. */
export async function readWords(given: readonly string[], output: HelpOutput): Promise<Result<Typed | undefined>> {
  try {
    return ok(await parse(given, output));
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return ok(undefined);
    if (error.code === "commander.unknownCommand") return fail(await unknownCommand(given));
    return fail(missingWord(error, given) ?? problem("bad-usage", sentence(error.message), hintOn(error.message)));
  }
}

/** Returns the problem of a command that lacks a word: what it should do, or what it should do it with. */
function missingWord({ code, message }: CommanderError, given: readonly string[]): Problem | undefined {
  const missing = code === "commander.missingArgument" ? /'(.+)'/.exec(message)?.[1]?.split("|") : undefined;
  const name = given.find((word) => !word.startsWith("-"));
  if (missing === undefined || name === undefined) return undefined;
  const [only = "", ...others] = missing;
  const last = others.pop();
  const says =
    last === undefined
      ? `A word is missing: selfbill ${name} ${only.toUpperCase()}.`
      : `One of these words must follow selfbill ${name}: ${[only, ...others].join(", ")} or ${last}.`;
  return problem("bad-usage", says, `selfbill ${name} --help shows examples.`);
}

function hintOn(message: string): string {
  if (message.includes("'--sandbox'"))
    return "This command has no option --sandbox: leave it out. selfbill COMMAND --help lists its options.";
  return "See selfbill --help, or selfbill COMMAND --help.";
}

async function unknownCommand(given: readonly string[]): Promise<Problem> {
  const word = given.find((each) => !each.startsWith("-")) ?? "";
  const command = await commandFor(word);
  const hint = command === undefined ? `selfbill help all lists the commands.` : `Type: ${command}`;
  return problem("bad-usage", `There is no command ${JSON.stringify(word)}.`, hint);
}

function sentence(message: string): string {
  // In an unknown option, the text after = may be a secret.
  const plain = message
    .replace(/^error: /, "")
    .replace(/^(unknown option '-[\w-]*)=.*'/s, "$1'")
    .trim();
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}${/[.?)]$/.test(plain) ? "" : "."}`;
}

async function parse(given: readonly string[], output: HelpOutput): Promise<Typed | undefined> {
  const argv = plainWords(withFirstName(given));
  const wholeHelp = asksWholeHelp(given);
  const program = programOf(output, wholeHelp);
  let typed: Typed | undefined;
  const named = argv.find((word) => !word.startsWith("-"));
  const own = commands.filter(({ name }) => name === named);
  // The other commands are only needed for the general help and for unknown words.
  for (const entry of own.length > 0 ? own : commands) {
    program.commandsGroup(`${entry.group}:`);
    if (entry.name !== named) {
      const hidden = !(entry.everyday || wholeHelp);
      program.command(entry.name, { hidden }).summary(entry.summary).description(entry.summary);
      continue;
    }
    const [sub, command] = await addCommand(program, entry, output, wholeHelp);
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

function programOf({ columns, write, wrap }: HelpOutput, wholeHelp: boolean): Program {
  return new Program("selfbill")
    .description("Write, check, send and follow UAE self-billed invoices and credit notes over Peppol.")
    .version(packageJson.version, "-V, --version", "show the version")
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: write, getOutHelpWidth: () => columns })
    .configureHelp(wrap === undefined ? {} : { boxWrap: wrap })
    .helpCommand(false)
    .addHelpText(
      "after",
      [
        "",
        "Exit codes: 0 done, 20 not valid, 21 refused, 22 not sent, 23 in doubt,",
        "24 duplicate; all of them: selfbill help exit-codes",
        ...(wholeHelp ? [] : ["All commands: selfbill help all"]),
        "The manual by topic: selfbill help",
        "To begin: selfbill templates copy standard-invoice, then",
        "selfbill create-invoice standard-invoice.yaml --sandbox; with --sandbox it is",
        "practice, and nothing leaves your computer.",
      ].join("\n"),
    );
}

async function addCommand(
  program: Program,
  entry: CommandEntry,
  { columns }: HelpOutput,
  wholeHelp: boolean,
): Promise<[Program, Command<Options>]> {
  const command = await entry.load();
  const sub = program.command(command.words).summary(command.summary).description(describe(command));
  for (const option of Object.values(command.options))
    sub.addOption(programOption(option).hideHelp(option.rare === true && !wholeHelp));
  const own = new Set(sub.options.map(({ long }) => long));
  for (const [flags, does] of everywhere) {
    const option = inGroup("Options of every command:", flags, does).hideHelp(!wholeHelp);
    if (!own.has(option.long)) sub.addOption(option);
  }
  for (const [flags, does] of optionsBesides(command))
    sub.addOption(inGroup("Options of the connection:", flags, does).hideHelp(!wholeHelp));
  const { name } = entry;
  if (!wholeHelp) sub.addHelpText("after", `\nMore options, such as --json: selfbill help ${name} --all`);
  sub.usage(usageOf(command.words));
  sub.addHelpText(
    "after",
    examplesText(command.examples, (text) => sub.createHelp().boxWrap(text, columns - 6)),
  );
  return [sub, command];
}

/** Replaces an alias of a command with the command's main name, also in `help NAME`. */
function withFirstName(given: readonly string[]): readonly string[] {
  const at = given.findIndex((word) => !word.startsWith("-"));
  const place = given[at] === "help" ? at + 1 : at;
  const name = given[place];
  if (name === undefined || !Object.hasOwn(otherNames, name)) return given;
  return given.with(place, otherNames[name] ?? name);
}

/**
 * Rewrites help requests for commander. `help NAME` shows a page of the manual if there is one, otherwise the
 * command's help; with --all, always the command's full help. With an unknown word, commander would answer --help
 * with the general help, so --help is removed and the word is reported.
 */
function plainWords(argv: readonly string[]): readonly string[] {
  const isCommand = (word: string | undefined): boolean => commands.some(({ name }) => name === word);
  const words = argv.filter((word) => !word.startsWith("-"));
  const [first, second] = words;
  const isPage = (topics as readonly (string | undefined)[]).includes(second);
  if (first === "help" && second === undefined && argv.includes("--all")) return ["--help"];
  if (first === "help" && second === "all") return ["--help"];
  if (first === "help" && words.length === 2 && isCommand(second) && (!isPage || argv.includes("--all")))
    return [second as string, "--help"];
  if (first === undefined || isCommand(first)) return argv;
  return argv.filter((word) => word !== "--help" && word !== "-h");
}

/** Whether the full help was requested, with `help all` or with --all after help. */
function asksWholeHelp(argv: readonly string[]): boolean {
  const [first, second] = argv.filter((word) => !word.startsWith("-"));
  return first === "help" && (second === "all" || argv.includes("--all"));
}

function describe(command: Command<Options>): string {
  const sentence = `${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`;
  return command.help ? `${sentence}\n\n${paragraphs(command.help)}` : sentence;
}

/**
 * commander takes any word after an option as its value: `--html --open` would write a file named --open. Rejects
 * such values unless they are written with an equals sign. Throws a CommanderError.
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

function programOption(option: Option<unknown>): ProgramOption {
  const made = new ProgramOption(option.flags, option.does);
  if (option.repeatable) made.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
  return made;
}

export async function runTyped(typed: Typed, desk: Desk): Promise<Report> {
  const options = readOptions(typed);
  if (!options.ok) return typed.command.refused(options.problems);
  const report = await typed.command.run({ words: typed.words, options: options.value }, desk);
  return withOlderJournal(report, { ...typed, options: options.value }, desk);
}

/** Refuses an empty path, which the file system would take as the current folder. */
function emptyPath(flags: string, given: Typed["given"]): Problem[] {
  const [, flag, placeholder] = /^(--[a-z-]+) [<[](file|dir|place)[>\]]$/.exec(flags) ?? [];
  if (flag === undefined || ![given[new ProgramOption(flags).attributeName()]].flat().includes("")) return [];
  const hint = `Name a ${placeholder === "file" ? "file" : "folder"}, or leave ${flag} out.`;
  return [problem("bad-usage", `${flag} is empty.`, hint)];
}

/** Reads the options, and reports every invalid one. Problem: `bad-usage`. */
export function readOptions({ command, given }: Pick<Typed, "command" | "given">): Result<Record<string, unknown>> {
  const general = [...everywhere, ...optionsBesides(command)].map(([flags]) => flags);
  const own = Object.values(command.options).map(({ flags }) => flags);
  const empty = [...new Set([...own, ...general])].flatMap((flags) => emptyPath(flags, given));
  const read = Object.entries(command.options).map(
    ([name, option]) => [name, option.read(given[programOption(option).attributeName()])] as const,
  );
  const problems = [...empty, ...read.flatMap(([, each]) => (each.ok ? [] : each.problems))];
  if (problems.length > 0) return failAll(problems);
  return ok(Object.fromEntries(read.map(([name, each]) => [name, each.ok ? each.value : undefined])));
}
