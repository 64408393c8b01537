import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServer } from "../../src/database/postgres/open.ts";
import { journalOn } from "../../src/journal/index.ts";
import { openServerDisk, type ServerPlace } from "../../src/journal/server/disk.ts";
import { initJournal } from "../../src/journal/server/prepare.ts";
import { startCluster } from "../support/postgres.ts";
import { type OpenJournal, run as runOwed } from "./owed.ts";
import { given } from "./owed-history.ts";
import type { FaultOptions, FaultReport } from "./report.ts";

/** The histories from owed.ts, with journals on a separate PostgreSQL server. */
export async function run(options: FaultOptions): Promise<FaultReport> {
  const cluster = startCluster();
  const folder = mkdtempSync(join(tmpdir(), "selfbill-owed-server-"));
  try {
    const server = { host: cluster.host, port: cluster.port, user: cluster.user, database: "postgres" };
    const made = new Set<string>();
    const open: OpenJournal = (name, how) => {
      const schema = `t${createHash("sha256").update(name).digest("hex").slice(0, 16)}`;
      const place: ServerPlace = { server, schema, address: `postgres://${server.user}@test/${schema}`, folder };
      if (!made.has(schema)) {
        const hand = given(openServer(server, schema));
        given(initJournal(hand, schema, place.address));
        hand.close();
        made.add(schema);
      }
      return journalOn(given(openServerDisk(place, { openServer })), how);
    };
    const report = await runOwed(options, open);
    return { ...report, program: "owed-server", database: cluster.sql("SHOW server_version").trim() };
  } finally {
    cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
