import { keptDocument, type StatusLeg } from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import type { SelfBilledDocument } from "../../document/index.ts";
import { documentIdOf, type Journal, type Past, type SeenState, type SupplierAnswer } from "../../journal/index.ts";
import { type HandedOver, type Life, type Lives, livesIn } from "../../life/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import { mayExist } from "../../states/index.ts";
import type { Steps } from "../due/documents.ts";
import { again, look, type Observation } from "../follow/observe.ts";
import { recordMissing, recordState } from "../follow/record-state.ts";
import { findSubject } from "../follow/subject.ts";
import { tellsStatusOf } from "../follow/tells-status.ts";
import { nextSteps } from "./next.ts";

export interface WholeLife {
  /** The attempt that created the document, or else the last one. */
  readonly past: Past;
  /** The document as sent; undefined if the journal does not have it. */
  readonly document: SelfBilledDocument | undefined;
  /** State of the document; undefined if it does not exist. */
  readonly life: Life | undefined;
  /** Sorted by time, oldest first. */
  readonly tries: readonly Past[];
  readonly seen: readonly SeenState[];
  readonly answers: readonly SupplierAnswer[];
  /** Whether the service reported that the supplier's side did not receive the document. */
  readonly isUndelivered: boolean;
  readonly handedOver: readonly HandedOver[];
  /** Undefined if nothing is due. */
  readonly next: Steps | undefined;
  /** Undefined if the service was not queried or did not answer. */
  readonly now: Observation | undefined;
  /** Problems that explain why the service's answer is missing. */
  readonly problems: readonly Problem[];
}

/** Returns a function that reads everything about a document; it may fail with `journal-unusable`. */
export function lifeReader(journal: Journal, connection: Connection | undefined, desk: Desk) {
  return async (past: Past): Promise<Result<WholeLife>> => {
    const asked = await serviceSays(past, connection, desk);
    // The answer may be that the service does not show documents.
    const tellsStatus = await tellsStatusOf(journal, desk);
    const lives = await livesIn(journal, { now: desk.now().getTime(), tellsStatus });
    if (!lives.ok) return lives;
    return wholeOf(past, asked, lives.value, journal, desk);
  };
}

async function wholeOf(
  past: Past,
  asked: Pick<WholeLife, "now" | "problems">,
  lives: Lives,
  journal: Journal,
  desk: Desk,
): Promise<Result<WholeLife>> {
  const { account } = past.intent;
  const id = documentIdOf(past);
  const tries = await journal.tries.ofDocument({ ...past, id });
  if (!tries.ok) return tries;
  const seen = id === undefined ? ok([]) : await journal.seen(account, id);
  if (!seen.ok) return seen;
  const life = mayExist(past) ? await lives.of(past) : ok(undefined);
  if (!life.ok) return life;
  const next = life.value && (await nextSteps(life.value, journal, desk));
  const answers = past.id === undefined ? [] : lives.answers.of({ account, id: past.id });
  const { handovers } = lives.said;
  const document = { account, id: past.id ?? "" };
  const copy = {
    isUndelivered: handovers.delivery(document)?.delivered === false,
    handedOver: handovers.of(document),
  };
  const kept = await journal.kept(past.intent.bodyHash);
  if (!kept.ok) return kept;
  return ok({
    past,
    document: keptDocument(kept.value, past.intent),
    life: life.value,
    tries: tries.value,
    seen: seen.value,
    answers,
    ...copy,
    next,
    ...asked,
  });
}

/** Queries the service and records its answer. */
async function serviceSays(
  past: Past,
  connection: Connection | undefined,
  desk: Desk,
): Promise<Pick<WholeLife, "now" | "problems">> {
  const { id, intent } = past;
  const isTheirs = connection !== undefined && (await isOfAccount(intent.account, connection, desk));
  if (connection === undefined || id === undefined || past.state !== "created" || !isTheirs)
    return { now: undefined, problems: [] };
  const words = { serviceVersion: undefined, invoice: intent.kind === "invoice" };
  const subject = await findSubject(id, words, connection, desk);
  if (!subject.ok) return { now: undefined, problems: subject.problems.map(asWarning) };
  const found = await look(subject.value, again(desk), { legs: true });
  if (!found.ok) {
    await recordMissing(found, subject.value, desk);
    return { now: undefined, problems: found.problems.map(asWarning) };
  }
  const unrecorded = await recordState(found.value, desk);
  return { now: found.value, problems: [...found.value.problems, ...unrecorded].map(asWarning) };
}

async function isOfAccount(account: string, connection: Connection, desk: Desk): Promise<boolean> {
  const journal = await desk.journal();
  const named = journal.ok ? await journal.value.accounts.accountFor(account) : journal;
  return (named.ok ? named.value : account) === connection.account;
}

function asWarning(found: Problem): Problem {
  return { ...found, severity: "warning" };
}

export function legsOf({ now }: Pick<WholeLife, "now">): readonly {
  readonly name: "delivery" | "tax-report";
  readonly at: "toC3" | "toC5";
  readonly side: string | undefined;
  readonly leg: StatusLeg | undefined;
}[] {
  if (now === undefined) return [];
  return [
    { name: "delivery", at: "toC3", side: now.sides.participant, leg: now.snapshot?.toC3 },
    { name: "tax-report", at: "toC5", side: now.sides.fta, leg: now.snapshot?.toC5 },
  ];
}
