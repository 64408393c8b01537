import type { Environment } from "../environment/index.ts";
import type { ItemBook } from "../items/index.ts";
import type { Caller, Journal, Marks, ServerAddress } from "../journal/index.ts";
import type { Problem, Result } from "../problem/index.ts";
import type { Files } from "../read/index.ts";
import type { Report, Style } from "../report/index.ts";
import type { Service } from "../send/index.ts";
import type { ServiceProfile, Settings } from "../settings/index.ts";
import type { SupplierBook } from "../suppliers/index.ts";
import type { Asked, PromptReply } from "./asked.ts";
import type { NotOurs } from "./not-ours.ts";

/** Options of the command line that choose the service. */
export interface ConnectionWords {
  readonly sandbox: boolean;
  readonly profile: string | undefined;
  readonly businessProfile: string | undefined;
  readonly serviceVersion: string | undefined;
  /** The option --rules-edition, in commands that check documents. */
  readonly rulesEdition?: string | undefined;
  /** The options --no-wait and --max-wait (seconds), in commands that have them. */
  readonly noWait?: boolean;
  readonly maxWait?: number | undefined;
}

/** A connected service. */
export interface Connection {
  readonly profile: ServiceProfile;
  readonly businessProfileId: string;
  /** The account that the ids belong to, as returned by the desk's `account`. */
  readonly account: string;
  /** The caller whose quota the requests use; if absent, that of the account. */
  readonly caller?: Caller | undefined;
  readonly service: Service;
  /**
   * Whether a document with these problems was refused only because of its token, and a new token is available: then one more attempt may
   * begin. Absent if tokens cannot be fetched.
   */
  readonly renewed?: ((problems: readonly Problem[]) => Promise<boolean>) | undefined;
  /** The issuing company, for display; absent if the settings have only one. */
  readonly company?: string | undefined;
  /** Returns the name people use for the company of a business profile. Absent if the settings do not contain names. */
  readonly companyName?: ((businessProfile: string) => string) | undefined;
  /** Whether creates may skip waiting for their turn, as they may at a sandbox without a limit. Absent for every other service. */
  readonly unlimited?: (() => boolean) | undefined;
}

/** A new file that is written under a temporary name and gets its own name once complete. */
export interface GrowingFile {
  /** Appends a text. Problem: `output-unwritable`. */
  add(text: string): Promise<Result<undefined>>;
  /** Gives the file its name. Problems: `file-exists`, `output-unwritable`; the file is then removed. */
  finish(): Promise<Result<undefined>>;
  /** Removes the part written so far. */
  drop(): Promise<void>;
}

/** Writes files for a command. */
export interface Output {
  absolute(path: string): string;
  /** Appends a text to a file, which is created if missing. Problem: `output-unwritable`. */
  append(path: string, text: string): Promise<Result<undefined>>;
  /**
   * Writes a new file, and its folder if missing; returns its path. `replace` overwrites an ordinary file of that name, `private`
   * prevents others from reading it. Problems: `file-exists`, `output-unwritable`.
   */
  write(
    folder: string,
    name: string,
    content: string | Uint8Array,
    how?: { readonly replace?: boolean; readonly private?: boolean },
  ): Promise<Result<string>>;
  /** Begins a new file that only this user can read. Problems: `file-exists`, `output-unwritable`. */
  grow(path: string): Promise<Result<GrowingFile>>;
  /** Removes a file that selfbill wrote, if it exists. Problem: `output-unwritable`. */
  remove(path: string): Promise<Result<undefined>>;
  /**
   * Opens a file in the user's default program, or an address in the browser, without a shell; false without a screen
   * or such a program. Only for a file that was just written here, or a server inside this program, never for an
   * outside name.
   */
  show(shown: string | URL): Promise<boolean>;
}

/** Questions to the person at the terminal. */
export interface Ask {
  /** False without a terminal, with --no-input or with CI=true: a question then becomes a usage problem that names its option. */
  readonly possible: boolean;
  confirm(question: string): Promise<Result<boolean>>;
  secret(question: string): Promise<Result<string>>;
  /** Asks for a line that is typed visibly. */
  text(question: string): Promise<Result<string>>;
  /** Asks a question of the wizard: a checked text, one of several choices, or some of them; the user can go back from it. */
  question(asked: Asked): Promise<Result<PromptReply>>;
}

