import { statusClassOf } from "../contract/index.ts";
import type { Journal } from "../journal/index.ts";
import { livesIn } from "../life/index.ts";
import { ok, type Problem, problem, type Result } from "../problem/index.ts";
import type { Submission } from "./sending.ts";
import { existsWithoutEffect, standingProblem } from "./words.ts";

type Created = NonNullable<Submission["created"]>;

/** Returns a document created by this or an earlier run, as the journal has it now. Problem: `journal-unusable`. */
export async function createdBy(journal: Journal, account: string, attempt: string): Promise<Result<Created>> {
  const records = await journal.attempt(attempt);
  if (!records.ok) return records;
  let [id, documentNumber, totals] = ["", "", {} as Readonly<Record<string, string>>];
  let overallStatus: string | undefined;
  for (const { type, data } of records.value) {
    if (type === "intent") documentNumber = data.documentNumber ?? documentNumber;
    if (type !== "result" && type !== "resolved") continue;
    id = data.id ?? id;
    documentNumber = data.documentNumber ?? documentNumber;
    if (type !== "result") continue;
    totals = data.totals ?? totals;
    overallStatus = data.overallStatus ?? overallStatus;
  }
  const later = await journal.seen(account, id);
  // A state that contains spaces comes from the legs and is not an overall status.
  const states = later.ok ? later.value.map(({ state }) => state).filter((state) => !/\s/.test(state)) : [];
  return ok({ id, documentNumber, overallStatus: states.at(-1) ?? overallStatus, totals });
}

/**
 * Returns the outcome for a document that already exists, with a warning if it was rejected or failed and still needs
 * action. Problem: `journal-unusable`.
 */
export async function replayOf(
  journal: Journal,
  account: string,
  { attempt, id: known }: { readonly attempt: string; readonly id: string },
): Promise<Result<Submission>> {
  const found = await createdBy(journal, account, attempt);
  if (!found.ok) return found;
  // If a result could not be committed to the journal, its records lack the id, so the caller gives it.
  const created = { ...found.value, id: found.value.id || known };
  const problems = await withoutEffect(created, journal);
  return problems.ok ? ok({ outcome: "done", created, replayed: true, problems: problems.value }) : problems;
}

async function withoutEffect(
  { id, documentNumber, overallStatus }: Created,
  journal: Journal,
): Promise<Result<Problem[]>> {
  if (statusClassOf(overallStatus) !== "bad") return ok([]);
  const past = await journal.tries.last("id", id, ({ state }) => state === "created");
  if (!past.ok || past.value === undefined) return past.ok ? ok([]) : past;
  // The time is irrelevant here, because the status is final.
  const lives = await livesIn(journal, { now: 0, tellsStatus: () => true });
  const life = lives.ok ? await lives.value.of(past.value) : lives;
  if (!life.ok) return life;
  const { owed, stage } = life.value;
  return ok(
    owed === undefined ? [] : [existsWithoutEffect(documentNumber || id, { stage, kind: past.value.intent.kind })],
  );
}

/** Identifies a document's content in the journal. */
export interface KnownBy {
  readonly account: string;
  /** As computed by `intentKey`. */
  readonly key: string;
  readonly documentNumber?: string | undefined;
}

/**
 * Returns the outcome for a document that is not sent now: already created, possibly created, or `why` it is not sent.
 * Queries the journal first; `notLookedUp` if that fails. Does not claim, record or send anything.
 */
export async function withoutSending(document: KnownBy, why: Problem, journal: Result<Journal>): Promise<Submission> {
  if (!journal.ok) return notLookedUp(why, journal.problems[0]);
  const { account, key, documentNumber } = document;
  const found = await journal.value.standing(account, key);
  if (!found.ok) return notLookedUp(why, found.problems[0]);
  const standing = found.value;
  switch (standing.is) {
    case "fresh":
      return { outcome: why.outcome, problems: [why] };
    case "created": {
      const replay = await replayOf(journal.value, account, standing);
      return replay.ok ? replay.value : notLookedUp(why, replay.problems[0]);
    }
    default: {
      const open = standingProblem(standing, { documentNumber });
      return { outcome: open.outcome, problems: [open] };
    }
  }
}

function notLookedUp(why: Problem, broken: Problem): Submission {
  const message = `${why.message} The journal could not be read, so it is not known whether an earlier run created this document.`;
  const unknown = problem("journal-unusable", message, broken.hint, { cause: broken.cause ?? broken.message });
  return { outcome: unknown.outcome, notLookedUp: true, problems: [unknown] };
}
