import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { resolve } from "node:path";
import type { Server } from "../../database/index.ts";
import type { Environment } from "../../environment/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";

export interface ServerAddress {
  readonly server: Server;
  readonly schema: string;
  /** The address, safe to display. */
  readonly address: string;
}

/** Whether the string is a server address rather than a folder. */
export function isServerAddress(text: string): boolean {
  return /^postgres(?:ql)?:/i.test(text);
}

/** The schema that is used if the address names none. */
const usualSchema = "selfbill";
const usualPort = 5432;

/**
 * Reads `postgres://USER@HOST[:PORT]/DATABASE[?schema=NAME&host=SOCKETS&sslrootcert=FILE]`. The password comes from the
 * file named in SELFBILL_JOURNAL_PASSWORD_FILE; otherwise from PGPASSWORD, PGPASSFILE or ~/.pgpass, as in every
 * PostgreSQL program. Problem: `bad-usage`.
 */
export function readServerAddress(text: string, environment: Environment): Result<ServerAddress> {
  const read = partsOf(text);
  if (!read.ok) return read;
  const { host, port, database, schema, sslrootcert, user } = read.value;
  const secrets = secretsOf(environment, sslrootcert ?? environment.PGSSLROOTCERT);
  if (!secrets.ok) return secrets;
  const { password, ca } = secrets.value;
  const server: Server = {
    host,
    port,
    database,
    user: user || environment.PGUSER || userInfo().username,
    ...(password === undefined ? {} : { password }),
    passwordFrom: variables.find((name) => environment[name]?.trim()),
    ...(isHere(host) ? {} : { tls: { ca } }),
  };
  return ok({ server, schema, address: shown(server, schema, sslrootcert) });
}

/** Whether both are valid addresses of the same journal; the user and the certificate file may differ. */
export function isSameJournal(one: string, other: string): boolean {
  const [place, another] = [one, other].map((text) => {
    const read = partsOf(text);
    return read.ok ? [read.value.host, read.value.port, read.value.database, read.value.schema].join("\0") : undefined;
  });
  return place !== undefined && place === another;
}

/** Splits an address into its parts. Problem: `bad-usage`. */
function partsOf(text: string) {
  // PostgreSQL's URLs for a socket omit the host, but a URL with a user must have one.
  const written = text.replace(/^([a-z]+:\/\/[^/?#]*@)\//i, "$1localhost/");
  const url = isServerAddress(text) && URL.canParse(written) ? new URL(written) : undefined;
  const database = decoded(url?.pathname.slice(1));
  if (!url || !database || database.includes("/"))
    return fail(problem("bad-usage", "The address of the journal's database is not valid.", example));
  if (url.password !== "") return fail(noPassword());
  const { schema = usualSchema, host, sslrootcert, ...others } = Object.fromEntries(url.searchParams);
  const [stray] = Object.keys(others);
  if (stray !== undefined) {
    const message = `Unknown setting ${JSON.stringify(stray)} in the address of the journal's database.`;
    return fail(problem("bad-usage", message, "It may have schema, host (the folder of a socket) and sslrootcert."));
  }
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema) || schema.startsWith("pg_"))
    return fail(
      problem("bad-usage", `The schema ${JSON.stringify(schema)} is not valid.`, "Use small letters, digits and _."),
    );
  return ok({
    host: host ?? (decoded(url.hostname.replace(/^\[|\]$/g, "")) || "localhost"),
    port: url.port === "" ? usualPort : Number(url.port),
    database,
    schema,
    sslrootcert,
    user: decoded(url.username),
  });
}

/** Environment variables that determine the password, in order of precedence. */
const variables = ["SELFBILL_JOURNAL_PASSWORD_FILE", "PGPASSWORD", "PGPASSFILE"] as const;

const example = "Write it like this: --journal postgres://amina@db.example/books";

/**
 * Returns the address for display. It names the user and the absolute path of the certificate file, so that it means
 * the same for every user and in every folder.
 */
function shown({ user, host, port, database }: Server, schema: string, authorities: string | undefined): string {
  const [place, query] = host.startsWith("/")
    ? ["", [inQuery("host", host)]]
    : [host.includes(":") ? `[${host}]` : host, []];
  if (schema !== usualSchema) query.push(inQuery("schema", schema));
  if (authorities) query.push(inQuery("sslrootcert", resolve(authorities)));
  const end = query.length > 0 ? `?${query.join("&")}` : "";
  const named = `${encodeURIComponent(user)}@${place}${port === usualPort ? "" : `:${port}`}`;
  return `postgres://${named}/${encodeURIComponent(database)}${end}`;
}

/** Keeps the slashes of a path readable. */
const inQuery = (key: string, value: string): string => `${key}=${encodeURIComponent(value).replaceAll("%2F", "/")}`;

/** Whether the host is a socket or this computer, in which case the connection cannot be intercepted. */
function isHere(host: string): boolean {
  return host.startsWith("/") || host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function decoded(text: string | undefined): string {
  try {
    return decodeURIComponent(text ?? "");
  } catch {
    return "";
  }
}

function noPassword(): Problem {
  return problem(
    "bad-usage",
    "The address of the journal's database has a password in it, where other users of this computer can read it.",
    `Remove it from the address. ${suggest`journal login`} keeps it; in CI name a file that holds it in SELFBILL_JOURNAL_PASSWORD_FILE.`,
  );
}

function secretsOf(
  { SELFBILL_JOURNAL_PASSWORD_FILE: file }: Environment,
  authorities: string | undefined,
): Result<{ password: string | undefined; ca: string | undefined }> {
  const password = textOf(file, "SELFBILL_JOURNAL_PASSWORD_FILE");
  if (!password.ok) return password;
  const ca = textOf(authorities, "sslrootcert");
  if (!ca.ok) return ca;
  if (ca.value !== undefined && !ca.value.includes("-----BEGIN CERTIFICATE-----")) {
    const message = `The file ${authorities} (sslrootcert) holds no certificate.`;
    const hint = "Ask whoever runs the server for the certificate of its authority in PEM format, and name that file.";
    return fail(problem("bad-usage", message, hint));
  }
  return ok({ password: password.value?.replace(/\r?\n$/, ""), ca: ca.value });
}

/**
 * Returns the text of the file at this path; undefined if there is no path. `setting` is the name of the setting to
 * correct if the file cannot be read. Problem: `bad-usage`.
 */
function textOf(path: string | undefined, setting: string): Result<string | undefined> {
  if (!path?.trim()) return ok(undefined);
  try {
    return ok(readFileSync(path.trim(), "utf8"));
  } catch (error) {
    const message = `A file for the way to the journal's database cannot be read: ${(error as Error).message}.`;
    return fail(problem("bad-usage", message, `Correct ${setting}, with the whole path of the file.`));
  }
}
