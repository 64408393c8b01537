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

/** How to reach the service, from the words typed. */
export interface ConnectionWords {
  readonly sandbox: boolean;
  readonly profile: string | undefined;
  readonly businessProfile: string | undefined;
  readonly serviceVersion: string | undefined;
  /** --rules-edition, for commands that check documents. */
  readonly rulesEdition?: string | undefined;
  /** --no-wait and --max-wait (seconds), for commands that have them. */
  readonly noWait?: boolean;
  readonly maxWait?: string | undefined;
}

/** A service to talk to. */
export interface Connection {
  readonly profile: ServiceProfile;
  readonly businessProfileId: string;
  /** Whose ids these are, by `account` of the desk. */
  readonly account: string;
  /** Whose minute its requests take; absent: the account's. */
  readonly caller?: Caller | undefined;
  readonly service: Service;
  /**
   * Whether a document with these problems was refused for its token alone, and there is a new one by now: then one further attempt may
   * begin. Absent where nobody can fetch tokens.
   */
  readonly renewed?: ((problems: readonly Problem[]) => Promise<boolean>) | undefined;
  /** The company that issues, for people; absent where the settings have no other. */
  readonly company?: string | undefined;
  /** What people call the company of a business profile. Absent where the settings do not say. */
  readonly companyName?: ((businessProfile: string) => string) | undefined;
  /** Whether a create need not wait for its turn: of a sandbox that has no limit. Absent for every other service. */
  readonly unlimited?: (() => boolean) | undefined;
}

/** A new file that grows where nobody sees it, and gets its name once it is whole. */
export interface GrowingFile {
  /** Adds a text at its end. Problem: `output-unwritable`. */
  add(text: string): Promise<Result<undefined>>;
  /** Gives it its name. Problems: `file-exists`, `output-unwritable`; then nothing of it stays. */
  finish(): Promise<Result<undefined>>;
  /** Removes what there is of it. */
  drop(): Promise<void>;
}

/** Files that a command writes. */
export interface Output {
  absolute(path: string): string;
  /** Adds a text at the end of a file, which is made when it is missing. Problem: `output-unwritable`. */
  append(path: string, text: string): Promise<Result<undefined>>;
  /**
   * Writes a new file, making the folder when it is missing; its path. `replace` overwrites an ordinary file of that name, `private`
   * lets nobody else read it. Problems: `file-exists`, `output-unwritable`.
   */
  write(
    folder: string,
    name: string,
    content: string | Uint8Array,
    how?: { readonly replace?: boolean; readonly private?: boolean },
  ): Promise<Result<string>>;
  /** Begins a new file that only this user may read. Problems: `file-exists`, `output-unwritable`. */
  grow(path: string): Promise<Result<GrowingFile>>;
  /** Removes a file that selfbill wrote; one that is not there is none to remove. Problem: `output-unwritable`. */
  remove(path: string): Promise<Result<undefined>>;
  /**
   * Opens a file in the person's own program for it, or an address in the browser, without a shell; false where there is no screen or
   * no such program. Only for a file that was just written here, or a server inside this program: never for a name that somebody else sent.
   */
  show(shown: string | URL): Promise<boolean>;
}

/** Questions to the person at the terminal. */
export interface Ask {
  /** False without a terminal, with --no-input or with CI=true: then a question is a usage problem naming its flag. */
  readonly possible: boolean;
  confirm(question: string): Promise<Result<boolean>>;
  secret(question: string): Promise<Result<string>>;
  /** A line that is typed and seen. */
  text(question: string): Promise<Result<string>>;
  /** A question of the wizard: a text that is checked, one of several, or some of several; it can be gone back from. */
  question(asked: Asked): Promise<Result<PromptReply>>;
}

/** Where the journal is. */
export interface JournalPlace {
  /** Its file, or the address of its server. */
  readonly path: string;
  /** Whether there is a file already: opening would make it. On a server nothing is made by opening. */
  readonly exists: boolean;
  readonly onServer: boolean;
  /** Of a server: its whole address, without a password that is kept on this computer. */
  readonly address?: ServerAddress;
}

/** What a command may touch. Made lazily, so that offline commands need neither token nor journal. */
export interface Desk {
  readonly files: Files;
  readonly ask: Ask;
  readonly output: Output;
  /** Whether somebody types into standard input. */
  readonly inputIsTerminal: boolean;
  /** Whether a CI system runs this. */
  readonly inCi: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How to write lines that go to `say`. */
  readonly talkStyle: Style;
  now(): Date;
  /** Waits; true after that time, false as soon as the person or the system asks to stop. Units: milliseconds. */
  pause(milliseconds: number): Promise<boolean>;
  /**
   * Work for the time in which the next answer of a service is waited for: to load what the command needs anyway. It may never be done, and a
   * fault of it is not heard.
   */
  meanwhile(work: () => Promise<unknown>): void;
  /** A line to the person while the work goes on (stderr). */
  say(line: string): void;
  /** On a terminal: the line that is drawn anew below all others (stderr), until it is undefined. */
  live(line: string | undefined): void;
  settings(): Promise<Result<Settings>>;
  /** The supplier book as it is now; empty where there is none. */
  suppliers(): Promise<Result<SupplierBook>>;
  /** The item book as it is now; empty without a file. */
  items(): Promise<Result<ItemBook>>;
  /** The profile that the words name, without token or network; the embedded sandbox is started for `--sandbox`. */
  profile(words: ConnectionWords): Promise<Result<ServiceProfile>>;
  /**
   * Whose documents those of a profile are: the account as its journal has it, under the first address of the service; as the settings name it
   * where the journal cannot tell. Undefined without a business profile.
   */
  account(profile: ServiceProfile | undefined): Promise<string | undefined>;
  /**
   * Whose that is which belongs to an account, `called` so in words, where this run must not change it: practice changes records of practice alone,
   * and what is not practice never changes them. The journal refuses it, too; who names several documents asks before the first one.
   */
  notOurs(account: string, called: string): Promise<NotOurs | undefined>;
  /** The same with a token, ready to talk. */
  connect(words: ConnectionWords): Promise<Result<Connection>>;
  journal(): Promise<Result<Journal>>;
  journalPlace(): Promise<Result<JournalPlace>>;
  /** The marks of the journals, outside of them. Problem: `bad-usage`. */
  marks(): Promise<Result<Marks>>;
  /** Whether nothing that was sent before is known: there is no journal in its folder, or only what other commands made of it. */
  journalIsNew(): Promise<Result<boolean>>;
  /** Whether the answer is to be one JSON document (--json). */
  readonly asJson: boolean;
  /** Whether nothing but the answer is to be shown (--quiet). */
  readonly quiet?: boolean | undefined;
  /** How to write what goes to `write`. */
  readonly dataStyle: Style;
  /** Shows a report at once, for commands that go on after it. */
  announce(report: Report): void;
  /**
   * A piece of the answer (stdout), for commands whose answer is too long to be held; waits while the reader is slow. The report that
   * the command returns must then show nothing more there. False when nobody reads any more: then the command may stop.
   */
  write(piece: string): Promise<boolean>;
  /** Resolves when the person or the system asks to stop (Ctrl-C, SIGTERM); for commands that run until then. */
  stopped(): Promise<void>;
  /** Calls back at every request to stop, which then ends nothing by itself, until the function returned is called. */
  onStop(listener: () => void): () => void;
}
