import type { Books, Filler } from "../../desk/index.ts";
import { ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import {
  type DifferingItem,
  type Filling,
  fillerOf,
  itemCalled,
  itemFields,
  itemTitle,
  itemWords,
  supplierNamesIn,
  valueInWords,
} from "./book/index.ts";
import { openedItems } from "./opened.ts";

/** Completes the items of a spreadsheet from the item book. Problems: any item-book problem. */
export async function itemFiller(books: Books): Promise<Result<Filler>> {
  const book = await openedItems(books);
  if (!book.ok) return book;
  const { items } = book.value;
  // An unreadable supplier book is reported where a document needs it.
  const suppliers = items.some((each) => each.supplier !== undefined) ? await books.suppliers() : undefined;
  const { fill, done } = fillerOf(items, supplierNamesIn(suppliers?.ok ? suppliers.value.suppliers : []));
  return ok({ fill, remarks: (file) => itemRemarks(done(), file) });
}

/** Warns once per item about values taken from the book, values that differ, and ambiguous names. */
function itemRemarks({ filled, differing, unclear }: Filling, file: string): Problem[] {
  const about = { where: { file }, severity: "warning" } as const;
  const given = filled.map(({ item, fields, lines }) => {
    const what = itemWords(item, [...fields]);
    const message = `${itemTitle(item)}: ${what} from the item book, in ${linesOf(lines)}.`;
    return problem(
      "item-from-book",
      message,
      `To change it: ${suggest`items set ${itemCalled(item)} FIELD=VALUE`}`,
      about,
    );
  });
  const others = differing.map((each) => {
    const message = `${itemTitle(each.item)}: ${differenceWords(each)}, in ${linesOf(each.lines)}. The sheet's own is used.`;
    const set = `${suggest`items set ${itemCalled(each.item)} FIELD=VALUE`}`;
    return problem("item-differs", message, `Correct the sheet; or, if the book is wrong: ${set}`, about);
  });
  const several = unclear.map(({ name, items }) => {
    const message = `${name} fits several items of the item book, so none was used: ${items.map(itemTitle).join(", ")}.`;
    return problem("item-unclear", message, "Write the item's code into the sheet.", about);
  });
  return [...given, ...others, ...several];
}

const linesOf = (lines: number): string => `${lines} ${lines === 1 ? "line" : "lines"}`;

/** Returns text such as `unit tonne (TNE) where the item book has kilogram (KGM)`. */
function differenceWords({ item, said }: DifferingItem): string {
  const parts = [...said].map(([field, values]) => {
    const of = field === "rate" ? "vat" : field;
    const name = field === "rate" ? "VAT rate" : itemFields[field].says.replace(/ \(.*/, "");
    const here = [...values].map((each) => (field === "rate" ? each : valueInWords(field, each))).join(" and ");
    return `${name} ${here} where the item book has ${valueInWords(of, item[of] ?? "")}`;
  });
  return parts.join("; ");
}
