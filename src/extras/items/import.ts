import { stoppedBy, succeeded } from "../../commands/answer/stopped-by.ts";
import { isSheetFile } from "../../commands/sheet/drafts.ts";
import type { Desk } from "../../desk/index.ts";
import { failAll, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { readDocument } from "../../read/index.ts";
import type { Report } from "../../report/index.ts";
import {
  changeItems,
  type Item,
  type ItemBook,
  type ItemField,
  ItemIndex,
  itemCalled,
  itemFields,
  itemNameKey,
  itemsIn,
  itemTitle,
  lackingOf,
  mergedItem,
  type SupplierNamesOf,
  supplierNamesIn,
  valueInWords,
} from "./book/index.ts";
import { doubtfulCodes } from "./doubtful-codes.ts";
import type { ListedItem, ListedItems } from "./list.ts";

interface ImportWords {
  readonly update: boolean;
  readonly sheet: string | undefined;
}

/** Imports all items, or none if one has an error. */
export async function importItems(file: string, { update, sheet }: ImportWords, desk: Desk): Promise<Report> {
  const bytes = await desk.files.read(file);
  if (!bytes.ok) return stoppedBy(bytes.problems);
  const found = isSheetFile(file)
    ? (await import("./list.ts")).itemsOfList(bytes.value, file, sheet)
    : itemsOfFile(bytes.value, file);
  if (!found.ok) return stoppedBy(found.problems);
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  const suppliers = await desk.suppliers();
  const namesOf = supplierNamesIn(suppliers.ok ? suppliers.value.suppliers : []);
  let done: readonly Taken[] = [];
  const saved = changeItems(settings.value.folders, (book) => {
    const taken = takenInto(book, found.value.items, namesOf, update);
    if (!taken.ok) return taken;
    done = taken.value;
    const gone = new Set(done.flatMap(({ before }) => before ?? []));
    return ok([...book.items.filter((each) => !gone.has(each)), ...done.map(({ item }) => item)]);
  });
  if (!saved.ok) return stoppedBy(saved.problems);
  return importReport(file, done, found.value, saved.value, desk);
}

function itemsOfFile(bytes: Uint8Array, file: string): Result<ListedItems> {
  const read = readDocument(bytes, file, "invoice");
  if (!read.ok) return read;
  const { items, problems } = itemsIn(read.value);
  if (problems.length > 0) return failAll(problems);
  const where = (index: number) => ({ ...read.value.spot(`items[${index}]`), file });
  if (items.length > 0)
    return ok({ items: items.map((item, at) => ({ item, where: where(at) })), empty: 0, problems: [] });
  const hint = "Write items: and below it one group for each item, each beginning with - code: or - name:.";
  return failAll([problem("empty-document", "The file describes no item.", hint, { where: { file } })]);
}

interface Taken {
  readonly item: Item;
  readonly before: Item | undefined;
  readonly changed: readonly ItemField[];
}

/** Finds the book's entry for each listed item. Problems: `item-exists`, `duplicate-key`. */
function takenInto(
  { items }: ItemBook,
  listed: readonly ListedItem[],
  namesOf: SupplierNamesOf,
  update: boolean,
): Result<readonly Taken[]> {
  const index = new ItemIndex(items);
  const problems: Problem[] = [];
  const ofList = new ItemIndex<Item>();
  const taken = listed.flatMap(({ item: news, where }): Taken[] => {
    const names = [news.name, news.name_in_arabic].flatMap((each) => each ?? []);
    const supplier = namesOf(undefined, news.supplier);
    const match = index.find({ code: news.code, supplierCode: news.supplier_code, supplier, names });
    const before = match.is === "same" ? match.entry : undefined;
    const item = before === undefined ? news : mergedItem(before, named(before, news));
    const again = ofList.find({ code: item.code, supplierCode: item.supplier_code, supplier, names });
    ofList.add(item);
    if (again.is !== "none") {
      if (again.is === "same" && isEqual(named(again.entry, item), again.entry)) return [];
      const message = `${itemCalled(item)} appears twice in the list and says different things.`;
      problems.push(problem("duplicate-key", message, "Keep one of the two.", { where }));
    }
    const changed = fields.filter((field) => before?.[field] !== undefined && before[field] !== item[field]);
    if (changed.length > 0 && !update) problems.push(exists(before ?? item, item, changed, where));
    return [{ item, before, changed }];
  });
  return problems.length > 0 ? failAll(problems) : ok(taken);
}

const fields = Object.keys(itemFields) as ItemField[];

const isEqual = (one: Item, other: Item): boolean => fields.every((field) => one[field] === other[field]);

/** Returns the listed item, with its names as the book spells them. */
function named(before: Item, news: Item): Item {
  const isSame = (field: "name" | "name_in_arabic"): boolean =>
    before[field] !== undefined && news[field] !== undefined && itemNameKey(before[field]) === itemNameKey(news[field]);
  return {
    ...news,
    ...(isSame("name") ? { name: before.name } : {}),
    ...(isSame("name_in_arabic") ? { name_in_arabic: before.name_in_arabic } : {}),
  };
}

function exists(before: Item, item: Item, changed: readonly ItemField[], where: ListedItem["where"]): Problem {
  const message = `${itemTitle(before)} is in the book with other values: ${differences(before, item, changed)}. Nothing was imported.`;
  return problem("item-exists", message, "If the list is correct, add --update.", { where });
}

function differences(before: Item, item: Item, changed: readonly ItemField[]): string {
  const says = (of: Item, field: ItemField): string =>
    of[field] === undefined ? "none" : valueInWords(field, of[field]);
  return changed
    .map(
      (field) =>
        `${itemFields[field].says.replace(/ \(.*/, "")} ${says(before, field)}, in the list ${says(item, field)}`,
    )
    .join("; ");
}

async function importReport(
  file: string,
  done: readonly Taken[],
  { empty, problems }: ListedItems,
  book: ItemBook,
  desk: Desk,
): Promise<Report> {
  const isSame = ({ item, before }: Taken): boolean => before !== undefined && isEqual(item, before);
  const counts = {
    added: done.filter(({ before }) => before === undefined).length,
    changed: done.filter((each) => each.before !== undefined && !isSame(each)).length,
    same: done.filter(isSame).length,
    incomplete: done.filter(({ item }) => lackingOf(item).length > 0).length,
    empty,
  };
  const facts: [string, string][] = [
    ["Added", String(counts.added)],
    ["Changed", String(counts.changed)],
    ["Unchanged", String(counts.same)],
    ...(counts.incomplete > 0
      ? [["Incomplete", `${counts.incomplete}: ${suggest`items missing`}`] as [string, string]]
      : []),
    ...(empty > 0 ? [["Left out", `${empty} with a name and nothing else`] as [string, string]] : []),
    ["In the book", String(book.items.length)],
  ];
  const changes = done.flatMap(({ item, before, changed }): Problem[] =>
    before === undefined || changed.length === 0
      ? []
      : [
          problem(
            "item-exists",
            `${itemTitle(before)} was changed: ${differences(before, item, changed)}.`,
            `If the list is wrong, set it back: ${suggest`items set`}`,
            {
              severity: "warning",
            },
          ),
        ],
  );
  const doubts = await doubtfulCodes(done.map(({ item }) => item));
  const data = { file: desk.output.absolute(file), ...counts, items: done.map(({ item }) => itemCalled(item)) };
  return succeeded({ view: "facts", facts, data }, false, [...problems, ...changes, ...doubts]);
}
