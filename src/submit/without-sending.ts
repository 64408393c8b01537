import type { ToldStatus } from "../contract/index.ts";
import { documentName } from "../document/index.ts";
import { type AttemptResult, type Journal, type OverallNow, overallNow } from "../journal/index.ts";
import { livesIn } from "../life/index.ts";
import { ok, type Problem, problem, type Result } from "../problem/index.ts";
import type { Submission } from "./sending.ts";
import { isRefusedByPeppol, refusedByPeppol } from "./told-status.ts";
import { standingProblem } from "./words.ts";

type Created = NonNullable<Submission["created"]>;

/** Returns a document created by this or an earlier run, as the journal has it now. Problem: `journal-unusable`. */
export async function createdBy(journal: Journal, account: string, attempt: string): Promise<Result<Created>> {
  const records = await journal.attempt(attempt);
  if (!records.ok) return records;
  let [id, totals] = ["", {} as Readonly<Record<string, string>>];
  let documentNumber: string | undefined;
  let first: AttemptResult | undefined;
  for (const { type, data } of records.value) {
    if (type === "intent") documentNumber = data.documentNumber ?? documentNumber;
    if (type !== "result" && type !== "resolved") continue;
    id = data.id ?? id;
    documentNumber = data.documentNumber ?? documentNumber;
    if (type !== "result") continue;
    totals = data.totals ?? totals;
    first = data;
  }
  const later = await journal.seen(account, id);
  return ok({ id, documentNumber, totals, status: statusOf(overallNow(first, later.ok ? later.value : [])) });
}

const statusOf = ({ overallStatus, sides, findings }: OverallNow): ToldStatus => ({ overallStatus, sides, findings });

/**
 * Returns the outcome for a document that already exists: `rejected` if Peppol refused it and it still needs action.
 * Problem: `journal-unusable`.
 */
export async function replayOf(
  journal: Journal,
  { account, extras }: Pick<KnownBy, "account" | "extras">,
  { attempt, id: known }: { readonly attempt: string; readonly id: string },
): Promise<Result<Submission>> {
  const found = await createdBy(journal, account, attempt);
  if (!found.ok) return found;
  // If a result could not be committed to the journal, its records lack the id, so the caller gives it.
  const created = { ...found.value, id: found.value.id || known };
  const refused = await stillRefused(created, extras, journal);
  if (!refused.ok) return refused;
  const outcome = refused.value === undefined ? "done" : refused.value.outcome;
  return ok({ outcome, created, replayed: true, problems: refused.value === undefined ? [] : [refused.value] });
}

async function stillRefused(
  { id, documentNumber, status }: Created,
  extras: boolean,
  journal: Journal,
): Promise<Result<Problem | undefined>> {
  if (!isRefusedByPeppol(status)) return ok(undefined);
  const past = await journal.tries.last("id", id, ({ state }) => state === "created");
  if (!past.ok || past.value === undefined) return past.ok ? ok(undefined) : past;
  // The time is irrelevant here, because the status is final.
  const lives = await livesIn(journal, { now: 0, tellsStatus: () => true });
  const life = lives.ok ? await lives.value.of(past.value) : lives;
  if (!life.ok) return life;
  if (life.value.owed === undefined) return ok(undefined);
  const { kind } = past.value.intent;
  const called = documentName({ documentNumber, id });
  return ok(refusedByPeppol(status, { called, kind, resubmits: extras && life.value.resubmits, replayed: true }));
}

/** Identifies a document's content in the journal. */
export interface KnownBy {
  readonly account: string;
  /** As computed by `intentKey`. */
  readonly key: string;
  /** Whether the service has the calls beyond the six of its description. */
  readonly extras: boolean;
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
      const replay = await replayOf(journal.value, document, standing);
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
