import { byRowid, tables } from "../store/copy.ts";
import { schema } from "../store/schema.ts";
import { fourEyesOnServer, ownerRole, rightsOnDatabase } from "./four-eyes-sql.ts";
import { rightsOnTurns, turnsOnServer } from "./turns.ts";
import { withinPath } from "./within-path.ts";

/**
 * The form of the tables, to be increased with every change that earlier programs must not work with: a program for
 * form 2 does not check which server it is on, and one for form 3 uses another lock for writers (turns.ts). Tables of a
 * higher form belong to a later program.
 */
export const serverForm = 4;

/**
 * The oldest form that this program works with; only the owner can upgrade a journal to a newer form, with `journal
 * init`.
 */
export const oldestForm = 2;

/**
 * Tables whose rows are numbered automatically (without gaps, because writers take turns), each with its numbering
 * column.
 */
const numbered: Readonly<Record<string, string>> = {
  record: "sequence",
  seen: "sequence",
  note: "sequence",
  kept: "number",
  created: "sequence",
  tried_with: "number",
};

/** Converts the SQL that creates tables into PostgreSQL's dialect. */
export function asPostgres(sql: string): string {
  return (
    sql
      .replace(/--[^\n]*/g, "")
      .replace(/\)\s*STRICT(?:, WITHOUT ROWID)?;/g, ");")
      .replace(/ AUTOINCREMENT\b/g, "")
      .replace(/\bINTEGER\b/g, "BIGINT")
      .replace(/\bBLOB\b/g, "BYTEA")
      // Compares strings byte by byte, as SQLite does.
      .replace(/\bTEXT\b/g, 'TEXT COLLATE "C"')
      .replace(/\n\s*\n/g, "\n")
  );
}

/** Returns the SQL that grants rights on a table whose rows may change. */
export function rightsOf(table: string): string {
  return `REVOKE ALL ON ${table} FROM PUBLIC; GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${writerRole}; GRANT SELECT ON ${table} TO ${readerRole};`;
}

/** Returns the SQLite schema converted for PostgreSQL: types, collation and row numbers. It can be run repeatedly. */
export function tablesOnServer(schemaName: string): string {
  const translated = asPostgres(schema);
  const numbers = Object.entries(numbered).map(
    ([table, column]) => `CREATE OR REPLACE FUNCTION next_${table}() RETURNS bigint LANGUAGE sql VOLATILE
    ${withinPath(schemaName)} AS 'SELECT coalesce(max(${column}), 0) + 1 FROM ${schemaName}.${table}';
  ALTER TABLE ${table} ALTER COLUMN ${column} SET DEFAULT next_${table}();`,
  );
  const order = byRowid.map(
    (table) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS rowid BIGINT GENERATED ALWAYS AS IDENTITY;`,
  );
  return [translated.trim(), ...numbers, ...order, turnsOnServer(schemaName)].join("\n  ");
}

/** Tables in which a user with write access cannot change or remove rows. */
const truth = ["record", "seen", "note", "kept", "link", "identity", "made"];

/** Roles without a login; the administrator grants them to people: `GRANT selfbill_writer TO amina`. */
export const writerRole = "selfbill_writer";
export const readerRole = "selfbill_reader";

/** SQL that creates the roles; only needs CREATEROLE if one is missing. It can be run repeatedly. */
export const rolesOfServer = `DO $$
  DECLARE role text;
  BEGIN
    FOREACH role IN ARRAY ARRAY['${writerRole}', '${readerRole}', '${ownerRole}'] LOOP
      BEGIN
        IF to_regrole(role) IS NULL THEN EXECUTE format('CREATE ROLE %I NOLOGIN', role); END IF;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- made at the same moment for another database
      END;
    END LOOP;
    IF NOT pg_has_role('${ownerRole}', '${writerRole}', 'MEMBER') THEN GRANT ${writerRole} TO ${ownerRole}; END IF;
  END $$;`;

/** SQL that lets these roles, and PostgreSQL's own monitoring role, connect to the database. Idempotent. */
export const rightsOfRoles = rightsOnDatabase([writerRole, readerRole, ownerRole, "pg_monitor"]);

/**
 * A view with one row, for monitoring. A document is open while it is being sent, and in doubt from then until it is
 * settled. Idempotent.
 */
const healthOnServer = (s: string): string => `CREATE OR REPLACE VIEW health AS SELECT
    (SELECT id FROM ${s}.identity) AS journal,
    (SELECT coalesce(max(sequence), 0) FROM ${s}.link) AS last_record,
    (SELECT max(at)::timestamptz FROM ${s}.record WHERE sequence = (SELECT max(sequence) FROM ${s}.record)) AS last_sent_at,
    (SELECT count(*) FROM ${s}.unsettled) AS open_documents,
    (SELECT min(record.at)::timestamptz FROM ${s}.unsettled JOIN ${s}.record ON record.attempt = unsettled.attempt) AS open_since,
    (SELECT count(*) FROM ${s}.claim) AS open_claims,
    (SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relnamespace = '${s}'::regnamespace AND relkind = 'r')::bigint AS bytes,
    (SELECT tables::int FROM ${s}.made) AS form;
  GRANT USAGE ON SCHEMA ${s} TO pg_monitor;
  REVOKE ALL ON health FROM PUBLIC;
  GRANT SELECT ON health TO pg_monitor, ${readerRole}, ${writerRole};`;

/**
 * Returns the SQL for the rights of the roles in this schema, and for the rules that the server itself enforces.
 * Idempotent.
 */
export function rolesOnServer(schemaName: string): string {
  const changing = tables.filter((table) => !truth.includes(table));
  return [
    rolesOfServer,
    fourEyesOnServer(schemaName),
    `REVOKE ALL ON SCHEMA ${schemaName} FROM PUBLIC;`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA ${schemaName} FROM PUBLIC, ${writerRole}, ${readerRole};`,
    rightsOfRoles,
    `GRANT USAGE ON SCHEMA ${schemaName} TO ${writerRole}, ${readerRole};`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA ${schemaName} TO ${writerRole}, ${readerRole};`,
    `GRANT INSERT ON record, seen, kept, link TO ${writerRole};`,
    `GRANT INSERT (sequence, at, type, data) ON note TO ${writerRole};`,
    `GRANT INSERT, UPDATE, DELETE ON ${changing.join(", ")} TO ${writerRole};`,
    healthOnServer(schemaName),
    rightsOnTurns(writerRole, readerRole),
  ].join("\n  ");
}
