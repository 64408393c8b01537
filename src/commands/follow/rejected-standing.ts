import type { Connection, Desk } from "../../desk/index.ts";
import { idleCreditOf, livesIn, type RejectedDocument } from "../../life/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import type { Subject } from "./subject.ts";

export type RejectedStanding = Pick<RejectedDocument, "isSettled" | "idleCredit" | "hasCopy">;

/**
 * Returns what was done about a rejected document so far; empty for a document that is not in the journal. Problem:
 * `journal-unusable`.
 */
export async function rejectedStanding(
  { created, id }: Pick<Subject, "created" | "id">,
  { profile }: Pick<Connection, "profile">,
  desk: Desk,
): Promise<Result<RejectedStanding>> {
  if (created === undefined) return ok({});
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const past = await journal.value.tries.last("id", id, ({ state }) => state === "created");
  if (!past.ok) return past;
  if (past.value === undefined) return ok({});
  const lives = await livesIn(journal.value, { now: desk.now().getTime(), tellsStatus: () => profile.extras });
  const life = lives.ok ? await lives.value.of(past.value) : lives;
  if (!life.ok) return life;
  const { owed, credits, correctedBy } = life.value;
  return ok({ isSettled: owed === undefined, idleCredit: idleCreditOf(credits), hasCopy: correctedBy.length > 0 });
}
