import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A PostgreSQL server of its own, in a temporary folder. */
export interface Cluster {
  /** Folder of its socket: the host to name. */
  readonly host: string;
  readonly port: number;
  /** Its superuser, who needs no password. */
  readonly user: string;
  start(): void;
  /** `immediate`: as if the computer had lost its power; what was confirmed is there at the next start. */
  stop(how?: "fast" | "immediate"): void;
  /** Runs SQL as its superuser; what psql prints. */
  sql(text: string, database?: string): string;
  remove(): void;
}

/** Where Debian puts a version's programs; the newest. */
function programs(): string | undefined {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return undefined;
  const newest = readdirSync(root).sort((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? undefined : join(root, newest, "bin");
}

/** Why no server can be started here; undefined where one can. */
export function withoutPostgres(): string | undefined {
  const found = programs();
  return found && existsSync(join(found, "initdb")) ? undefined : "the Debian package postgresql is not installed";
}

/**
 * Makes a cluster and starts it. It listens on a socket in its own folder, and where `tcp` names a port there as well. fsync stays on. The
 * server refuses to be root's, so there it runs as the user that the package made.
 */
export function startCluster({ tcp }: { readonly tcp?: number } = {}): Cluster {
  const bin = programs() ?? "";
  const folder = mkdtempSync(join(tmpdir(), "selfbill-pg-"));
  const asRoot = process.getuid?.() === 0;
  const account = asRoot ? idsOf("postgres") : {};
  if (asRoot) chownSync(folder, account.uid ?? 0, account.gid ?? 0);
  const run = (program: string, words: readonly string[], input?: string): string => {
    const options = { ...account, cwd: folder, encoding: "utf8" as const, ...(input === undefined ? {} : { input }) };
    const stdio = program === "pg_ctl" ? ("ignore" as const) : ("pipe" as const);
    const done = spawnSync(join(bin, program), words, { ...options, stdio });
    if (done.status !== 0)
      throw new Error(`${program} ${words.join(" ")}: ${done.stderr ?? done.error?.message ?? done.status}`);
    return done.stdout ?? "";
  };
  const data = join(folder, "data");
  const user = "owner";
  run("initdb", ["-D", data, "-A", "trust", "-U", user, "-E", "UTF8", "--locale", "C.UTF-8"]);
  const port = tcp ?? 5432;
  const address = tcp === undefined ? "" : "127.0.0.1";
  const options = `-k ${folder} -p ${port} -c listen_addresses='${address}' -c max_connections=60`;
  const cluster: Cluster = {
    host: folder,
    port,
    user,
    start: () => void run("pg_ctl", ["-D", data, "-w", "-l", join(folder, "log"), "-o", options, "start"]),
    stop: (how = "fast") => void run("pg_ctl", ["-D", data, "-w", "-m", how, "stop"]),
    sql: (text, database = "postgres") =>
      run(
        "psql",
        ["-h", folder, "-p", String(port), "-U", user, "-d", database, "-Atq", "-v", "ON_ERROR_STOP=1"],
        text,
      ),
    remove() {
      try {
        cluster.stop("immediate");
      } catch {
        // it was stopped
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
  cluster.start();
  return cluster;
}

function idsOf(user: string): { uid?: number; gid?: number } {
  const ask = (flag: string): number => Number(spawnSync("id", [flag, user], { encoding: "utf8" }).stdout);
  return { uid: ask("-u"), gid: ask("-g") };
}
