import type { AnswerSchema } from "../answers/index.ts";
import type { Desk } from "../desk/index.ts";
import { ok, type Problem, type Result } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import type * as language from "./output/language.ts";

/** Values that completion finds on this computer; commands and topics are built in. */
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

interface Offers {
  readonly values?: readonly string[];
  readonly look?: Look;
  readonly paths?: "files" | "folders";
}

/** An option of a command. See `kinds.ts` for options with validated values. */
export interface Option<T> {
  readonly flags: string;
  readonly does: string;
  /** Returns the option's value from what commander parsed. Problem: `bad-usage`. */
  readonly read: (given: unknown) => Result<T>;
  readonly repeatable?: true;
  /**
   * What completion offers. If absent, the placeholder determines it: files for `<file>` and `<list>`, folders for
   * `<dir>`.
   */
  readonly offers?: Offers;
  /** Shown only by `selfbill help COMMAND --all`. */
  readonly rare?: true;
}

export const rare = <T>(option: Option<T>): Option<T> => ({ ...option, rare: true });

export const flag = (flags: string, does: string): Option<boolean> => ({
  flags,
  does,
  read: (given) => ok(given === true),
});

/** A `--no-…` switch; true when given. */
export const without = (flags: string, does: string): Option<boolean> => ({
  flags,
  does,
  read: (given) => ok(given === false),
});

/** The value is undefined if the option is absent. */
export const text = (flags: string, does: string, offers?: Offers): Option<string | undefined> => ({
  ...{ flags, does, ...(offers ? { offers } : {}) },
  read: (given) => ok(typeof given === "string" ? given : undefined),
});

/**
 * The value is undefined if the option is absent, and empty if it is given without a file; the command then chooses
 * the name.
 */
export const ownFile = (flags: string, does: string): Option<string | undefined> => ({
  ...{ flags, does, offers: { paths: "files" } },
  read: (given) => ok(given === true ? "" : typeof given === "string" ? given : undefined),
});

export const list = (flags: string, does: string, offers?: Offers): Option<readonly string[]> => ({
  ...{ flags, does, ...(offers ? { offers } : {}), repeatable: true },
  read: (given) => ok(Array.isArray(given) ? given.map(String) : []),
});

export type Options = Readonly<Record<string, Option<unknown>>>;
export type Values<O extends Options> = { readonly [K in keyof O]: O[K] extends Option<infer T> ? T : never };

/** Returns the values for a command line without options. */
export function nothingTyped<O extends Options>(options: O): Values<O> {
  const read = Object.entries(options).map(([name, option]) => [name, option.read(undefined)] as const);
  return Object.fromEntries(read.map(([name, each]) => [name, each.ok ? each.value : undefined])) as Values<O>;
}

export interface Input<O extends Options> {
  readonly words: readonly string[];
  readonly options: Values<O>;
}

type Group =
  | "Write"
  | "Check and send"
  | "What is open"
  | "The month"
  | "Set up"
  | "For administrators"
  | "For programs and integrators";

/**
 * `own books`: with --sandbox, the command uses a separate service and separate records. `no difference`: it uses
 * neither a service nor records. `refused`: it applies only to real services.
 */
type Practice = "own books" | "no difference" | "refused";

/** A command with --sandbox always has separate records in practice mode. */
type PracticeWith<O> = O extends { readonly sandbox: Option<boolean> } ? "own books" : Exclude<Practice, "own books">;

/**
 * `shown`: what it shows, even nothing, is right only if the journal is complete, so a warning tells of an older one.
 * `used`: it opens the journal, and what depends on it is judged where it is used. `none`: it never opens it.
 */
type JournalUse = "shown" | "used" | "none";

/** What the program around a command has to know of it. All are required: one left out would be a silent "no". */
export interface Facts {
  /** A function where it depends on the action. */
  readonly journal: JournalUse | ((words: readonly string[]) => JournalUse);
  /** Whether it is about one document, which may then be described in words. */
  readonly oneDocument: boolean;
  /** Whether it sends documents or settles doubts: it then keeps its exit code even if its output fails. */
  readonly sends: boolean;
  /** Whether it may connect to the service. */
  readonly asksService: boolean;
}

export function journalUse({ facts: { journal } }: Pick<Command, "facts">, words: readonly string[]): JournalUse {
  return typeof journal === "function" ? journal(words) : journal;
}

type Answers = (words: typeof language) => readonly AnswerSchema[];

