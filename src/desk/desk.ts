import type { Environment } from "../environment/index.ts";
import type { Caller, Journal, Marks, ServerAddress } from "../journal/index.ts";
import type { Problem, Result } from "../problem/index.ts";
import type { Files } from "../read/index.ts";
import type { Report, Style } from "../report/index.ts";
import type { Service } from "../send/index.ts";
import type { ServiceProfile } from "../settings/index.ts";
import type { Asked, PromptReply } from "./asked.ts";
import type { Books, ExtraHooks } from "./hooks.ts";
import type { NotOurs } from "./not-ours.ts";

export interface ConnectionWords {
  readonly sandbox: boolean;
  readonly profile: string | undefined;
  readonly businessProfile: string | undefined;
  readonly serviceVersion: string | undefined;
  /** Set only in commands that check documents. */
  readonly rulesEdition?: string | undefined;
  /** The options --no-wait and --max-wait (in seconds), in commands that have them. */
  readonly noWait?: boolean;
  readonly maxWait?: number | undefined;
}

export interface Connection {
  readonly profile: ServiceProfile;
  readonly businessProfileId: string;
  /** The account's name in the journal, as returned by the desk's `account`. */
  readonly account: string;
  /** The caller whose quota the requests use; if absent, they use the account's own quota. */
  readonly caller?: Caller | undefined;
  readonly service: Service;
  /**
   * Returns whether a refusal was caused only by the token and a new token is available, so that one retry is possible.
   * Absent if tokens cannot be fetched.
   */
  readonly renewed?: ((problems: readonly Problem[]) => Promise<boolean>) | undefined;
  /** The company's name; set only if the settings contain several companies. */
  readonly company?: string | undefined;
  /** Returns the company name for a business profile. Absent if the settings contain no company names. */
  readonly companyName?: ((businessProfile: string) => string) | undefined;
  /**
   * Returns whether requests need not wait for the rate limit, as with an unlimited sandbox. Absent for every other
   * service.
   */
  readonly unlimited?: (() => boolean) | undefined;
}

export interface GrowingFile {
  /** Appends text to the file. Problem: `output-unwritable`. */
  add(text: string): Promise<Result<undefined>>;
  /** Renames the file to its final name; removes it on failure. Problems: `file-exists`, `output-unwritable`. */
  finish(): Promise<Result<undefined>>;
  drop(): Promise<void>;
}

export interface Output {
  absolute(path: string): string;
  /** Creates the file if it does not exist. Problem: `output-unwritable`. */
  append(path: string, text: string): Promise<Result<undefined>>;
  /**
   * Creates the folder if it does not exist; returns the path. `replace` overwrites an ordinary file, `private` makes
   * the file readable only by the user, `inPlace` keeps its permissions and follows a link. Problems: `file-exists`, `output-unwritable`.
   */
  write(
    folder: string,
    name: string,
    content: string | Uint8Array,
    how?: { readonly replace?: boolean; readonly private?: boolean; readonly inPlace?: boolean },
  ): Promise<Result<string>>;
  /**
   * Creates a file, readable only by the user, to be written in chunks. Problems: `file-exists`, `output-unwritable`.
   */
  grow(path: string): Promise<Result<GrowingFile>>;
  /** Removes a file that selfbill wrote; a missing file is not an error. Problem: `output-unwritable`. */
  remove(path: string): Promise<Result<undefined>>;
  /**
   * Opens a file in the default program, or a URL in the browser, without a shell; false if that is not possible.
   * Only for files just written here and for our own server, never for a name that comes from outside.
   */
  show(shown: string | URL): Promise<boolean>;
}

export interface Ask {
  /**
   * False without a terminal, with --no-input or with CI=true: a question then becomes a usage problem that names the
   * option to use.
   */
  readonly possible: boolean;
  confirm(question: string): Promise<Result<boolean>>;
  secret(question: string): Promise<Result<string>>;
  text(question: string): Promise<Result<string>>;
  /** Asks a question from which the user can also go back to the previous one. */
  question(asked: Asked): Promise<Result<PromptReply>>;
}

export interface JournalPlace {
  /** Path of the file, or address of the server. */
  readonly path: string;
  /** Whether the journal exists. Opening creates a missing file, but never a journal on a server. */
  readonly exists: boolean;
  readonly onServer: boolean;
  /** For a server: the full address, without a stored password. */
  readonly address?: ServerAddress;
}

/** Each part is opened on first use, so that offline commands do not need a token or a journal. */
export interface Desk extends Books {
  readonly files: Files;
  readonly ask: Ask;
  readonly output: Output;
  /** Whether standard input is interactive. */
  readonly inputIsTerminal: boolean;
  readonly inCi: boolean;
  readonly environment: Environment;
  /** What the extras add. */
  readonly hooks: ExtraHooks;
  readonly talkStyle: Style;
  now(): Date;
  /** Resolves with true after `milliseconds`, or with false as soon as the user or the system asks to stop. */
  pause(milliseconds: number): Promise<boolean>;
  /**
   * Queues work to be done during the next request, such as loading modules that are needed anyway. It may never run,
   * and its errors are ignored.
   */
  meanwhile(work: () => Promise<unknown>): void;
  /** Writes to stderr. */
  say(line: string): void;
  /** Writes to stderr. Each problem is shown once per run; the report does not repeat warnings shown here. */
  sayProblems(problems: readonly Problem[]): void;
  /** On a terminal, shows a line on stderr below all others; undefined removes it. */
  live(line: string | undefined): void;
  /**
   * Returns the service profile to use, without a token or the network; starts the embedded sandbox for `--sandbox`.
   */
  profile(words: ConnectionWords): Promise<Result<ServiceProfile>>;
  /**
   * Returns the account for a profile, with the service's address as written in the journal (the first one used) or,
   * without a journal, in the settings. Undefined without a business profile.
   */
  account(profile: ServiceProfile | undefined): Promise<string | undefined>;
  /**
   * Explains why this run must not change the account's records; undefined if it may. Practice runs may change only
   * practice records, and all other runs may not change these. `called` is the name used in messages. The journal
   * checks this too; commands that change several documents call this before the first one.
   */
  notOurs(account: string, called: string): Promise<NotOurs | undefined>;
  /** The returned connection has a token and is ready to use. */
  connect(words: ConnectionWords): Promise<Result<Connection>>;
  journal(): Promise<Result<Journal>>;
  journalPlace(): Promise<Result<JournalPlace>>;
  /** Opens the marks, which are stored outside the journals and record their positions. Problem: `bad-usage`. */
  marks(): Promise<Result<Marks>>;
  /** True if there is no journal, or if no document was ever recorded in it. */
  journalIsNew(): Promise<Result<boolean>>;
  readonly asJson: boolean;
  readonly quiet?: boolean | undefined;
  readonly dataStyle: Style;
  /** Shows a report at once, in commands that continue afterwards. */
  announce(report: Report): void;
  /**
   * Writes to stdout, for answers too long to hold in memory; waits for a slow reader. The final report must not
   * repeat this text. Returns false if the reader is gone.
   */
  write(piece: string): Promise<boolean>;
  /** Resolves on Ctrl-C or SIGTERM. */
  stopped(): Promise<void>;
  /**
   * Adds a listener for requests to stop, which then no longer end the process. Returns a function that removes the
   * listener.
   */
  onStop(listener: () => void): () => void;
}
