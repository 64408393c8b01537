import type { Connection, Desk } from "../../desk/index.ts";
import { documentName } from "../../document/index.ts";
import type { Journal, Past } from "../../journal/index.ts";
import { ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Hooks } from "../../send/index.ts";
import { readAgain } from "./read-again.ts";

/** Whether the token gives access to the account's documents; if not, a missing document proves nothing. */
export type Sight = { readonly sees: true } | { readonly sees: false; readonly why: string };

/** Maximum time, in milliseconds, that a service takes to list a new document. */
const shownWithin = 10 * 60_000;
/** Maximum number of recent documents examined to find one that the service confirmed. */
const mostTries = 20;

const found = new WeakMap<Connection, Sight>();

/**
 * Checks, once per command, whether the token gives access to the account's documents: with at most two requests, or
 * none if `listed` (ids) contains a document from the journal. Requests a document of this account, because access to a
 * business profile does not always include its documents. Problems: any problem from reading the service's lists or
 * documents, `journal-unusable`. Source: Decision 58.
 */
export async function sightOf(
  connection: Connection,
  journal: Journal,
  desk: Desk,
  listed: Iterable<string> = [],
  hooks: Hooks = {},
): Promise<Result<Sight>> {
  const before = found.get(connection);
  if (before?.sees) return ok(before);
  const shown = await knowsOne(listed, connection.account, journal);
  if (!shown.ok) return shown;
  const sight = shown.value
    ? ok<Sight>({ sees: true })
    : before
      ? ok(before)
      : await ask(connection, journal, desk, hooks);
  if (sight.ok) found.set(connection, sight.value);
  return sight;
}

/** Remembers that the token gives access to the account. */
export function wasSeen(connection: Connection): void {
  found.set(connection, { sees: true });
}

export function unseen(why: string, what: string): Problem {
  return problem("account-unseen", `${what}: ${otherAccount(why)}.`, tokenHint());
}

/** Returns the possible cause as a clause that can follow a colon. */
export function otherAccount(why: string): string {
  return `this token may belong to another account: ${why}`;
}

const tokenHint = (): string =>
  `Use the token of this business profile's organization, and its profile (--profile NAME). ${suggest`auth status`} shows which token is used.`;

async function knowsOne(listed: Iterable<string>, account: string, journal: Journal): Promise<Result<boolean>> {
  for (const id of listed) {
    const known = await journal.find(account, id);
    if (!known.ok) return known;
    if (known.value.some((each) => each.id === id)) return ok(true); // compare ids, because a number can be the same text
  }
  return ok(false);
}

async function ask(connection: Connection, journal: Journal, desk: Desk, hooks: Hooks): Promise<Result<Sight>> {
  const witness = await witnessOf(connection, journal, desk);
  if (!witness.ok) return witness;
  const seen = witness.value ? await seesDocument(witness.value, connection, desk, hooks) : ok(undefined);
  if (!seen.ok || seen.value !== undefined) return seen as Result<Sight>;
  return seesProfile(connection, desk, hooks);
}

/** Returns the last confirmed document that is old enough to be listed. */
async function witnessOf({ account }: Connection, journal: Journal, desk: Desk): Promise<Result<Past | undefined>> {
  const until = new Date(desk.now().getTime() - shownWithin).toISOString();
  const wanted = { account, states: ["created"], until } as const;
  const tries = await journal.tries.page(wanted, { before: Number.MAX_SAFE_INTEGER }, mostTries);
  if (!tries.ok) return tries;
  return ok(tries.value.find(({ id, result }) => id !== undefined && result?.verdict === "created"));
}

/**
 * Whether the service shows this document; undefined if the answer proves nothing, because the service lacks the
 * endpoint or the sandbox was reset.
 */
async function seesDocument(
  { id = "", documentNumber, intent }: Past,
  { service, profile }: Connection,
  desk: Desk,
  hooks: Hooks,
): Promise<Result<Sight | undefined>> {
  const answer = await readAgain(() => service.withVersion(intent.version).document(intent.kind, id, hooks), desk);
  if (answer.ok) return ok({ sees: true });
  if (answer.status === 405 || answer.status === 501) return ok(undefined);
  if (answer.status === 404 && profile.sandbox) return ok(undefined);
  if (!isNo(answer)) return answer;
  const why = `it does not show ${documentName({ documentNumber, id })}, which this account created (${answer.status ?? 404})`;
  return ok({ sees: false, why });
}

async function seesProfile(
  { service, businessProfileId }: Connection,
  desk: Desk,
  hooks: Hooks,
): Promise<Result<Sight>> {
  const answer = await readAgain(() => service.businessProfile(businessProfileId, hooks), desk);
  const named = `the business profile ${businessProfileId}`;
  if (answer.ok) {
    const { id, profile_id } = answer.value;
    const isOurs = [id, profile_id].some((each) => each?.toLowerCase() === businessProfileId.toLowerCase());
    return ok(
      isOurs ? { sees: true } : { sees: false, why: `asked for ${named}, the service answers with something else` },
    );
  }
  const { status } = answer;
  if (!isNo(answer) && status !== 405 && status !== 501) return answer;
  return ok({ sees: false, why: `it does not show ${named}${status === undefined ? "" : ` (${status})`}` });
}

/** Whether the answer is a definite no: only "not found" and "forbidden" are. */
function isNo({
  problems: [first],
  status,
}: {
  problems: readonly [Problem, ...Problem[]];
  status?: number | undefined;
}) {
  return first.code === "not-found" || status === 403;
}
