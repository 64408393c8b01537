import type { RequestFile } from "../../approval/index.ts";
import { supplierIsNew } from "../../approval/index.ts";
import { money } from "../../document/index.ts";
import { gulfTime, renderRequestPage } from "../../render/index.ts";
import type { RequestedList, RequestedRow } from "../../report/index.ts";
import { identityOf } from "../../suppliers/index.ts";
import type { JudgedDocument, RequestDocuments } from "./judge-request.ts";

/** Returns the document number or, failing that, the file name or the position in the file. */
export function nameOf({ preview: { document }, asked: { file } }: Pick<JudgedDocument, "preview" | "asked">): string {
  return document.document_number?.trim() || file;
}

export function requestedList(
  { documents, comparedHere }: Pick<RequestDocuments, "documents" | "comparedHere">,
  requester: string,
  marked: (document: JudgedDocument) => readonly string[] = () => [],
): RequestedList {
  const rows = [...documents]
    .sort((a, b) => rankOf(a) - rankOf(b) || money.compare(b.grossInAed, a.grossInAed))
    .map((each) => rowOf(each, [...marksOf(each, requester), ...marked(each)]));
  const compared = comparedHere
    ? `Accounts and TRNs were compared with your own records and with those of ${requester}.`
    : `Accounts and TRNs were compared with the records of ${requester} alone: this computer knows no earlier documents and no suppliers.`;
  return { rows, compared };
}

/** The page is deterministic: it is byte-identical for the same request and records. */
export function approvalPage({ request, hash }: RequestFile, found: RequestDocuments): string {
  return renderRequestPage({
    ...requestedList(found, request.by.name),
    title: `Request ${hash.slice(0, 12)}`,
    about: [
      `Requested by ${request.by.name} on ${gulfTime(Date.parse(request.at))}, under policy ${request.policy}.`,
      `${request.documents.length} documents. SHA-256 of the request: ${hash}`,
      "To look at before they are approved; nothing was sent. The list is first, all documents follow in full.",
    ],
    warnings: found.warnings.map(({ message, where }) => `${where?.file ?? ""}: ${message}`),
    sandbox: request.account.startsWith("sandbox:"),
  });
}

function rowOf(document: JudgedDocument, marks: readonly string[]): RequestedRow {
  const { name, trn, accounts } = identityOf(document.preview.document);
  const { preview, grossInAed } = document;
  return { preview, grossInAed, name: nameOf(document), supplier: { name, trn }, accounts, marks };
}

const hasChanged = (code: string): boolean => code === "supplier-changed";

function rankOf({ asked, here }: JudgedDocument): number {
  if (here.changes.length > 0 || asked.warnings.some(({ code }) => hasChanged(code))) return 0;
  return here.isNew || asked.warnings.some(({ code }) => code === supplierIsNew) ? 1 : 2;
}

/**
 * Marks what is new or has changed according to the records of either computer: the requester's records alone are not
 * relied on.
 */
function marksOf({ asked, here, preview }: JudgedDocument, requester: string): string[] {
  const there = asked.warnings.filter(({ code }) => hasChanged(code)).map(({ message }) => whatOf(message));
  const own = here.changes.map(({ message }) => whatOf(message));
  const isNewThere = asked.warnings.some(({ code }) => code === supplierIsNew);
  const hasAccount = identityOf(preview.document).accounts.length > 0;
  return [
    ...[...new Set([...there, ...own])].map(
      (what) => `${what}${whose(own.includes(what), there.includes(what), requester)}`,
    ),
    ...(isNewThere || here.isNew
      ? [`NEW ${hasAccount ? "ACCOUNT" : "SUPPLIER"}${whose(here.isNew, isNewThere, requester)}`]
      : []),
  ];
}

function whose(own: boolean, theirs: boolean, requester: string): string {
  if (own && theirs) return " by both records";
  return own ? " by your records" : ` by the records of ${requester}`;
}

function whatOf(message: string): string {
  const [, what] = /^(?:THE|AN?|A SECOND) (ACCOUNT HOLDER|ACCOUNT|BANK|PAYEE|TRN|TIN) /.exec(message) ?? [];
  if (message.includes(" IS THAT OF ANOTHER SUPPLIER: ")) return "ACCOUNT OF ANOTHER SUPPLIER";
  return `${what ?? (message.startsWith("WHO IS PAID ") ? "WHO IS PAID" : "SUPPLIER")} CHANGED`;
}
