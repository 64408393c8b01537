import type { Desk } from "../desk.ts";
import { amount, money } from "../document/index.ts";
import type { Journal, SeenState } from "../journal/index.ts";
import { writeJson } from "../json/index.ts";
import { fail, ok, problem, type Result } from "../problem/index.ts";
import { escapeHidden, gulfTime, type Report } from "../render/index.ts";
import { defineCommand, flag, type Input, list, text } from "./command.ts";
import { commandOf, type Past, type PastState, pastAttempts, pastJson, pastStates, seenJson } from "./past-attempts.ts";
import { stoppedBy } from "./profile-report.ts";

const options = {
  since: text("--since <date>", "from this day on, in the Emirates: YYYY-MM-DD"),
  state: list("--state <state>", `only these: ${pastStates.join(", ")}; repeatable`),
  supplier: text("--supplier <name>", "only this supplier: its TRN, or a part of its name"),
  jsonLines: flag("--json-lines", "one JSON object a line and try"),
} as const;

type HistoryInput = Input<typeof options>;

/** One try, and what the service told later of its document. */
interface Entry {
  readonly past: Past;
  readonly seen: readonly SeenState[];
  /** The body of a refusal. */
  readonly refusal: string | undefined;
}

export const history = defineCommand({
  words: "history",
  summary: "what was sent from this computer, when, and what became of it",
  help: `It is read from the journal; no service is asked. Every try is there, also what was refused or never left. Later states are those that
selfbill status has seen.`,
  options,
  examples: [
    { type: "selfbill history --since 2026-06-01", does: "everything since the first of June" },
    { type: "selfbill history --state created --supplier tiles", does: "what exists of one supplier" },
    { type: "selfbill history > history.tsv", does: "a table for a spreadsheet, every column in full" },
  ],
  async run({ options: given }, desk): Promise<Report> {
    const wanted = filterOf(given);
    if (!wanted.ok) return stoppedBy(wanted.problems);
    // Opening would make it, and a later run could not tell any more that nothing is known of earlier ones.
    const isNew = await desk.journalIsNew();
    if (!isNew.ok) return stoppedBy(isNew.problems);
    if (isNew.value) return reportOf([], given.jsonLines, desk);
    const journal = await desk.journal();
    if (!journal.ok) return stoppedBy(journal.problems);
    const entries = await entriesOf(journal.value, wanted.value);
    return entries.ok ? reportOf(entries.value, given.jsonLines, desk) : stoppedBy(entries.problems);
  },
});

/** Whether a try is meant. Problem: `bad-usage`. */
function filterOf({ since, state, supplier }: HistoryInput["options"]): Result<(past: Past) => boolean> {
  const stray = state.find((each) => !(pastStates as readonly string[]).includes(each));
  if (stray !== undefined) {
    const message = `--state does not know ${JSON.stringify(stray)}.`;
    return fail(problem("bad-usage", message, `Use one of: ${pastStates.join(", ")}.`));
  }
  const from = since === undefined ? undefined : dayInTheEmirates(since);
  if (since !== undefined && from === undefined)
    return fail(problem("bad-usage", `--since ${since} is not a date.`, "Write it as YYYY-MM-DD: 2026-06-01."));
  const name = supplier?.toLowerCase() ?? "";
  return ok(
    ({ at, state: its, intent: { supplier: who } }) =>
      (from === undefined || Date.parse(at) >= from) &&
      (state.length === 0 || state.includes(its)) &&
      (name === "" || who.name.toLowerCase().includes(name) || [who.id, who.trn].some((id) => id === supplier)),
  );
}

/** When a day begins there, Unix milliseconds; undefined for what is no day. */
function dayInTheEmirates(date: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return undefined;
  const midnight = Date.parse(`${date}T00:00:00+04:00`);
  return gulfTime(midnight).startsWith(date) ? midnight : undefined;
}

async function entriesOf(journal: Journal, wanted: (past: Past) => boolean): Promise<Result<Entry[]>> {
  const all = await pastAttempts(journal);
  if (!all.ok) return all;
  const entries: Entry[] = [];
  for (const past of all.value.filter(wanted)) {
    const seen = past.id === undefined ? ok([]) : await journal.seen(past.intent.account, past.id);
    if (!seen.ok) return seen;
    const { verdict, answerHash } = past.result ?? {};
    const body = verdict === "refused" && answerHash !== undefined ? await journal.kept(answerHash) : ok(undefined);
    entries.push({ past, seen: seen.value, refusal: body.ok ? body.value : undefined });
  }
  return ok(entries);
}

