import { maybe, shape, text } from "../../answers/index.ts";
import {
  type CalculatedLine,
  type Calculation,
  calculate,
  entryWords,
  money,
  priceWords,
  quantityWords,
  type SelfBilledDocument,
} from "../../document/index.ts";
import { suggest } from "../../problem/index.ts";
import { plainMoney } from "../answer/section.ts";
import type { WholeLife } from "./whole-life.ts";

/** Maximum number of lines shown on a screen; --json lists all. */
const most = 30;

/** Returns one row for each line of the document, followed by its discounts, charges and other totals. */
export function lineFacts(document: SelfBilledDocument | undefined, called: string): [string, string][] {
  if (document === undefined) return [];
  const calculation = calculate(document);
  const { lines } = calculation;
  const more = lines.length > most ? [`… and ${lines.length - most} more: ${suggest`preview ${called}`}`] : [];
  const rows = [...lines.slice(0, most).map((each, at) => `${at + 1}. ${says(each)}`), ...more];
  return [
    ...rows.map((each, at): [string, string] => [at === 0 ? "Lines" : "", each]),
    ...ofWhole(calculation).map(([label, value]): [string, string] => [label, value]),
  ];
}

function says(each: CalculatedLine): string {
  const { line, netAmount, taxAmount } = each;
  const { name = "", description, quantity = "", unit_code: unit = "", classified_tax_category: tax } = line;
  const people = money.forPeople;
  const rate = [tax?.id, tax?.percent === undefined ? undefined : `${tax.percent}%`].filter(Boolean).join(" ");
  const what = description === undefined || description === name ? name : `${name} (${description})`;
  return `${what}: ${quantityWords(quantity, unit)} × ${[priceWords(each), ...entryWords(each)].join(" ")} = ${people(netAmount)} net, VAT ${people(taxAmount)}${rate === "" ? "" : ` (${rate})`}`;
}

function ofWhole({ totals, currency }: Calculation): [string, string][] {
  const rows = [
    ["Discounts", totals.allowance_total_amount],
    ["Charges", totals.charge_total_amount],
    ["Already paid", totals.prepaid_amount],
  ] as const;
  return rows.flatMap(([label, value]) =>
    money.isZero(value) ? [] : [[`${label}`, `${money.forPeople(value)} ${currency}`] as [string, string]],
  );
}

export const linesShape = shape<CalculatedLine>({
  name: [maybe, ({ line }) => line.name],
  description: [maybe, ({ line }) => line.description],
  quantity: [maybe, ({ line }) => line.quantity],
  unit_code: [maybe, ({ line }) => line.unit_code],
  price: [text, ({ priceAmount }) => plainMoney(priceAmount)],
  price_base_quantity: [text, ({ baseQuantity }) => baseQuantity.toFixed()],
  net: [text, ({ netAmount }) => plainMoney(netAmount)],
  vat: [text, ({ taxAmount }) => plainMoney(taxAmount)],
  vat_category: [maybe, ({ line }) => line.classified_tax_category?.id],
});

export const sentLines = ({ document }: Pick<WholeLife, "document">): readonly CalculatedLine[] =>
  document === undefined ? [] : calculate(document).lines;
