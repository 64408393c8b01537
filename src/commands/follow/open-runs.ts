import { createHash } from "node:crypto";
import { all, kind, listOf, maybe, shape, text, texts, whole } from "../../answers/index.ts";
import type { Desk } from "../../desk/index.ts";
import { amount, formatAmount, gulfTime, money, totalsByCurrency } from "../../document/index.ts";
import type { Journal, OfAccounts } from "../../journal/index.ts";
import { type OpenRun, type RunRemark, runsIn } from "../../life/index.ts";
import { ok, type Result, suggest } from "../../problem/index.ts";
import { fitted, safe } from "../../render/index.ts";
import { ownAccounts } from "./own-tries.ts";
import { seenFromHere } from "./place-findings.ts";

/** A run that is not finished, with what the disk says of its files. */
export interface UnfinishedRun extends OpenRun {
  /** Files whose bytes are not those that the run read; seen from here. */
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  /** The command that sends the rest. */
  readonly next: string;
}

/** Returns the runs of these accounts that are not finished, newest first. Problem: `journal-unusable`. */
export async function unfinishedRuns(
  journal: Journal | undefined,
  account: OfAccounts | undefined,
  desk: Desk,
): Promise<Result<UnfinishedRun[]>> {
  if (journal === undefined) return ok([]);
  const isMeant = await ownAccounts(account, journal);
  if (!isMeant.ok) return isMeant;
  const found = await runsIn(journal, isMeant.value);
  if (!found.ok) return found;
  const runs: UnfinishedRun[] = [];
  for (const run of found.value.open) {
    const [changed, missing]: [string[], string[]] = [[], []];
    for (const { file, hash } of run.files) {
      const now = await fileHash(file, desk);
      if (now !== hash) (now === undefined ? missing : changed).push(seenFromHere(file, desk));
    }
    const words = run.words.map((word) => (word.startsWith("-") ? word : seenFromHere(word, desk)));
    runs.push({ ...run, changed, missing, next: `${suggest`create-${run.kind} ${words}`}` });
  }
  return ok(runs);
}

/** The largest spreadsheet that is read. */
const largest = 64 * 1024 * 1024;

/** Returns the SHA-256 of a file's bytes (hex); undefined if it cannot be read. */
export async function fileHash(file: string, desk: Desk): Promise<string | undefined> {
  const bytes = await desk.files.read(file, largest);
  return bytes.ok ? createHash("sha256").update(bytes.value).digest("hex") : undefined;
}

/** Returns exact sums of what is left, by currency. */
export function leftTotals({ kind: of, left }: Pick<OpenRun, "kind" | "left">): Record<string, string> {
  const sums = totalsByCurrency(left.map(({ currency, payable }) => ({ kind: of, currency, sum: payable })));
  return Object.fromEntries(sums.map(([currency, sum]) => [currency, formatAmount(sum)]));
}

/** Returns text such as `7 of 24 sent, 17 left, AED 412,300.00, stopped 2026-11-28 22:51`. */
export function runSays(run: UnfinishedRun): string {
  const { sent, documents, left, inDoubt, underWay, refused, last } = run;
  const sums = Object.entries(leftTotals(run)).map(([currency, sum]) => `${currency} ${money.forPeople(amount(sum))}`);
  return [
    `${sent} of ${documents.length} sent`,
    ...(inDoubt > 0 ? [`${inDoubt} in doubt`] : []),
    ...(refused.length > 0 ? [`${refused.length} refused`] : []),
    `${left.length} left`,
    ...sums,
    underWay > 0 ? "being sent now" : `stopped ${gulfTime(Date.parse(last))}`,
  ].join(", ");
}

/** The most documents and files that are named. */
const most = 3;

/** Returns sentences about documents that are not left, and files that are not as they were. */
export function runRemarks({ refused, besides, changed, missing }: UnfinishedRun): string[] {
  return [
    ...remarks("Refused", refused),
    ...remarks("Not in the run", besides),
    ...(changed.length === 0 ? [] : [`Changed since: ${named(changed)}. Documents with other content count as new.`]),
    ...(missing.length === 0 ? [] : [`No longer there: ${named(missing)}.`]),
  ];
}

function remarks(says: string, all: readonly RunRemark[]): string[] {
  const more = all.length - most;
  return [
    ...all.slice(0, most).map(({ called, why }) => `${says}: ${called}: ${why}`),
    ...(more > 0 ? [`${says}: ${more} more.`] : []),
  ];
}

function named(files: readonly string[]): string {
  const more = files.length - most;
  return [...files.slice(0, most), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

/** Returns the lines about unfinished runs that stand above a list. */
export function runLines(runs: readonly UnfinishedRun[]): string[] {
  return runs.flatMap((run) => {
    const { changed, missing } = run;
    const files = runRemarks({ ...run, changed, missing, refused: [], besides: [] });
    return [`${run.named}: ${runSays(run)}.`, ...files.map((each) => `  ${each}`), `  Go on: ${run.next}`];
  });
}

/** Says them above a list, on standard error; with --json they are the member `runs` alone. */
export function sayRuns(runs: readonly UnfinishedRun[], desk: Desk): void {
  if (!desk.asJson) for (const line of runLines(runs)) desk.say(fitted(safe(line), desk.talkStyle));
}

const remarkShape = shape<RunRemark>({
  document: [text, ({ called }) => called],
  why: [text, ({ why }) => why],
});

/** Amounts are exact decimal strings. */
export const runShape = shape<UnfinishedRun>({
  run: [text, ({ run }) => run],
  named: [text, (each) => each.named],
  kind: [kind, (each) => each.kind],
  profile: [maybe, ({ profile }) => profile],
  begun: [text, ({ at }) => at],
  last: [text, ({ last }) => last],
  documents: [whole, ({ documents }) => documents.length],
  sent: [whole, ({ sent }) => sent],
  in_doubt: [whole, ({ inDoubt }) => inDoubt],
  under_way: [whole, ({ underWay }) => underWay],
  left: [whole, ({ left }) => left.length],
  left_totals: [texts, leftTotals],
  left_documents: [listOf(text), ({ left }) => left.map(({ called }) => called)],
  refused: all(remarkShape, ({ refused }) => refused),
  besides: all(remarkShape, ({ besides }) => besides),
  changed_files: [listOf(text), ({ changed }) => changed],
  missing_files: [listOf(text), ({ missing }) => missing],
  next: [text, ({ next }) => next],
});
