import { sightOf, unseen } from "../../../commands/follow/sight.ts";
import { wholeList } from "../../../commands/follow/whole-list.ts";
import { idOf, objectNamed, textNamed, totalsOf } from "../../../contract/index.ts";
import type { Connection, Desk } from "../../../desk/index.ts";
import { amount, type DocumentKind, isDecimalText, money } from "../../../document/index.ts";
import type { Intent, Journal, JournalRecord } from "../../../journal/index.ts";
import type { JsonObject } from "../../../json/index.ts";
import { fail, ok, type Result } from "../../../problem/index.ts";

/** A document with the facts that are compared. Amounts are exact decimal strings; missing facts are absent. */
export interface ListedDocument {
  readonly kind: DocumentKind;
  readonly id: string;
  readonly number?: string | undefined;
  readonly supplier?: string | undefined;
  readonly trn?: string | undefined;
  readonly date?: string | undefined;
  readonly currency?: string | undefined;
  readonly tax?: string | undefined;
  readonly payable?: string | undefined;
}

export interface Compared {
  readonly onlyThere: ListedDocument[];
  readonly onlyHere: ListedDocument[];
  readonly different: (ListedDocument & { readonly differences: { path: string; here: string; there: string }[] })[];
  /** Number of the service's documents that were compared; `here` is the number of those in the journal. */
  there: number;
  readonly here: number;
  /** Why a document missing from the list may still exist; `onlyHere` is then empty. */
  unclear?: string | undefined;
}

const kinds: readonly DocumentKind[] = ["invoice", "credit-note"];
const pageOfRecords = 1_000;

/**
 * Compares the journal with the service's lists. Reads both completely, but keeps only a few strings from each
 * document. Problems: any problem from reading the service's lists, `journal-unusable`, and `account-unseen` if the
 * token may belong to another account.
 */
export async function compareSides(
  connection: Connection,
  journal: Journal,
  desk: Desk,
  since: string | undefined,
): Promise<Result<Compared>> {
  const read = await ourDocuments(journal, connection.account);
  if (!read.ok) return read;
  const ours = read.value;
  // Always include documents without a date.
  const isMeant = (...dates: (string | undefined)[]): boolean => {
    const told = dates.filter((date) => date !== undefined);
    return since === undefined || told.length === 0 || told.some((date) => date >= since);
  };
  const here = [...ours.values()].filter(({ date }) => isMeant(date)).length;
  const compared: Compared = { onlyThere: [], onlyHere: [], different: [], there: 0, here };
  const seen = new Set<string>();
  for (const kind of kinds) {
    const theirs = await wholeList(kind, connection, desk, (document) => listed(document, kind));
    if (!theirs.ok) return theirs;
    compared.unclear ??= theirs.value.unclear;
    for (const entry of theirs.value.entries) {
      const { id } = entry;
      const before = ours.has(id) ? ok(ours.get(id)) : await knownBefore(journal, connection.account, entry);
      if (!before.ok) return before;
      const own = before.value;
      seen.add(id);
      if (!isMeant(entry.date, own?.date)) continue;
      compared.there += 1;
      const differences = own ? differencesOf(own, entry) : [];
      if (!own) compared.onlyThere.push(entry);
      else if (differences.length > 0) compared.different.push({ ...entry, differences });
    }
  }
  const sight = await sightOf(
    connection,
    journal,
    desk,
    [...seen].flatMap((id) => ours.get(id)?.id ?? []),
  );
  if (!sight.ok) return sight;
  if (!sight.value.sees) return fail(unseen(sight.value.why, "Nothing was compared"));
  if (compared.unclear !== undefined) return ok(compared);
  for (const [id, own] of ours) if (!seen.has(id) && isMeant(own.date)) compared.onlyHere.push(own);
  return ok(compared);
}

