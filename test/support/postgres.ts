import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A PostgreSQL server in its own temporary folder. */
export interface Cluster {
  /** The folder of its socket, used as the host name. */
  readonly host: string;
  readonly port: number;
  /** The server's superuser, who needs no password. */
  readonly user: string;
  start(): void;
  /** `immediate` stops it as a power loss would; committed data still exists at the next start. */
  stop(how?: "fast" | "immediate"): void;
  /** Stops the server, by default as in a power loss, and starts it again, while this process continues. */
  crash(how?: "fast" | "immediate"): Promise<void>;
  /** Runs SQL as the superuser; returns the output of psql. */
  sql(text: string, database?: string): string;
  /** Makes a copy of the database postgres under another name, in which nobody may be working. */
  copy(name: string, how: "template" | "dump"): void;
  /** From now on, requires a password from this user, even over the socket. */
  demandPasswordOf(user: string): void;
  /** Starts a replica of this server. */
  standby(): Standby;
  remove(): void;
}

/** A server that receives another server's data a moment later. */
export interface Standby extends Cluster {
  /** Disconnects this replica from the primary. */
  cutOff(): void;
  /** Makes this replica a primary, with the data received so far. */
  promote(): void;
}

interface ClusterOptions {
  /** A port on 127.0.0.1, if the server is to listen on one. */
  readonly tcp?: number;
  /** Server settings, each as `name=value`. */
  readonly settings?: readonly string[];
  /** Creates files in the data folder before the start. */
  readonly prepare?: (data: string) => void;
}

/** The folder where Debian installs the programs of the newest server version. */
function programs(): string | undefined {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return undefined;
  const newest = readdirSync(root).sort((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? undefined : join(root, newest, "bin");
}

/** Why no server can be started here; undefined if one can. */
export function withoutPostgres(): string | undefined {
  const found = programs();
  return found && existsSync(join(found, "initdb")) ? undefined : "the Debian package postgresql is not installed";
}

/**
 * Starts a server that listens on a socket in its own folder, and also on the port `tcp` if given. fsync stays on.
 * The server refuses to run as root, so if root starts it, it runs as the user that the package created.
 */
export function startCluster(options: ClusterOptions = {}): Cluster {
  const folder = newFolder();
  const data = join(folder, "data");
  const words = ["-D", data, "-A", "trust", "-U", user, "-E", "UTF8", "--locale", "C.UTF-8"];
  runner(folder)("initdb", words);
  options.prepare?.(data);
  const cluster = clusterIn(folder, options);
  cluster.start();
  return cluster;
}

const user = "owner";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-pg-"));
  const { uid, gid } = account();
  if (uid !== undefined) chownSync(folder, uid, gid ?? uid);
  return folder;
}

const account = (): { uid?: number; gid?: number } => (process.getuid?.() === 0 ? idsOf("postgres") : {});

/** Runs the server's programs as the folder's owner. */
function runner(folder: string): (program: string, words: readonly string[], input?: string) => string {
  return (program, words, input) => {
    const options = { ...account(), cwd: folder, encoding: "utf8" as const, ...(input === undefined ? {} : { input }) };
    const stdio = program === "pg_ctl" ? ("ignore" as const) : ("pipe" as const);
    const done = spawnSync(join(programs() ?? "", program), words, { ...options, stdio });
    if (done.status !== 0)
      throw new Error(`${program} ${words.join(" ")}: ${done.stderr ?? done.error?.message ?? done.status}`);
    return done.stdout ?? "";
  };
}

function clusterIn(folder: string, { tcp, settings = [] }: ClusterOptions): Cluster {
  const run = runner(folder);
  const data = join(folder, "data");
  const port = tcp ?? 5432;
  const address = tcp === undefined ? "" : "127.0.0.1";
  const all = [`listen_addresses='${address}'`, "max_connections=60", ...settings];
  const options = `-k ${folder} -p ${port} ${all.map((each) => `-c ${each}`).join(" ")}`;
  const start = ["-D", data, "-w", "-l", join(folder, "log"), "-o", options, "start"];
  const stop = (how: string): string[] => ["-D", data, "-w", "-m", how, "stop"];
  const control = (words: readonly string[]): Promise<void> =>
    new Promise((done, failed) => {
      const child = spawn(join(programs() ?? "", "pg_ctl"), words, { ...account(), cwd: folder, stdio: "ignore" });
      const end = (code: number | null): void => (code === 0 ? done() : failed(new Error(`pg_ctl ended with ${code}`)));
      child.on("error", failed).on("close", end);
    });
  const cluster: Cluster = {
    host: folder,
    port,
    user,
    start: () => void run("pg_ctl", start),
    stop: (how = "fast") => void run("pg_ctl", stop(how)),
    async crash(how = "immediate") {
      await control(stop(how));
      await control(start);
    },
    sql: (text, database = "postgres") =>
      run(
        "psql",
        ["-h", folder, "-p", String(port), "-U", user, "-d", database, "-Atq", "-v", "ON_ERROR_STOP=1"],
        text,
      ),
    copy(name, how) {
      const source = how === "template" ? "postgres" : "template0";
      cluster.sql(`CREATE DATABASE ${name} TEMPLATE ${source}`, "template1");
      const words = ["-h", folder, "-p", String(port), "-U", user];
      if (how === "dump") cluster.sql(run("pg_dump", [...words, "postgres"]), name);
    },
    demandPasswordOf(who) {
      const rules = join(data, "pg_hba.conf");
      writeFileSync(rules, `local all ${who} scram-sha-256\n${readFileSync(rules, "utf8")}`);
      cluster.sql("SELECT pg_reload_conf()");
    },
    standby: () => standbyOf(cluster),
    remove() {
      try {
        cluster.stop("immediate");
      } catch {
        // The server is already stopped.
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return cluster;
}

/** A standby that starts from a copy of a server's files. */
function standbyOf({ host, port }: Cluster): Standby {
  const folder = newFolder();
  const data = join(folder, "data");
  const from = ["-h", host, "-p", String(port), "-U", user, "-D", data, "-R", "-c", "fast", "-X", "stream"];
  runner(folder)("pg_basebackup", from);
  const cluster = clusterIn(folder, {});
  cluster.start();
  return {
    ...cluster,
    cutOff: () => void cluster.sql("ALTER SYSTEM SET primary_conninfo = ''; SELECT pg_reload_conf()"),
    promote: () => void runner(folder)("pg_ctl", ["-D", data, "-w", "promote"]),
  };
}

function idsOf(user: string): { uid?: number; gid?: number } {
  const ask = (flag: string): number => Number(spawnSync("id", [flag, user], { encoding: "utf8" }).stdout);
  return { uid: ask("-u"), gid: ask("-g") };
}
