import {
  all,
  kind,
  listOf,
  maybe,
  membersOf,
  partyShape,
  type Source,
  shape,
  text,
  the,
  words,
} from "../../answers/index.ts";
import { type Decision, supplierIsNew } from "../../approval/index.ts";
import { type ColumnsOf, tableView } from "../../commands/answer/columns.ts";
import { formatAmount, money } from "../../document/index.ts";
import type { Problem } from "../../problem/index.ts";
import { suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { identityOf } from "../../suppliers/index.ts";
import { approvedTotal, type Chosen } from "./chosen-documents.ts";
import type { JudgedDocument } from "./judge-request.ts";
import { nameOf } from "./requested-list.ts";

export interface WrittenDecision {
  readonly decision: Decision;
  readonly chosen: Chosen;
  /** SHA-256 of the signed text, hex. */
  readonly hash: string;
  /** Undefined if the decision is only in the journal. */
  readonly file: string | undefined;
}

export function decisionsReport(decisions: readonly WrittenDecision[], problems: readonly Problem[]): Report {
  return {
    outcome: problems[0]?.outcome ?? "done",
    sandbox: decisions.some(({ chosen }) => chosen.judged.file.request.account.startsWith("sandbox:")),
    view: {
      ...tableView(decisions, columns),
      data: { decisions: decisions.map(decisionShape.json) },
      empty: "Nothing was approved.",
      next: nextOf(decisions),
    },
    problems: [...problems, ...decisions.flatMap(({ chosen }) => chosen.judged.warnings)],
  };
}

const columns: ColumnsOf<WrittenDecision> = {
  Request: ({ chosen }) => chosen.judged.file.hash.slice(0, 12),
  By: ({ chosen }) => chosen.judged.file.request.by.name,
  Documents: [
    "count",
    ({ chosen: { approved, judged } }) =>
      `${approved.length}${approved.length === judged.documents.length ? "" : ` of ${judged.documents.length}`}`,
  ],
  "AED with VAT": ["money", ({ chosen }) => money.forPeople(approvedTotal(chosen.approved))],
  Decision: ({ decision, chosen: { judged } }) =>
    decision.decision + (forWhom(judged) === undefined ? "" : ` for ${forWhom(judged)}`),
  "Written to": ({ file }) => file ?? "the journal",
};

const forWhom = ({ delegation }: Chosen["judged"]): string | undefined => delegation?.delegation.by.name;

function nextOf(all: readonly WrittenDecision[]): string | undefined {
  if (all.length === 0) return undefined;
  const files = all.flatMap(({ file }) => file ?? []);
  const back =
    files.length > 0
      ? `Nothing was sent. Hand ${files.join(", ")} back: it is sent with --approval.`
      : `Nothing was sent.${all.some(({ decision }) => decision.decision === "approved") ? ` What was approved can be sent as usual: ${suggest`create-invoice FILE`}` : ""}`;
  const names = all.flatMap(({ chosen }) => chosen.left.map(({ document }) => nameOf(document)));
  if (names.length === 0) return back;
  return `${back} Not approved: ${names.join(", ")}; ${suggest`approve`} can approve ${names.length === 1 ? "it" : "them"} later, from the same request.`;
}

/** The computers whose records show a new or changed supplier or account. */
const records = listOf(words("requester", "approver"));

const askedMembers = {
  file: [text, ({ asked }) => asked.file],
  kind: [kind, ({ asked }) => asked.kind],
  confirm: [text, ({ asked }) => asked.key],
  gross_aed: [text, ({ asked }) => asked.gross_aed],
  number: [maybe, ({ preview }) => preview.document.document_number?.trim() || undefined],
  supplier: the(partyShape, ({ preview }) => identityOf(preview.document)),
  accounts: [listOf(text), ({ preview }) => [...identityOf(preview.document).accounts]],
  new_by: [
    records,
    ({ asked, here }) =>
      whoSays(
        asked.warnings.some(({ code }) => code === supplierIsNew),
        here.isNew,
      ),
  ],
  changed_by: [
    records,
    ({ asked, here }) =>
      whoSays(
        asked.warnings.some(({ code }) => code === "supplier-changed"),
        here.changes.length > 0,
      ),
  ],
  net: [text, ({ preview }) => formatAmount(preview.calculation.totals.tax_exclusive_amount)],
  vat: [text, ({ preview }) => formatAmount(preview.calculation.totals.tax_amount)],
  gross: [text, ({ preview }) => formatAmount(preview.calculation.totals.tax_inclusive_amount)],
  currency: [text, ({ preview }) => preview.calculation.currency],
  issue_date: [maybe, ({ preview }) => preview.document.issue_date],
} satisfies Record<string, Source<JudgedDocument>>;

/** Amounts are exact strings. */
export const requestedShape = shape<JudgedDocument>(askedMembers);

export const decisionShape = shape<WrittenDecision>({
  request: [text, ({ chosen }) => chosen.judged.file.hash],
  requested_by: [text, ({ chosen }) => chosen.judged.file.request.by.name],
  decision: [words("approved", "rejected"), ({ decision }) => decision.decision],
  by: [text, ({ decision }) => decision.by.name],
  for: [maybe, ({ chosen }) => forWhom(chosen.judged)],
  policy: [text, ({ decision }) => decision.policy],
  documents: all(requestedShape, ({ chosen }) => chosen.approved),
  left_out: all(
    shape<Chosen["left"][number]>({
      ...membersOf(askedMembers, ({ document }) => document),
      why: [text, ({ above }) => above ?? "--except"],
    }),
    ({ chosen }) => chosen.left,
  ),
  page_sha256: [maybe, ({ decision }) => decision.page],
  sha256: [text, ({ hash }) => hash],
  file: [text, ({ file }) => file ?? ""],
});

/** `there`: whether the requester's computer reports it; `here`: whether the approver's does. */
function whoSays(there: boolean, here: boolean): ("requester" | "approver")[] {
  return [...(there ? ["requester" as const] : []), ...(here ? ["approver" as const] : [])];
}
