import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addSums,
  type CreditSums,
  calculate,
  countedDocument,
  creditInvoice,
  type DocumentLine,
  type EarlierCredit,
  formatAmount,
  type LineChoice,
  money,
  overCredited,
  restSays,
  roundingOf,
  type SelfBilledDocument,
  subtractSums,
} from "../../src/document/index.ts";
import { inDollars, invoice, line } from "../support/documents.ts";
import { all } from "../support/left-out.ts";

const runs = all ? 3_000 : 120;
const number = "SB-2026-0001";
const figures = ["net", "vat", "netInAed", "vatInAed"] as const;
const earlierOf = (document: SelfBilledDocument): EarlierCredit => ({
  ...{ number: "CN", reason: document.discrepancy_response, status: undefined, shared: false },
  ...countedDocument(calculate(document)),
});
const sumsOf = (document: SelfBilledDocument): CreditSums => countedDocument(calculate(document)).sums;

const decimals = (most: number, places: number) =>
  fc.integer({ min: 1, max: most * 10 ** places }).map((units) => (units / 10 ** places).toFixed(places));
const categories = [
  { id: "S", percent: "5", tax_scheme: "VAT" },
  { id: "S", percent: "5", tax_scheme: "VAT" },
  { id: "Z", percent: "0", tax_scheme: "VAT" },
];
const drawnLine = fc.record({
  price: fc.integer({ min: 2, max: 4 }).chain((places) => decimals(60, places)),
  pieces: fc.integer({ min: 1, max: 40 }),
  category: fc.constantFrom(...categories),
});
const drawnInvoice = fc
  .record({
    lines: fc.array(drawnLine, { minLength: 1, maxLength: 4 }),
    rate: fc.option(decimals(6, 6), { nil: undefined }),
    allowance: fc.option(decimals(3, 2), { nil: undefined, freq: 1 }),
  })
  .map(({ lines, rate, allowance }) => {
    const inAll = { reason: "Discount", tax_category: lines[0]?.category };
    return invoice({
      document_lines: lines.map(({ price, pieces, category }, at) =>
        line({
          ...{ name: `Item ${at}`, quantity: String(pieces), price: { base_amount: price } },
          classified_tax_category: category,
        }),
      ),
      ...(rate === undefined
        ? {}
        : { ...inDollars, tax_exchange_rate: { ...inDollars.tax_exchange_rate, calculation_rate: rate } }),
      ...(allowance === undefined ? {} : { allowances: [{ ...inAll, amount: allowance }] }),
    });
  });
/** Which share of what is left of each line a note takes, from 0 to 4 quarters; single pieces are 1. */
const drawnNotes = fc.array(fc.array(fc.constantFrom(0, 1, 1, 1, 2, 3), { minLength: 4, maxLength: 4 }), {
  maxLength: 30,
});

const wish = (lines: readonly LineChoice[]) => ({
  ...{ invoiceNumber: number, issueDate: "2026-06-20", reason: "DL8.61.1.D" },
  ...{ reasonText: undefined, documentNumber: undefined, lines },
});

function choicesOf(
  lines: readonly DocumentLine[],
  taken: Map<number, number>,
  shares: readonly number[],
): LineChoice[] {
  return lines.flatMap(({ quantity }, at) => {
    const left = Number(quantity) - (taken.get(at) ?? 0);
    const some = Math.min(left, shares[at] ?? 0);
    if (some <= 0) return [];
    taken.set(at, (taken.get(at) ?? 0) + some);
    return [{ position: at + 1, quantity: String(some) }];
  });
}

/** Credits an invoice by notes for some pieces, and then all that is left, until nothing can be credited. */
function creditedBy(of: SelfBilledDocument, notes: readonly (readonly number[])[]) {
  const earlier: EarlierCredit[] = [];
  const said: string[] = [];
  const taken = new Map<number, number>();
  let isWhole = true;
  const take = (lines: readonly LineChoice[]): boolean => {
    const credit = creditInvoice(of, wish(lines), earlier);
    if (!credit.ok) return false;
    // What is too much by an allowance that the notes left out is told, and left to a person.
    isWhole = credit.value.excess === undefined;
    if (!isWhole) return false;
    const { document, remarks } = credit.value;
    expect(overCredited(document, { number, ...countedDocument(calculate(of)) }, earlier)).toEqual([]);
    said.push(...remarks.map(({ message }) => message));
    earlier.push(earlierOf(document));
    return true;
  };
  for (const shares of notes) {
    const lines = choicesOf(of.document_lines ?? [], taken, shares);
    if (lines.length > 0 && !take(lines)) break;
  }
  while (isWhole && take([]));
  return { earlier, said, isWhole };
}

test("drawn credit notes never take more than the invoice in either currency, and name what they leave", () => {
  const seen = { exact: 0, named: 0, stopped: 0 };
  fc.assert(
    fc.property(drawnInvoice, drawnNotes, (of, notes) => {
      // An allowance that takes more than all of a rate is no invoice.
      fc.pre(calculate(of).breakdown.every(({ taxableAmount }) => money.isPositive(taxableAmount)));
      const { earlier, said, isWhole } = creditedBy(of, notes);
      const taken = addSums(earlier.flatMap(({ sums }) => sums ?? []));
      const left = subtractSums(sumsOf(of), taken);
      for (const name of figures) expect([name, money.isNegative(left[name])]).toEqual([name, false]);
      const isAll = figures.every((name) => money.isZero(left[name]));
      if (!isWhole || earlier.length === 0) seen.stopped += 1;
      else if (isAll) seen.exact += 1;
      else {
        seen.named += 1;
        const currency = of.document_currency_code ?? "AED";
        const isSmall = money.compare(left.net, roundingOf(earlier)) <= 0;
        const isTold = said.some((each) => each.includes(`${restSays(left, currency)} of ${number}`));
        if (!isSmall || !isTold)
          throw new Error(`${figures.map((name) => formatAmount(left[name]))}: ${said.join(" ")}`);
      }
    }),
    { numRuns: runs },
  );
  // The drawing is worth something only if each outcome is met.
  expect([seen.exact, seen.named].every((count) => count > runs / 20)).toBe(true);
});
