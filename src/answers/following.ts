import * as z from "zod";
import { logEntry, networkFinding, statusLeg } from "../contract/index.ts";
import { type Owed, type OwedPart, owedKinds, owedParts } from "../life/index.ts";
import { type Stage, stages } from "../states/index.ts";
import {
  answer,
  foreign,
  head,
  kind,
  maybe,
  outcome,
  party,
  problems,
  rules,
  supplierAnswer,
  text,
  texts,
  told,
  whole,
  yes,
} from "./common.ts";

const leg = z.object(told(statusLeg));

const findingShown = z.object({
  ...told(networkFinding),
  more: texts,
  file: maybe,
  line: whole.nullable(),
  column: whole.nullable(),
  path: maybe,
});

const statusResult = z.object({
  asked: text,
  outcome,
  id: maybe,
  kind: z.enum(["invoice", "credit-note", "sales-credit-note"]).nullable(),
  document_number: maybe,
  overall_status: maybe,
  tells_overall_status: yes.nullable(),
  verdict: z.object({ word: text, sentence: text }).nullable(),
  participant_status: maybe,
  fta_status: maybe,
  c3: leg.nullable(),
  c5: leg.nullable(),
  validation_results: z.array(findingShown),
  more: texts,
  snapshot: foreign.nullable(),
  rules: rules.nullable(),
  saved: z.array(text),
  problems,
});

/** `xml` is there with --xml. */
export const status = answer({ results: z.array(statusResult), xml: text.optional() });

export const event = z.object({ ...told(logEntry), more: texts, raw: foreign });
export const logs = answer({ events: z.array(event), shape: z.enum(["list", "wrapped", "single"]), beside: texts });

const signedBy = z.object({ name: text, key: text, at: text, sha256: text });
/** `page`: SHA-256 of the page on which the documents were looked at, where there was one. */
const approvedBy = signedBy.extend({ page: text.optional() });

/** One attempt to send, and what was learned of its document later. */
export const attempt = z.object({
  attempt: text,
  at: text,
  sent_at: maybe,
  command: text,
  state: text,
  kind,
  id: maybe,
  document_number: maybe,
  supplier: party,
  issue_date: text,
  currency: text,
  exchange_rate: maybe,
  rate_date: maybe,
  totals: texts,
  account: text,
  service_version: text,
  rules: rules.nullable(),
  file: text,
  replaces: maybe,
  corrects: z.object({ id: text, document_number: text }).nullable(),
  sent_by: z.object({ machine: text, user: text, database_user: text }).nullable(),
  approval: z
    .object({
      policy: z.object({ number: text, hash: text }),
      requested: signedBy,
      approved: z.array(approvedBy),
      day: text,
      gross_aed: text,
      files: z.array(text),
    })
    .nullable(),
  body_sha256: text,
  answer: z
    .object({ at: text, status: maybe, overall_status: maybe, sha256: maybe, said: z.array(text), body: maybe })
    .nullable(),
  resolution: z.object({ at: text, verdict: text, how: text, by: text }).nullable(),
  later_states: z.array(z.object({ at: text, state: text })),
  supplier_answers: z.array(supplierAnswer),
});
export const history = answer({ history: z.array(attempt), journal: head.optional() });

const owed = z.enum(Object.keys(owedKinds) as [Owed, ...Owed[]]);
const part = z.enum(Object.keys(owedParts) as [OwedPart, ...OwedPart[]]);

const dueItem = z.object({
  due: owed,
  part,
  kind: kind.nullable(),
  document_number: text,
  supplier: text,
  currency: text,
  payable_amount: text,
  since: maybe,
  supplied: maybe,
  event: maybe,
  last_day: maybe,
  days_left: whole.nullable(),
  overall_status: maybe,
  id: maybe,
  attempt: maybe,
  file: maybe,
  why: z.array(text),
  todo: z.array(text),
});
export const due = answer({
  parts: z.array(z.object({ part, rows: whole, totals: texts })).optional(),
  without_status: whole.optional(),
  due: z.array(dueItem),
  recorded: z
    .array(z.object({ document_number: text, id: text, due: owed, reason: text, recorded_by: text }))
    .optional(),
});

const doubtShape = {
  id: text,
  account: text,
  kind,
  supplier: party,
  document_number: maybe,
  issue_date: text,
  currency: text,
  totals: texts,
  sent_at: text,
  status: maybe,
  said: z.array(text),
  file: text,
} as const;
const candidate = z.object({ id: text, document_number: maybe, why: text });

export const resolve = answer({
  resolved: z.array(z.object({ ...doubtShape, verdict: text, created_id: maybe, how: text, by: text })),
  doubts: z.array(z.object({ ...doubtShape, candidates: z.array(candidate) })),
});

const entryShape = {
  kind,
  id: text,
  document_number: maybe,
  supplier: z.object({ name: maybe, trn: maybe }),
  issue_date: maybe,
  currency: maybe,
  tax_amount: maybe,
  payable_amount: maybe,
} as const;
const difference = z.object({ path: text, here: text, there: text });

