import { type ServerDatabase, serverDatabases } from "../../database/index.ts";
import { fail, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Alone } from "../places/alone.ts";
import { closedBy, closedFile } from "../places/closed.ts";
import { chainOf } from "../store/chain.ts";
import { journalNotes } from "../store/notes.ts";
import { unusable } from "../trouble/trouble.ts";
import type { ServerAddress } from "./address.ts";
import { isOwner } from "./four-eyes.ts";
import { unprepared } from "./prepare.ts";

export interface OwnersJournal {
  readonly database: ServerDatabase;
  readonly notes: Alone["notes"];
}

/**
 * Runs work that only the owner of the tables may do. Other users can continue in the meantime, but have to wait while
 * one of the owner's transactions is open. Problems: `bad-usage` for other users, `journal-moved`, `journal-newer`,
 * `journal-unusable`, any problem from `work`.
 */
export async function asOwner<T>(
  { server, schema, address }: ServerAddress,
  command: string,
  work: (journal: OwnersJournal) => Result<T>,
): Promise<Result<T>> {
  const { openServer } = await serverDatabases();
  const opened = openServer(server, schema);
  if (!opened.ok) return opened;
  const database = opened.value;
  try {
    const missing = unprepared(database, schema, address);
    if (missing) return fail(missing);
    if (!isOwner(database, "record")) return fail(notOwner(command, server.user));
    const notes = journalNotes(database, chainOf(database));
    const closed = closedBy(notes.all());
    return closed ? fail(closedFile(address, closed)) : work({ database, notes });
  } catch (error) {
    return fail(unusable(error));
  } finally {
    database.close();
  }
}

function notOwner(command: string, user: string): Problem {
  const message = `${command} changes tables of the server that the user ${user} does not own. Nothing was changed.`;
  const hint = `Have the owner of the tables do it, who made them with journal init: ${suggest`${command.split(" ")} --journal postgres://OWNER@HOST/DATABASE`}`;
  return problem("bad-usage", message, hint);
}
