import type { OfAccounts, Together } from "../journal/index.ts";
import { mapAll, ok, type Result } from "../problem/index.ts";
import { statusName } from "../states/index.ts";
import type { DocumentName } from "./by-document.ts";
import type { Life } from "./life.ts";
import type { Lives } from "./read-life.ts";

export interface WhichOwed {
  /** Selects documents of these accounts; undefined for all accounts. */
  readonly account?: OfAccounts | undefined;
  /** Selects documents sent since this time; UTC, ISO 8601. */
  readonly since?: string | undefined;
  /** Documents sent since this time need the supplier's answer; undefined if none do. */
  readonly answersSince?: string | undefined;
}

export interface OwedLives {
  /** Number of documents whose service reports no status. */
  readonly withoutStatus: number;
  /** Number of documents that have no result yet, however old they are. */
  readonly pending: number;
}

/** Number of documents read at a time. */
const page = 200;

/**
 * Passes each document for which something is due to `take`, once and in no particular order. Problem:
 * `journal-unusable`.
 */
export async function owedLives(
  journal: Together,
  lives: Lives,
  which: WhichOwed,
  take: (life: Life) => void,
): Promise<Result<OwedLives>> {
  const doubts = await inDoubt(journal, lives, which, take);
  if (!doubts.ok) return doubts;
  const unfinished = await notApproved(journal, lives, which, take);
  if (!unfinished.ok) return unfinished;
  const changed = await journal.tries.changed();
  if (!changed.ok) return changed;
  const named = [
    ...[...lives.answers.objected, ...lives.said.corrections, ...lives.said.handovers.awaited],
    ...changed.value.flatMap(({ id, intent: { account } }) => (id === undefined ? [] : [{ account, id }])),
  ];
  const approved = await ofNamed(named, journal, lives, which, take);
  if (!approved.ok) return approved;
  const late = await withoutAnswer(journal, lives, which, take);
  return late.ok ? unfinished : late;
}

type Take = (life: Life) => void;

async function inDoubt(journal: Together, lives: Lives, which: WhichOwed, take: Take): Promise<Result<void>> {
  const wanted = { account: which.account, since: which.since, states: ["in-doubt"] } as const;
  for (let after = 0; ; ) {
    const some = await journal.tries.page(wanted, { after }, page);
    if (!some.ok) return some;
    const found = await mapAll(some.value, (past) => lives.owing(past, undefined));
    if (!found.ok) return found;
    for (const life of found.value) if (life) take(life);
    if (some.value.length < page) return ok(undefined);
    after = some.value.at(-1)?.record ?? 0;
  }
}

async function notApproved(journal: Together, lives: Lives, which: WhichOwed, take: Take): Promise<Result<OwedLives>> {
  let [withoutStatus, pending] = [0, 0];
  for (let after = 0; ; ) {
    const some = await journal.tries.unfinished(which, after, page);
    if (!some.ok) return some;
    const stages = some.value.map(({ past, state }) => lives.stage(past, state));
    withoutStatus += stages.filter((each) => each === "created").length;
    pending += stages.filter((each) => each === "pending").length;
    const found = await mapAll(some.value, ({ past, state }) => lives.owing(past, state));
    if (!found.ok) return found;
    for (const life of found.value) if (life) take(life);
    if (some.value.length < page) return ok({ withoutStatus, pending });
    after = some.value.at(-1)?.past.record ?? 0;
  }
}

/**
 * Finds approved documents for which something is due because of notes about them, or of what the service changed;
 * other documents are found by their state.
 */
async function ofNamed(
  named: readonly DocumentName[],
  journal: Together,
  lives: Lives,
  { account, since = "" }: WhichOwed,
  take: Take,
): Promise<Result<void>> {
  const wanted = new Set<string>();
  for (const each of account === undefined ? [] : [account].flat()) {
    const its = await journal.accounts.accountFor(each);
    if (!its.ok) return its;
    wanted.add(its.value);
  }
  const whose = new Map<string, string>();
  for (const each of new Set(named.map((one) => one.account))) {
    const its = await journal.accounts.accountFor(each);
    if (!its.ok) return its;
    whose.set(each, its.value);
  }
  const meant = named.filter((each) => account === undefined || wanted.has(whose.get(each.account) ?? each.account));
  const pasts = await mapAll(meant, ({ account: own, id }) =>
    journal.tries.last("id", id, ({ state, intent }) => state === "created" && intent.account === own),
  );
  if (!pasts.ok) return pasts;
  const found = pasts.value.filter((past) => past !== undefined).filter(({ at }) => at >= since);
  const each = [...new Map(found.map((past) => [past.record, past])).values()];
  const all = await mapAll(each, (past) => lives.of(past));
  if (!all.ok) return all;
  for (const life of all.value) if (life.stage === "approved" && life.owed !== undefined) take(life);
  return ok(undefined);
}

/** Finds approved documents with an overdue answer. */
async function withoutAnswer(journal: Together, lives: Lives, which: WhichOwed, take: Take): Promise<Result<void>> {
  const { account, since = "", answersSince } = which;
  if (answersSince === undefined) return ok(undefined);
  const wanted = { account, since: answersSince > since ? answersSince : since, states: ["created"] } as const;
  for (let after = 0; ; ) {
    const some = await journal.tries.page(wanted, { after }, page);
    if (!some.ok) return some;
    const found = await mapAll(some.value, (past) => lives.owing(past, statusName.approved));
    if (!found.ok) return found;
    const late = found.value.filter((life) => life !== undefined).filter(({ owed }) => owed === "not-accepted");
    // A document that was sent again under the same id counts once.
    const last = await mapAll(late, ({ past: { id = "", intent: own } }) =>
      journal.tries.last("id", id, ({ state, intent }) => state === "created" && intent.account === own.account),
    );
    if (!last.ok) return last;
    for (const [at, life] of late.entries()) if (last.value[at]?.record === life.past.record) take(life);
    if (some.value.length < page) return ok(undefined);
    after = some.value.at(-1)?.record ?? 0;
  }
}
