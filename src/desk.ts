import type { Journal } from "./journal/index.ts";
import type { Result } from "./problem/index.ts";
import type { Files } from "./read/index.ts";
import type { Service } from "./send/index.ts";
import type { ServiceProfile, Settings } from "./settings/index.ts";

/** How to reach the service, from the words typed. */
export interface ConnectionWords {
  readonly sandbox: boolean;
  readonly profile: string | undefined;
  readonly businessProfile: string | undefined;
  readonly serviceVersion: string | undefined;
}

/** A service to talk to; `close` stops the embedded sandbox when there is one. */
export interface Connection {
  readonly profile: ServiceProfile;
  readonly service: Service;
}

/** Questions to the person at the terminal. */
export interface Ask {
  /** False without a terminal, with --no-input or with CI=true: then a question is a usage problem naming its flag. */
  readonly possible: boolean;
  confirm(question: string): Promise<Result<boolean>>;
  secret(question: string): Promise<Result<string>>;
}

/** What a command may touch. Made lazily, so that offline commands need neither token nor journal. */
export interface Desk {
  readonly files: Files;
  readonly ask: Ask;
  /** The whole of standard input, as bytes; for `-` and --with-token. */
  readonly standardInput: { readonly isTerminal: boolean; read(): Promise<Uint8Array> };
  readonly environment: Readonly<Record<string, string | undefined>>;
  now(): Date;
  /** A line to the person while the work goes on (stderr). */
  say(line: string): void;
  settings(): Promise<Result<Settings>>;
  /** The profile that the words name, without token or network; the embedded sandbox is started for `--sandbox`. */
  profile(words: ConnectionWords): Promise<Result<ServiceProfile>>;
  /** The same with a token, ready to talk. */
  connect(words: ConnectionWords): Promise<Result<Connection>>;
  journal(): Promise<Result<Journal>>;
  /** Resolves when the person or the system asks to stop (Ctrl-C, SIGTERM); for commands that run until then. */
  stopped(): Promise<void>;
}
