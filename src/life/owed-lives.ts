import type { Journal, Past } from "../journal/index.ts";
import { ok, type Result } from "../problem/index.ts";
import { statusName } from "../states/index.ts";
import type { Life } from "./life.ts";
import type { DocumentName } from "./notes.ts";
import type { Lives } from "./read-life.ts";

/** Which documents of a journal are meant. */
export interface WhichOwed {
  /** Undefined: of all accounts. */
  readonly account?: string | undefined;
  /** Begun then or later; UTC, ISO 8601. */
  readonly since?: string | undefined;
  /** The supplier's answer is asked for of those begun then or later; undefined: of none. */
  readonly answersSince?: string | undefined;
}

/** What going through the documents came to. */
export interface OwedLives {
  /** Documents that exist and of which the service tells no status. */
  readonly withoutStatus: number;
}

/** So many are read at a time. */
const page = 200;

/**
 * Tells every document for which something is owed, each once, in no order. What nobody has to see to costs no question of its own, but for
 * answers that are late. Problem: `journal-unusable`.
 */
export async function owedLives(
  journal: Journal,
  lives: Lives,
  which: WhichOwed,
  take: (life: Life) => void,
): Promise<Result<OwedLives>> {
  const doubts = await inDoubt(journal, lives, which, take);
  if (!doubts.ok) return doubts;
  const unfinished = await notApproved(journal, lives, which, take);
  if (!unfinished.ok) return unfinished;
  const named = [...lives.answers.objected, ...lives.said.corrections];
  const approved = await ofNamed(named, journal, lives, which, take);
  if (!approved.ok) return approved;
  const late = await withoutAnswer(journal, lives, which, take);
  return late.ok ? unfinished : late;
}

type Take = (life: Life) => void;

async function inDoubt(journal: Journal, lives: Lives, which: WhichOwed, take: Take): Promise<Result<void>> {
  const wanted = { account: which.account, since: which.since, states: ["in-doubt"] } as const;
  for (let after = 0; ; ) {
    const some = await journal.tries.page(wanted, { after }, page);
    if (!some.ok) return some;
    for (const past of some.value) {
      const life = await lives.owing(past, undefined);
      if (!life.ok) return life;
      if (life.value) take(life.value);
    }
    if (some.value.length < page) return ok(undefined);
    after = some.value.at(-1)?.record ?? 0;
  }
}

async function notApproved(journal: Journal, lives: Lives, which: WhichOwed, take: Take): Promise<Result<OwedLives>> {
  let withoutStatus = 0;
  for (let after = 0; ; ) {
    const some = await journal.tries.unfinished(which, after, page);
    if (!some.ok) return some;
    for (const { past, state } of some.value) {
      if (lives.stage(past, state) === "created") withoutStatus += 1;
      const life = await lives.owing(past, state);
      if (!life.ok) return life;
      if (life.value) take(life.value);
    }
    if (some.value.length < page) return ok({ withoutStatus });
    after = some.value.at(-1)?.past.record ?? 0;
  }
}

/** Documents that somebody said something about: those that are approved, as the others are found by their states. */
async function ofNamed(
  named: readonly DocumentName[],
  journal: Journal,
  lives: Lives,
  { account, since = "" }: WhichOwed,
  take: Take,
): Promise<Result<void>> {
  const wanted = account === undefined ? ok(undefined) : await journal.accounts.accountFor(account);
  if (!wanted.ok) return wanted;
  const seen = new Set<number>();
  for (const each of named) {
    const whose = await journal.accounts.accountFor(each.account);
    if (!whose.ok) return whose;
    if (wanted.value !== undefined && whose.value !== wanted.value) continue;
    const isIt = (past: Past): boolean => past.state === "created" && past.intent.account === each.account;
    const past = await journal.tries.last("id", each.id, isIt);
    if (!past.ok) return past;
    if (past.value === undefined || past.value.at < since || seen.has(past.value.record)) continue;
    seen.add(past.value.record);
    const life = await lives.of(past.value);
    if (!life.ok) return life;
    if (life.value.stage === "approved" && life.value.owed !== undefined) take(life.value);
  }
  return ok(undefined);
}

/** Approved documents that the supplier did not answer in time. */
async function withoutAnswer(journal: Journal, lives: Lives, which: WhichOwed, take: Take): Promise<Result<void>> {
  const { account, since = "", answersSince } = which;
  if (answersSince === undefined) return ok(undefined);
  const wanted = { account, since: answersSince > since ? answersSince : since, states: ["created"] } as const;
  for (let after = 0; ; ) {
    const some = await journal.tries.page(wanted, { after }, page);
    if (!some.ok) return some;
    for (const past of some.value) {
      const life = await lives.owing(past, statusName.approved);
      if (!life.ok) return life;
      if (life.value?.owed !== "not-accepted") continue;
      // A document that was sent again under its id is one document.
      const isIt = ({ state, intent }: Past): boolean => state === "created" && intent.account === past.intent.account;
      const last = await journal.tries.last("id", past.id ?? "", isIt);
      if (!last.ok) return last;
      if (last.value?.record === past.record) take(life.value);
    }
    if (some.value.length < page) return ok(undefined);
    after = some.value.at(-1)?.record ?? 0;
  }
}
