import type { DatabaseRow, Value } from "../../../src/database/database.ts";
import type { Session } from "./server.ts";

export type Rows = DatabaseRow[];

/** The state on which the answers to statements in `own` depend. */
interface Asked {
  readonly session: Session;
  readonly sessions: readonly Session[];
  /** Reads the server's clock. */
  readonly now: () => number;
  /** Ends a session. */
  readonly end: (session: Session) => void;
}

/** Statements without an equivalent in SQLite: the server's settings, clock, users and locks. */
const own: readonly (readonly [RegExp, (asked: Asked, values: readonly Value[]) => Rows])[] = [
  [/to_regclass.*has_rows/, () => [{ has_rows: true, may: true }]],
  [
    /pg_is_in_recovery/,
    ({ session }) => [
      { process: session.process, standby: false, version: 150_000, encoding: "UTF8", fsync: "on", pages: "on" },
    ],
  ],
  [/has_table_privilege/, () => [{ user: "clerk", may: true }]],
  [/to_regclass/, () => [{ found: true }]],
  // In this world, no user has left the team, and rights do not depend on the company.
  [/may_here\(/, () => [{ user: "clerk", owns: false, left: false, profile: null, may: true }]],
  [/is_revoked\(session_user\)/, () => [{ user: "clerk", owns: false, left: false }]],
  // The simulated server always reports the same identity; only senders record it.
  [/pg_control_system/, () => [{ told: "1" }]],
  [/pg_walfile_name/, () => [{ told: "00000001" }]],
  [/^SELECT current_database\(\) AS name/, () => [{ name: "team", oid: "1" }]],
  [/has_column_privilege/, () => [{ may: false }]],
  [/clock_timestamp/, ({ now }) => [{ now: now() }]],
  [/^SELECT session_user AS name$/, () => [{ name: "clerk" }]],
  [
    /pg_try_advisory_lock/,
    ({ session, sessions }, [key]) => {
      const isFree = sessions.every((each) => each === session || !each.held.has(String(key)));
      if (isFree) session.held.add(String(key));
      return [{ taken: isFree }];
    },
  ],
  [
    /FROM pg_locks[\s\S]*pid = pg_backend_pid/,
    ({ session }, [high, low]) => (session.held.has(keyOf(high, low)) ? [{ "?column?": 1 }] : []),
  ],
  // Deletes nothing: no statement queries the rows of ended sessions.
  [/^DELETE FROM holder/, () => []],
  [
    /FROM pg_locks/,
    ({ sessions }, [high, low, pid]) =>
      sessions
        .filter(({ held, process }) => process === Number(pid) && held.has(keyOf(high, low)))
        .map(() => ({ "?column?": 1 })),
  ],
  [/^SELECT pg_backend_pid\(\) AS pid$/, ({ session }) => [{ pid: session.process }]],
  [
    /pg_terminate_backend/,
    ({ sessions, end }, [pid]) => {
      for (const each of sessions.filter(({ process }) => process === Number(pid))) end(each);
      return [{ ended: true }];
    },
  ],
];

/** Composes a lock's number from its two halves, as the signed 64-bit number with which the lock was taken. */
function keyOf(high: Value | undefined, low: Value | undefined): string {
  return BigInt.asIntN(64, (BigInt(String(high)) << 32n) | BigInt(String(low))).toString();
}

type Answer = (typeof own)[number][1];
const answers = new Map<string, Answer | undefined>();

/** Returns the function that answers the statement; undefined if SQLite can execute the statement. */
export function ownAnswer(sql: string): Answer | undefined {
  if (!answers.has(sql)) answers.set(sql, own.find(([form]) => form.test(sql))?.[1]);
  return answers.get(sql);
}

interface Translated {
  readonly text: string;
  /** The statement's first word. */
  readonly command: string;
  readonly hasRows: boolean;
}

const known = new Map<string, Translated>();

/** Translates the statement into SQLite's dialect. */
export function asSqlite(sql: string): Translated {
  const found = known.get(sql);
  if (found) return found;
  const text = sql
    .replace(/\$\d+/g, "?")
    .replaceAll("strpos(", "instr(")
    .replace(
      /= ANY \(ARRAY\(SELECT jsonb_array_elements_text\(\?::jsonb\)(?:::bigint)?\)\)/g,
      "IN (SELECT value FROM json_each(?))",
    );
  const first = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? "";
  const command = first === "WITH" ? "SELECT" : first; // as the server reports a query that starts with WITH
  const translated = { text, command, hasRows: command === "SELECT" || /\bRETURNING\b/.test(sql) };
  known.set(sql, translated);
  return translated;
}
