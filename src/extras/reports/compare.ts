import { listOf, maybe, shape, text, words } from "../../answers/index.ts";
import { type ColumnsOf, cellsOf } from "../../commands/answer/columns.ts";
import type { DayRange } from "../../commands/answer/period.ts";
import { plainMoney, type Section } from "../../commands/answer/section.ts";
import { isCounted, type PeriodDocument } from "../../commands/period/period-documents.ts";
import { vatReturnOf } from "../../commands/period/vat-return.ts";
import { inAedOnly, sumOf, totalOf, type ViewName, type ViewRow, viewOf } from "../../commands/period/views.ts";
import { type Amount, amount, money } from "../../document/index.ts";

/** The period of the report, and the one it is compared with. */
export interface TwoPeriods {
  readonly before: Side;
  readonly now: Side;
}

interface Side {
  readonly period: DayRange;
  readonly documents: readonly PeriodDocument[];
}

/** One figure in both periods; amounts are in AED. */
export interface ComparedFigure {
  readonly part: string;
  readonly label: string;
  readonly figure: "invoices" | "credit notes" | "net" | "vat";
  readonly before: Amount;
  readonly now: Amount;
}

type Figures = Partial<Record<ComparedFigure["figure"], Amount>>;
/** Lines of a table; the same line has the same key in both periods. */
type Lines = ReadonlyMap<string, { readonly label: string; readonly figures: Figures }>;

export function comparedFigures({ before, now }: TwoPeriods, by: ViewName): ComparedFigure[] {
  const parts: [string, (documents: readonly PeriodDocument[]) => Lines][] = [
    ["Total", totals],
    [`By ${by === "category" ? "VAT category" : by}`, (documents) => lines(inAedOnly(viewOf(by, documents)))],
    ["VAT return", boxes],
  ];
  return parts.flatMap(([part, read]) => {
    const [then, later] = [read(before.documents), read(now.documents)];
    return [...new Set([...then.keys(), ...later.keys()])].flatMap((key) => {
      const [one, other] = [then.get(key), later.get(key)];
      const figures = Object.keys({ ...one?.figures, ...other?.figures }) as ComparedFigure["figure"][];
      return figures.map(
        (figure): ComparedFigure => ({
          ...{ part, label: one?.label ?? other?.label ?? key, figure },
          before: one?.figures[figure] ?? money.zero,
          now: other?.figures[figure] ?? money.zero,
        }),
      );
    });
  });
}

function totals(documents: readonly PeriodDocument[]): Lines {
  const apart = documents.filter((each) => !isCounted(each));
  return lines([
    { ...totalOf(documents), label: "Counted" },
    ...(apart.length === 0 ? [] : [sumOf("Not counted", apart)]),
  ]);
}

function lines(rows: readonly ViewRow[]): Lines {
  return new Map(
    rows.map(({ key, label, invoices, creditNotes, aed: { net, vat } }) => {
      const counts = { invoices: amount(String(invoices)), "credit notes": amount(String(creditNotes)) };
      return [key, { label, figures: { ...counts, net, vat } }];
    }),
  );
}

function boxes(documents: readonly PeriodDocument[]): Lines {
  return new Map(
    vatReturnOf(documents).map(({ box, label, amount: net, vat }) => [
      `${box ?? "-"} ${label}`,
      { label: box === undefined ? label : `Box ${box}: ${label}`, figures: { net, vat } },
    ]),
  );
}

const isCount = ({ figure }: ComparedFigure): boolean => figure === "invoices" || figure === "credit notes";
const names = { invoices: "Invoices", "credit notes": "Credit notes", net: "Net AED", vat: "VAT AED" } as const;

const writtenAs = (each: ComparedFigure, value: Amount, written = plainMoney): string =>
  isCount(each) ? value.toFixed() : written(value);

const differenceOf = ({ now, before }: ComparedFigure): Amount => money.subtract(now, before);

function figureColumns({ before, now }: TwoPeriods, written: (value: Amount) => string): ColumnsOf<ComparedFigure> {
  return {
    Figure: ({ figure }) => names[figure],
    Before: ["rate", (each) => writtenAs(each, each.before, written), before.period.name],
    Now: ["rate", (each) => writtenAs(each, each.now, written), now.period.name],
    Difference: ["rate", (each) => writtenAs(each, differenceOf(each), written)],
  };
}

/** Builds one table per part. */
export function comparedSections(figures: readonly ComparedFigure[], two: TwoPeriods): Section[] {
  const columns = { "": "label", ...figureColumns(two, money.forPeople) } as const;
  return [...new Set(figures.map(({ part }) => part))].map((part) => {
    const own = figures.filter((each) => each.part === part);
    return { name: part, title: part, ...cellsOf(own, columns) };
  });
}

export function comparedTable(figures: readonly ComparedFigure[], two: TwoPeriods): Section {
  const title = `${two.now.period.name} compared with ${two.before.period.name}`;
  const cells = cellsOf(figures, { Part: "part", What: "label", ...figureColumns(two, plainMoney) });
  return { name: "Compared", title, ...cells };
}

const figureShape = shape<ComparedFigure>({
  part: [text, ({ part }) => part],
  label: [text, ({ label }) => label],
  figure: [words("invoices", "credit_notes", "net", "vat"), ({ figure }) => figure.replace(" ", "_")],
  before: [text, (each) => writtenAs(each, each.before)],
  now: [text, (each) => writtenAs(each, each.now)],
  difference: [text, (each) => writtenAs(each, differenceOf(each))],
});

export const comparedShape = shape<{ readonly two: TwoPeriods; readonly figures: readonly ComparedFigure[] }>({
  with: [maybe, ({ two }) => two.before.period.name],
  figures: [() => listOf(figureShape.schema), ({ figures }) => figures.map(figureShape.json)],
});