/** Returns the journal's documents by id. */
async function ourDocuments(journal: Journal, account: string): Promise<Result<Map<string, ListedDocument>>> {
  const names = await journal.accounts.names(account);
  if (!names.ok) return names;
  const attempts = new Map<string, ListedDocument & { readonly replaces?: string | undefined }>();
  const created = new Map<string, ListedDocument>();
  for (let after = 0; ; ) {
    const records = await journal.records(after, pageOfRecords);
    if (!records.ok) return records;
    for (const record of records.value) if (names.value.includes(record.account)) follow(record, attempts, created);
    const last = records.value.at(-1);
    if (last === undefined) return ok(created);
    after = last.sequence;
  }
}

function follow(
  record: JournalRecord,
  attempts: Map<string, ListedDocument>,
  created: Map<string, ListedDocument>,
): void {
  if (record.type === "intent") attempts.set(record.attempt, entryOf(record.data));
  if (record.type !== "result" && record.type !== "resolved") return;
  const before = attempts.get(record.attempt);
  if (!before) return;
  // A later record of the same attempt overrides the earlier one.
  if (before.id !== "" && created.get(before.id) === before) created.delete(before.id);
  const { verdict, id, documentNumber } = record.data;
  if (verdict !== "created" || id === undefined) return void attempts.set(record.attempt, { ...before, id: "" });
  const totals: Readonly<Record<string, string>> = (record.type === "result" && record.data.totals) || {};
  const entry = {
    ...before,
    id,
    number: documentNumber ?? before.number,
    tax: totals.tax_amount ?? before.tax,
    payable: totals.payable_amount ?? before.payable,
  };
  attempts.set(record.attempt, entry);
  created.set(id, entry);
}

function entryOf({ kind, documentNumber, supplier, issueDate, currency, totals }: Intent): ListedDocument {
  const { tax_amount: tax, payable_amount: payable } = totals;
  return {
    kind,
    id: "",
    number: documentNumber,
    supplier: supplier.name,
    trn: supplier.trn,
    date: issueDate,
    currency,
    tax,
    payable,
  };
}

/** Looks up a document by its id alone, because journals from earlier versions recorded fewer facts. */
async function knownBefore(
  journal: Journal,
  account: string,
  { id, kind }: ListedDocument,
): Promise<Result<ListedDocument | undefined>> {
  const found = await journal.find(account, id);
  if (!found.ok) return found;
  const known = found.value.find((each) => each.id === id && each.kind === kind);
  if (!known) return ok(undefined);
  return ok({ kind, id, number: known.documentNumber, currency: known.currency, payable: known.payableAmount });
}

function listed(document: JsonObject, kind: DocumentKind): ListedDocument {
  const supplier = objectNamed(document, "accountingSupplierParty") ?? {};
  const scheme = objectNamed(supplier, "partyTaxScheme") ?? {};
  const { tax_amount: tax, payable_amount: payable } = totalsOf(document);
  return {
    kind,
    id: idOf(document)?.id ?? "",
    number: textNamed(document, "documentNumber"),
    supplier: textNamed(supplier, "partyName") ?? textNamed(supplier, "name"),
    trn: textNamed(scheme, "companyId"),
    date: textNamed(document, "issueDate")?.slice(0, 10),
    currency: textNamed(document, "documentCurrencyCode"),
    tax,
    payable,
  };
}

/** Returns the facts that differ; a fact missing on one side is not a difference. */
function differencesOf(ours: ListedDocument, theirs: ListedDocument): { path: string; here: string; there: string }[] {
  const fields = [
    ["document_number", ours.number, theirs.number],
    ["supplier_trn", ours.trn, theirs.trn],
    ["issue_date", ours.date, theirs.date],
    ["document_currency_code", ours.currency, theirs.currency],
    ["tax_amount", ours.tax, theirs.tax],
    ["payable_amount", ours.payable, theirs.payable],
  ] as const;
  return fields.flatMap(([path, one, other]) => {
    const [here, there] = [one?.trim(), other?.trim()];
    if (!here || !there || here === there) return [];
    const equal = isDecimalText(here) && isDecimalText(there) && path.endsWith("amount");
    return equal && money.equal(amount(here), amount(there)) ? [] : [{ path, here, there }];
  });
}
