import {
  all,
  kind,
  listOf,
  mapOf,
  maybe,
  partyShape,
  shape,
  text,
  the,
  whole,
  words,
  yes,
} from "../../answers/index.ts";
import type { DayRange } from "../../commands/answer/period.ts";
import { plainMoney } from "../../commands/answer/section.ts";
import { dayRangeShape } from "../../commands/period/day-range-json.ts";
import { isCounted, type PeriodDocument, type Sums, signed } from "../../commands/period/period-documents.ts";
import { vatReturnOf } from "../../commands/period/vat-return.ts";
import { sumOf, totalOf, type ViewRow, viewNames, viewOf } from "../../commands/period/views.ts";

const sumsShape = shape<Sums>({
  net: [text, ({ net }) => plainMoney(net)],
  vat: [text, ({ vat }) => plainMoney(vat)],
  gross: [text, ({ gross }) => plainMoney(gross)],
});

const counts = {
  invoices: [whole, ({ invoices }: ViewRow) => invoices],
  credit_notes: [whole, ({ creditNotes }: ViewRow) => creditNotes],
} as const;

const rowShape = shape<ViewRow>({
  label: [text, ({ label }) => label],
  currency: [maybe, ({ currency }) => currency],
  ...counts,
  in_currency: the(sumsShape, ({ own }) => own),
  in_aed: the(sumsShape, ({ aed }) => aed),
});

export const totalShape = shape<ViewRow>({ ...counts, in_aed: the(sumsShape, ({ aed }) => aed) });

export const documentShown = shape<PeriodDocument>({
  kind: [kind, ({ kind }) => kind],
  document_number: [maybe, ({ number }) => number],
  id: [maybe, ({ id }) => id],
  attempt: [maybe, ({ attempt }) => attempt],
  supplier: the(partyShape, ({ supplier }) => supplier),
  issue_date: [text, ({ date }) => date],
  currency: [text, ({ currency }) => currency],
  exchange_rate: [maybe, ({ rate }) => rate],
  counted: [yes, isCounted],
  state: [text, ({ state }) => state],
  overall_status: [maybe, ({ status }) => status],
  since: [maybe, ({ since }) => since],
  in_currency: the(sumsShape, (document) => signed(document, document.own)),
  in_aed: the(sumsShape, (document) => signed(document, document.aed)),
  totals_from: [words("service", "here"), ({ totalsFrom }) => totalsFrom],
  credits: [listOf(text), ({ credits }) => credits],
  body_sha256: [maybe, ({ hash }) => hash],
  source: [text, ({ source }) => source],
  supplier_answer: [maybe, ({ answer }) => answer],
  // Present with --all-companies.
  company: [text.optional(), ({ company }) => company],
});

type Box = ReturnType<typeof vatReturnOf>[number];
export const boxShape = shape<Box>({
  box: [maybe, ({ box }) => box],
  label: [text, ({ label }) => label],
  amount: [text, ({ amount }) => plainMoney(amount)],
  vat: [text, ({ vat }) => plainMoney(vat)],
  credit_notes: the(
    shape<Box["creditNotes"]>({
      amount: [text, ({ amount }) => plainMoney(amount)],
      vat: [text, ({ vat }) => plainMoney(vat)],
    }),
    ({ creditNotes }) => creditNotes,
  ),
});

interface Reported {
  readonly period: DayRange;
  readonly account: string | undefined;
  readonly documents: readonly PeriodDocument[];
}

type Documents = Pick<Reported, "documents">;

const apart =
  (state: PeriodDocument["state"]) =>
  ({ documents }: Documents): ViewRow =>
    sumOf(
      state,
      documents.filter((each) => each.state === state),
    );

export const figuresMembers = {
  counted: the(totalShape, ({ documents }: Documents) => totalOf(documents)),
  of_these_pending: the(totalShape, apart("pending")),
  not_counted: the(
    shape<Documents>({
      rejected: the(totalShape, apart("rejected")),
      failed: the(totalShape, apart("failed")),
      in_doubt: the(totalShape, apart("in-doubt")),
      credits_of_uncounted: the(totalShape, apart("credits-uncounted")),
    }),
    (all) => all,
  ),
  views: [
    () => mapOf(listOf(rowShape.schema)),
    ({ documents }: Documents) =>
      Object.fromEntries(viewNames.map((each) => [each, viewOf(each, documents).map((row) => rowShape.json(row))])),
  ],
} as const;

/** Amounts are strings; those of credit notes are negative. */
export const reportShape = shape<Reported>({
  period: the(dayRangeShape, ({ period }) => period),
  account: [maybe, ({ account }) => account],
  ...figuresMembers,
  vat_return: all(boxShape, ({ documents }) => vatReturnOf(documents)),
  documents: all(documentShown, ({ documents }) => documents),
});