/** `run` returns what to show; it never prints, exits or reads `process`. `--json` prints the same report. */
export interface Command<O extends Options = Options> {
  /** `create-invoice [files...]`: the command's name and its arguments in commander's notation. */
  readonly words: string;
  readonly summary: string;
  /** Keys are names of arguments in `words`, or an action and a name. File and id arguments are recognised by name. */
  readonly completes?: Readonly<Record<string, Look>>;
  /** Blank lines separate paragraphs; lines that begin with a space are not wrapped. */
  readonly help?: string;
  readonly options: O;
  /** Within a group, `selfbill help all` uses the order of `index.ts`. */
  readonly group: Group;
  /** Whether `selfbill --help` lists the command. */
  readonly everyday?: true;
  /** Actions to which --sandbox, --profile or --business-profile is added in a suggestion; if absent, to all. */
  readonly keeps?: { readonly [option in "sandbox" | "profile" | "businessProfile"]?: readonly string[] };
  readonly practice: Practice;
  /** Schemas of the JSON output, besides `stopped`, which all commands share. Loaded on demand. */
  readonly answers: Answers;
  /** The line-by-line output: --json-lines, validate --format jsonl, journal export. */
  readonly lines?: Answers;
  readonly facts: Facts;
  readonly examples: ReadonlyArray<{ readonly type: string; readonly does: string }>;
  /** Validates arguments without a clock, a file or a service. Use `anyWords` if that is not possible. */
  input(words: readonly string[], options: Values<O>): Result<unknown>;
  refused(problems: readonly Problem[]): Report;
  run(input: Input<O>, desk: Desk): Promise<Report>;
}

/** Actions that an extra adds to a command of the core, which has the options and the help of them. */
export interface AddedActions<O extends Options = Options> {
  readonly actions: readonly string[];
  readonly answers: Answers;
  run(action: string, names: readonly string[], options: Values<O>, desk: Desk): Promise<Report>;
}

/** `run` receives only what `input` returns. */
interface Defined<O extends Options, Wish> extends Omit<Command<O>, "input" | "run" | "refused"> {
  readonly practice: PracticeWith<O>;
  input(words: readonly string[], options: Values<O>): Result<Wish>;
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

/** For commands that cannot validate their arguments without files, the journal or the service. */
export const anyWords = <V>(words: readonly string[], options: V) => ok({ words, options });

/** For the help of the commands that the service is for. */
export const whereFrom = "Token: selfbill login or SELFBILL_TOKEN; profile, version: profile use or flags.";

export const serviceOptions = {
  sandbox: flag("--sandbox", "practice: a service and books of its own; nothing leaves this computer"),
  profile: text("--profile <name>", "the stored profile to use", { look: "profile" }),
  businessProfile: rare(text("--business-profile <id>", "business profile id instead of the profile's")),
  serviceVersion: rare(text("--service-version <YYYYMMDD>", "API version of the service, instead of the profile's")),
} as const;

export const editionOption = {
  rulesEdition: rare(
    text("--rules-edition <id>", "edition of the Peppol rules to check by (default: the one in force today)", {
      look: "edition",
    }),
  ),
} as const;

export const allFindings = {
  all: rare(flag("--all", "show every finding (default: no more than a screen; --json always has all)")),
} as const;

type Spelled = readonly [flags: string, does: string];

export const everywhere: readonly Spelled[] = [
  ["--json", "print one JSON document on standard output, also when something fails"],
  [
    "--fields <names>",
    "as --json, but only these members: --fields number,status (names: selfbill schema output COMMAND)",
  ],
  ["--no-input", "never ask: where an answer is needed, stop with exit code 2 and name the option"],
  ["--no-color", "no colours (NO_COLOR works too)"],
  ["--journal <place>", "folder of the journal, kept from run to run in CI; or a team's postgres://USER@HOST/DATABASE"],
  ["--journal-mark <file>", "file of the journal mark, which recognises an old journal"],
  ["--quiet", "show only the answer, unless something is wrong"],
  ["--debug", "show the technical cause of a problem"],
];

/** The first two can also be set as SELFBILL_CA_FILE and SELFBILL_REQUEST_TIMEOUT. */
const onTheWay: readonly Spelled[] = [
  ["--ca-file <file>", "trust the certificate authorities of this PEM file too"],
  ["--request-timeout <seconds>", "give up a request after this many seconds in total (default 180)"],
  ["--show-requests", "show every request: method, path, status and time"],
  ["--trace <file>", "append requests and answers to this file: headers, sizes and hashes; no token, no documents"],
];

/** main replaces this option with `--profile` before the command starts. */
const company: Spelled = ["--company <name>", "the company to work for, by its name, instead of --profile"];

export function optionsBesides(command: Pick<Command, "facts" | "options">): readonly Spelled[] {
  return [...("profile" in command.options ? [company] : []), ...(talks(command) ? onTheWay : [])];
}

/** Scripts give all their calls the same options, so a command that only takes a profile accepts them as well. */
function talks({ facts, options }: Pick<Command, "facts" | "options">): boolean {
  return facts.asksService || ("sandbox" in options && "profile" in options);
}
