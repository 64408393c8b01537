import { existsSync } from "node:fs";
import { requestNumber } from "../../approval/index.ts";
import { documentName } from "../../document/index.ts";
import type { Journal, Past } from "../../journal/index.ts";
import { isRunName, type Lives, type Owed, owedKinds, runsIn } from "../../life/index.ts";
import { failAll, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { ownAccounts } from "../follow/own-tries.ts";
import { waitingRequests } from "./house.ts";

export interface NamedDue {
  /** Files, folders, patterns and lists. */
  readonly files: readonly string[];
  /** Attempts that created a document, or may have. */
  readonly documents: readonly Past[];
  readonly requests: readonly string[];
  /** Runs that are not finished. */
  readonly runs: readonly string[];
}

/**
 * An argument is a document if it does not name a file, folder, pattern or list, and the journal has it as a number,
 * an id or an attempt. Problem: `journal-unusable`.
 */
export async function namedBy(
  words: readonly string[],
  account: string | undefined,
  journal: Journal | undefined,
): Promise<Result<NamedDue>> {
  const files: string[] = [];
  const requests: string[] = [];
  const runs: string[] = [];
  const documents = new Map<string, Past>();
  for (const word of words) {
    const found = journal === undefined || isFile(word) ? ok([]) : await documentsCalled(word, account, journal);
    if (!found.ok) return found;
    for (const past of found.value) documents.set(past.attempt, past);
    if (found.value.length > 0) continue;
    if (isRunName(word) && !isFile(word)) runs.push(word.toUpperCase());
    else if (/^[0-9a-f]{12,64}$/.test(word) && !isFile(word)) requests.push(word);
    else files.push(word);
  }
  return ok({ files, documents: [...documents.values()], requests, runs });
}

function isFile(word: string): boolean {
  return word === "-" || /^@|[*?]/.test(word) || existsSync(word);
}

/** Returns the documents with this number, id or attempt, created or in doubt. */
async function documentsCalled(name: string, account: string | undefined, journal: Journal): Promise<Result<Past[]>> {
  const called = await journal.tries.called(name);
  if (!called.ok) return called;
  const wanted = account === undefined ? ok(undefined) : await journal.accounts.accountFor(account);
  if (!wanted.ok) return wanted;
  const found = new Map<string, Past>();
  for (const past of called.value) {
    if (past.state !== "created" && past.state !== "in-doubt") continue;
    const whose = await journal.accounts.accountFor(past.intent.account);
    if (!whose.ok) return whose;
    if (wanted.value !== undefined && whose.value !== wanted.value) continue;
    // The last successful attempt determines a document's state; each attempt in doubt has its own entry.
    found.set(past.state === "created" ? `${whose.value} ${past.id}` : past.attempt, past);
  }
  return ok([...found.values()]);
}

export interface EndedByWord {
  readonly account: string;
  readonly id: string;
  readonly what: Owed;
  readonly called: string;
  readonly supplier: string;
  /** When the item became due. */
  readonly since: string | undefined;
}

/**
 * Finds the items of these documents and requests that can be marked as done, and reports all problems at once.
 * Problems: `not-found`, `bad-usage`, `journal-unusable`.
 */
export async function endingsOf(
  { files, documents, requests, runs }: NamedDue,
  account: string | undefined,
  { journal, lives }: { readonly journal: Journal; readonly lives: Lives },
): Promise<Result<EndedByWord[]>> {
  const problems: Problem[] = files.map(notByWordAlone);
  const found: EndedByWord[] = [];
  for (const [called, all] of byName(documents)) {
    const owing: EndedByWord[] = [];
    const others: Problem[] = [];
    for (const past of all) {
      const life = await lives.of(past);
      if (!life.ok) return life;
      const { owed, owedSince: since } = life.value;
      const document = { account: past.intent.account, id: past.id ?? past.attempt, called, since };
      if (owed === undefined) continue;
      if (owedKinds[owed].byWord) owing.push({ ...document, what: owed, supplier: past.intent.supplier.name });
      else others.push(noWordEnds(called, owed, past));
    }
    const [one, another] = owing;
    if (another) problems.push(several(called, owing));
    else if (one) found.push(one);
    else problems.push(others[0] ?? nothingOwed(called));
  }
  const isOwn = await ownAccounts(account, journal);
  if (!isOwn.ok) return isOwn;
  const waiting = requests.length === 0 ? ok([]) : await waitingRequests(journal, lives, account);
  if (!waiting.ok) return waiting;
  for (const name of requests) {
    const one = waiting.value.find(({ hash }) => hash.startsWith(name));
    if (one === undefined) problems.push(notByWordAlone(name));
    else
      found.push({
        ...{ account: one.request.account, id: one.hash, what: "approval" },
        ...{ called: `request ${requestNumber(one.hash)}`, supplier: "", since: undefined },
      });
  }
  const open = runs.length === 0 ? ok(undefined) : await runsIn(journal, isOwn.value);
  if (!open.ok) return open;
  for (const name of runs) {
    const one = open.value?.open.find(({ run }) => run === name);
    if (one === undefined) problems.push(nothingOwed(name));
    else
      found.push({ account: one.account, id: one.run, what: "run", called: one.named, supplier: "", since: undefined });
  }
  return problems.length > 0 ? failAll(problems) : ok(found);
}

function byName(documents: readonly Past[]): Map<string, Past[]> {
  const found = new Map<string, Past[]>();
  for (const past of documents) {
    const called = documentName(past);
    found.set(called, [...(found.get(called) ?? []), past]);
  }
  return found;
}

function several(called: string, all: readonly EndedByWord[]): Problem {
  const message = `Several documents are called ${JSON.stringify(called)}. Nothing was recorded.`;
  return problem("bad-usage", message, `Name its id: ${all.map(({ id, account }) => `${id} (${account})`).join(", ")}`);
}

const overview = (): string =>
  `${suggest`due`} lists what is due; ${suggest`history --state created`} lists what exists.`;

function notByWordAlone(word: string): Problem {
  if (!isFile(word)) {
    const message = `The journal has no document ${JSON.stringify(word)}. Nothing was recorded.`;
    return problem("not-found", message, overview());
  }
  const message = `${word} is a file, and no word ends what is due for it. Nothing was recorded.`;
  return problem("bad-usage", message, "Create the document, or take the file out of the folder.");
}

function nothingOwed(called: string): Problem {
  return problem("bad-usage", `Nothing is due for ${called}. Nothing was recorded.`, overview());
}

function noWordEnds(called: string, owed: Owed, { attempt }: Past): Problem {
  const message = `${called} is ${owedKinds[owed].says.toLowerCase()}, and no word ends that. Nothing was recorded.`;
  const step =
    owed === "not-delivered"
      ? `When the supplier has its copy: ${suggest`suppliers handed-over ${called} --by mail`}`
      : owed === "credit-waits"
        ? `Ask the service for its status: ${suggest`status ${called}`}`
        : `Ask the service: ${suggest`resolve ${attempt} --check`}`;
  return problem("bad-usage", message, step);
}
