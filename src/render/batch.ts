import { money } from "../document/index.ts";
import type { Batch, Style, Sum } from "../report/index.ts";
import { safe } from "./safe.ts";
import { renderTable } from "./table.ts";

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
    files(before, "was sent before and is not sent again.", "were sent before and are not sent again."),
    files(
      twins,
      "has the same content as another one, which is sent once.",
      "have the same content as others, which are sent once.",
    ),
    files(wrong, "has errors and is left out.", "have errors and are left out."),
  ].join("");
}
