import type { DayRange } from "../answer/period.ts";
import { plainMoney } from "../answer/section.ts";
import { isCounted, type PeriodDocument, type Sums, signed } from "./period-documents.ts";
import { vatReturnOf } from "./vat-return.ts";
import { sumOf, totalOf, type ViewRow, viewNames, viewOf } from "./views.ts";

const sumsJson = ({ net, vat, gross }: Sums): object => ({
  net: plainMoney(net),
  vat: plainMoney(vat),
  gross: plainMoney(gross),
});

function rowJson({ label, currency, invoices, creditNotes, own, aed }: ViewRow): object {
  const counts = { invoices, credit_notes: creditNotes };
  return { label, currency, ...counts, in_currency: sumsJson(own), in_aed: sumsJson(aed) };
}

function totalJson(row: ViewRow): object {
  const { invoices, creditNotes, aed } = row;
  return { invoices, credit_notes: creditNotes, in_aed: sumsJson(aed) };
}

/** Everything of a report for scripts: amounts are texts, those of credit notes negative. */
export function reportJson(period: DayRange, account: string | undefined, documents: readonly PeriodDocument[]) {
  const apart = (state: PeriodDocument["state"]) =>
    totalJson(
      sumOf(
        state,
        documents.filter((each) => each.state === state),
      ),
    );
  return {
    period: { from: period.from, to: period.to, name: period.name },
    account: account ?? null,
    counted: totalJson(totalOf(documents)),
    of_these_pending: apart("pending"),
    not_counted: {
      rejected: apart("rejected"),
      failed: apart("failed"),
      in_doubt: apart("in-doubt"),
      credits_of_uncounted: apart("credits-uncounted"),
    },
    views: Object.fromEntries(viewNames.map((each) => [each, viewOf(each, documents).map(rowJson)])),
    vat_return: vatReturnOf(documents).map(({ box, label, amount, vat, creditNotes }) => ({
      box: box ?? null,
      label,
      amount: plainMoney(amount),
      vat: plainMoney(vat),
      credit_notes: { amount: plainMoney(creditNotes.amount), vat: plainMoney(creditNotes.vat) },
    })),
    documents: documents.map(documentJson),
  };
}

function documentJson(document: PeriodDocument): object {
  const { kind, number, id, attempt, supplier, date, currency, rate, state, status, since, own, aed } = document;
  return {
    kind,
    document_number: number ?? null,
    id: id ?? null,
    attempt: attempt ?? null,
    supplier: { name: supplier.name, trn: supplier.trn },
    issue_date: date,
    currency,
    exchange_rate: rate ?? null,
    counted: isCounted(document),
    state,
    overall_status: status ?? null,
    since: since ?? null,
    in_currency: sumsJson(signed(document, own)),
    in_aed: sumsJson(signed(document, aed)),
    credits: document.credits,
    body_sha256: document.hash ?? null,
    source: document.source,
  };
}
