import { openRequestFile, type RequestFile } from "../../approval/index.ts";
import { serviceVersions } from "../../contract/index.ts";
import type { Desk } from "../../desk/index.ts";
import { documentName, formatAmount } from "../../document/index.ts";
import type { Past } from "../../journal/index.ts";
import { contentHash, type Prepared, prepare } from "../../prepare/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import { decode, expandFiles } from "../../read/index.ts";
import type { DueItem } from "../../report/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import type { Remarks } from "../create/check-documents.ts";
import { supplierWarnings } from "../create/warnings/list.ts";
import { deadlineOf } from "./deadlines.ts";
import { requestRow, unsentOf } from "./house.ts";
import { unsentTodo } from "./remedies.ts";
import type { SentDue } from "./sent.ts";

export interface Unsent {
  readonly items: readonly DueItem[];
  /** Suppliers from the supplier book that the documents use. */
  readonly suppliers: readonly string[];
  /** Hashes of approval requests among the files. */
  readonly requests: ReadonlySet<string>;
  /** Problems with files that could not be read; the documents in them may be due as well. */
  readonly problems: readonly Problem[];
}

/**
 * Finds files that are not sent yet; skips those sent with their current content. Problems: any file-finding problem,
 * `journal-unusable`.
 */
export async function unsentIn(
  words: readonly string[],
  sentDue: Pick<SentDue, "isSent" | "rateOf" | "ownerOf" | "lastOf" | "journal">,
  profile: ServiceProfile | undefined,
  desk: Desk,
): Promise<Result<Unsent>> {
  const files = await expandFiles(words, desk.files, { endings: [".yaml", ".yml", ".json"] });
  if (!files.ok) return files;
  const { isSent, rateOf, journal } = sentDue;
  const watch = supplierWarnings(profile, desk);
  const items: DueItem[] = [];
  const problems: Problem[] = [];
  const suppliers: string[] = [];
  const requests = new Set<string>();
  const seen = new Set<string>(); // the same document may exist as YAML and as JSON
  for (const file of files.value) {
    const request = await requestIn(file, desk);
    if (request) {
      const unsent = await unsentOf(request, journal);
      if (!unsent.ok) return unsent;
      if (unsent.value > 0 && !requests.has(request.hash))
        items.push(requestRow({ ...request, at: request.request.at, unsent: unsent.value }, file));
      requests.add(request.hash);
      continue;
    }
    const version = profile?.serviceVersion ?? serviceVersions.stable;
    const told = await rateOf(desk.output.absolute(file));
    if (!told.ok) return told;
    const rate = told.value;
    const as = (plain?: string) =>
      prepare(file, { version, profile, ...(plain === undefined ? {} : { rates: { plain, of: {} } }) }, desk);
    const now = await as();
    const prepared = rate !== undefined && now.document?.tax_exchange_rate === undefined ? await as(rate) : now;
    const unread = prepared.problems.filter(({ code }) => code === "file-unreadable" || code === "file-too-big");
    if (prepared.document === undefined && unread.length > 0) {
      problems.push(...unread);
      continue;
    }
    const hash = prepared.bodyText === undefined ? undefined : contentHash(prepared);
    const sent = hash === undefined ? ok(false) : seen.has(hash) ? ok(true) : await isSent(hash);
    if (!sent.ok) return sent;
    if (!sent.value) {
      const stops = await stopsOf(prepared, desk.output.absolute(file), watch, sentDue);
      if (!stops.ok) return stops;
      items.push(await itemOf(prepared, stops.value, { journal }, desk));
      if (prepared.supplier !== undefined) suppliers.push(prepared.supplier);
    }
    if (hash !== undefined) seen.add(hash);
  }
  return ok({ items, suppliers, requests, problems });
}

async function requestIn(file: string, desk: Desk): Promise<RequestFile | undefined> {
  if (file === "-" || !/\.json$/i.test(file)) return undefined;
  const bytes = await desk.files.read(file);
  const text = bytes.ok ? decode(bytes.value, file) : bytes;
  if (!text.ok || !text.value.includes('"request/1"')) return undefined;
  const opened = openRequestFile(text.value, file);
  return opened.ok ? opened.value : undefined;
}

/** Returns reasons why a valid document should not be sent as it is. */
async function stopsOf(
  prepared: Prepared,
  path: string,
  watch: Remarks,
  { ownerOf, lastOf }: Pick<SentDue, "ownerOf" | "lastOf">,
): Promise<Result<Stops>> {
  const { document, kind } = prepared;
  const number = document?.document_number?.trim();
  const owner = number ? await ownerOf(number, kind) : ok(undefined);
  if (!owner.ok) return owner;
  const last = await lastOf(path);
  if (!last.ok) return last;
  const changed = (await watch(prepared)).filter(({ code }) => code === "supplier-changed");
  // A document sent from this file may have the same number; that is reported separately.
  return ok({
    owner: owner.value?.attempt === last.value?.attempt ? undefined : owner.value,
    last: last.value,
    changed,
  });
}

interface Stops {
  readonly owner: Past | undefined;
  /** The last document sent from this file with different content. */
  readonly last: Past | undefined;
  readonly changed: readonly Problem[];
}

function ownerWords({ intent, state }: Past): string {
  const exists = state === "created" ? "exists" : "may exist";
  return `Its number belongs to a document that ${exists}, with other content: ${intent.supplier.name}, dated ${intent.issueDate}.`;
}

function editedWords({ state }: Past, sentAs: string | undefined): string {
  const name = sentAs === undefined ? "" : ` as ${sentAs}`;
  const doubt = state === "created" ? "" : " The document that was sent may or may not exist.";
  return `This file was sent${name} and changed since.${doubt}`;
}

const sentDocument = (past: Past) => ({
  called: documentName(past),
  doubt: past.state === "created" ? undefined : past.attempt,
});

async function itemOf(
  prepared: Prepared,
  { owner, last, changed }: Stops,
  { journal }: Pick<SentDue, "journal">,
  desk: Desk,
): Promise<DueItem> {
  const { file, kind, document, calculation, problems } = prepared;
  const deadline = await deadlineOf(kind, document, journal, desk);
  const late = deadline !== undefined && deadline.daysLeft < 0;
  const errors = problems.filter(({ severity }) => severity === "error");
  const party = document?.accounting_supplier_party;
  const [first] = errors;
  const sentAs = last?.documentNumber ?? last?.id;
  const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return {
    what: late ? "overdue" : "not-issued",
    called: document?.document_number ?? file,
    kind,
    supplier: party?.party_name ?? party?.name ?? "",
    currency: calculation?.currency ?? "",
    payable: calculation ? formatAmount(calculation.totals.payable_amount) : "",
    deadline,
    file,
    why: [
      ...(first === undefined ? [] : [`It cannot be sent as it is: ${first.message}${others}`]),
      ...(last === undefined ? [] : [editedWords(last, sentAs)]),
      ...(owner === undefined ? [] : [ownerWords(owner)]),
      ...changed.map(({ message }) => message),
    ],
    todo: unsentTodo(
      { kind, file },
      {
        wrong: errors.length,
        sent: last && sentDocument(last),
        taken: owner && sentDocument(owner),
        changed: changed.length > 0,
        late,
      },
    ),
  };
}
