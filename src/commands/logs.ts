import type { LogEntry, StatusLog, ToldMember } from "../contract/index.ts";
import type { Connection, Desk } from "../desk/index.ts";
import { writeJson } from "../json/index.ts";
import { type Outcome, ok, type Problem, problem } from "../problem/index.ts";
import { entryShape, escapeHidden, logShape, renderReport } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import type { ReadAnswer } from "../send/index.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { defineCommand, flag, type Input, serviceOptions, whereFrom } from "./command.ts";
import { again, once } from "./follow/observe.ts";
import { isPassing } from "./follow/read-again.ts";
import { readLog } from "./follow/read-log.ts";
import { findSubject, kindOptions, type Subject } from "./follow/subject.ts";
import { deadlineAfter, firstPause, waitOf, watch } from "./follow/watch.ts";
import { whole } from "./kinds.ts";

const options = {
  ...serviceOptions,
  ...kindOptions,
  follow: flag("--follow", "wait for the final status, and print each new event"),
  timeout: whole("--timeout <seconds>", "with --follow: how long at most (default 600)", { such: 120 }),
  jsonLines: flag("--json-lines", "one JSON object per line and event"),
} as const;

type LogsInput = Input<typeof options>;

export const logs = defineCommand({
  words: "logs <id>",
  summary: "event log of a document, oldest first",
  help: `The ID may also be a document number. Its kind comes from the journal; otherwise a credit note is tried first, then an invoice.
What an entry says in members that selfbill does not know is shown as it came. Ids and document types of entries are in --json.

${whereFrom}`,
  group: "What is open",
  everyday: true,
  practice: "own books",
  facts: { journal: "shown", oneDocument: true, sends: false, asksService: true },
  answers: ({ answer, logShape }) => [answer(logShape.schema.shape)],
  lines: ({ entryShape }) => [entryShape.schema],
  options,
  examples: [
    { type: "selfbill logs SBC-2026-0001", does: "shows what happened so far" },
    { type: "selfbill logs SBC-2026-0001 --follow", does: "waits for a final status" },
    { type: "selfbill logs 5a1e5000-0000-4000-8000-000000000002 --sales --sandbox", does: "a sales credit note" },
  ],
  input(words, options) {
    const wait = waitOf({ watch: options.follow, timeout: options.timeout });
    return wait.ok ? ok({ words, options, wait: wait.value }) : wait;
  },
  async run({ wait, ...input }, desk): Promise<Report> {
    const { options: given, words } = input;
    const deadline = deadlineAfter(wait, desk);
    const connection = await desk.connect(given);
    if (!connection.ok) return stoppedBy(connection.problems);
    const { sandbox } = connection.value.profile;
    const subject = await findSubject(words[0] ?? "", given, connection.value, desk);
    if (!subject.ok) return stoppedBy(subject.problems, sandbox);
    if (deadline !== undefined) return follow(subject.value, deadline, connection.value, input, desk);
    const answer = await readLog(subject.value, again(desk));
    if (!answer.ok) return stoppedBy(answer.problems, sandbox);
    const how = { ...given, lines: false, outcome: "done", sandbox, problems: [] } as const;
    return reportOf(answer.value, how);
  },
});

/**
 * Prints new log entries until the state is final, and then reads the log once more. A failed request does not end the
 * watch.
 */
async function follow(
  subject: Subject,
  deadline: number,
  { profile }: Connection,
  { options: given }: LogsInput,
  desk: Desk,
): Promise<Report> {
  const { sandbox } = profile;
  const seen: LogEntry[] = [];
  const known = new Map<string, number>();
  let [shape, beside]: [StatusLog["shape"], readonly ToldMember[]] = ["list", []];
  let last: ReadAnswer<StatusLog> | undefined;
  const each = async (): Promise<boolean> => {
    last = await readLog(subject, once);
    const fresh = last.ok ? freshOf(last.value.events, known) : [];
    seen.push(...fresh);
    if (last.ok) [shape, beside] = [last.value.shape, last.value.beside];
    const how = { jsonLines: given.jsonLines, lines: true, outcome: "done", sandbox, problems: [] } as const;
    if (fresh.length === 0 || desk.asJson) return true;
    return desk.write(
      renderReport(reportOf({ events: fresh, shape, beside: [] }, how), desk.dataStyle, desk.talkStyle).data,
    );
  };
  const options = { deadline, first: firstPause(sandbox), each, quiet: true };
  const { seen: watched, stopped } = await watch([subject], options, desk);
  if (last?.ok === false && seen.length === 0) return stoppedBy(last.problems, sandbox);
  const [state] = watched;
  const finished = state?.last?.ok === true && state.last.value.finished;
  const outcome: Outcome = finished ? "done" : stopped ? "interrupted" : "pending";
  const problems = last?.ok === false && !isPassing(last) ? last.problems : unfinished(outcome);
  return reportOf(
    { events: seen, shape, beside },
    { ...given, lines: true, streamed: true, outcome, sandbox, problems },
  );
}

function unfinished(outcome: Outcome): Problem[] {
  if (outcome !== "pending") return [];
  const message = "There is no final status yet; the time to wait is over.";
  return [
    problem("status-unknown", message, "Run it again, or add --timeout with more seconds.", { severity: "warning" }),
  ];
}

/**
 * Returns the entries not seen before. A service may reuse ids or repeat entries, so they are compared by content and
 * number of occurrences.
 */
function freshOf(events: readonly LogEntry[], known: Map<string, number>): LogEntry[] {
  const now = new Map<string, number>();
  return events.filter((event) => {
    const key = writeJson(event.raw);
    const times = (now.get(key) ?? 0) + 1;
    now.set(key, times);
    if (times <= (known.get(key) ?? 0)) return false;
    known.set(key, times);
    return true;
  });
}

interface How {
  readonly jsonLines: boolean;
  readonly lines: boolean;
  /** Set if the events were already printed, so that only the JSON output needs them. */
  readonly streamed?: true;
  readonly outcome: Outcome;
  readonly sandbox: boolean;
  readonly problems: readonly Problem[];
}

function reportOf(log: StatusLog, { jsonLines, lines, streamed, outcome, sandbox, problems }: How): Report {
  const data = logShape.json(log);
  const asLines = log.events.map((entry) => `${escapeHidden(writeJson(entryShape.json(entry)))}\n`).join("");
  if (jsonLines || streamed)
    return { outcome, sandbox, view: { view: "raw", text: streamed ? "" : asLines, data }, problems };
  return { outcome, sandbox, view: { view: "events", ...log, lines }, problems };
}
