import type { Database, ServerDatabase } from "../../database/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { chainOf } from "../store/chain.ts";
import { callerTable } from "../store/schema.ts";
import { asPostgres, oldestForm, rightsOf, rolesOnServer, serverForm, tablesOnServer } from "./schema.ts";
import { takeTurnsIn } from "./turns.ts";

/**
 * Returns a script that creates a journal's tables, identity, roles and rights. Users without the necessary rights can
 * ask someone else to run it. It can be run repeatedly.
 */
export function sqlOfJournal(schemaName: string): string {
  return `BEGIN;
  CREATE SCHEMA IF NOT EXISTS ${schemaName};
  SET LOCAL search_path = ${schemaName};
  ${refuseLaterForm}
  ${tablesOnServer(schemaName)}
  INSERT INTO identity (one, id, made)
    VALUES (1, gen_random_uuid()::text, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ON CONFLICT DO NOTHING;
  ${noteForm}
  ${rolesOnServer(schemaName)}
COMMIT;
`;
}

/** Without this check, a script printed by an earlier version would replace newer rules with its own. */
const refuseLaterForm = `DO $$ BEGIN
    IF to_regclass('made') IS NOT NULL THEN
      IF EXISTS (SELECT FROM made WHERE tables::integer > ${serverForm}) THEN
        RAISE EXCEPTION 'the tables are of a later selfbill than this script: print it with the newest version in use';
      END IF;
    END IF;
  END $$;`;

const noteForm = `INSERT INTO made (one, text, tables) VALUES (1, 'server', '${serverForm}')
    ON CONFLICT (one) DO UPDATE SET tables = excluded.tables;`;

export interface Made {
  /** False if the journal already existed. */
  readonly isNew: boolean;
  readonly id: string;
}

/**
 * Creates a journal's tables, all or nothing; existing objects stay unchanged. The user needs the right to create
 * objects in the database. Problems: `journal-newer`, `journal-unusable`.
 */
export function initJournal(database: Database, schemaName: string, where: string): Result<Made> {
  try {
    const form = formOf(database, schemaName);
    if (form !== undefined && form > serverForm) return fail(tooNew(where, form));
    database.exec(sqlOfJournal(schemaName));
    return ok({ isNew: form === undefined, id: chainOf(database).identity().id });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `The journal ${where} could not be made: ${why}. Nothing was changed.`;
    const hint = `Ask whoever runs the server to run what this prints: ${suggest`journal init --sql --journal ${where}`}`;
    return fail(problem("journal-unusable", message, hint, { cause: error }));
  }
}

/**
 * Returns why the journal on this server cannot be used; undefined if it can. If it can, also makes writers take turns
 * in the way that this version of the tables requires, and adds a table that may be missing.
 */
export function unprepared(database: ServerDatabase, schemaName: string, where: string): Problem | undefined {
  const form = formOf(database, schemaName);
  if (form === undefined) {
    const message = `There is no journal at ${where} yet. Nothing was sent.`;
    return problem(
      "journal-unusable",
      message,
      `Make it, once for all who share it: ${suggest`journal init --journal ${where}`}`,
    );
  }
  if (form > serverForm) return tooNew(where, form);
  if (form >= oldestForm) {
    takeTurnsIn(form, database);
    addMissing(database, schemaName);
    return undefined;
  }
  const message = `The journal ${where} was made by an earlier selfbill. Nothing was sent.`;
  return problem(
    "journal-unusable",
    message,
    `Bring its tables up to date: ${suggest`journal init --journal ${where}`}`,
  );
}

/**
 * Adds a table that earlier versions with the same form did not create, if this user may create it. The table plays
 * no part in deciding whether a document is sent, so other users can work without it in the meantime.
 */
function addMissing(database: Database, schemaName: string): void {
  const asked = "SELECT to_regclass(?) IS NULL AND has_schema_privilege(?, 'CREATE') AS wanted";
  if (database.get(asked, `${schemaName}.caller`, schemaName)?.wanted !== true) return;
  try {
    database.transaction(() => database.exec(`${asPostgres(callerTable)} ${rightsOf("caller")}`));
  } catch {
    // Ignored: another process is adding the table.
  }
}

function formOf(database: Database, schemaName: string): number | undefined {
  const found = database.get("SELECT to_regclass(?) IS NOT NULL AS found", `${schemaName}.made`);
  if (found?.found !== true) return undefined;
  const row = database.get("SELECT tables FROM made WHERE one = 1");
  return row && Number(row.tables);
}

function tooNew(where: string, form: number): Problem {
  const message = `Nothing was read or sent: a newer selfbill wrote the journal ${where} (journal version ${form}; this program reads up to ${serverForm}).`;
  return problem("journal-newer", message, "Update selfbill on this computer, then run the same command again.");
}
