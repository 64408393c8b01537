import { all, listOf, maybe, shape, text, the, whole, words } from "../../answers/index.ts";
import { succeeded } from "../../commands/answer/stopped-by.ts";
import { businessProfileIn } from "../../journal/index.ts";
import { documentMoney } from "../../life/index.ts";
import { suggest } from "../../problem/index.ts";
import { fitted, gulfTime } from "../../render/index.ts";
import type { Report, Style } from "../../report/index.ts";
import type { Affected } from "./fate.ts";
import type { FailedAttempt, Outage } from "./spans.ts";
import { countsOf, documentWords, failureWords, fateWords, isUntried, plural, reportText } from "./words.ts";

export interface ToldOutage {
  readonly account: string;
  readonly outage: Outage;
  readonly documents: readonly Affected[];
  /** The last day on which the outage can be reported in time. */
  readonly reportBy: string;
}

export interface ToldFailure {
  readonly account: string;
  readonly failure: FailedAttempt;
  readonly document: Affected;
}

export interface FoundFailures {
  readonly outages: readonly ToldOutage[];
  readonly single: readonly ToldFailure[];
  readonly sandbox: boolean;
  /** Whether practice mode was requested; otherwise outages of the sandbox are ignored. */
  readonly practice: boolean;
}

export function outageReport({ outages, single, sandbox, practice }: FoundFailures, style: Style): Report {
  const accounts = new Set([...outages, ...single].map(({ account }) => account));
  const whose = (account: string): string => (accounts.size > 1 ? `  (${businessProfileIn(account)})` : "");
  const parts = [
    ...(practice ? ["PRACTICE in a sandbox: nothing of this is a real outage.\n"] : []),
    ...(outages.length > 0 ? [] : [nothingFound(sandbox && !practice)]),
    ...outages.map((each) => block(each, whose(each.account), practice)),
    ...(single.length > 0 ? [singles(single, whose)] : []),
  ];
  const data = {
    outages: outages.map((each) => outageShape.json({ ...each, practice })),
    single_failures: single.map(singleFailureShape.json),
  };
  return succeeded({ view: "raw", text: fitted(parts.join("\n"), style), data, foreign: true }, sandbox);
}

function nothingFound(ofSandbox: boolean): string {
  return ofSandbox
    ? `This profile is a sandbox: practice has no outages. Outages of the embedded sandbox: ${suggest`outage --sandbox`}\n`
    : "The journal shows no outage.\n";
}

const iso = (time: number): string => new Date(time).toISOString();

const documentMembers = {
  document_number: [maybe, ({ past }) => past.documentNumber],
  file: [text, ({ past }) => past.intent.file],
  supplier: [text, ({ past }) => past.intent.supplier.name],
  issue_date: [text, ({ past }) => past.intent.issueDate],
  currency: [text, ({ past }) => past.intent.currency],
  payable_amount: [text, ({ past }) => documentMoney(past).totals.payable_amount ?? ""],
} satisfies Parameters<typeof shape<Affected>>[0];

/** `created_at` is also set for a document that was found to exist. */
const fateMembers = {
  state: [words("created", "found", "in-doubt", "under-way", "not-created"), ({ fate }) => fate.is],
  created_at: [maybe, ({ fate }) => ("at" in fate ? fate.at : undefined)],
} satisfies Parameters<typeof shape<Affected>>[0];

const untriedShape = shape<Affected>({ ...documentMembers, ...fateMembers });
const affectedShape = shape<Affected>({
  ...documentMembers,
  first_attempt: [text, ({ past }) => past.at],
  ...fateMembers,
});

export const outageShape = shape<ToldOutage & { readonly practice: boolean }>({
  account: [text, ({ account }) => account],
  from: [text, ({ outage }) => iso(outage.from)],
  last_failure: [text, ({ outage }) => iso(outage.last)],
  to: [maybe, ({ outage }) => (outage.to === undefined ? undefined : iso(outage.to))],
  report_by: [text, ({ reportBy }) => reportBy],
  attempts: [whole, ({ outage }) => outage.failures.length],
  no_connection: [whole, ({ outage }) => countsOf(outage.failures).unsent],
  no_answer: [whole, ({ outage }) => countsOf(outage.failures).unanswered],
  server_errors: [whole, ({ outage }) => countsOf(outage.failures).errors],
  rate_limited: [whole, ({ outage }) => outage.putOff],
  said: [listOf(text), ({ outage }) => [...new Set(outage.failures.flatMap(({ past }) => past.result?.said ?? []))]],
  documents: all(affectedShape, ({ documents }) => documents.filter((each) => !isUntried(each))),
  not_tried: all(untriedShape, ({ documents }) => documents.filter(isUntried)),
  text: [text, ({ outage, documents, practice }) => textOf(outage, documents, practice)],
});

export const singleFailureShape = shape<ToldFailure>({
  account: [text, ({ account }) => account],
  at: [text, ({ failure }) => iso(failure.began)],
  failure: [
    words("no-connection", "no-answer", "server-error"),
    ({ failure }) => (failure.how === "not-sent" ? "no-connection" : failure.how),
  ],
  status: [whole.nullable(), ({ failure }) => failure.past.result?.status],
  said: [listOf(text), ({ failure }) => failure.past.result?.said ?? []],
  document: the(affectedShape, ({ document }) => document),
});

function textOf(outage: Outage, documents: readonly Affected[], practice: boolean): string {
  const said = reportText(outage, documents);
  return practice ? `PRACTICE, not to be reported.\n${said}` : said;
}

function block({ outage, documents, reportBy }: ToldOutage, whose: string, practice: boolean): string {
  const { from, last, to, failures } = outage;
  const open = documents.filter(({ fate }) => fate.is === "not-created").length;
  const untried = documents.filter(isUntried).length;
  const doubts = documents.filter(({ fate }) => fate.is === "in-doubt").length;
  const lines = [
    `${to === undefined ? "OUTAGE, NOT OVER YET" : "OUTAGE"}  ${gulfTime(from)} to ${gulfTime(last)}${whose}`,
    to === undefined
      ? "  No later attempt was answered."
      : `  The next attempt that was answered began at ${gulfTime(to)}.`,
    practice
      ? "  This is practice: it is not reported."
      : `  Ask your tax adviser whether it must be reported. If so, by ${reportBy} (two business days); an unreported failure can cost AED 1,000 a day.`,
    `  ${plural(failures.length, "failed attempt")} for ${plural(documents.length - untried, "document")}${untried > 0 ? `, ${untried} not tried` : ""}; ${open} not created, ${doubts} in doubt:`,
    ...documents.map((each) => `    ${documentWords(each)}  ${shownFate(each)}`),
    "  Text for the report:",
    ...textOf(outage, documents, practice)
      .split("\n")
      .map((line) => `    ${line}`),
  ];
  return `${lines.join("\n")}\n`;
}

function singles(single: readonly ToldFailure[], whose: (account: string) => string): string {
  const heading =
    single.length === 1 ? "1 SINGLE FAILURE (not an outage)" : `${single.length} SINGLE FAILURES (not an outage)`;
  const rows = single.flatMap(({ account, failure, document }) => [
    `  ${gulfTime(failure.began)}  ${failureWords(failure)}${whose(account)}`,
    `    ${documentWords(document)}  ${shownFate(document)}`,
  ]);
  return `${[heading, ...rows].join("\n")}\n`;
}

/** Describes the document's state, in capitals if it needs action. */
function shownFate({ fate }: Affected): string {
  if (fate.is === "in-doubt") return "IN DOUBT: it may or may not exist";
  return fate.is === "not-created" ? "NOT CREATED" : fateWords(fate);
}
