import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeBigJournal } from "../support/big-journal.ts";
import { type Cluster, startCluster } from "../support/postgres.ts";
import { type Cost, middle, run } from "./journal-commands.ts";

const day = 24 * 3_600_000;
/**
 * Commands that read the whole journal, or all documents in it that need action; the journal's documents are from one
 * month.
 */
const commands: readonly (readonly string[])[] = [
  ["due"],
  ["report", "--month", "2026-06"],
  ["history"],
  ["journal", "verify"],
];

/**
 * Measures commands with a journal of `count` documents, alternately in a file and on a PostgreSQL server on this
 * computer, and the move to that server. The server counts the statements for this journal, and for a journal of 100
 * documents.
 */
export async function benchTeam(count: number, rounds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-team-"));
  const cluster = startCluster({ settings: ["shared_preload_libraries=pg_stat_statements"] });
  try {
    cluster.sql("CREATE EXTENSION pg_stat_statements");
    const [few, many] = [await teamOf(100, folder, cluster), await teamOf(count, folder, cluster)];
    console.log(
      `A journal of ${count.toLocaleString("en")} documents: in a file, on a server; wall-clock, processor, memory`,
    );
    console.log(`${"journal move to the server".padEnd(28)}${"".padEnd(38)}${shown(many.moved)}`);
    for (const words of commands) {
      const [file, server]: [Cost[], Cost[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        file.push(await run(many.file, words));
        server.push(await run(many.server, words, { SELFBILL_JOURNAL: many.address }));
      }
      const [one, other] = [middle(file), middle(server)];
      const asked = [await statements(few, words, cluster), await statements(many, words, cluster)];
      const ratio = `× ${(other.wall / one.wall).toFixed(1)}`.padStart(7);
      console.log(
        `${words.join(" ").padEnd(28)}${shown(one)}${shown(other)}${ratio}   ${asked.join(" → ")} statements`,
      );
    }
  } finally {
    cluster.remove();
    rmSync(folder, { recursive: true });
  }
}

interface Team {
  /** A home whose journal is a file. */
  readonly file: string;
  /** A home whose journal was moved to the server. */
  readonly server: string;
  readonly address: string;
  readonly moved: Cost;
}

async function teamOf(count: number, folder: string, { host, user }: Cluster): Promise<Team> {
  const [file, server] = ["file", "server"].map((each) => join(folder, `${each}-${count}`)) as [string, string];
  mkdirSync(join(file, "data"), { recursive: true });
  writeBigJournal(join(file, "data", "journal.db"), count, { lastHundred: Date.now() - 3 * day });
  cpSync(file, server, { recursive: true });
  const address = `postgres://${user}@/postgres?host=${host}&schema=of_${count}`;
  await run(server, ["journal", "init"], { SELFBILL_JOURNAL: address });
  const moved = await run(server, ["journal", "move", "--to", address]);
  return { file, server, address, moved };
}

/** Counts the statements that a command sends to the server. */
async function statements({ server, address }: Team, words: readonly string[], cluster: Cluster): Promise<number> {
  cluster.sql("SELECT pg_stat_statements_reset()");
  await run(server, words, { SELFBILL_JOURNAL: address });
  return Number(cluster.sql("SELECT sum(calls) FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'"));
}

const shown = ({ wall, cpu, memory }: Cost): string =>
  `${(wall / 1e3).toFixed(2)} s, ${(cpu / 1e3).toFixed(2)} s, ${Math.round(memory)} MB`.padEnd(26);
