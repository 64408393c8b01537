import type { Desk } from "../../desk/index.ts";
import { type Filling, fillerOf, itemCalled, itemTitle, itemWords, supplierNamesIn } from "../../items/index.ts";
import { ok, type Problem, problem, type Result, typed } from "../../problem/index.ts";

/** What fills in the items of a spreadsheet out of the item book. Problems: those of the book. */
export async function itemFiller(desk: Desk): Promise<Result<ReturnType<typeof fillerOf>>> {
  const book = await desk.items();
  if (!book.ok) return book;
  const { items } = book.value;
  // A supplier book that cannot be read is told where a document names a supplier of it.
  const suppliers = items.some((each) => each.supplier !== undefined) ? await desk.suppliers() : undefined;
  return ok(fillerOf(items, supplierNamesIn(suppliers?.ok ? suppliers.value.suppliers : [])));
}

/** What the item book gave, once for each item, and names that fit several of its items. Warnings. */
export function itemRemarks({ filled, unclear }: Filling, file: string): Problem[] {
  const about = { where: { file }, severity: "warning" } as const;
  const given = filled.map(({ item, fields, lines }) => {
    const what = itemWords(item, [...fields]);
    const message = `${itemTitle(item)}: ${what} from the item book, in ${lines} ${lines === 1 ? "line" : "lines"}.`;
    return problem(
      "item-from-book",
      message,
      `To change it: selfbill items set ${typed(itemCalled(item))} FIELD=VALUE`,
      about,
    );
  });
  const several = unclear.map(({ name, items }) => {
    const message = `${name} fits several items of the item book, so none was used: ${items.map(itemTitle).join(", ")}.`;
    return problem("item-unclear", message, "Write the item's code into the sheet.", about);
  });
  return [...given, ...several];
}
