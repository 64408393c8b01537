import { fail, ok, problem, type Result } from "../../problem/index.ts";
import type { ServerAddress } from "./address.ts";
import { ownerRole } from "./four-eyes-sql.ts";
import { sqlOfJournal } from "./prepare.ts";
import { readerRole, rightsOfRoles, rolesOfServer, writerRole } from "./schema.ts";

export interface NamedUsers {
  readonly writers: readonly string[];
  readonly readers: readonly string[];
}

/**
 * Returns the one-time setup of a server, as a script for psql: roles, owner, database, tables, and a user per person;
 * then, as comments, how to set passwords, what can be revoked, and the lines for pg_hba.conf. It can be run
 * repeatedly: existing objects stay unchanged.
 */
export function scriptForPsql(
  { server, schema, address }: ServerAddress,
  { writers, readers }: NamedUsers,
): Result<string> {
  const odd = [server.user, server.database, ...writers, ...readers].find((each) => !isPlain(each));
  if (odd !== undefined) {
    const message = `The name ${JSON.stringify(odd)} of a user or database has characters that the script cannot have.`;
    return fail(problem("bad-usage", message, "Use letters, digits and the characters _ . @ -"));
  }
  if ([...writers, ...readers].includes(server.user)) {
    const message = `${server.user} owns the tables, whose rules do not hold their owner: nobody works as the owner.`;
    return fail(problem("bad-usage", message, "Name each person's own user with --writer or --reader."));
  }
  const owner = name(server.user);
  const database = name(server.database);
  return ok(`-- The journal ${address}
-- Run as a superuser, or as a role with CREATEROLE and CREATEDB: psql ${placeOf(server)} -U postgres -d postgres -f THIS-FILE
-- It can be run again, as after an update or with another person: what exists stays as it is.
\\set ON_ERROR_STOP on
SET client_min_messages = warning;

-- Roles without a login, which people are given, and the owner of the tables.
${rolesOfServer}
${unlessRole(server.user, `CREATE ROLE ${owner} LOGIN`)}
SELECT format('GRANT %I TO %I', ${literal(server.user)}, current_user)
  WHERE NOT pg_has_role(current_user, ${literal(server.user)}, 'MEMBER') \\gexec

-- The database.
SELECT ${literal(`CREATE DATABASE ${database} OWNER ${owner} ENCODING 'UTF8' TEMPLATE template0`)}
  WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = ${literal(server.database)}) \\gexec
\\connect ${database}
SET client_min_messages = warning;
GRANT CREATE ON DATABASE ${database} TO ${owner};
${rightsOfRoles}

-- Tables, rules and grants. They belong to the owner, whom the rules do not hold: nobody sends as the owner.
SET ROLE ${owner};
${sqlOfJournal(schema).trim()}
RESET ROLE;
${people(writers, writerRole, "sends")}${people(readers, readerRole, "only reads")}
${afterwards(server, [...writers, ...readers])}`);
}

/**
 * Returns the instructions that follow the SQL, as comments: how to set passwords, what can be revoked, and who may
 * connect.
 */
function afterwards({ host, port, user, database }: ServerAddress["server"], everybody: readonly string[]): string {
  const owner = name(user);
  const [people, monitors] = [lineOf(user), "+pg_monitor"];
  const rules = host.startsWith("/")
    ? [people, monitors].map((who) => `  local  ${name(database)}  ${who}  scram-sha-256`)
    : [
        ...[people, monitors].map((who) => `  hostssl   ${name(database)}  ${who}  all  scram-sha-256`),
        `  hostnossl ${name(database)}  all  all  reject`,
      ];
  const rows = [
    `Passwords, typed in psql: ${[user, ...everybody].map((each) => `\\password ${name(each)}`).join("   ")}`,
    "Setting an approval policy needs one role more: GRANT selfbill_owner TO …;",
    "The owner need not sign in once the journal is made; it signs in again (LOGIN) for journal init, move, repair, purge and merge, and for team:",
    `  ALTER ROLE ${owner} NOLOGIN;`,
    ...(host.startsWith("/")
      ? []
      : [
          `TLS: ssl = on in postgresql.conf, with ssl_cert_file and ssl_key_file of a certificate for ${host}${port === 5432 ? "" : ` (port ${port})`}.`,
        ]),
    "Then copy the lines below into pg_hba.conf, without --, above all others, and type: SELECT pg_reload_conf();",
    "This must then show nothing: SELECT line_number, error FROM pg_hba_file_rules WHERE error IS NOT NULL;",
    ...(host.startsWith("/") ? [] : ["Instead of all the network of the office can be named, such as 10.1.0.0/16."]),
    "",
    ...rules,
  ];
  return `${rows.map((row) => `-- ${row}`.trimEnd()).join("\n")}\n`;
}

/**
 * Returns the user field of a line in pg_hba.conf, which names the roles and the owner, so that a new person needs no
 * new line.
 */
const lineOf = (owner: string): string => `+${writerRole},+${readerRole},+${ownerRole},${name(owner)}`;

function people(users: readonly string[], role: string, does: string): string {
  return users
    .map(
      (user) => `\n-- ${name(user)} ${does}.
${unlessRole(user, `CREATE ROLE ${name(user)} LOGIN`)}
GRANT ${role} TO ${name(user)};\n`,
    )
    .join("");
}

const unlessRole = (user: string, sql: string): string =>
  `SELECT ${literal(sql)} WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${literal(user)}) \\gexec`;

const placeOf = ({ host, port }: ServerAddress["server"]): string => `-h ${host}${port === 5432 ? "" : ` -p ${port}`}`;

/** Quotes a name for SQL and for pg_hba.conf, where an unquoted name such as `all` is a keyword. */
const name = (text: string): string => `"${text}"`;

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Whether quotes are enough to make a name safe in SQL, in a comment and in pg_hba.conf. */
const isPlain = (text: string): boolean => /^[\p{L}\p{N}_.@-]{1,63}$/u.test(text);
