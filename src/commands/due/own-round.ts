import type { Connection, ConnectionWords, Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import { runsIn } from "../../life/index.ts";
import { ok, type Result } from "../../problem/index.ts";

/** Milliseconds for which a person waits at most for answers that they did not ask for. */
const longest = 10_000;

/** A look at documents without a final status that nobody asked for. */
export interface OwnRound {
  readonly connection: Connection;
  readonly isOver: () => boolean;
}

/**
 * Opens a round of questions that `due` asks of its own accord. Undefined while a run is sending, because the two
 * would share the minute, and where no service can be asked, for instance without a token. Problem:
 * `journal-unusable`.
 */
export async function openRound(
  words: ConnectionWords,
  journal: Journal,
  desk: Desk,
): Promise<Result<OwnRound | undefined>> {
  const runs = await runsIn(journal, () => true);
  if (!runs.ok) return runs;
  if (runs.value.open.some(({ underWay }) => underWay > 0)) return ok(undefined);
  const connection = await desk.connect({ ...words, noWait: true });
  if (!connection.ok) return ok(undefined);
  const signal = AbortSignal.timeout(longest);
  const { service } = connection.value;
  return ok({
    connection: { ...connection.value, service: service.unasked(signal) },
    isOver: () => signal.aborted,
  });
}
