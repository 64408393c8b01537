import { maybe, type Source, shape } from "../../answers/index.ts";
import { tableView } from "../../commands/answer/columns.ts";
import { succeeded } from "../../commands/answer/stopped-by.ts";
import type { Problem } from "../../problem/index.ts";
import { suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import {
  type Item,
  type ItemBook,
  type ItemField,
  itemBookText,
  itemCalled,
  itemFields,
  lackingOf,
  lackingWords,
  valueInWords,
} from "./book/index.ts";

const fields = Object.keys(itemFields) as ItemField[];

export const itemMembers: Readonly<Record<string, Source<Item>>> = Object.fromEntries(
  fields.map((field): [string, Source<Item>] => [field, [maybe, (item) => item[field]]]),
);
export const itemShape = shape<Item>(itemMembers);

/** Lists the items of the book, each with the names of its missing values. */
export function itemsList({ items, path }: ItemBook): Report {
  const shown = tableView(items, {
    Item: itemCalled,
    Name: (item) => (item.name === itemCalled(item) ? "" : (item.name ?? item.name_in_arabic)),
    Supplier: "supplier",
    Code: ({ hs, sac }) => [hs && `HS ${hs}`, sac && `SAC ${sac}`].filter(Boolean).join(", "),
    Unit: ({ unit }) => unit && valueInWords("unit", unit),
    VAT: "vat",
    Missing: (item) => lackingWords(lackingOf(item)),
  });
  const data = { path, items: items.map(itemShape.json) };
  const empty = `The item book is empty: ${suggest`items import FILE`}, or ${suggest`items set CODE name=… hs=… unit=…`}`;
  return succeeded({ ...shown, data, empty });
}

export function oneItem(item: Item): Report {
  const data = { item: itemShape.json(item) };
  return succeeded({ view: "raw", text: itemBookText([item]), data, foreign: true });
}

export function keptItem(title: string, item: Item, problems: readonly Problem[]): Report {
  const facts = fields.flatMap((field): [string, string][] => {
    const value = item[field];
    const label = itemFields[field].says.replace(/ \(.*/, "");
    return value === undefined ? [] : [[label.charAt(0).toUpperCase() + label.slice(1), valueInWords(field, value)]];
  });
  const lacking = lackingWords(lackingOf(item));
  const more: [string, string][] = lacking === "" ? [] : [["Missing", lacking]];
  const data = { item: itemShape.json(item) };
  return succeeded({ view: "facts", title, facts: [...facts, ...more], data }, false, problems);
}
