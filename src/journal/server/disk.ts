import { writeFileSync } from "node:fs";
import { hostname, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { type ServerDatabase, ServerError, type serverDatabases } from "../../database/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import type { Disk } from "../places/disk.ts";
import { Owners } from "../places/owners.ts";
import { removeSideFile, SideFile, setAside } from "../places/side-file.ts";
import { chainOf } from "../store/chain.ts";
import { LacksRecords } from "../trouble/lost.ts";
import { unusable } from "../trouble/trouble.ts";
import { aboutServer } from "./about.ts";
import type { ServerAddress } from "./address.ts";
import { noteServer, type ServerIdentity, whichServer } from "./identity.ts";
import { unprepared } from "./prepare.ts";
import { SessionOwners } from "./session-owners.ts";

/** The address of a journal on a server, and the folder for what is stored on this computer. */
export interface ServerPlace extends ServerAddress {
  /** A folder that contains, for each journal, a folder for results that could not be recorded. */
  readonly folder: string;
}

export type Servers = Pick<Awaited<ReturnType<typeof serverDatabases>>, "openServer">;

/**
 * The part of a journal that is kept on this computer: which processes on it use the journal, and results that could
 * not be recorded.
 */
export type KeptHere = Pick<Disk, "reserve" | "setAside" | "release" | "rescue"> & {
  owners(): ConstructorParameters<typeof SessionOwners>[1];
};

/**
 * Opens a journal on a server, which holds the records, claims and request window. Results that could not be recorded
 * stay on this computer until the next run; `keepHere` opens their folder. Problems: `journal-newer`,
 * `journal-unusable`.
 */
export function openServerDisk(
  { server, schema, address, folder }: ServerPlace,
  { openServer }: Servers,
  keepHere: (folder: string) => KeptHere = filesIn,
): Result<Disk> {
  // A standby can be read like any journal; writes return a problem.
  const opened = openServer(server, schema, { standby: true });
  if (!opened.ok) return opened;
  const database = opened.value;
  try {
    const wrong = unprepared(database, schema, address);
    if (wrong === undefined) return ok(diskOf(database, address, (id) => keepHere(join(folder, id))));
    database.close();
    return fail(wrong);
  } catch (error) {
    database.close();
    return fail(unusable(error, "read"));
  }
}

/**
 * Milliseconds added to the request window, more than for a journal in a file: computers wait for each other on the
 * server, so more time passes between a request's turn and its first byte.
 */
const margin = 2_000;

function filesIn(folder: string): KeptHere {
  return {
    owners: () => new Owners(folder),
    reserve: (owner) => new SideFile(folder, owner),
    setAside: (owner) => setAside(folder, owner),
    release: (owner) => removeSideFile(folder, owner),
    rescue(name, text) {
      const file = join(tmpdir(), name);
      writeFileSync(file, text, { mode: 0o600, flag: "wx" });
      return file;
    },
  };
}

function diskOf(database: ServerDatabase, address: string, keepHere: (journal: string) => KeptHere): Disk {
  const { id, sequence } = chainOf(database).known();
  const here = keepHere(id);
  let server = whichServer(database);
  let owners: SessionOwners | undefined;
  const time = (): number =>
    Number(database.get("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now")?.now);
  // An empty journal may still receive another journal in a move, so the server's identity is not noted yet.
  if (sequence > 0) noteAtOpening(database, server);
  return {
    ...here,
    path: address,
    database,
    get server() {
      return server;
    },
    about: () => aboutServer(database, server),
    onlyReads: onlyReads(database, address),
    owners() {
      owners = new SessionOwners(database, here.owners());
      return owners;
    },
    by: {
      machine: hostname(),
      user: userInfo().username,
      databaseUser: String(database.get("SELECT session_user AS name")?.name),
    },
    time,
    // All computers use the server's clock.
    machine: () => ({ boot: `server ${id}`, at: time() }),
    margin,
    isAway: () => database.lost !== undefined,
    async reconnect(isSame) {
      await database.reconnect(() => {
        if (chainOf(database).stored()?.id !== id || !isSame()) throw new LacksRecords();
        server = whichServer(database);
        owners?.renew();
      });
    },
  };
}

/** Explains why no records can be written from here; undefined if they can. */
function onlyReads(database: ServerDatabase, where: string): Problem | undefined {
  if (database.isStandby)
    return problem(
      "journal-unusable",
      `Nothing was sent: the server of the journal ${where} is a standby, which records nothing.`,
      "Use it to read. To send, name the server that writes: --journal postgres://USER@HOST/DATABASE",
    );
  const { user, may } = database.get("SELECT session_user AS user, has_table_privilege('seen', 'INSERT') AS may") ?? {};
  if (may === true) return undefined;
  const message = `Nothing was sent: the database user ${user} may only read the journal ${where}.`;
  return problem(
    "journal-unusable",
    message,
    `Ask whoever runs the server for the role: GRANT selfbill_writer TO "${user}"`,
  );
}

/**
 * Records the identity of the server if it is missing and this user may record it. A failure is reported at the first
 * send, because users with only read access must be able to continue.
 */
function noteAtOpening(database: ServerDatabase, server: ServerIdentity): void {
  const sql = `SELECT has_column_privilege('note', 'data', 'INSERT')
    AND NOT EXISTS (SELECT 1 FROM note WHERE type = 'server') AS may`;
  try {
    if (database.get(sql)?.may !== true) return;
    database.transaction(() => noteServer(database, chainOf(database), server, new Date().toISOString()));
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
  }
}
