import { type Database, type ServerDatabase, serverDatabases } from "../../database/index.ts";
import { keepMemoryLevel } from "../../memory/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { type Alone, alone } from "../places/alone.ts";
import { closedBy, closedFile } from "../places/closed.ts";
import type { ByWhom, Placed } from "../places/move.ts";
import { chainOf } from "../store/chain.ts";
import { copyTables, tables } from "../store/copy.ts";
import { journalNotes } from "../store/notes.ts";
import { JournalDamage } from "../store/second-path.ts";
import { spellingOf } from "../store/spelling.ts";
import { unusable } from "../trouble/trouble.ts";
import { verifyJournal } from "../verify/verify.ts";
import type { ServerAddress } from "./address.ts";
import { unprepared } from "./prepare.ts";

/**
 * Moves a journal from its file to a server on which `journal init` has created an empty one; the journal keeps its
 * identity and its chain. First, a note closes the file, and nothing more is sent from it; if no complete copy can be
 * made, the file is reopened. Problems: `journal-in-use`, `journal-moved`, `journal-unusable`, `still-in-doubt`.
 */
export async function moveToServer(path: string, to: ServerAddress, who: ByWhom): Promise<Result<Placed>> {
  const { openServer } = await serverDatabases();
  const opened = openServer(to.server, to.schema);
  if (!opened.ok) return opened;
  keepMemoryLevel();
  try {
    return alone(path, (held) => moved(path, held, opened.value, to, who));
  } catch (error) {
    return fail(unusable(error));
  } finally {
    opened.value.close();
  }
}

function moved(
  path: string,
  held: Alone,
  server: ServerDatabase,
  { schema, address }: ServerAddress,
  { by, now }: ByWhom,
): Result<Placed> {
  const before = closedBy(held.notes.all());
  if (before && !(before.type === "moved" && before.data.to === address)) return fail(closedFile(path, before));
  const from = held.disk.database;
  const there = chainOf(server).known();
  // True if an earlier run was interrupted after it made the copy.
  const hasArrived = there.sequence > 0 && there.id === chainOf(from).known().id;
  if (before && hasArrived && closedBy(journalNotes(server, chainOf(server)).all()) === undefined) return ok(there);
  const wrong =
    unprepared(server, schema, address) ?? pagesDamaged(from, path) ?? open(from) ?? taken(server, from, address);
  if (wrong) return fail(wrong);
  const at = new Date(now).toISOString();
  const closed = before ? ok(undefined) : held.close({ at, type: "moved", data: { to: address, by } });
  if (!closed.ok) return closed;
  try {
    server.transaction(() => copyChecked(from, server, { at, type: "arrived", data: { from: path, by } }));
  } catch (error) {
    // If the commit got no answer, the copy may exist: in that case the file stays closed, and running the command
    // again shows whether it does.
    if (server.lost !== undefined) return fail(unusable(error));
    held.reopen(at);
    return fail(notWhole(from, path) ?? notCopied(error, address));
  }
  return ok(chainOf(server).known());
}

/**
 * Copies the journal, and checks the whole copy before it is committed. Throws `JournalDamage`, and errors from either
 * database.
 */
function copyChecked(from: Database, server: ServerDatabase, arrived: Parameters<Alone["close"]>[0]): void {
  copyTables(from, server);
  journalNotes(server, chainOf(server)).add(arrived);
  // Until the server has counted the rows, it reads whole tables instead of using an index.
  server.exec(`ANALYZE ${tables.join(", ")}`);
  spellingOf(server).takeTime(server);
  // The transaction is the only writer of these tables, so it reads a single consistent state.
  const { damage } = verifyJournal({ ...server, snapshot: (work) => work() }, undefined);
  if (damage !== undefined) throw new JournalDamage(damage);
}

/**
 * Returns a problem if the file's pages are damaged, because the move's notes could not be relied on in that case.
 * The copy is checked for all other damage.
 */
function pagesDamaged(from: Database, path: string): Problem | undefined {
  const damage = spellingOf(from).damage(from, "1");
  return damage === undefined ? undefined : damagedHere(path, damage);
}

function notWhole(from: Database, path: string): Problem | undefined {
  const { damage } = verifyJournal(from, undefined);
  return damage === undefined ? undefined : damagedHere(path, damage);
}

function damagedHere(path: string, damage: string): Problem {
  const message = `The journal ${path} is damaged, so it was not moved: ${damage}.`;
  return problem("journal-unusable", message, `${suggest`journal restore FILE`} puts a backup in its place.`);
}

function notCopied(error: unknown, address: string): Problem {
  if (!(error instanceof JournalDamage)) return unusable(error);
  const message = `The copy at ${address} was not the journal, so it was not moved: ${error.message}. Nothing was sent.`;
  return problem("journal-unusable", message, "Run the same command again.");
}

/** Returns a problem if an attempt that may have been sent has no result: it must be settled before the move. */
function open(from: Database): Problem | undefined {
  const count = Number(from.get("SELECT count(*) AS count FROM unsettled")?.count);
  if (count === 0) return undefined;
  const documents = count === 1 ? "1 document" : `${count} documents`;
  return problem(
    "still-in-doubt",
    `The journal was not moved: ${documents} may or may not have been sent.`,
    `Resolve them first: ${suggest`resolve`}`,
  );
}

function taken(server: Database, from: Database, address: string): Problem | undefined {
  const { id, sequence } = chainOf(server).known();
  if (sequence === 0) return undefined;
  const message =
    id === chainOf(from).known().id
      ? `The journal was moved to ${address} before.`
      : `At ${address} is another journal, which has records already. Nothing was moved.`;
  const hint = `Use it from now on: --journal ${address}. Otherwise name another schema: ${address}?schema=NAME`;
  return problem("file-exists", message, hint);
}
