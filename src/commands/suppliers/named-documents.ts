import { type Desk, notRecorded } from "../../desk/index.ts";
import type { Journal, Past } from "../../journal/index.ts";
import { fail, failAll, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { journalIfAny } from "../answer/journal-head.ts";
import { ownTries } from "../follow/own-tries.ts";

export interface NamedDocument {
  readonly account: string;
  readonly id: string;
  readonly past: Past;
}

/** Where documents are searched for; `account` is undefined without a profile. */
interface Place {
  readonly journal: Journal;
  readonly account?: string | undefined;
}

/**
 * Returns the named documents, each once. Fails for documents issued after `on`, the day of the event that `means`
 * describes, and for documents that this run must not change. Reports all problems together: `not-found`, `bad-usage`,
 * `journal-unusable`.
 */
export async function documentsNamed(
  names: readonly string[],
  { on, means, account }: { readonly on: string; readonly means: string; readonly account?: string | undefined },
  desk: Desk,
): Promise<Result<{ readonly documents: readonly NamedDocument[]; readonly journal: Journal }>> {
  const opened = await journalIfAny(desk);
  if (!opened.ok) return opened;
  if (!opened.value) return fail(unknown(names[0] ?? ""));
  const journal = opened.value;
  const found = new Map<string, NamedDocument>();
  const problems: Problem[] = [];
  for (const name of names) {
    const meant = await documentNamed(name, { journal, account }, desk);
    if (!meant.ok) return meant;
    const wrong = "why" in meant.value ? meant.value.why : issuedLater(meant.value, name, { on, means });
    if (wrong) problems.push(wrong);
    else if (!("why" in meant.value)) found.set(`${meant.value.account} ${meant.value.id}`, meant.value);
  }
  return problems.length > 0 ? failAll(problems) : ok({ documents: [...found.values()], journal });
}

/**
 * Returns the document with this name, or the reason (`why`) if it is not found or this run must not change it.
 * Problem: `journal-unusable`.
 */
export async function documentNamed(
  name: string,
  { journal, account }: Place,
  desk: Desk,
): Promise<Result<NamedDocument | { readonly why: Problem }>> {
  const isOwn = await ownTries(account, journal);
  if (!isOwn.ok) return isOwn;
  const called = await journal.together.tries.called(name);
  if (!called.ok) return called;
  const there = called.value
    .filter(isOwn.value)
    .flatMap((past): NamedDocument[] =>
      past.state === "created" && past.id !== undefined ? [{ account: past.intent.account, id: past.id, past }] : [],
    );
  const { ours, others } = await ourOwn(there, name, desk);
  const ids = new Map(ours.map((each) => [`${each.account} ${each.id}`, each]));
  const meant = ours.at(-1);
  if (meant === undefined) return ok({ why: others[0] ?? unknown(name) });
  if (ids.size === 1) return ok(meant);
  const hint = `Name its id: ${[...ids.values()].map((each) => `${each.id} (${each.account})`).join(", ")}`;
  return ok({ why: problem("bad-usage", `Several documents are called ${JSON.stringify(name)}.`, hint) });
}

/** Returns a problem if the document was issued after the event that `means` describes. */
export function issuedLater(
  { past }: NamedDocument,
  name: string,
  { on, means }: { readonly on: string; readonly means: string },
): Problem | undefined {
  const { issueDate } = past.intent;
  if (on >= issueDate) return undefined;
  return problem(
    "bad-usage",
    `${name} was issued on ${issueDate}, after ${on}.`,
    `Write the day on which the ${means} (--on).`,
  );
}

/** Separates the documents that this run may change from the others. */
async function ourOwn(all: readonly NamedDocument[], name: string, desk: Desk) {
  const [ours, others]: [NamedDocument[], Problem[]] = [[], []];
  for (const each of all) {
    const no = await desk.notOurs(each.account, name);
    if (no) others.push(notRecorded(no));
    else ours.push(each);
  }
  return { ours, others };
}

function unknown(name: string): Problem {
  const message = `The journal has no document ${JSON.stringify(name)} that was created. Nothing was recorded.`;
  return problem("not-found", message, `${suggest`history --state created`} lists what exists.`);
}
