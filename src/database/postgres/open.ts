import { createHash } from "node:crypto";
import { fail, ok, problem, type Result, suggest } from "../../problem/index.ts";
import type { Database, DatabaseRow, Value } from "../database.ts";
import { DatabaseAway, isWrongPassword, ServerError } from "./away.ts";
import { type Bridge, openBridge, openBridgeMeanwhile } from "./bridge.ts";
import { HeldWrites } from "./held-writes.ts";
import type { Encryption, Server, Statement } from "./messages.ts";
import { numbered } from "./placeholders.ts";
import { serverRemedy } from "./remedies.ts";

export interface ServerDatabase extends Database {
  readonly engine: "postgres";
  /** True if the server is a standby (a replica), which accepts no writes; a transaction then throws. */
  readonly isStandby: boolean;
  /** Undefined without encryption. */
  readonly tls: Encryption | undefined;
  /** Why the session has ended; undefined as long as it seems to be open. A session that has ended holds no locks. */
  readonly lost: string | undefined;
  /**
   * Replaces a session that has ended, while everything else in this program continues; `take` may reject the new
   * one, by throwing, before it is used. Throws `DatabaseAway`, including for a server that does not (yet) accept
   * writes, and `Error` for one that cannot hold a journal.
   */
  reconnect(take: () => void): Promise<void>;
  /**
   * Sets the query that begins each later transaction; the query waits for all other writers and returns one row.
   */
  takeTurnsBy(sql: string): void;
}

/** Milliseconds after which a server that does not answer counts as unreachable. */
const toAnswer = 15_000;
/** Seconds that the server waits for other writers; the client waits longer for the server. */
const lockSeconds = 30;
const toLock = (lockSeconds + 15) * 1_000;
/**
 * Seconds of inactivity after which the server ends a session, so that locks held by a sleeping computer are released.
 */
const idleSeconds = 30;
/** The characters "sb", which distinguish this program's locks from others. */
const lockTag = 0x7362;

/**
 * Opens a journal's database. The server must not lose confirmed writes, and the connection must not go through a
 * pooler. `open` makes the connection. Problem: `journal-unusable`.
 */
export function openServer(
  server: Server,
  schema: string,
  { open = openBridge, openAgain = openBridgeMeanwhile, standby = false }: OpenOptions = {},
): Result<ServerDatabase> {
  let bridge: Bridge | undefined;
  try {
    bridge = open(server, sessionOf(schema));
    const { isStandby, ...found } = fitness(bridge);
    const connect = async (): Promise<Bridge> => fit(await openAgain(server, sessionOf(schema)), isStandby);
    const wrong = found.wrong ?? (isStandby && !standby ? follows : undefined);
    if (wrong === undefined) return ok(database(bridge, connect, { schema, isStandby }));
    bridge.close();
    return fail(
      problem("journal-unusable", `The database on ${server.host} cannot hold a journal: ${wrong.what}.`, wrong.hint),
    );
  } catch (error) {
    bridge?.close();
    const why = error instanceof Error ? error.message : String(error);
    // This is the client library's message if the server requires a password and there is none.
    const isWanted = why.includes("client password must be a string");
    const said = isWanted ? `it asks for a password of ${server.user}, and none is known here` : why;
    const message = `The journal's database on ${server.host} cannot be used, so nothing was sent: ${said}.`;
    const ofVariable =
      (isWanted || isWrongPassword(error)) && server.passwordFrom ? otherPassword(server.passwordFrom) : undefined;
    const usual = isWanted
      ? `Keep it on this computer with ${suggest`journal login`}; in CI set SELFBILL_JOURNAL_PASSWORD_FILE.`
      : (serverRemedy(error) ?? "Check the network, the server and the password, then run the same command again.");
    return fail(problem("journal-unusable", message, ofVariable ?? usual, { cause: error }));
  }
}

/** A variable takes precedence over a stored password, so signing in again does not help. */
function otherPassword(variable: string): string {
  return `${variable} is set in the environment: it is used, and not the password that ${suggest`journal login`} keeps. Correct ${variable}, or unset it.`;
}

interface OpenOptions {
  readonly open?: typeof openBridge;
  /** Reopens the connection after it has been lost. */
  readonly openAgain?: (...words: Parameters<typeof openBridge>) => Bridge | Promise<Bridge>;
  /** Whether a read-only server is acceptable. */
  readonly standby?: boolean;
}

interface Unfit {
  readonly what: string;
  readonly hint: string;
}

const follows: Unfit = { what: "it is a standby, which records nothing", hint: "Name the server that writes." };

/** Overrides every server default that a journal depends on. */
function sessionOf(schema: string): string {
  const settings = {
    application_name: `selfbill ${schema}`,
    search_path: schema,
    client_encoding: "UTF8",
    timezone: "UTC",
    default_transaction_isolation: "read committed",
    // A commit is confirmed only when it is on disk.
    synchronous_commit: "on",
    lock_timeout: `${lockSeconds}s`,
    statement_timeout: `${lockSeconds + 10}s`,
    idle_session_timeout: `${idleSeconds}s`,
    idle_in_transaction_session_timeout: `${idleSeconds / 2}s`,
    tcp_keepalives_idle: "10",
    tcp_keepalives_interval: "5",
    tcp_keepalives_count: "3",
  };
  return Object.entries(settings)
    .map(([name, value]) => `SELECT set_config('${name}', '${value.replaceAll("'", "''")}', false);`)
    .join("\n");
}

