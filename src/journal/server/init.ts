import { serverDatabases } from "../../database/index.ts";
import type { Result } from "../../problem/index.ts";
import type { ServerAddress } from "./address.ts";
import { initJournal, type Made } from "./prepare.ts";

/** Creates a journal on a server, or updates its tables. Problems: `journal-newer`, `journal-unusable`. */
export async function initServer({ server, schema, address }: ServerAddress): Promise<Result<Made>> {
  const { openServer } = await serverDatabases();
  const opened = openServer(server, schema);
  if (!opened.ok) return opened;
  try {
    return initJournal(opened.value, schema, address);
  } finally {
    opened.value.close();
  }
}
