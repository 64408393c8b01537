import type { Desk } from "../../desk/index.ts";
import { amount, isDecimalText, money, monthInWords } from "../../document/index.ts";
import type { Journal, OfAccounts, Past, SupplierAnswer } from "../../journal/index.ts";
import {
  type DocumentName,
  documentMoney,
  type HandedOver,
  type Life,
  type Lives,
  livesIn,
  type Related,
  stageOf,
} from "../../life/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import type { Stage } from "../../states/index.ts";
import type { DayRange } from "../answer/period.ts";
import { plainMoney } from "../answer/section.ts";
import { tellsStatusOf } from "../follow/tells-status.ts";
import { eachOfPeriod } from "../period/documents-of-period.ts";
import { byDate, lacksRate, type PeriodDocument } from "../period/period-documents.ts";

/** Amounts are exact decimal strings, as printed. */
export interface DocumentRow extends Pick<Life, "credits" | "credited"> {
  readonly kind: PeriodDocument["kind"];
  readonly account: string;
  readonly company?: string | undefined;
  /** The number, else the id, else the attempt. */
  readonly called: string;
  readonly number: string | undefined;
  readonly id: string | undefined;
  readonly supplier: { readonly name: string; readonly trn: string };
  readonly date: string;
  readonly currency: string;
  readonly net: string | undefined;
  readonly vat: string | undefined;
  readonly total: string | undefined;
  readonly payable: string | undefined;
  /** The payable amount in AED, as shown when sending. */
  readonly payableInAed: string | undefined;
  /** Whose amounts these are, all of them. */
  readonly totalsFrom: PeriodDocument["totalsFrom"];
  readonly stage: Stage;
  readonly status: string | undefined;
  readonly answer: SupplierAnswer | undefined;
  /** Only for a document that was not delivered: how the supplier got a copy, or that the copy is still due. */
  readonly copy: HandedOver | "awaited" | undefined;
  /** Numbers of the credited invoices. */
  readonly takesBackFrom: readonly string[];
  readonly standsInFor: string | undefined;
  readonly replacedBy: readonly Related[];
  /** Strings to search: number, id, supplier, references, items, amounts. */
  readonly named: readonly string[];
  /** Ids that no column shows: only the whole of one finds the document, or its beginning. */
  readonly ids: readonly string[];
  readonly source: PeriodDocument["source"];
}

/** Returns the documents of the period, sorted by date and number. Problem: `journal-unusable`. */
export async function listedDocuments(
  journal: Journal,
  period: DayRange,
  account: OfAccounts | undefined,
  desk: Desk,
): Promise<Result<DocumentRow[]>> {
  const wish = { now: desk.now().getTime(), tellsStatus: await tellsStatusOf(journal, desk) };
  const lives = await livesIn(journal.together, wish);
  if (!lives.ok) return lives;
  const found = await eachOfPeriod(journal, period, account, async (past) => {
    const life = await lives.value.of(past);
    return life.ok ? ok(listed(life.value, lives.value)) : life;
  });
  return found.ok ? ok(found.value.sort(byDate)) : found;
}

function listed(life: Life, lives: Lives): DocumentRow {
  const { past } = life;
  const { intent, id, attempt, documentNumber: number } = past;
  const { supplier, references = [], lines } = intent;
  const sums = amountsOf(past);
  const answers = id === undefined ? [] : lives.answers.of({ account: intent.account, id });
  return {
    kind: intent.kind,
    account: intent.account,
    called: number ?? id ?? attempt,
    number,
    id,
    supplier,
    date: intent.issueDate,
    currency: intent.currency,
    ...sums,
    ...{ stage: life.stage, status: life.status, credits: life.credits, credited: life.credited },
    answer: answers.at(-1),
    copy: id === undefined ? undefined : copyOf({ account: intent.account, id }, lives),
    takesBackFrom: intent.credits?.invoiceNumbers ?? [],
    standsInFor: intent.corrects?.documentNumber,
    replacedBy: life.correctedBy,
    named: [
      ...[number ?? id ?? attempt, supplier.name, supplier.trn, monthInWords(intent.issueDate)],
      ...[...references, ...(intent.credits?.invoiceNumbers ?? []), ...lines.map(({ name }) => name)],
      ...[sums.net, sums.total, sums.payable].flatMap((each) => (each === undefined ? [] : written(each))),
    ],
    ids: [id ?? "", attempt],
    source: "journal",
  };
}

function copyOf(document: DocumentName, { said }: Lives): DocumentRow["copy"] {
  return said.handovers.isAwaited(document) ? "awaited" : said.handovers.last(document);
}

function written(sum: string): string[] {
  return isDecimalText(sum) ? [plainMoney(amount(sum)), money.forPeople(amount(sum))] : [];
}

type Amounts = Pick<DocumentRow, "net" | "vat" | "total" | "payable" | "payableInAed" | "totalsFrom">;

function amountsOf(past: Past): Amounts {
  const { totals, from } = documentMoney(past);
  return {
    net: totals.tax_exclusive_amount,
    vat: totals.tax_amount,
    total: totals.tax_inclusive_amount,
    payable: totals.payable_amount,
    payableInAed: totals.payable_amount_in_aed,
    totalsFrom: from,
  };
}

/** Returns the row of a document that only the service has. */
export function ofServiceAlone(each: PeriodDocument, account: string): DocumentRow {
  const { kind, called, number, id, supplier, date, currency, status, own, credits, source } = each;
  const total = plainMoney(own.gross);
  return {
    ...{ kind, account, called, number, id, supplier, date, currency, status, source },
    ...{ net: plainMoney(own.net), vat: plainMoney(own.vat), total, payable: total },
    payableInAed: lacksRate(each) ? undefined : plainMoney(each.aed.gross),
    totalsFrom: each.totalsFrom,
    stage: stageOf({ state: "created", status, tellsStatus: true }),
    ...{ credits: [], credited: undefined, replacedBy: [], standsInFor: undefined, answer: undefined, copy: undefined },
    takesBackFrom: credits,
    named: [called, supplier.name, supplier.trn, ...credits],
    ids: [id ?? ""],
  };
}