/**
 * Returns the session if its server can hold the journal, otherwise closes it and throws. For a standby, throws
 * `DatabaseAway`, because it may be about to take over.
 */
function fit(bridge: Bridge, mayFollow: boolean): Bridge {
  let found: ReturnType<typeof fitness>;
  try {
    found = fitness(bridge);
  } catch (error) {
    bridge.close();
    throw error;
  }
  const { wrong, isStandby } = found;
  if (wrong === undefined && (!isStandby || mayFollow)) return bridge;
  bridge.close();
  throw wrong === undefined ? new DatabaseAway(follows.what) : new Error(`the server cannot hold it: ${wrong.what}`);
}

/** Determines why this server, or the connection to it, cannot hold a journal, and whether the server is a standby. */
function fitness(bridge: Bridge): { wrong: Unfit | undefined; isStandby: boolean } {
  const sql = `SELECT pg_backend_pid() AS process, pg_is_in_recovery() AS standby,
    current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
    current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages`;
  const { rows, process } = bridge.ask({ sql }, toAnswer);
  const [found = {}] = rows;
  return { wrong: unfit(found, process), isStandby: found.standby === true };
}

function unfit(found: DatabaseRow, process: number): Unfit | undefined {
  if (Number(found.version) < 140_000)
    return { what: "it is older than PostgreSQL 14", hint: "Use PostgreSQL 14 or later." };
  if (found.encoding !== "UTF8") {
    const what = `its encoding is ${found.encoding}, which lacks letters that an answer may have, such as Arabic ones`;
    const hint =
      "Ask whoever runs the server for a database with ENCODING 'UTF8' TEMPLATE template0. A journal in this one goes there with pg_dump, as it is.";
    return { what, hint };
  }
  if (found.fsync !== "on" || found.pages !== "on") {
    const what = "its settings fsync and full_page_writes are not both on, so it loses what it confirmed when it stops";
    return { what, hint: "Ask whoever runs the server to switch both on." };
  }
  if (found.process !== process) {
    const what = "a connection pooler (such as pgbouncer) is between selfbill and the server, and locks need a session";
    return { what, hint: "Name the server itself, not its pooler." };
  }
  return undefined;
}

interface Reached {
  readonly schema: string;
  readonly isStandby: boolean;
}

function database(first: Bridge, connect: () => Promise<Bridge>, { schema, isStandby }: Reached): ServerDatabase {
  let bridge = first;
  const names = new Map<string, string>();
  const texts = new Map<string, string>();
  const held = new HeldWrites((asked) => bridge.ask(asked, toAnswer));
  const statement = (sql: string, values: readonly Value[]): Statement => {
    const text = texts.get(sql) ?? numbered(sql);
    texts.set(sql, text);
    const name = names.get(sql) ?? `s${names.size}`;
    names.set(sql, name);
    return { sql: text, name, values };
  };
  // Reads have no idle timeout: reading the whole of a long journal takes time, but does not block others.
  const look =
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT set_config('idle_in_transaction_session_timeout', '0', true)";
  let turn = `SELECT pg_advisory_xact_lock(${lockTag}, ${numberOf(schema)})`;
  const within = <T>(begin: string, work: () => T): T => {
    try {
      if (bridge.ask({ sql: begin }, toLock).rows.length !== 1) throw new Error("the row that writers lock is missing");
      const value = held.during(work);
      const { command } = held.ask({ sql: "COMMIT" });
      if (command !== "COMMIT") throw new Error(`the server answered ${command} to COMMIT`);
      return value;
    } catch (error) {
      held.forget();
      rollBack(bridge);
      throw isLockTimeout(error) ? new Error("the database is busy", { cause: error }) : error;
    }
  };
  const write = <T>(work: () => T): T => {
    if (isStandby) throw new ServerError(follows.what, "25006");
    return within(`BEGIN; ${turn}`, work);
  };
  return {
    engine: "postgres",
    isStandby,
    get tls() {
      return bridge.tls;
    },
    get lost() {
      return bridge.lost;
    },
    async reconnect(take) {
      bridge.close();
      bridge = await connect();
      names.clear();
      orClose(bridge, take);
    },
    takeTurnsBy(sql) {
      turn = sql;
    },
    run: (sql, ...values) => held.write(statement(sql, values)),
    exec: (sql) => void held.ask({ sql }),
    get: (sql, ...values): DatabaseRow | undefined => held.ask(statement(sql, values)).rows[0],
    all: (sql, ...values) => held.ask(statement(sql, values)).rows,
    transaction: write,
    snapshot: (work) => within(look, work),
    close: () => bridge.close(),
  };
}

/** Closes the session if `take` throws, so that it is not used. */
function orClose(bridge: Bridge, take: () => void): void {
  try {
    take();
  } catch (error) {
    bridge.close();
    throw error;
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof ServerError && error.code === "55P03";
}

/** Ignores errors from the server, because the first error is the one to report. */
function rollBack(bridge: Bridge): void {
  try {
    bridge.ask({ sql: "ROLLBACK" }, toAnswer);
  } catch (error) {
    if (!(error instanceof DatabaseAway || error instanceof ServerError)) throw error;
  }
}

/** Returns a 32-bit integer that identifies a schema in locks. */
function numberOf(schema: string): number {
  return createHash("sha256").update(schema).digest().readInt32BE(0);
}
