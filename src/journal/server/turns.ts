import type { ServerDatabase } from "../../database/index.ts";
import { withinPath } from "./within-path.ts";

/**
 * From this form of the tables onwards, writers lock a row; earlier forms used a lock that anyone who can connect may
 * hold.
 */
export const rowTurnsSince = 4;

/**
 * `turn`: the row that writers lock. Only users with write access can lock it, so a reader cannot block the others.
 * `holder`: the processes that send. A process is alive while its session holds the lock with its key: any user can
 * hold such a lock, but the row names the session.
 */
const turnTables = `CREATE TABLE IF NOT EXISTS turn (one BIGINT PRIMARY KEY CHECK (one = 1));
  INSERT INTO turn (one) VALUES (1) ON CONFLICT DO NOTHING;
  CREATE TABLE IF NOT EXISTS holder (name TEXT COLLATE "C" PRIMARY KEY, key TEXT NOT NULL, pid BIGINT NOT NULL);`;

/** The setting that marks a transaction that has taken its turn; its value is the transaction's id. */
const turnSetting = "selfbill.turn";

/** The first query of a writing transaction; waits for all other writers. */
const takeTurn = `SELECT one FROM turn WHERE one = 1 AND set_config('${turnSetting}', pg_current_xact_id()::text, true) <> '' FOR UPDATE`;

/**
 * Returns the SQL that creates these tables and prevents an older program, which uses another lock, from claiming
 * anything. Idempotent.
 */
export function turnsOnServer(s: string): string {
  return `${turnTables}
  CREATE OR REPLACE FUNCTION turn_rule() RETURNS trigger LANGUAGE plpgsql ${withinPath(s)} AS
    $$ BEGIN
      IF current_setting('${turnSetting}', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
        RAISE EXCEPTION 'the tables of the journal were brought up to date meanwhile; update selfbill and run the same command again';
      END IF;
      RETURN NULL;
    END $$;
  CREATE OR REPLACE TRIGGER turn_rule BEFORE INSERT ON claim FOR EACH STATEMENT EXECUTE FUNCTION ${s}.turn_rule();`;
}

/** Returns the SQL for the rights on these tables; run it after granting the rights on all tables. Idempotent. */
export function rightsOnTurns(writer: string, reader: string): string {
  return `REVOKE ALL ON turn FROM PUBLIC, ${reader}; GRANT SELECT, UPDATE ON turn TO ${writer};
  REVOKE ALL ON holder FROM PUBLIC; GRANT SELECT, INSERT, UPDATE, DELETE ON holder TO ${writer};`;
}

/** Makes a session's transactions take turns in the way that tables of this form require. */
export function takeTurnsIn(form: number, database: Pick<ServerDatabase, "takeTurnsBy">): void {
  if (form >= rowTurnsSince) database.takeTurnsBy(takeTurn);
}
