import type { AttemptResult, Intent, Journal, JournalRecord, Resolution, SeenState } from "../journal/index.ts";
import { ok, type Result } from "../problem/index.ts";

/** What one try of sending came to, as a person may ask for it. */
export const pastStates = ["created", "refused", "not-sent", "in-doubt", "not-created", "under-way"] as const;
export type PastState = (typeof pastStates)[number];

/** One try of sending, as the journal has it. */
export interface Past {
  readonly attempt: string;
  /** When it was begun; UTC, ISO 8601, as all times here. */
  readonly at: string;
  readonly intent: Intent;
  /** When the first byte was about to leave; absent when nothing left. */
  readonly sentAt?: string | undefined;
  readonly result?: (AttemptResult & { readonly at: string }) | undefined;
  readonly resolution?: (Resolution & { readonly at: string }) | undefined;
  readonly state: PastState;
  /** Of the document that exists. */
  readonly id?: string | undefined;
  readonly documentNumber?: string | undefined;
}

/** So many records are read at a time. */
const page = 1_000;

/** Every try of sending, the oldest first. Problem: `journal-unusable`. */
export async function pastAttempts(journal: Journal): Promise<Result<Past[]>> {
  const doubts = await journal.doubts();
  if (!doubts.ok) return doubts;
  const open = new Set(doubts.value.map((each) => each.attempt));
  const byAttempt = new Map<string, JournalRecord[]>();
  for (let after = 0; ; ) {
    const records = await journal.records(after, page);
    if (!records.ok) return records;
    for (const each of records.value) {
      const known = byAttempt.get(each.attempt);
      if (known) known.push(each);
      else byAttempt.set(each.attempt, [each]);
    }
    const last = records.value.at(-1);
    if (last === undefined) break;
    after = last.sequence;
  }
  return ok([...byAttempt.values()].flatMap((records) => pastOf(records, open) ?? []));
}

function pastOf(records: readonly JournalRecord[], open: ReadonlySet<string>): Past | undefined {
  const begun = records.find((each) => each.type === "intent");
  if (begun?.type !== "intent") return undefined;
  let past: Past = { attempt: begun.attempt, at: begun.at, intent: begun.data, state: "not-sent" };
  for (const each of records) past = { ...past, ...after(each, open) };
  return { ...past, documentNumber: past.documentNumber ?? begun.data.documentNumber };
}

/** What a record changes. */
function after(record: JournalRecord, open: ReadonlySet<string>): Partial<Past> {
  const { at } = record;
  switch (record.type) {
    case "intent":
      return {};
    case "armed":
      return { sentAt: at, state: open.has(record.attempt) ? "in-doubt" : "under-way" };
    case "result":
      return { result: { ...record.data, at }, state: record.data.verdict, ...identity(record.data) };
    case "resolved":
      return { resolution: { ...record.data, at }, state: record.data.verdict, ...identity(record.data) };
  }
}

function identity({ id, documentNumber }: Pick<AttemptResult, "id" | "documentNumber">): Partial<Past> {
  return { ...(id === undefined ? {} : { id }), ...(documentNumber === undefined ? {} : { documentNumber }) };
}

/** The words that sent it: one command for each kind of request, and the switches by which a warning was overridden. */
export function commandOf({ kind, replaces, overridden = [] }: Intent): string {
  const command = replaces !== undefined ? "resubmit" : kind === "invoice" ? "create-invoice" : "create-credit-note";
  return [command, ...overridden].join(" ");
}

/** One try for scripts; amounts, ids and counts are texts. `refusal` is the body of one. */
export function pastJson(whole: Past, refusal?: string): object {
  const { attempt, at, intent, sentAt, result, resolution, state, ...past } = whole;
  return {
    attempt,
    at,
    sent_at: sentAt ?? null,
    command: commandOf(intent),
    state,
    kind: intent.kind,
    id: past.id ?? null,
    document_number: past.documentNumber ?? null,
    supplier: { name: intent.supplier.name, trn: intent.supplier.trn },
    issue_date: intent.issueDate,
    currency: intent.currency,
    exchange_rate: intent.exchangeRate?.rate ?? null,
    rate_date: intent.exchangeRate?.date ?? null,
    totals: intent.totals,
    account: intent.account,
    service_version: intent.version,
    file: intent.file,
    replaces: intent.replaces ?? null,
    body_sha256: intent.bodyHash,
    answer: result ? answerJson(result, refusal ?? result.partialBody) : null,
    resolution: resolution ? resolutionJson(resolution) : null,
  };
}

function answerJson(answer: AttemptResult & { readonly at: string }, body: string | undefined): object {
  const { at, status, overallStatus, answerHash, said } = answer;
  return {
    at,
    status: status === undefined ? null : String(status),
    overall_status: overallStatus ?? null,
    sha256: answerHash ?? null,
    said,
    // Of a document that exists it is long, and in its pack of evidence.
    body: body ?? null,
  };
}

function resolutionJson({ at, verdict, how, by }: Resolution & { readonly at: string }): object {
  return { at, verdict, how, by };
}

export function seenJson({ at, state }: SeenState): object {
  return { at, state };
}
