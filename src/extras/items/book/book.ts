import { join } from "node:path";
import { foldedName, nearest, type SelfBilledDocument } from "../../../document/index.ts";
import {
  fail,
  failAll,
  map,
  ok,
  type Problem,
  problem,
  type Result,
  type Spot,
  suggest,
} from "../../../problem/index.ts";
import { readDocument, type SourceDocument, writeYaml } from "../../../read/index.ts";
import { type ChangingFile, changePrivateFile, type Folders, readPrivateFile } from "../../../settings/index.ts";
import { textsOf } from "../../../suppliers/index.ts";
import { type Item, itemCalled, judgeItem } from "./item.ts";

export interface ItemBook {
  /** The file may not exist yet. */
  readonly path: string;
  readonly items: readonly Item[];
}

/** Maximum size in bytes. */
const largest = 16_000_000;

export function emptyItems(path = ""): ItemBook {
  return { path, items: [] };
}

/**
 * Without a file, the book is empty. Practice mode reads the normal book until it has saved its own. Problem:
 * `items-broken`.
 */
export function openItems(folders: Folders): Result<ItemBook> {
  const path = bookPath(folders);
  try {
    const found = readPrivateFile(path, { bytes: largest, demand: "unforged" });
    if (found === undefined && folders.usual) return map(openItems(folders.usual), (book) => ({ ...book, path }));
    if (found === undefined) return ok(emptyItems(path));
    if ("distrust" in found) return fail(broken(`it cannot be trusted: ${found.distrust}`, { file: path }));
    const read = readDocument(Buffer.from(found.text), path, "invoice");
    if (!read.ok) return failAll(read.problems.map((each) => broken(each.message, each.where ?? { file: path })));
    const { items, problems } = itemsIn(read.value);
    if (problems.length > 0) return failAll(problems.map((each) => broken(each.message, each.where ?? { file: path })));
    return ok({ path, items });
  } catch (error) {
    return fail(broken(`it cannot be read: ${(error as Error).message}`, { file: path }));
  }
}

/** The file has one group per item under `items:`. Reports every error with its line. */
export function itemsIn(source: SourceDocument): { items: Item[]; problems: Problem[] } {
  const { items: written } = source.document as Record<string, unknown>;
  const none = Object.keys(source.document).length === 0;
  const entries: readonly unknown[] = Array.isArray(written) ? written : none ? [] : [undefined];
  const problems: Problem[] = [];
  const first = new Map<string, number>();
  const items = entries.flatMap((entry, index): Item[] => {
    const spot = (field: string): Spot => source.spot(field === "" ? `items[${index}]` : `items[${index}].${field}`);
    const { item, problems: found } = judgeItem(textsOf(entry), spot);
    problems.push(...found);
    if (item === undefined) return [];
    const key = foldedName(itemCalled(item));
    const before = first.get(key);
    first.set(key, before ?? spot("").line ?? 1);
    if (before === undefined) return [item];
    const message = `The item ${itemCalled(item)} appears twice, first in line ${before}.`;
    problems.push(problem("duplicate-key", message, "Keep one of them.", { where: spot("") }));
    return [];
  });
  return { items, problems };
}

/** Matches code or name, ignoring case. Problem: `no-item`, with the most similar item. */
export function itemNamed({ items }: ItemBook, name: string): Result<Item> {
  const wanted = foldedName(name);
  const namesOf = (each: Item): string[] =>
    [each.code, each.name, each.supplier_code, each.name_in_arabic].flatMap((one) => (one ? [foldedName(one)] : []));
  const [found] = [
    ...items.filter((each) => foldedName(itemCalled(each)) === wanted),
    ...items.filter((each) => namesOf(each).includes(wanted)),
  ];
  if (found !== undefined) return ok(found);
  const guess = nearest(wanted, items.flatMap(namesOf));
  const meant = items.find((each) => guess !== undefined && namesOf(each).includes(guess));
  const hint =
    items.length === 0
      ? `The book is empty. To fill it: ${suggest`items import FILE`}`
      : meant === undefined
        ? `All items: ${suggest`items list`}`
        : `Did you mean ${itemCalled(meant)}?`;
  return fail(problem("no-item", `The item ${JSON.stringify(name)} is not in the item book.`, hint));
}

/**
 * Locks the book against other processes and writes it in full (mode 0600). Problems: `items-broken`,
 * `settings-unwritable`, any problem from `change`.
 */
export function changeItems(folders: Folders, change: (book: ItemBook) => Result<readonly Item[]>): Result<ItemBook> {
  const file: ChangingFile<ItemBook> = {
    path: bookPath(folders),
    called: "item book",
    most: largest,
    tooLong: "Keep fewer items in it.",
    read: () => openItems(folders),
    textOf: ({ items }) => itemBookText(items),
  };
  return changePrivateFile(file, (book) =>
    map(change(book), (items) => ({
      path: book.path,
      items: [...items].sort((a, b) => itemCalled(a).localeCompare(itemCalled(b))),
    })),
  );
}

function bookPath({ config }: Folders): string {
  return join(config, "items.yaml");
}

/** Returns the book's file content, which `items import` can also read. */
export function itemBookText(items: readonly Item[]): string {
  const head = ["The item book of selfbill. To change it, see selfbill items --help."];
  const text = writeYaml({ items } as unknown as SelfBilledDocument, "invoice", { head });
  return items.length === 0 ? `${text}items: []\n` : text; // YAML reads a file with only comments as empty
}

function broken(what: string, where: Spot): Problem {
  const hint = `Fix this line in an editor, or move the file away and import the valid part of a copy: ${suggest`items import`}`;
  return problem("items-broken", `The item book has an error: ${what}`, hint, { where });
}
