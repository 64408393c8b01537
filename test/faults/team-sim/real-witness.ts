import type { DatabaseRow } from "../../../src/database/database.ts";
import type { Server } from "../../../src/database/index.ts";
import { ServerError } from "../../../src/database/postgres/away.ts";
import { type Bridge, openBridge } from "../../../src/database/postgres/bridge.ts";
import type { Statement } from "../../../src/database/postgres/messages.ts";
import { sqlOfServer } from "../../../src/journal/admin.ts";
import type { Done, Session, Witness } from "./server.ts";

/** Statements to which a real server necessarily answers differently: about its clock, settings and users. */
const ownOfServer =
  /clock_timestamp|pg_is_in_recovery|session_user AS name|may_here\(|is_revoked\(session_user|to_regclass|pg_control_system|pg_walfile_name|current_database\(\) AS name|has_column_privilege|has_table_privilege|AS pid$|pid FROM holder|DELETE FROM holder/;
/** Statements whose last value is the process id of a session. */
const namesProcess = /INSERT INTO holder|AND pid = \$\d|pg_terminate_backend/;
const patience = 60_000;

/** Repeats on a real server everything that the simulated one does, and compares every answer. */
export class RealWitness implements Witness {
  /** Where the answers differed. */
  readonly differences: string[] = [];
  compared = 0;
  readonly #server: Server;
  readonly #schema: string;
  readonly #bridges = new Map<Session, Bridge>();
  /** The real process id of each simulated one. */
  readonly #processes = new Map<number, number>();

  /** Makes an empty journal with this name. */
  constructor(server: Server, schema: string, journal: string) {
    this.#server = server;
    this.#schema = schema;
    const maker = openBridge(server, sqlOfServer(schema));
    const identity = `UPDATE ${schema}.identity SET id = '${journal}', made = '2026-06-15T08:00:00.000Z'`;
    maker.ask({ sql: identity }, patience);
    maker.close();
  }

  connected(session: Session): void {
    const bridge = openBridge(this.#server, `SET search_path = ${this.#schema}; SET lock_timeout = '20s'`);
    this.#bridges.set(session, bridge);
    this.#processes.set(session.process, bridge.ask({ sql: "SELECT 1" }, patience).process);
  }

  answered(session: Session, statement: Statement, done: Done | undefined): void {
    const bridge = this.#bridges.get(session);
    if (bridge === undefined || ownOfServer.test(statement.sql)) return;
    const there = answerOf(bridge, this.#real(statement));
    // Both servers have executed it, but the answers may differ: the real server may already have ended that session.
    if (/pg_terminate_backend/.test(statement.sql)) return;
    this.compared += 1;
    const isOrdered = / ORDER BY /.test(statement.sql);
    const [one, other] = [done && shown(done, there, isOrdered), there && shown(there, done, isOrdered)];
    if (one !== other) this.differences.push(`${statement.sql} ${statement.values}: ${one}, really ${other}`);
  }

  #real(statement: Statement): Statement {
    const { sql, values = [] } = statement;
    if (!namesProcess.test(sql)) return statement;
    const process = Number(values.at(-1));
    return { ...statement, values: [...values.slice(0, -1), this.#processes.get(process) ?? process] };
  }

  /** A vanished session holds its locks for a while, but no transaction. */
  vanished(session: Session, as: Session): void {
    const bridge = this.#bridges.get(session);
    if (bridge === undefined) return;
    this.#bridges.delete(session);
    this.#bridges.set(as, bridge);
    bridge.ask({ sql: "ROLLBACK" }, patience);
  }

  ended(session: Session): void {
    this.#bridges.get(session)?.close();
    this.#bridges.delete(session);
  }

  close(): void {
    for (const session of [...this.#bridges.keys()]) this.ended(session);
  }
}

function answerOf(bridge: Bridge, statement: Statement): Done | undefined {
  try {
    return bridge.ask(statement, patience);
  } catch (error) {
    if (error instanceof ServerError) return undefined;
    throw error;
  }
}

/** The columns that both answers have, unnamed ones by position; rows without an order are sorted. */
function shown({ rows, changes, command }: Done, other: Done | undefined, isOrdered: boolean): string {
  const those = other?.rows ?? [];
  const names = Object.keys(rows[0] ?? {}).filter((name) => those[0] === undefined || name in those[0]);
  const values = (row: DatabaseRow): unknown[] =>
    (names.length > 0 ? names.map((name) => row[name]) : Object.values(row)).map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value,
    );
  const all = rows.map((row) => JSON.stringify(values(row)));
  if (!isOrdered) all.sort();
  return JSON.stringify([command, command === "SELECT" ? rows.length : changes, all]);
}
