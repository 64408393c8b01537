import type { Connection, ConnectionWords, Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import { type OpenRun, runsIn } from "../../life/index.ts";
import { ok, type Result } from "../../problem/index.ts";

/** Milliseconds for which a person waits at most for answers that they did not ask for. */
const longest = 10_000;
/** Milliseconds for which a run may wait for its minute, or for what the service asks for, and go on. */
const longestPause = 180_000;

/** A look at documents without a final status that nobody asked for. */
export interface OwnRound {
  readonly connection: Connection;
  readonly isOver: () => boolean;
}

/**
 * Opens a round of questions that `due` asks of its own accord. Undefined while a run is sending or may go on in
 * a moment, because the two would share the minute, and where no service can be asked, for instance without a token.
 * Problem: `journal-unusable`.
 */
export async function openRound(
  words: ConnectionWords,
  journal: Journal,
  desk: Desk,
): Promise<Result<OwnRound | undefined>> {
  const runs = await runsIn(journal, () => true);
  if (!runs.ok) return runs;
  const now = desk.now().getTime();
  const isSending = ({ underWay, last }: OpenRun): boolean => underWay > 0 || now - Date.parse(last) < longestPause;
  if (runs.value.open.some(isSending)) return ok(undefined);
  const signal = AbortSignal.timeout(longest);
  // A keychain that asks for its password, or a token that has to be fetched, counts too.
  const late = new Promise<undefined>((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
  const connection = await Promise.race([desk.connect({ ...words, noWait: true }), late]);
  if (!connection?.ok) return ok(undefined);
  const { service } = connection.value;
  return ok({
    connection: { ...connection.value, service: service.unasked(signal) },
    isOver: () => signal.aborted,
  });
}
