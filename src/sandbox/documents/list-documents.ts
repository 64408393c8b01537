import type { AnsweredPage } from "../../contract/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import { overallStatuses } from "../../states/index.ts";
import type { Call, Services } from "../endpoint.ts";
import { isDate, type Paging, pageWith, paginate, readPaging } from "../page.ts";
import { seededProfile } from "../profile.ts";
import { fieldErrors, json, type Reply } from "../reply.ts";
import type { Filter } from "../store.ts";
import { answerOf, currentStatus } from "./retrieve-document.ts";
import type { StoredDocument } from "./stored-document.ts";

/** Answers with a page of documents, newest first (endpoints 9 and 10). Source: contract §2.2. */
export function listDocuments(kind: DocumentKind, { query }: Call, services: Services): Reply {
  const paging = readPaging(query);
  const date = query.get("document_date");
  if (date !== null && !isDate(date))
    paging.errors.set("document_date", "document_date must be a date written YYYY-MM-DD");
  const status = query.get("status");
  if (status && !(overallStatuses as readonly string[]).includes(status))
    paging.errors.set("status", `status must be one of ${overallStatuses.join(", ")}`);
  if (paging.errors.size > 0) return fieldErrors(paging.errors);
  if (!isBilledToUs(query, services)) return json(200, paginate([], paging));
  const page = pageOfDocuments(kind, filtersOf(query, services), status, paging, services);
  return json(200, { ...page, content: page.content.map((stored) => answerOf(stored, services)) });
}

/**
 * Returns one page of documents. Only filtering by status requires examining every document, because the status depends
 * on the time.
 */
function pageOfDocuments(
  kind: DocumentKind,
  filter: Filter,
  status: string | null,
  paging: Paging,
  services: Services,
): AnsweredPage<StoredDocument> {
  const { store } = services;
  const { page, size } = paging;
  if (!status) return pageWith(store.findPart(kind, filter, page * size, size), store.count(kind, filter), paging);
  const wanted = store.find(kind, filter).filter((each) => currentStatus(each, services).overall_status === status);
  return paginate(wanted, paging);
}

/** Builds the condition of the filters: numbers must match exactly; a name may be given in part. */
function filtersOf(query: URLSearchParams, { store }: Services): Filter {
  const conditions: string[] = ["TRUE"];
  const values: string[] = [];
  const filter = (name: string, sql: string, value = (text: string) => text): void => {
    const text = query.get(name)?.trim();
    if (!text) return;
    conditions.push(sql);
    values.push(value(text));
  };
  filter("document_number", "number = ?");
  filter("document_date", "issue_date = ?");
  // Compare the names in JavaScript, because SQLite ignores case in ASCII only.
  filter("billed_by_name", "supplier_name IN (SELECT value FROM json_each(?))", (text) =>
    JSON.stringify(store.supplierNames().filter((name) => name.toLowerCase().includes(text.toLowerCase()))),
  );
  filter("billed_by_vat", "supplier_trn = ?");
  filter("invoice_number", "instr(invoice_numbers, ?) > 0", (text) => `\n${text}\n`);
  return { condition: conditions.join(" AND "), values };
}

/** Whether the filters match the seeded profile, which is the customer of every document. */
function isBilledToUs(query: URLSearchParams, { account }: Services): boolean {
  const profile = seededProfile(account);
  const name = query.get("billed_to_name")?.trim().toLowerCase();
  const vat = query.get("billed_to_vat")?.trim();
  const names = `${profile.name}\n${profile.party_name}`.toLowerCase();
  return (!name || names.includes(name)) && (!vat || vat === profile.party_tax_scheme?.company_id);
}
