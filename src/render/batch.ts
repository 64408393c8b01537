import { type Amount, money } from "../document/index.ts";
import { safe } from "./safe.ts";
import type { Style } from "./style.ts";
import { renderTable } from "./table.ts";

/** Documents of one currency, or of one supplier in one currency, added up. */
export interface Sum {
  readonly currency: string;
  readonly count: number;
  readonly net: Amount;
  readonly vat: Amount;
  readonly gross: Amount;
}

/** What a run over several documents is about to send. */
export interface Batch {
  readonly count: number;
  readonly currencies: readonly Sum[];
  readonly suppliers: ReadonlyArray<Sum & { readonly name: string; readonly trn: string }>;
  /** All of them with VAT, in AED. */
  readonly grossInAed: Amount;
  /** Files that were sent before as they stand. */
  readonly before: number;
  /** Files that say the same as another one. */
  readonly twins: number;
  /** Wrong ones that are left out. */
  readonly wrong: number;
}

const mostSuppliers = 20;

/** What is asked about before a run over several documents: how many, how much, to whom. */
export function renderBatch(batch: Batch, style: Style): string {
  const { currencies, suppliers, count } = batch;
  const amounts = (sum: Sum): string[] => [sum.net, sum.vat, sum.gross].map((each) => money.forPeople(each));
  const totals = renderTable(
    {
      columns: ["Currency", "Documents", "Net", "VAT", "Gross"],
      right: [1, 2, 3, 4],
      rows: [
        ...currencies.map((sum) => [sum.currency, String(sum.count), ...amounts(sum)]),
        ["All in AED", String(count), "", "", money.forPeople(batch.grossInAed)],
      ],
    },
    style,
  );
  const bySupplier = renderTable(
    {
      columns: ["Supplier", "TRN", "Documents", "Currency", "Net", "VAT", "Gross"],
      right: [2, 4, 5, 6],
      rows: suppliers
        .slice(0, mostSuppliers)
        .map((sum) => [safe(sum.name), safe(sum.trn), String(sum.count), sum.currency, ...amounts(sum)]),
    },
    style,
  );
  const more = suppliers.length - mostSuppliers;
  return `${totals}${bySupplier}${more > 0 ? `  … and ${more} more suppliers\n` : ""}${asides(batch)}`;
}

/** Files that were named and are not among those that will be sent. */
function asides({ before, twins, wrong }: Batch): string {
  const files = (count: number, one: string, many: string): string =>
    count === 0 ? "" : `${count === 1 ? `1 file ${one}` : `${count} files ${many}`}\n`;
  return [
    files(before, "was sent before: nothing is sent for it.", "were sent before: nothing is sent for them."),
    files(twins, "says the same as another one, which is sent once.", "say the same as others, which are sent once."),
    files(wrong, "is wrong and left out.", "are wrong and left out."),
  ].join("");
}
