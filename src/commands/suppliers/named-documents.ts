import { type Desk, notRecorded } from "../../desk/index.ts";
import type { Journal, Past } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";

/** A document that was created, and its account. */
export interface NamedDocument {
  readonly account: string;
  readonly id: string;
  readonly past: Past;
}

/**
 * The documents of numbers or ids, each once, and the journal that has them. None of them was issued after `on`, which is the day on which what
 * `means` says happened, and none is another side's. Problems, all at once: `not-found`, `bad-usage`, `journal-unusable`.
 */
export async function documentsNamed(
  names: readonly string[],
  { on, means }: { readonly on: string; readonly means: string },
  desk: Desk,
): Promise<Result<{ readonly documents: readonly NamedDocument[]; readonly journal: Journal }>> {
  const isNew = await desk.journalIsNew();
  if (!isNew.ok) return isNew;
  if (isNew.value) return fail(unknown(names[0] ?? ""));
  const opened = await desk.journal();
  if (!opened.ok) return opened;
  const journal = opened.value;
  const found = new Map<string, NamedDocument>();
  const problems: Problem[] = [];
  for (const name of names) {
    const called = await journal.tries.called(name);
    if (!called.ok) return called;
    const there = called.value.flatMap((past): NamedDocument[] =>
      past.state === "created" && past.id !== undefined ? [{ account: past.intent.account, id: past.id, past }] : [],
    );
    const { ours, others } = await ourOwn(there, name, desk);
    const ids = new Map(ours.map((each) => [`${each.account} ${each.id}`, each]));
    const meant = ours.at(-1);
    if (meant === undefined) problems.push(others[0] ?? unknown(name));
    else if (ids.size > 1) {
      const hint = `Name its id: ${[...ids.values()].map(({ id, account }) => `${id} (${account})`).join(", ")}`;
      problems.push(problem("bad-usage", `Several documents are called ${JSON.stringify(name)}.`, hint));
    } else if (on < meant.past.intent.issueDate) {
      const message = `${name} was issued on ${meant.past.intent.issueDate}, after ${on}.`;
      problems.push(problem("bad-usage", message, `Write the day on which the ${means} (--on).`));
    } else found.set(`${meant.account} ${meant.id}`, meant);
  }
  const [first, ...more] = problems;
  return first === undefined
    ? ok({ documents: [...found.values()], journal })
    : { ok: false, problems: [first, ...more] };
}

/** Those that this run may change, and why it may not change the others. */
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
  return problem("not-found", message, "selfbill history --state created lists what exists.");
}
