import { objectNamed, overallStatusOf, textNamed, totalsOf } from "../contract/index.ts";
import type { Connection, Desk } from "../desk.ts";
import { amount, isDecimalText, money } from "../document/index.ts";
import type { Doubt, Intent } from "../journal/index.ts";
import type { JsonObject } from "../json/index.ts";
import { ok, type Result } from "../problem/index.ts";
import type { Page } from "../send/index.ts";
import { readAgain } from "./read-again.ts";

/** What the service knows of a document that may exist. */
export type LookUp =
  | { readonly found: "yes"; readonly id: string; readonly documentNumber: string | undefined }
  | { readonly found: "no" }
  | { readonly found: "unknown"; readonly why: string };

const pageSize = 100;
/** More documents of one supplier and day than this mean a service that does not filter. */
const mostPages = 20;
/** A document that is just being made may not be listed yet, in milliseconds. */
const settlingTime = 60_000;

/**
 * Looks a document up by its number, else by supplier, date and amounts. It exists where exactly one matches; it does not where a
 * complete list has none, at least a minute after it was sent. Problems: those of reading.
 */
export async function lookUp(doubt: Doubt, connection: Connection, desk: Desk): Promise<Result<LookUp>> {
  const { intent } = doubt;
  if (intent.replaces !== undefined) return replaced(intent, intent.replaces, connection, desk);
  if (!connection.profile.extras) return ok(unknown("this profile's service has no list to look in"));
  const listed = await listAll(intent, connection, desk);
  if (!listed.ok) return listed;
  const { documents, complete } = listed.value;
  const matching = documents.filter((each) => isSame(each, intent));
  const [first, second] = matching;
  if (second) return ok(unknown(`${matching.length} documents of the service look like it`));
  const id = first && textNamed(first, "id");
  if (first && id !== undefined) return ok({ found: "yes", id, documentNumber: textNamed(first, "documentNumber") });
  if (!complete) return ok(unknown("the service's list could not be read to its end"));
  const since = desk.now().getTime() - Date.parse(doubt.sentAt);
  if (since >= settlingTime) return ok({ found: "no" });
  const left = Math.ceil((settlingTime - since) / 1000);
  return ok(unknown(`the service does not list it, which counts only a minute after sending: again in ${left} s`));
}

/** Whether an answer of the service is this document, as far as it tells supplier, date, number and amounts. */
export function isSame(answer: JsonObject, intent: Intent): boolean {
  const number = textNamed(answer, "documentNumber");
  if (intent.documentNumber !== undefined && number !== intent.documentNumber) return false;
  const party = objectNamed(answer, "accountingSupplierParty");
  const scheme = party && objectNamed(party, "partyTaxScheme");
  const trn = scheme && textNamed(scheme, "companyId");
  if (trn !== undefined && intent.supplier.trn !== "" && trn !== intent.supplier.trn) return false;
  const date = textNamed(answer, "issueDate");
  if (date !== undefined && date !== intent.issueDate) return false;
  const totals: Readonly<Record<string, string | undefined>> = totalsOf(answer);
  const told = ["tax_amount", "payable_amount"].filter((name) => totals[name] !== undefined);
  if (told.length === 0 && intent.documentNumber === undefined) return false;
  return told.every((name) => equal(totals[name], intent.totals[name]));
}

function equal(theirs: string | undefined, ours: string | undefined): boolean {
  if (theirs === undefined || ours === undefined || !isDecimalText(theirs)) return theirs === ours;
  return money.equal(amount(theirs), amount(ours));
}

async function listAll(
  { kind, documentNumber, supplier, issueDate, version }: Intent,
  { service }: Connection,
  desk: Desk,
): Promise<Result<{ documents: JsonObject[]; complete: boolean }>> {
  const filter =
    documentNumber === undefined
      ? { billed_by_vat: supplier.trn || undefined, document_date: issueDate }
      : { document_number: documentNumber };
  const documents: JsonObject[] = [];
  for (let page = 0; page < mostPages; page += 1) {
    const read = () => service.withVersion(version).list(kind, { ...filter, page, size: pageSize });
    const answer = await readAgain(read, desk);
    if (!answer.ok) return answer;
    documents.push(...answer.value.content);
    if (isLast(answer.value, page)) return ok({ documents, complete: true });
  }
  return ok({ documents, complete: false });
}

function isLast({ content, total_pages: pages }: Page, page: number): boolean {
  return pages === undefined ? content.length < pageSize : page + 1 >= pages;
}

/** A document that was sent again is there in any case: only its state tells whether the correction was taken. */
async function replaced(
  { kind, version }: Intent,
  id: string,
  { service, profile }: Connection,
  desk: Desk,
): Promise<Result<LookUp>> {
  if (!profile.extras) return ok(unknown("this profile's service does not show documents"));
  const answer = await readAgain(() => service.withVersion(version).document(kind, id), desk);
  if (!answer.ok) return answer;
  if (overallStatusOf(answer.value) !== "VALIDATION_FAILED") {
    return ok({ found: "yes", id, documentNumber: textNamed(answer.value, "documentNumber") });
  }
  return ok(unknown(`${id} is in VALIDATION_FAILED, before or after the correction`));
}

function unknown(why: string): LookUp {
  return { found: "unknown", why };
}
