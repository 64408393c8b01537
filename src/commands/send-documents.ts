import type { Connection, ConnectionWords, Desk } from "../desk.ts";
import type { Sendable } from "../flow.ts";
import type { Journal } from "../journal/index.ts";
import { type Outcome, type Problem, problem, type Result } from "../problem/index.ts";
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
import { showBeforeAsking } from "./show-before-asking.ts";
import { base, report, stopped } from "./submission-results.ts";

/** What sending asks of the words. */
export interface SendWords extends ConnectionWords {
  readonly yes: boolean;
  readonly sendAnyway: boolean;
  readonly allowSimilar: boolean;
  readonly noWait: boolean;
  readonly maxWait: string | undefined;
  readonly firstRun: boolean;
}

/** Everything that is open while documents are sent. */
export interface Open {
  readonly connection: Connection;
  readonly journal: Journal;
  readonly desk: Desk;
  readonly options: SubmitOptions;
}

/** Sends documents that are right, one after the other, after a yes. */
export async function sendDocuments(
  prepared: readonly Sendable[],
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
  if (!words.yes) {
    const no = await refusedBy(prepared, connection.value, desk);
    if (no) return stopped([no], sandbox);
  }
  const { allowSimilar, sendAnyway } = words;
  const options = { waiting: waiting.value, allowSimilar, sendAnyway };
  const results = await sendAll(prepared, { connection: connection.value, journal: journal.value, desk, options });
  return report(results, warnings, sandbox, false);
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

/** Shows what would be sent and asks; the problem when it is not a yes. */
async function refusedBy(
  prepared: readonly Sendable[],
  { profile }: Connection,
  desk: Desk,
): Promise<Problem | undefined> {
  for (const each of prepared) showBeforeAsking(each, profile, desk);
  const where = profile.sandbox ? "the sandbox" : profile.origin;
  const count = prepared.length === 1 ? "this document" : `these ${prepared.length} documents`;
  const agreed = await desk.ask.confirm(`Send ${count} to ${where}?`);
  if (!agreed.ok) return agreed.problems[0];
  if (agreed.value) return undefined;
  return problem("declined", "You said no: nothing was sent.", "Run the command again when you are ready.");
}

async function sendAll(prepared: readonly Sendable[], open: Open): Promise<SubmissionResult[]> {
  const results: SubmissionResult[] = [];
  const stop = watchForStop(open.desk);
  let halted: Outcome | undefined;
  try {
    for (const each of prepared) {
      if (stop.asked || halted) {
        results.push(notTried(each, stop.asked));
        continue;
      }
      const result = await sendOne(each, stop, open);
      results.push(result);
      if (result.outcome === "auth" || result.outcome === "local_state") halted = result.outcome;
    }
  } finally {
    stop.close();
  }
  return results;
}

function notTried(prepared: Sendable, stopped: boolean): SubmissionResult {
  const where = { file: prepared.file };
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
  return { ...base(prepared), outcome: why.outcome, problems: [why] };
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
