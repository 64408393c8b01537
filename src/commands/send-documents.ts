import type { Connection, ConnectionWords, Desk } from "../desk.ts";
import type { PrepareOptions, Sendable } from "../flow.ts";
import type { Journal } from "../journal/index.ts";
import { type Outcome, outcomeOf, type Problem, problem, type Result } from "../problem/index.ts";
import type { Report, SubmissionResult } from "../render/index.ts";
import type { ServiceProfile } from "../settings/index.ts";
import {
  type SentBefore,
  type StopWatch,
  type SubmitOptions,
  submit,
  waitingFrom,
  watchForStop,
} from "../submit/index.ts";
import { batchOf, overFuses, refusedBy } from "./batch-question.ts";
import { asChecked, type Checked } from "./check-documents.ts";
import { listAfter, listLeft } from "./left-list.ts";
import { Progress } from "./progress.ts";
import type { ResultOutput } from "./result-output.ts";
import { base, report, stopped } from "./submission-results.ts";

/** What sending asks of the words. */
export interface SendWords extends ConnectionWords {
  readonly yes: boolean;
  readonly sendAnyway: boolean;
  readonly allowSimilar: boolean;
  readonly noWait: boolean;
  readonly maxWait: string | undefined;
  readonly firstRun: boolean;
  readonly maxTotal: string | undefined;
  readonly maxFiles: string | undefined;
}

/** Everything that is open while documents are sent. */
export interface Open {
  readonly connection: Connection;
  readonly journal: Journal;
  readonly desk: Desk;
  readonly options: SubmitOptions;
}

/** How a run over documents goes. */
export interface Run {
  /** How they were checked, to read them again. */
  readonly how: PrepareOptions;
  readonly output: ResultOutput;
  /** Where to write what is left. */
  readonly list: string | undefined;
}

/** Sends the documents that are right, one after the other, after a yes. */
export async function sendDocuments(
  checked: readonly Checked[],
  run: Run,
  words: SendWords,
  warnings: readonly Problem[],
  desk: Desk,
): Promise<Report> {
  const waiting = waitingFrom(words);
  if (!waiting.ok) return stopped(waiting.problems);
  const profile = await desk.profile(words);
  if (!profile.ok) return stopped(profile.problems);
  const forgetful = await withoutMemory(profile.value, words, desk);
  if (forgetful) return stopped([forgetful]);
  const connection = await desk.connect(words);
  if (!connection.ok) return stopped(connection.problems);
  const { sandbox } = connection.value.profile;
  const journal = await readyJournal(desk);
  if (!journal.ok) return stopped(journal.problems, sandbox);
  const batch = batchOf(checked, connection.value, journal.value, desk);
  const no =
    overFuses(batch, words) ?? (words.yes ? undefined : await refusedBy(checked, batch, connection.value, desk));
  if (no) return stopped([no], sandbox);
  const { list } = run;
  const listed =
    list === undefined
      ? undefined
      : await listLeft(
          list,
          checked.map(({ file }) => file),
          desk,
        );
  if (listed?.ok === false) return stopped(listed.problems, sandbox);
  const { allowSimilar, sendAnyway } = words;
  const options = { waiting: waiting.value, allowSimilar, sendAnyway };
  const results = await sendAll(checked, run, { connection: connection.value, journal: journal.value, desk, options });
  const unwritten = list === undefined ? [] : await listAfter(list, results, desk);
  return { ...report(results, [...warnings, ...unwritten], sandbox, false), outcome: outcomeOfRun(results) };
}

/** What stopped a run that created nothing speaks for the files after it. */
function outcomeOfRun(results: readonly SubmissionResult[]): Outcome {
  const tried = results.filter(({ notTried }) => !notTried).map(({ outcome }) => outcome);
  const [first] = tried;
  const stopsAll = tried.length === 1 && (first === "auth" || first === "local_state");
  return stopsAll ? first : outcomeOf(results.map(({ outcome }) => outcome));
}

/** Sends one document again, in place of one that the service has. */
export async function sendInstead(prepared: Sendable, before: SentBefore, open: Open): Promise<SubmissionResult> {
  const stop = watchForStop(open.desk);
  try {
    return await sendOne(prepared, stop, open, before);
  } finally {
    stop.close();
  }
}

/** The journal, sound and able to keep records. */
export async function readyJournal(desk: Desk): Promise<Result<Journal>> {
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const ready = await journal.value.readyToSend();
  return ready.ok ? journal : ready;
}

/** A job that is run again starts with an empty folder, and would send everything a second time. */
async function withoutMemory(profile: ServiceProfile, words: SendWords, desk: Desk): Promise<Problem | undefined> {
  const { CI = "" } = desk.environment;
  if (profile.sandbox || words.firstRun || /^(?:|0|false)$/i.test(CI)) return undefined;
  const isNew = await desk.journalIsNew();
  if (!isNew.ok || !isNew.value) return isNew.ok ? undefined : isNew.problems[0];
  return problem(
    "journal-missing",
    "Nothing was sent: this is CI, and there is no journal that knows what was sent before.",
    "Keep the journal from run to run and name its folder: --journal DIR. If nothing was ever sent: --first-run.",
  );
}

async function sendAll(checked: readonly Checked[], run: Run, open: Open): Promise<SubmissionResult[]> {
  const results: SubmissionResult[] = [];
  const stop = watchForStop(open.desk);
  const progress = new Progress(checked.filter((each) => !each.wrong).length, open.desk);
  let halted = false;
  try {
    for (const each of checked) {
      const result: SubmissionResult = each.wrong
        ? each.held
        : stop.asked || halted
          ? notTried(each, stop.asked)
          : await sendNext(each, run, stop, open);
      results.push(result);
      await run.output.tell(result);
      if (!each.wrong) progress.count(result);
      halted ||= result.outcome === "auth" || result.outcome === "local_state";
    }
  } finally {
    progress.end();
    stop.close();
  }
  return results;
}

/** The next document of a run, read again where it was let go after the check. */
async function sendNext(checked: Checked, { how }: Run, stop: StopWatch, open: Open): Promise<SubmissionResult> {
  const prepared = await asChecked(checked, how, open.desk);
  if (prepared.ok) return sendOne(prepared.value, stop, open);
  return { ...checked.held, outcome: prepared.problems[0].outcome, problems: prepared.problems };
}

function notTried({ file, held }: Checked, stopped: boolean): SubmissionResult {
  const where = { file };
  const why = stopped
    ? problem("interrupted", "It was not tried, because you stopped.", "Run the same command again when you like.", {
        where,
      })
    : problem(
        "not-connected",
        "It was not tried, because an earlier one met what stops all.",
        "Run the same command again once that is put right.",
        { where },
      );
  return { ...held, outcome: why.outcome, notTried: true, problems: [...held.problems, why] };
}

/** Sends one document, for the first time or in place of one that the service has. */
async function sendOne(
  prepared: Sendable,
  stop: StopWatch,
  open: Open,
  before?: SentBefore,
): Promise<SubmissionResult> {
  const { connection, journal, desk, options } = open;
  const { outcome, created, replayed, problems } = await submit(
    prepared,
    connection,
    { journal, desk, stop },
    options,
    before,
  );
  const all = [...prepared.problems, ...problems];
  if (!created) return { ...base(prepared), outcome, problems: all };
  const totals = { ...base(prepared).totals, ...created.totals };
  const { id, documentNumber, overallStatus } = created;
  const result = { ...base(prepared), outcome, id, documentNumber, overallStatus, totals, problems: all };
  return replayed ? { ...result, replayed } : result;
}
