import type { AnswerSchema } from "../answers/index.ts";
import type { Desk } from "../desk/index.ts";
import { ok, type Problem, type Result } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import type * as language from "./output/language.ts";

/** A kind of value that completion looks up: `completion/look.ts` finds it on this computer; commands and topics are built in. */
export type Look =
  | "number"
  | "doubt"
  | "profile"
  | "supplier"
  | "template"
  | "rule"
  | "edition"
  | "reason"
  | "command"
  | "help";

/** The completions that the shell offers for a value: fixed values, values looked up here, files or folders. */
interface Offers {
  readonly values?: readonly string[];
  readonly look?: Look;
  readonly paths?: "files" | "folders";
}

/**
 * One option of a command, as data: its spelling, its effect, and how its text becomes a value. `kinds.ts` has
 * options with validated values.
 */
export interface Option<T> {
  readonly flags: string;
  readonly does: string;
  /** Parses the typed value. Problem: `bad-usage`. */
  readonly read: (given: unknown) => Result<T>;
  /** Whether the option can be given several times. */
  readonly repeatable?: true;
  /** How the value is completed; if absent, the placeholder decides: `<file>` and `<list>` are files, `<dir>` a folder. */
  readonly offers?: Offers;
  /** Whether the option is rarely needed, so that only `selfbill help COMMAND --all` shows it. */
  readonly rare?: true;
}

/** Marks an option as rarely needed. */
export const rare = <T>(option: Option<T>): Option<T> => ({ ...option, rare: true });

/** Defines a switch; false if absent. */
export const flag = (flags: string, does: string): Option<boolean> => ({
  flags,
  does,
  read: (given) => ok(given === true),
});

/** Defines a switch spelt `--no-…`: true when given. */
export const without = (flags: string, does: string): Option<boolean> => ({
  flags,
  does,
  read: (given) => ok(given === false),
});

/** Defines an option with any text as its value; undefined if absent. */
export const text = (flags: string, does: string, offers?: Offers): Option<string | undefined> => ({
  ...{ flags, does, ...(offers ? { offers } : {}) },
  read: (given) => ok(typeof given === "string" ? given : undefined),
});

/** Defines an option with an optional file; undefined if absent. Given without a file, the value is empty and the command chooses the name. */
export const ownFile = (flags: string, does: string): Option<string | undefined> => ({
  ...{ flags, does, offers: { paths: "files" } },
  read: (given) => ok(given === true ? "" : typeof given === "string" ? given : undefined),
});

/** Defines an option that can be given several times. */
export const list = (flags: string, does: string, offers?: Offers): Option<readonly string[]> => ({
  ...{ flags, does, ...(offers ? { offers } : {}), repeatable: true },
  read: (given) => ok(Array.isArray(given) ? given.map(String) : []),
});

export type Options = Readonly<Record<string, Option<unknown>>>;
export type Values<O extends Options> = { readonly [K in keyof O]: O[K] extends Option<infer T> ? T : never };

/** Returns the values that options have if none is typed. */
export function nothingTyped<O extends Options>(options: O): Values<O> {
  const read = Object.entries(options).map(([name, option]) => [name, option.read(undefined)] as const);
  return Object.fromEntries(read.map(([name, each]) => [name, each.ok ? each.value : undefined])) as Values<O>;
}

/** The typed arguments and options of a command. */
export interface Input<O extends Options> {
  readonly words: readonly string[];
  readonly options: Values<O>;
}

/** The groups of commands in the help, by the user's goal. */
type Group =
  | "Write"
  | "Check and send"
  | "What is open"
  | "The month"
  | "Set up"
  | "For administrators"
  | "For programs and integrators";

/**
 * Behaviour of a command in practice mode. `own books`: it takes --sandbox, and then uses a service and books of its own, and changes only
 * practice records. `no difference`: it uses neither a service nor books. `refused`: it is about real services, and does not run then.
 */
type Practice = "own books" | "no difference" | "refused";

/** A command with the option --sandbox has books of its own in practice mode; any other command states why it needs none. */
type PracticeWith<O> = O extends { readonly sandbox: Option<boolean> } ? "own books" : Exclude<Practice, "own books">;

type Answers = (words: typeof language) => readonly AnswerSchema[];

/**
 * A command: arguments, options, help and examples are data; `run` is a function that a test can call. It never
 * prints, colours, exits or reads `process`: it returns what to show, and `--json` prints the same report.
 */
