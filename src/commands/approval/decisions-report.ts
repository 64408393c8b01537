import { type Decision, supplierIsNew } from "../../approval/index.ts";
import { formatAmount, money } from "../../document/index.ts";
import type { Problem } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { identityOf } from "../../suppliers/index.ts";
import { approvedTotal, type Chosen } from "./chosen-documents.ts";
import type { JudgedDocument } from "./judge-request.ts";
import { nameOf } from "./requested-list.ts";

/** A decision that was signed and written. */
export interface WrittenDecision {
  readonly decision: Decision;
  readonly chosen: Chosen;
  /** SHA-256 of what was signed, hex. */
  readonly hash: string;
  readonly file: string;
}

/** What was decided, what stays open, and what to do with the files. */
export function decisionsReport(all: readonly WrittenDecision[], problems: readonly Problem[]): Report {
  const rows = all.map(({ decision, chosen: { judged, approved, left }, file }) => [
    judged.file.hash.slice(0, 12),
    judged.file.request.by.name,
    left.length === 0 ? String(approved.length) : `${approved.length} of ${judged.documents.length}`,
    money.forPeople(approvedTotal(approved)),
    decision.decision,
    file,
  ]);
  const columns = ["Request", "By", "Documents", "AED with VAT", "Decision", "Written to"];
  return {
    outcome: problems[0]?.outcome ?? "done",
    sandbox: all.some(({ chosen }) => chosen.judged.file.request.account.startsWith("sandbox:")),
    view: {
      view: "table",
      columns,
      rows,
      right: [2, 3],
      data: { decisions: all.map(decisionJson) },
      empty: "Nothing was approved.",
      next: nextOf(all),
    },
    problems: [...problems, ...all.flatMap(({ chosen }) => chosen.judged.warnings)],
  };
}

function nextOf(all: readonly WrittenDecision[]): string | undefined {
  if (all.length === 0) return undefined;
  const back = `Nothing was sent. Hand ${all.map(({ file }) => file).join(", ")} back: it is sent with --approval.`;
  const names = all.flatMap(({ chosen }) => chosen.left.map(({ document }) => nameOf(document)));
  if (names.length === 0) return back;
  return `${back} Not approved: ${names.join(", ")}; selfbill approve can approve ${names.length === 1 ? "it" : "them"} later, from the same request.`;
}

function decisionJson({ decision, chosen: { judged, approved, left }, hash, file }: WrittenDecision) {
  return {
    request: judged.file.hash,
    requested_by: judged.file.request.by.name,
    decision: decision.decision,
    by: decision.by.name,
    policy: decision.policy,
    documents: approved.map(documentJson),
    left_out: left.map(({ document, above }) => ({ ...documentJson(document), why: above ?? "--except" })),
    page_sha256: decision.page ?? null,
    sha256: hash,
    file,
  };
}

/** A document of a request, for programs; amounts are exact texts. */
export function documentJson({ asked, preview: { document, calculation }, here }: JudgedDocument) {
  const { name, trn, accounts } = identityOf(document);
  const { totals, currency } = calculation;
  return {
    file: asked.file,
    kind: asked.kind,
    confirm: asked.key,
    gross_aed: asked.gross_aed,
    number: document.document_number?.trim() || null,
    supplier: { name, trn },
    accounts: [...accounts],
    new_by: whoSays(
      asked.warnings.some(({ code }) => code === supplierIsNew),
      here.isNew,
    ),
    changed_by: whoSays(
      asked.warnings.some(({ code }) => code === "supplier-changed"),
      here.changes.length > 0,
    ),
    net: formatAmount(totals.tax_exclusive_amount),
    vat: formatAmount(totals.tax_amount),
    gross: formatAmount(totals.tax_inclusive_amount),
    currency,
    issue_date: document.issue_date ?? null,
  };
}

/** By whose records. */
function whoSays(there: boolean, here: boolean): ("requester" | "approver")[] {
  return [...(there ? ["requester" as const] : []), ...(here ? ["approver" as const] : [])];
}
