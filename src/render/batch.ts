import { money } from "../document/index.ts";
import type { Batch, Style } from "../report/index.ts";
import { renderCompanies, renderSums } from "./sums.ts";

export function renderBatch(
  batch: Batch,
  style: Style,
  companies: ReadonlyArray<{ readonly name: string; readonly batch: Pick<Batch, "currencies"> }> = [],
): string {
  const inAed = [
    "All in AED",
    String(batch.count),
    ...[batch.netInAed, money.subtract(batch.grossInAed, batch.netInAed), batch.grossInAed].map(money.forPeople),
  ];
  const named = companies.map(({ name, batch: { currencies } }) => ({ name, currencies }));
  return `${renderSums(batch, style, [inAed])}${renderCompanies(named, style)}${asides(batch)}`;
}

/** Lists files that will not be sent, with the reasons. */
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