function reportOf(entries: readonly Entry[], jsonLines: boolean, desk: Desk): Report {
  const found = entries.map(({ past, seen, refusal }) => ({
    ...pastJson(past, refusal),
    later_states: seen.map(seenJson),
  }));
  const base = { outcome: "done", sandbox: false, problems: [] } as const;
  if (jsonLines) {
    const lines = found.map((each) => `${escapeHidden(writeJson(each))}\n`).join("");
    return { ...base, view: { view: "raw", text: lines, data: { history: found } } };
  }
  const empty = "The journal of this computer has nothing of the kind.";
  const { isTerminal } = desk.dataStyle;
  if (isTerminal && !desk.asJson && entries.length > most) desk.say(notAll(entries.length));
  const { columns, rows } = isTerminal ? forPeople(entries.slice(-most)) : inFull(entries);
  return { ...base, view: { view: "table", columns, rows, data: { history: found }, empty } };
}

/** Nobody reads more tries than these on a screen; a pipe and a script get all of them. */
const most = 200;

function notAll(count: number): string {
  return `The last ${most} of ${count} tries are shown. --since, --state and --supplier choose; a pipe or --json gets all of them.`;
}

/** What fits a screen: the hash by its first letters, and instead of the id, which would stand in pieces, the name of the try. */
function forPeople(entries: readonly Entry[]): { columns: string[]; rows: string[][] } {
  return {
    columns: ["Begun", "Command", "Number", "Supplier", "Payable", "Answer", "Since then", "Try", "Body"],
    rows: entries.map(({ past, seen }) => [
      time(past.at),
      commandOf(past.intent),
      past.documentNumber ?? "",
      past.intent.supplier.name,
      `${money.forPeople(payable(past))} ${past.intent.currency}`,
      answerWords(past),
      later(past, seen),
      past.attempt,
      past.intent.bodyHash.slice(0, 12),
    ]),
  };
}

function inFull(entries: readonly Entry[]): { columns: string[]; rows: string[][] } {
  const columns = ["Attempt", "Begun", "Sent", "Command", "Kind", "Number", "Supplier", "TRN", "Date", "Currency"];
  const more = [
    "Payable",
    "State",
    "Status",
    "Id",
    "Answer",
    "Since then",
    "Body SHA-256",
    "Answer SHA-256",
    "File",
    "Rate",
    "Rate of",
  ];
  return {
    columns: [...columns, ...more],
    rows: entries.map(({ past, seen }) => {
      const { attempt, at, sentAt, intent, state, result, id, documentNumber } = past;
      const who = [intent.kind, documentNumber ?? "", intent.supplier.name, intent.supplier.trn, intent.issueDate];
      const hashes = [intent.bodyHash, result?.answerHash ?? ""];
      return [
        ...[attempt, at, sentAt ?? "", commandOf(intent), ...who, intent.currency],
        ...[intent.totals.payable_amount ?? "", state, String(result?.status ?? ""), id ?? ""],
        ...[answerWords(past), later(past, seen), ...hashes, intent.file],
        ...[intent.exchangeRate?.rate ?? "", intent.exchangeRate?.date ?? ""],
      ];
    }),
  };
}

const words: Readonly<Record<PastState, string>> = {
  created: "created",
  refused: "refused",
  "not-sent": "not sent",
  "in-doubt": "IN DOUBT",
  "not-created": "not created",
  "under-way": "under way",
};

/** What came back at that time; what was settled afterwards is said under "since then". */
function answerWords({ state, result, resolution, sentAt }: Past): string {
  const verdict = result?.verdict ?? (resolution || sentAt === undefined ? undefined : state);
  if (verdict === undefined) return sentAt === undefined ? "not sent: selfbill ended before" : "no answer";
  const status = result?.status === undefined ? "" : ` (${result.status})`;
  const said = verdict === "created" ? (result?.overallStatus ?? "") : (result?.said[0] ?? "");
  return `${words[verdict]}${status}${said && `: ${said}`}`;
}

function later({ resolution }: Past, seen: readonly SeenState[]): string {
  const source = resolution?.how === "looked-up" ? "looked up" : `by the word of ${resolution?.by}`;
  const settled = resolution ? [`${words[resolution.verdict]}, ${source}, ${time(resolution.at)}`] : [];
  return [...settled, ...seen.map(({ at, state }) => `${state}, ${time(at)}`)].join("; ");
}

function payable({ intent }: Past) {
  return amount(intent.totals.payable_amount ?? "0");
}

function time(at: string): string {
  return gulfTime(Date.parse(at));
}
