import { hostname } from "node:os";
import { type ServerDatabase, serverDatabases } from "../../database/index.ts";
import { keepMemoryLevel } from "../../memory/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { closedBy, closedFile } from "../places/closed.ts";
import { arrivedAt, type ByWhom, moveCopy, type Placed, wrongPlace } from "../places/move.ts";
import { chainOf } from "../store/chain.ts";
import { journalNotes } from "../store/notes.ts";
import { unusable } from "../trouble/trouble.ts";
import { verifyJournal } from "../verify/verify.ts";
import type { ServerAddress } from "./address.ts";
import { isOwner } from "./four-eyes.ts";
import { unprepared } from "./prepare.ts";

/**
 * Moves a journal from its server into a file, with its identity and its chain. First, a note closes the journal on
 * the server; every computer reads that note in the transaction that precedes sending its next document. The closed
 * journal stays in place, read-only. If the copy fails, the journal is reopened; a move interrupted after the note
 * resumes when it is requested again on the same computer. Problems: `bad-usage` for users who do not own the tables,
 * `file-exists`, `journal-moved`, `journal-unusable`, `still-in-doubt`.
 */
export async function moveFromServer(from: ServerAddress, to: string, who: ByWhom): Promise<Result<Placed>> {
  const wrong = wrongPlace(from.address, to);
  if (wrong && wrong.code !== "file-exists") return fail(wrong);
  const { openServer } = await serverDatabases();
  const opened = openServer(from.server, from.schema);
  if (!opened.ok) return opened;
  keepMemoryLevel();
  try {
    if (!wrong) return movedAway(opened.value, from, to, who);
    const before = closedBy(journalNotes(opened.value, chainOf(opened.value)).all());
    const isHere = before?.data.machine === hostname();
    return (before && isHere ? arrivedAt(to, before, opened.value) : undefined) ?? fail(wrong);
  } catch (error) {
    return fail(unusable(error));
  } finally {
    opened.value.close();
  }
}

function movedAway(
  server: ServerDatabase,
  { schema, address, server: { user } }: ServerAddress,
  to: string,
  { by, now }: ByWhom,
): Result<Placed> {
  const missing = unprepared(server, schema, address);
  if (missing) return fail(missing);
  if (!isOwner(server, "record")) return fail(notOwner(user));
  const { damage } = verifyJournal(server, undefined);
  if (damage !== undefined) return fail(damagedThere(address, damage));
  const at = new Date(now).toISOString();
  const notes = journalNotes(server, chainOf(server));
  const note = (type: string, data: Readonly<Record<string, unknown>>): void =>
    server.transaction(() => notes.add({ at, type, data }));
  const closing = { to, by, machine: hostname() };
  const refused = server.transaction(() => {
    const before = closedBy(notes.all());
    const goesOn = before?.type === "moved" && before.data.to === to && before.data.machine === closing.machine;
    if (before) return goesOn ? undefined : closedFile(address, before);
    const open = Number(server.get("SELECT count(*) AS count FROM unsettled")?.count);
    if (open > 0) return underWay(open);
    notes.add({ at, type: "moved", data: closing });
    return undefined;
  });
  if (refused) return fail(refused);
  const made = moveCopy(server, to, { at, type: "arrived", data: { from: address, by } });
  if (!made.ok) note("stays-open", {});
  return made.ok ? ok(made.value) : made;
}

/** Returns the problem for a user who does not own the tables: the server would not record their closing note. */
function notOwner(user: string): Problem {
  const message = `Only the owner of the tables can move a journal from its server, and the user ${user} is not. Nothing was moved.`;
  const hint = `Have the owner of the tables do it, who made them with journal init: ${suggest`journal move --to DIR --journal postgres://OWNER@HOST/DATABASE`}`;
  return problem("bad-usage", message, hint);
}

function damagedThere(address: string, damage: string): Problem {
  const message = `The journal ${address} is damaged, so it was not moved: ${damage}.`;
  return problem("journal-unusable", message, "Ask whoever runs the server to restore it from a backup.");
}

/**
 * Attempts that were sent but have no result yet may still finish, and a closed journal could not record the result.
 */
function underWay(count: number): Problem {
  const documents = count === 1 ? "1 document" : `${count} documents`;
  const message = `The journal was not moved: ${documents} may or may not have been sent, or are being sent now.`;
  return problem(
    "still-in-doubt",
    message,
    `Wait until nobody sends, and resolve what is in doubt: ${suggest`resolve`}`,
  );
}