export const reconcile = answer({
  since: maybe,
  complete: yes,
  documents: z.object({ there: whole, here: whole }),
  taken_over: z.array(z.object({ ...entryShape, settles: maybe })),
  only_there: z.array(z.object(entryShape)),
  only_here: z.array(z.object(entryShape)),
  different: z.array(z.object({ ...entryShape, differences: z.array(difference) })),
});

export const evidence = answer({
  folder: text,
  files: z.array(z.object({ what: text, path: text, sha256: text })),
  missing: z.array(z.object({ what: text, why: text })),
});
const stage = z.enum(Object.keys(stages) as [Stage, ...Stage[]]);
const belongs = { document_number: text, stage } as const;

/** \`show\`; \`at_service\` is a document that this journal does not have. */
export const shown = answer({
  documents: z.array(
    z.object({
      document_number: maybe,
      id: maybe,
      attempt: text,
      kind,
      account: text,
      supplier: party,
      issue_date: text,
      currency: text,
      net: maybe,
      vat: maybe,
      gross: maybe,
      file: maybe,
      stage: z.enum([...stage.options, "refused", "not-sent", "not-created"]),
      overall_status: maybe,
      since: maybe,
      asked: yes,
      legs: z.array(
        z.object({ leg: z.enum(["delivery", "tax-report"]), side: maybe, status: maybe, answer: maybe, reason: maybe }),
      ),
      authority_accepted: yes.nullable(),
      supplier_answers: z.array(supplierAnswer),
      takes_back_from: z.array(text),
      credited_by: z.array(z.object({ ...belongs, gross: maybe })),
      credited: maybe,
      left: maybe,
      stands_in_for: maybe,
      replaced_by: z.array(z.object(belongs)),
      dealt_with: z
        .object({ how: z.enum(["corrected", "credited", "done"]), by: z.array(text), reason: maybe })
        .nullable(),
      open: z
        .object({ what: text, says: text, until: maybe, days_left: whole.nullable(), todo: z.array(text) })
        .nullable(),
      attempts: z.array(attempt.omit({ later_states: true, supplier_answers: true })),
      later_states: z.array(z.object({ at: text, state: text })),
    }),
  ),
  at_service: foreign.nullable(),
});
export const fetched = answer({ kind, document: foreign });
export const listed = answer({ total_elements: whole.nullable(), documents: z.array(foreign), beside: texts });
export const downloaded = answer({ id: text, files: z.array(z.object({ what: text, path: text, bytes: whole })) });

const sums = z.object({ net: text, vat: text, gross: text });
const total = z.object({ invoices: whole, credit_notes: whole, in_aed: sums });
const viewRow = z.object({
  label: text,
  currency: maybe,
  invoices: whole,
  credit_notes: whole,
  in_currency: sums,
  in_aed: sums,
});
const reported = z.object({
  kind,
  document_number: maybe,
  id: maybe,
  attempt: maybe,
  supplier: z.object({ name: text, trn: text }),
  issue_date: text,
  currency: text,
  exchange_rate: maybe,
  counted: yes,
  state: text,
  overall_status: maybe,
  since: maybe,
  in_currency: sums,
  in_aed: sums,
  credits: z.array(text),
  body_sha256: maybe,
  source: text,
});

/** The documents of a period, their totals, and how they differ from the books. */
export const report = answer({
  period: z.object({ from: text, to: text, name: text }),
  account: maybe,
  counted: total,
  of_these_pending: total,
  not_counted: z.object({ rejected: total, failed: total, in_doubt: total, credits_of_uncounted: total }),
  views: z.record(z.string(), z.array(viewRow)),
  vat_return: z.array(
    z.object({
      box: maybe,
      label: text,
      amount: text,
      vat: text,
      credit_notes: z.object({ amount: text, vat: text }),
    }),
  ),
  documents: z.array(reported),
  differences: z.array(foreign).nullable(),
  files: z.array(text),
  journal: head.optional(),
});

/** Entries for the books; `text` is what the file holds. */
export const exported = answer({
  period: text,
  account: maybe,
  entries: whole,
  not_exported: whole,
  text: text.nullable(),
  files: z.array(text),
});

/** `archive`, and `archive verify`. */
export const archived = answer({ folder: text, sha256: text, manifest: foreign });
export const archiveVerified = answer({
  folder: text,
  files: whole,
  documents: whole,
  sha256: text,
  flaws: z.array(z.object({ path: text, what: text })),
});

/** `status` without ids: a row for each document that is not final. */
export const overview = answer({
  results: z.array(
    z.object({
      outcome,
      id: maybe,
      kind,
      document_number: maybe,
      supplier: z.object({ name: text, trn: text }),
      issue_date: text,
      currency: text,
      tax_inclusive_amount: maybe,
      overall_status: maybe,
      participant_status: maybe,
      fta_status: maybe,
      since: maybe,
      asked_now: yes,
    }),
  ),
});
