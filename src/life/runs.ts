import { randomBytes } from "node:crypto";
import type { DocumentKind } from "../document/index.ts";
import { type Journal, type JournalNote, notesOfType, type Past, sha256 } from "../journal/index.ts";
import { parseJson } from "../json/index.ts";
import { map, mapAll, ok, type Result } from "../problem/index.ts";
import { mayExist } from "../states/index.ts";
import { type NewNote, saidIn } from "./notes.ts";

/** A document that a run set out to send. */
export interface RunDocument {
  /** Hash of its content, as in the intent: the journal finds the document's attempts by it. */
  readonly content: string;
  readonly key: string;
  readonly called: string;
  readonly number?: string | undefined;
  /** The supplier's TRN, else the name. */
  readonly supplier: string;
  readonly currency: string;
  /** Exact amount as a string; empty if unknown. */
  readonly payable: string;
}

/** Why a document that was named was not part of the run, or was refused in it. */
export interface RunRemark {
  readonly called: string;
  readonly why: string;
}

/** What a run was asked to do, as noted before its first document was sent. */
export interface BegunRun {
  readonly account: string;
  readonly kind: DocumentKind;
  /** What the user named, in a few words: `March.xlsx`, `outbox`, `a.yaml and 2 more`. */
  readonly named: string;
  /** The arguments and options of the command that goes on with it; files have absolute paths. */
  readonly words: readonly string[];
  readonly profile?: string | undefined;
  /** Absolute paths of the files that were named or found, each with the SHA-256 of its bytes. */
  readonly files: readonly { readonly file: string; readonly hash: string }[];
  readonly documents: readonly RunDocument[];
  readonly besides: readonly RunRemark[];
}

export interface NotedRun extends BegunRun {
  readonly run: string;
  /** Start of the run; UTC, ISO 8601. */
  readonly at: string;
}

export interface OpenRun extends NotedRun {
  readonly sent: number;
  readonly inDoubt: number;
  /** Documents that a live process is sending now. */
  readonly underWay: number;
  /** Documents that were not sent and that no later run has taken over. */
  readonly left: readonly RunDocument[];
  readonly refused: readonly RunRemark[];
  /** The last that the journal knows of it; UTC, ISO 8601. */
  readonly last: string;
}

const types = { begun: "run", ended: "run-ended" } as const;

/** The note of a run, and the text with its documents that is kept beside it. */
export function runNote(run: BegunRun): NewNote & { readonly text: string } {
  const { documents, besides, files, ...rest } = run;
  const text = JSON.stringify({ documents, besides, files });
  const data = { run: `RUN-${randomBytes(3).toString("hex").toUpperCase()}`, ...rest, list: sha256(text) };
  return { type: types.begun, data, text };
}

export const isRunName = (word: string): boolean => /^RUN-[0-9A-F]{6}$/i.test(word);

export function runEndedNote(run: string): NewNote {
  return { type: types.ended, data: { run } };
}

export interface RunsFound {
  /** Newest first; each has something left. */
  readonly open: readonly OpenRun[];
  /** Runs with nothing left, of which no note says so yet. */
  readonly finished: readonly NotedRun[];
}

/**
 * Finds the runs that are not finished: what is left is worked out from the contents that were sent, however and by
 * whichever command, so that it never contradicts what is said of a single document. Problem: `journal-unusable`.
 */
export async function runsIn(journal: Journal, isMeant: (account: string) => boolean): Promise<Result<RunsFound>> {
  const noted = await notedRuns(journal, isMeant);
  if (!noted.ok) return noted;
  const open: OpenRun[] = [];
  const finished: NotedRun[] = [];
  const claimed = new Set<string>();
  for (const run of noted.value) {
    const judged = await judgedRun(run, journal);
    if (!judged.ok) return judged;
    const named = ({ content }: RunDocument): string => `${run.account} ${content}`;
    const left = judged.value.left.filter((each) => !claimed.has(named(each)));
    for (const each of left) claimed.add(named(each));
    if (left.length > 0) open.push({ ...judged.value, left });
    else finished.push(run);
  }
  return ok({ open, finished });
}

/**
 * Returns the runs of which no note says that they ended, newest first, without a look at what was sent of them.
 * Problem: `journal-unusable`.
 */
export async function notedRuns(
  journal: Pick<Journal, "notes" | "kept">,
  isMeant: (account: string) => boolean,
): Promise<Result<NotedRun[]>> {
  const notes = await journal.notes();
  if (!notes.ok) return notes;
  const listed = unended(notes.value).filter(({ account }) => isMeant(account));
  const runs = await mapAll(listed, (each) => readRun(each, journal));
  return map(runs, (all) => all.filter((each) => each !== undefined));
}

/**
 * Returns the run of this name, also one that ended; undefined if the journal has none, or its list was purged.
 * Problem: `journal-unusable`.
 */
export async function runCalled(
  name: string,
  journal: Pick<Journal, "notes" | "kept">,
): Promise<Result<NotedRun | undefined>> {
  const notes = await journal.notes();
  if (!notes.ok) return notes;
  const found = begunIn(notes.value).get(name.toUpperCase());
  return found ? readRun(found, journal) : ok(undefined);
}

