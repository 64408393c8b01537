import { amount, documentKinds, money } from "../../document/index.ts";
import type { Doubt, Intent, Resolution } from "../../journal/index.ts";
import type { Problem } from "../../problem/index.ts";
import { gulfTime } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import type { Candidate } from "./look-up.ts";

/** What was settled, and how. */
export interface Settled {
  readonly doubt: Doubt;
  readonly resolution: Resolution;
}

/** What is in doubt, with the documents of the service that may be it, by attempt; and what was settled now. */
export function reportOf(
  open: readonly Doubt[],
  settled: readonly Settled[],
  problems: readonly Problem[],
  candidates: ReadonlyMap<string, readonly Candidate[]> = new Map(),
): Report {
  const columns = ["Id", "Kind", "Supplier", "Number", "Date", "Payable", "Sent", "What is known", "File"];
  const rows = [
    ...settled.map(({ doubt, resolution }) => row(doubt, settledWords(resolution))),
    ...open.map((each) => row(each, knownOf(each))),
  ];
  const data = {
    resolved: settled.map(({ doubt, resolution }) => ({ ...doubtJson(doubt), ...resolutionJson(resolution) })),
    doubts: open.map((each) => ({
      ...doubtJson(each),
      candidates: (candidates.get(each.attempt) ?? []).map(candidateJson),
    })),
  };
  const stopped = problems.find((each) => each.severity === "error");
  const outcome = stopped?.outcome ?? (open.length > 0 ? "in_doubt" : "done");
  const empty = "Nothing is in doubt: the result of every document is known.";
  const next = open.length === 0 || problems.length > 0 ? undefined : howToSettle;
  return { outcome, sandbox: false, view: { view: "table", columns, rows, right: [5], data, empty, next }, problems };
}

const howToSettle =
  "Ask the service: selfbill resolve --check. If it cannot tell, look there yourself, then type\n" +
  "selfbill resolve ID --created THE-ID, or selfbill resolve ID --not-created.";

function row({ attempt, intent, sentAt }: Doubt, known: string): string[] {
  const { kind, supplier, documentNumber = "", issueDate, file } = intent;
  const sent = gulfTime(Date.parse(sentAt));
  return [
    attempt,
    documentKinds[kind].says,
    supplier.name,
    documentNumber,
    issueDate,
    payable(intent),
    sent,
    known,
    file,
  ];
}

export function payable({ currency, totals }: Intent): string {
  return `${money.forPeople(amount(totals.payable_amount ?? "0"))} ${currency}`;
}

function knownOf({ result }: Doubt): string {
  return result?.said[0] ?? "selfbill ended before an answer came";
}

function settledWords({ verdict, id, how }: Resolution): string {
  const source = how === "looked-up" ? "the service" : "your decision";
  if (verdict === "in-doubt") return "in doubt again, by your decision";
  return verdict === "created" ? `settled by ${source}: it exists as ${id}` : `settled by ${source}: it does not exist`;
}

function doubtJson({ attempt, intent, sentAt, result }: Doubt): Record<string, unknown> {
  return {
    id: attempt,
    account: intent.account,
    kind: intent.kind,
    supplier: { name: intent.supplier.name, trn: intent.supplier.trn },
    document_number: intent.documentNumber ?? null,
    issue_date: intent.issueDate,
    currency: intent.currency,
    totals: intent.totals,
    sent_at: sentAt,
    status: result?.status === undefined ? null : String(result.status),
    said: result?.said ?? [],
    file: intent.file,
  };
}

function candidateJson({ id, documentNumber, why }: Candidate): Record<string, unknown> {
  return { id, document_number: documentNumber ?? null, why };
}

function resolutionJson({ verdict, id, documentNumber, how, by }: Resolution): Record<string, unknown> {
  return {
    verdict,
    created_id: id ?? null,
    ...(documentNumber === undefined ? {} : { document_number: documentNumber }),
    how,
    by,
  };
}