export interface Command<O extends Options = Options> {
  /** `create-invoice [files...]`: the command's name, then its arguments in commander's notation. */
  readonly words: string;
  readonly summary: string;
  /**
   * The values with which completion continues an argument, by its name in `words`, or by an action and its name.
   * Arguments for files and ids are recognised by their names.
   */
  readonly completes?: Readonly<Record<string, Look>>;
  /** Further help: a blank line ends a paragraph, and a line that begins with blanks is not wrapped. */
  readonly help?: string;
  readonly options: O;
  /** The group in `selfbill help all`; the order within it is that of `index.ts`. */
  readonly group: Group;
  /** Whether `selfbill --help` also shows the command. */
  readonly everyday?: true;
  /** The actions whose next steps keep the requested service, as in `selfbill status SB-1 --sandbox`; absent if those of all actions do. */
  readonly keeps?: { readonly sandbox?: readonly string[]; readonly profile?: readonly string[] };
  readonly practice: Practice;
  /** The output with --json, except the report of `stopped`: each answer is a whole document, described by helpers that are loaded only on demand. */
  readonly answers: Answers;
  /** The command's line-by-line output: --json-lines, validate --format jsonl, journal export. */
  readonly lines?: Answers;
  /** Whether the command sends documents or settles doubts: its exit code then reports their result, and nothing else may change it. */
  readonly sends?: true;
  readonly examples: ReadonlyArray<{ readonly type: string; readonly does: string }>;
  /** Validates the typed arguments, without a clock, a file or a service. `anyWords` if they cannot be checked on their own. */
  input(words: readonly string[], options: Values<O>): Result<unknown>;
  /** Reports invalid arguments. */
  refused(problems: readonly Problem[]): Report;
  run(input: Input<O>, desk: Desk): Promise<Report>;
}

/** A command as defined: `run` sees only what `input` returns. */
interface Defined<O extends Options, Wish> extends Omit<Command<O>, "input" | "run" | "refused"> {
  readonly practice: PracticeWith<O>;
  input(words: readonly string[], options: Values<O>): Result<Wish>;
  /** Omitted if a report of the problems is enough. */
  refused?(problems: readonly Problem[]): Report;
  run(wish: Wish, desk: Desk): Promise<Report>;
}

export function defineCommand<O extends Options, Wish>(command: Defined<O, Wish>): Command<O> {
  const { refused = stoppedBy } = command;
  return {
    ...command,
    refused,
    run: async ({ words, options }, desk) => {
      const wish = command.input(words, options);
      return wish.ok ? command.run(wish.value, desk) : refused(wish.problems);
    },
  };
}

/** Returns the words and options unchanged: the `input` of a command whose arguments only files, the journal or the service can validate. */
export const anyWords = <V>(words: readonly string[], options: V) => ok({ words, options });

/** The options of every command that talks to the service. */
export const serviceOptions = {
  sandbox: flag("--sandbox", "practice: a service and books of its own; nothing leaves this computer"),
  profile: text("--profile <name>", "the stored profile to use", { look: "profile" }),
  businessProfile: rare(text("--business-profile <id>", "business profile id instead of the profile's")),
  serviceVersion: rare(text("--service-version <YYYYMMDD>", "API version of the service, instead of the profile's")),
} as const;

/** The option of every command that checks documents. */
export const editionOption = {
  rulesEdition: rare(
    text("--rules-edition <id>", "edition of the Peppol rules to check by (default: the one in force today)", {
      look: "edition",
    }),
  ),
} as const;

/** The option of every command that shows findings. */
export const allFindings = {
  all: rare(flag("--all", "show every finding (default: no more than a screen; --json always has all)")),
} as const;

/** An option in commander's notation, with its description. */
type Spelled = readonly [flags: string, does: string];

/** Options of every command. */
export const everywhere: readonly Spelled[] = [
  ["--json", "print one JSON document on standard output, also when something fails"],
  ["--no-input", "never ask: where an answer is needed, stop with exit code 2 and name the option"],
  ["--no-color", "no colours (NO_COLOR works too)"],
  ["--journal <place>", "folder of the journal, kept from run to run in CI; or a team's postgres://USER@HOST/DATABASE"],
  ["--journal-mark <file>", "file of the journal mark, which recognises an old journal"],
  ["--quiet", "show only the answer, unless something is wrong"],
  ["--debug", "show the technical cause of a problem"],
];

/**
 * Options of the commands that use a service. The first two also exist as variables, SELFBILL_CA_FILE and
 * SELFBILL_REQUEST_TIMEOUT.
 */
const onTheWay: readonly Spelled[] = [
  ["--ca-file <file>", "trust the certificate authorities of this PEM file too"],
  ["--request-timeout <seconds>", "give up a request after this many seconds in total (default 180)"],
  ["--show-requests", "show every request: method, path, status and time"],
  ["--trace <file>", "append requests and answers to this file: headers, sizes and hashes; no token, no documents"],
];

/** An alias for `--profile`; main replaces it before the command starts. */
const company: Spelled = ["--company <name>", "the company to work for, by its name, instead of --profile"];

/** Returns the options that a command has in addition to its own and the global ones. */
export function optionsBesides(command: { readonly words: string; readonly options: object }): readonly Spelled[] {
  return [...("profile" in command.options ? [company] : []), ...(talks(command) ? onTheWay : [])];
}

/** Whether a command uses a service. */
function talks({ words, options }: { readonly words: string; readonly options: object }): boolean {
  return ("sandbox" in options && "profile" in options) || words.startsWith("auth");
}