/** Returns undefined if the list of the run was purged with the documents of its time. */
async function readRun(
  { list, ...noted }: Listed,
  journal: Pick<Journal, "kept">,
): Promise<Result<NotedRun | undefined>> {
  const text = await journal.kept(list);
  if (!text.ok || text.value === undefined) return text.ok ? ok(undefined) : text;
  const parsed = parseJson(text.value);
  if (!parsed.ok) return parsed;
  // Code in this file wrote the text, and a kept text is compared with its hash, so the cast is safe.
  return ok({ ...noted, ...(parsed.value as unknown as Pick<BegunRun, Kept>) });
}

/** What is kept as a text beside the note, because it grows with the run. */
type Kept = "documents" | "besides" | "files";

type Listed = Omit<NotedRun, Kept> & { readonly list: string };

/** Returns the runs of which no note says that they ended, newest first. */
function unended(notes: readonly JournalNote[]): Listed[] {
  const begun = begunIn(notes);
  if (begun.size === 0) return [];
  for (const { data } of notesOfType(notes, types.ended)) begun.delete(String(data.run));
  const said = saidIn(notes);
  const isDone = ({ account, run: id }: Listed) => said.done({ account, id }).some(({ what }) => what === "run");
  return [...begun.values()].filter((each) => !isDone(each)).reverse();
}

/** All runs by their names, oldest first. */
function begunIn(notes: readonly JournalNote[]): Map<string, Listed> {
  // Only code in this file writes such notes, so the casts are safe.
  return new Map(
    notesOfType(notes, types.begun).map(({ at, data }) => [String(data.run), { ...(data as unknown as Listed), at }]),
  );
}

async function judgedRun(run: NotedRun, journal: Journal): Promise<Result<OpenRun>> {
  const { account, kind, at: begun, documents } = run;
  const names = await journal.accounts.names(account);
  if (!names.ok) return names;
  const { tries } = journal.together;
  const own = ({ intent }: Past): boolean => names.value.includes(intent.account);
  const there = (past: Past): boolean => own(past) && mayExist(past);
  const contents = new Set(documents.map(({ content }) => content));
  const pasts = await mapAll(documents, ({ content }) => tries.last("content", content, there));
  if (!pasts.ok) return pasts;
  const missing = documents.filter((_, at) => pasts.value[at] === undefined);
  const judged = await mapAll(missing, async (each): Promise<Result<Missing>> => {
    const { content, key, number, supplier } = each;
    const isSent = await journal.isSent(account, key);
    if (!isSent.ok || isSent.value) return map(isSent, () => ({ is: "sent" }));
    // The same document with other content: corrected in its file, and sent under its number since.
    const isIt = (past: Past): boolean =>
      there(past) && past.intent.kind === kind && supplierOf(past) === supplier && past.at >= begun;
    const instead = number === undefined ? ok(undefined) : await tries.last("number", number, isIt);
    if (!instead.ok) return instead;
    if (instead.value && !contents.has(instead.value.intent.contentHash))
      return ok({ is: "sent", past: instead.value });
    const last = await tries.last("content", content, own);
    if (!last.ok) return last;
    const refused = last.value && last.value.at >= begun ? refusalOf(last.value) : undefined;
    if (refused !== undefined)
      return ok({ is: "refused", past: last.value, remark: { called: each.called, why: refused } });
    return ok({ is: "left", past: last.value, document: each });
  });
  if (!judged.ok) return judged;
  const found = pasts.value.filter((past) => past !== undefined);
  const known = [...found, ...judged.value.flatMap(({ past }) => past ?? [])];
  const of = (state: Past["state"]): number => found.filter((past) => past.state === state).length;
  return ok({
    ...run,
    sent: of("created") + judged.value.filter(({ is }) => is === "sent").length,
    inDoubt: of("in-doubt"),
    underWay: of("under-way"),
    left: judged.value.flatMap(({ document }) => document ?? []),
    refused: judged.value.flatMap(({ remark }) => remark ?? []),
    last: known.map(endOf).reduce((latest, each) => (each > latest ? each : latest), begun),
  });
}

interface Missing {
  readonly is: "sent" | "refused" | "left";
  readonly past?: Past | undefined;
  readonly document?: RunDocument;
  readonly remark?: RunRemark;
}

const supplierOf = ({ intent: { supplier } }: Past): string => supplier.trn || supplier.name;

const endOf = ({ at, sentAt, result }: Past): string => result?.at ?? sentAt ?? at;

/** Statuses of refusals that are not about the document: the token, the address, or the moment. */
const notAboutIt: readonly number[] = [401, 403, 404, 405, 407, 408, 429];

/** Returns the reason if the service refused the document itself, so that sending it again would not help. */
function refusalOf({ state, result }: Past): string | undefined {
  const { status = 0, said = [] } = result ?? {};
  const isOfIt = state === "refused" && status >= 400 && status < 500 && !notAboutIt.includes(status);
  return isOfIt ? (said[0] ?? `refused with status ${status}`) : undefined;
}
