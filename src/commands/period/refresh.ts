import { fromAnswer, idOf, objectNamed, overallStatusOf, textNamed, totalsOf } from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import {
  calculate,
  formatAmount,
  invoiceNumbersOf,
  isDecimalText,
  type SelfBilledDocument,
} from "../../document/index.ts";
import type { Journal } from "../../journal/index.ts";
import type { JsonObject } from "../../json/index.ts";
import { moneyFrom } from "../../life/index.ts";
import { ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { type DayRange, isIn } from "../answer/period.ts";
import { readDocuments } from "../follow/read-documents.ts";
import { recordListed, type TracedDocument } from "../follow/record-state.ts";
import { withCreditedInvoices } from "./credited-invoices.ts";
import { byDate, figuresOf, type PeriodDocument, stateOf } from "./period-documents.ts";

export interface Refreshed {
  readonly documents: PeriodDocument[];
  readonly problems: readonly Problem[];
}

/**
 * Reads the service's lists page by page; records new states, and adds documents that the journal does not have.
 * Problems: any problem from reading the service's lists, any journal problem.
 */
export async function refreshed(
  known: readonly PeriodDocument[],
  period: DayRange,
  connection: Connection,
  journal: Journal,
  desk: Desk,
): Promise<Result<Refreshed>> {
  const { account, profile } = connection;
  if (!profile.extras) {
    const message = "Only the journal is shown: this profile's service has no lists.";
    const hint = "Leave --refresh or --service out.";
    return ok({ documents: [...known], problems: [warning("list-unclear", message, hint)] });
  }
  const byId = new Map(known.map((each) => [each.id ?? "", each]));
  const problems: Problem[] = [];
  for (const kind of ["invoice", "credit-note"] as const) {
    const isMeant = (each: JsonObject): boolean => isIn(period, dateOf(each) ?? "");
    const read = await readDocuments(kind, {}, { keep: isMeant }, connection, desk);
    if (!read.ok) return read;
    const { documents, unclear } = read.value;
    if (unclear !== undefined)
      problems.push(
        warning("list-unclear", `The list of the service may not be complete: ${unclear}.`, "Run the command again."),
      );
    const listed: TracedDocument[] = [];
    for (const document of documents) {
      const id = idOf(document)?.id;
      if (id === undefined) continue;
      const status = overallStatusOf(document);
      const own = byId.get(id);
      if (own !== undefined) listed.push({ id: own.id ?? id, document });
      const now = desk.now().toISOString();
      byId.set(id, own === undefined ? ofService(document, kind, id) : seenNow(own, status, now));
    }
    problems.push(...(await recordListed(account, listed, journal)));
  }
  const others = known.filter(({ id }) => id === undefined);
  byId.delete("");
  const judged = await withCreditedInvoices([...byId.values(), ...others].sort(byDate), journal, account);
  if (!judged.ok) return judged;
  const documents = judged.value;
  const added = documents.filter(({ source }) => source === "service").length;
  if (added > 0) {
    const message = `${added === 1 ? "1 document is" : `${added} documents are`} known from the service only.`;
    problems.push(warning("not-reconciled", message, `Record them in the journal: ${suggest`reconcile --take-over`}`));
  }
  return ok({ documents, problems });
}

function seenNow(own: PeriodDocument, status: string | undefined, now: string): PeriodDocument {
  if (status === undefined || own.status === status || own.state === "in-doubt") return own;
  return { ...own, status, state: stateOf(status), since: now };
}

function ofService(document: JsonObject, kind: PeriodDocument["kind"], id: string): PeriodDocument {
  const whole = fromAnswer(document, kind);
  const party = objectNamed(document, "accountingSupplierParty") ?? {};
  const trn = textNamed(objectNamed(party, "partyTaxScheme") ?? {}, "companyId") ?? "";
  const name = textNamed(party, "partyName") ?? textNamed(party, "name") ?? "";
  const currency = textNamed(document, "documentCurrencyCode") ?? "AED";
  const rate = whole.tax_exchange_rate?.calculation_rate;
  const status = overallStatusOf(document);
  const number = textNamed(document, "documentNumber");
  const { totals, from } = moneyFrom(currency, calculatedTotals(whole), totalsOf(document));
  return {
    kind,
    called: number ?? id,
    number,
    id,
    attempt: undefined,
    supplier: { key: trn || name, name, trn },
    date: dateOf(document) ?? "",
    currency,
    rate: currency === "AED" || rate === undefined || !isDecimalText(rate) ? undefined : rate,
    state: stateOf(status),
    status,
    since: undefined,
    ...figuresOf(totals, currency, rate, whole),
    totalsFrom: from,
    credits: invoiceNumbersOf(whole),
    hash: undefined,
    file: undefined,
    answer: undefined,
    source: "service",
  };
}

/** Calculates the amounts that an answer without them leaves out; undefined if it has no lines either. */
function calculatedTotals(document: SelfBilledDocument): Readonly<Record<string, string>> | undefined {
  if ((document.document_lines ?? []).length === 0) return undefined;
  return Object.fromEntries(Object.entries(calculate(document).totals).map(([name, sum]) => [name, formatAmount(sum)]));
}

function dateOf(document: JsonObject): string | undefined {
  return textNamed(document, "issueDate")?.slice(0, 10);
}

function warning(code: "list-unclear" | "not-reconciled", message: string, hint: string): Problem {
  return problem(code, message, hint, { severity: "warning" });
}
