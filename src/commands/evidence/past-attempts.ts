import type { AttemptResult, Intent, Past, Resolution, SeenState } from "../../journal/index.ts";

/** The words that sent it: one command for each kind of request, and the switches by which a warning was overridden. */
export function commandOf({ kind, replaces, overridden = [] }: Intent): string {
  const command = replaces !== undefined ? "resubmit" : kind === "invoice" ? "create-invoice" : "create-credit-note";
  return [command, ...overridden].join(" ");
}

/** Who sent it, where several people share the journal: `user@machine`, and the user of the database. Else empty. */
export function senderOf({ by }: Intent): string {
  return by === undefined ? "" : `${by.user}@${by.machine} (${by.databaseUser})`;
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
    rules: intent.rules ?? null,
    file: intent.file,
    replaces: intent.replaces ?? null,
    corrects: intent.corrects ? { id: intent.corrects.id, document_number: intent.corrects.documentNumber } : null,
    sent_by: intent.by
      ? { machine: intent.by.machine, user: intent.by.user, database_user: intent.by.databaseUser }
      : null,
    approval: intent.approval ? approvalJson(intent.approval) : null,
    body_sha256: intent.bodyHash,
    answer: result ? answerJson(result, refusal ?? result.partialBody) : null,
    resolution: resolution ? resolutionJson(resolution) : null,
  };
}

/** Who requested and approved a document; `files` are the hashes of the signed files, whose texts are kept. */
function approvalJson({
  policy,
  requested,
  approved,
  day,
  grossInAed,
  files,
}: NonNullable<Intent["approval"]>): object {
  return { policy, requested, approved, day, gross_aed: grossInAed, files };
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
