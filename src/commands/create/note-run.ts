import { basename } from "node:path";
import type { Connection, Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import { type BegunRun, notedRuns, type RunDocument, runEndedNote, runNote, runsIn } from "../../life/index.ts";
import { mapAll, ok, type Problem, type Result } from "../../problem/index.ts";
import { mayExist } from "../../states/index.ts";
import { fileHash } from "../follow/open-runs.ts";
import { ownAccounts } from "../follow/own-tries.ts";
import type { Checked } from "./check-documents.ts";

/** What the user named for a run; absent if a command sends a document of its own. */
export interface NamedRun {
  readonly words: readonly string[];
  /** Options that decide which documents the files contain. */
  readonly options: readonly string[];
}

interface RunOfShare {
  readonly checked: readonly Checked[];
  /** Documents that are held back, and why. */
  readonly held: ReadonlySet<Checked>;
  readonly why: Problem;
  readonly connection: Connection;
  readonly journal: Journal;
}

/** The fewest documents that make a run: a single one is told about by itself (Decision 295). */
const fewest = 2;

/**
 * Notes the run before its first document is sent, unless an unfinished run of the same account has all of its
 * documents, which it then goes on with. Returns whether there is a run to look at when it ends. Problem:
 * `journal-unusable`; then nothing may be sent.
 */
export async function beginRun(share: RunOfShare, named: NamedRun, desk: Desk): Promise<Result<boolean>> {
  const { connection, journal } = share;
  const { account, profile, company } = connection;
  const isOwn = await ownAccounts(account, journal);
  if (!isOwn.ok) return isOwn;
  const documents = await unsentOf(share);
  if (!documents.ok) return documents;
  const begun = await notedRuns(journal, isOwn.value);
  if (!begun.ok) return begun;
  // Whether what is sent now may be the last of a run; a look at all that was sent would delay each single document.
  const isOfRun = begun.value.some((run) => run.documents.some(contentIn(documents.value)));
  if (documents.value.length < fewest) return ok(isOfRun);
  const before = isOfRun ? await runsIn(journal, isOwn.value) : ok({ open: [] });
  if (!before.ok) return before;
  if (before.value.open.some((run) => documents.value.every(contentIn(run.documents)))) return ok(true);
  const [first] = share.checked;
  const run: BegunRun = {
    account,
    kind: first?.held.kind ?? "invoice",
    named: namedIn(named.words),
    words: [...named.words.map((word) => absolute(word, desk)), ...(await placed(named.options, desk))],
    profile: company ?? profile.name,
    files: await filesOf(share.checked, desk),
    documents: documents.value,
    besides: besidesOf(share),
  };
  const { type, data, text } = runNote(run);
  const noted = await journal.note(type, data, text);
  return noted.ok ? ok(true) : noted;
}

function contentIn(documents: readonly RunDocument[]): (document: RunDocument) => boolean {
  const contents = new Set(documents.map(({ content }) => content));
  return ({ content }) => contents.has(content);
}

/**
 * Notes which runs have nothing left. Only saves later commands the look at their documents: what is left is never
 * read from this note, so that a failure to write it costs nothing.
 */
export async function endRuns({ connection, journal }: Pick<RunOfShare, "connection" | "journal">): Promise<void> {
  const isOwn = await ownAccounts(connection.account, journal);
  const found = isOwn.ok ? await runsIn(journal, isOwn.value) : isOwn;
  for (const { run } of found.ok ? found.value.finished : []) {
    const { type, data } = runEndedNote(run);
    await journal.note(type, data);
  }
}

/** Returns the documents that are about to be sent, each content once, without those that exist or may exist. */
async function unsentOf({ checked, held, connection, journal }: RunOfShare): Promise<Result<RunDocument[]>> {
  const names = await journal.accounts.names(connection.account);
  if (!names.ok) return names;
  const all = new Map<string, RunDocument>();
  for (const each of checked) {
    const { hash: content, key, wrong, held: told } = each;
    if (wrong || held.has(each) || content === undefined || key === undefined || all.has(content)) continue;
    const { documentNumber: number, supplier, currency = "AED", totals } = told;
    all.set(content, {
      ...{ content, key, called: number ?? each.file, number },
      ...{ supplier: supplier?.trn || supplier?.name || "", currency, payable: totals?.payable_amount ?? "" },
    });
  }
  const documents = [...all.values()];
  const sent = await mapAll(documents, ({ content }) =>
    journal.together.tries.last(
      "content",
      content,
      (past) => mayExist(past) && names.value.includes(past.intent.account),
    ),
  );
  return sent.ok ? ok(documents.filter((_, at) => sent.value[at] === undefined)) : sent;
}

function besidesOf({ checked, held, why }: RunOfShare): BegunRun["besides"] {
  return checked.flatMap((each) => {
    const { wrong, file, held: told } = each;
    const error = told.problems.find(({ severity }) => severity === "error");
    const reason = held.has(each) ? why : wrong ? error : undefined;
    return reason === undefined ? [] : [{ called: told.documentNumber ?? file, why: reason.message }];
  });
}

async function filesOf(checked: readonly Checked[], desk: Desk): Promise<BegunRun["files"]> {
  const files: { file: string; hash: string }[] = [];
  for (const file of new Set(checked.map((each) => each.subject.source ?? each.file))) {
    const hash = file === "-" ? undefined : await fileHash(file, desk);
    if (hash !== undefined) files.push({ file: desk.output.absolute(file), hash });
  }
  return files;
}

function namedIn([first = "", ...more]: readonly string[]): string {
  const name = basename(first);
  return more.length === 0 ? name : `${name} and ${more.length} more`;
}

/** A list is named by `@` and its file; `-` is standard input. */
function absolute(word: string, desk: Desk): string {
  if (word === "-") return word;
  return word.startsWith("@") ? `@${desk.output.absolute(word.slice(1))}` : desk.output.absolute(word);
}

/** Gives the file of a map its whole path; a map that is kept has only a name. */
async function placed(options: readonly string[], desk: Desk): Promise<string[]> {
  const found: string[] = [];
  for (const option of options) {
    const file = /^--map=(?<file>.+)$/s.exec(option)?.groups?.file;
    const isFile = file !== undefined && (await desk.files.read(file)).ok;
    found.push(isFile ? `--map=${desk.output.absolute(file)}` : option);
  }
  return found;
}