/** Where the journal is. */
export interface JournalPlace {
  /** Path of the journal's file, or the address of its server. */
  readonly path: string;
  /** Whether the file exists, because opening would create it. On a server, opening creates nothing. */
  readonly exists: boolean;
  readonly onServer: boolean;
  /** For a journal on a server, the whole address, without a password stored on this computer. */
  readonly address?: ServerAddress;
}

/** The interface available to a command. Each part is opened when first used, so that offline commands need neither token nor journal. */
export interface Desk {
  readonly files: Files;
  readonly ask: Ask;
  readonly output: Output;
  /** Whether standard input is interactive. */
  readonly inputIsTerminal: boolean;
  /** Whether a CI system runs this process. */
  readonly inCi: boolean;
  readonly environment: Environment;
  /** The style of lines for `say`. */
  readonly talkStyle: Style;
  now(): Date;
  /** Waits for this many milliseconds; true after that time, false as soon as the user or the system asks to stop. */
  pause(milliseconds: number): Promise<boolean>;
  /**
   * Queues work to do while waiting for the service's next answer, such as loading modules that the command needs
   * anyway. It may never run, and its errors are ignored.
   */
  meanwhile(work: () => Promise<unknown>): void;
  /** Shows a line to the user during the work (stderr). */
  say(line: string): void;
  /**
   * Shows problems during the work (stderr), with the options of `place` in their commands. Each problem is shown once per run: the report does not
   * repeat a warning.
   */
  sayProblems(problems: readonly Problem[], place?: string): void;
  /** Sets the line that stays below all others on a terminal and is redrawn (stderr); undefined removes it. */
  live(line: string | undefined): void;
  settings(): Promise<Result<Settings>>;
  /** Reads the present supplier book; empty if there is none. */
  suppliers(): Promise<Result<SupplierBook>>;
  /** Reads the present item book; empty if there is none. */
  items(): Promise<Result<ItemBook>>;
  /** Returns the profile that the command line names, without token or network; starts the embedded sandbox for `--sandbox`. */
  profile(words: ConnectionWords): Promise<Result<ServiceProfile>>;
  /**
   * Returns the account of a profile's documents: as its journal names it, under the first address of the service; or as the settings name it if the
   * journal is unavailable. Undefined without a business profile.
   */
  account(profile: ServiceProfile | undefined): Promise<string | undefined>;
  /**
   * Returns the owner of an account's records if this run must not change them; `called` is the account's name in the message. Practice changes only
   * records of practice, and other runs never change those. The journal also refuses such a change; a command that changes several documents calls
   * this before the first one.
   */
  notOurs(account: string, called: string): Promise<NotOurs | undefined>;
  /** Connects to the service with a token, ready to use. */
  connect(words: ConnectionWords): Promise<Result<Connection>>;
  journal(): Promise<Result<Journal>>;
  journalPlace(): Promise<Result<JournalPlace>>;
  /** Returns the marks, which are kept outside the journals. Problem: `bad-usage`. */
  marks(): Promise<Result<Marks>>;
  /** Whether no earlier send is known: the folder has no journal, or only records of other commands. */
  journalIsNew(): Promise<Result<boolean>>;
  /** Whether the answer must be one JSON document (--json). */
  readonly asJson: boolean;
  /** Whether only the answer is to be shown (--quiet). */
  readonly quiet?: boolean | undefined;
  /** The style of pieces for `write`. */
  readonly dataStyle: Style;
  /** Shows a report immediately, for commands that continue after it. */
  announce(report: Report): void;
  /**
   * Writes a piece of the answer (stdout), for commands whose answer is too long for memory; waits for a slow reader. The report that the command
   * returns must not show these pieces again. Returns false if the reader is gone, so that the command may stop.
   */
  write(piece: string): Promise<boolean>;
  /** Resolves when the user or the system asks to stop (Ctrl-C, SIGTERM); for commands that run until then. */
  stopped(): Promise<void>;
  /** Calls the listener at every request to stop, which then does not end the process; returns a function that removes the listener. */
  onStop(listener: () => void): () => void;
}
