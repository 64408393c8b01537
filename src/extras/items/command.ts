import { stoppedBy, succeeded } from "../../commands/answer/stopped-by.ts";
import { writeFiles, wrongFiles } from "../../commands/answer/write-files.ts";
import { defineCommand, flag, type Input, serviceOptions, text } from "../../commands/command.ts";
import { sheetOptions } from "../../commands/sheet/drafts.ts";
import type { Desk } from "../../desk/index.ts";
import { fail, failAll, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import {
  changeItems,
  type Item,
  type ItemBook,
  type ItemField,
  ItemIndex,
  itemCalled,
  itemFields,
  itemNamed,
  itemTitle,
  judgeItem,
} from "./book/index.ts";
import { doubtfulCodes } from "./doubtful-codes.ts";
import { importItems } from "./import.ts";
import { missingItemShape, missingItems } from "./missing.ts";
import { openedItems } from "./opened.ts";
import { itemShape, itemsList, keptItem, oneItem } from "./report.ts";
import { itemWorkbook } from "./workbook.ts";

const { sandbox, profile } = serviceOptions;

const options = {
  sandbox,
  profile,
  ...sheetOptions,
  out: text("--out <file>", "export, missing: write a workbook (.xlsx), which import reads back"),
  force: flag("--force", "export, missing: overwrite the file"),
  update: flag("--update", "import: change items that the book has with other values"),
  yes: flag("--yes", "remove: without asking"),
} as const;

type ItemsInput = Input<typeof options>;

const actions = ["list", "show", "set", "missing", "import", "export", "remove"];
const wants: Readonly<Record<string, string>> = {
  show: "ITEM",
  set: "ITEM FIELD=VALUE",
  import: "FILE",
  remove: "ITEM",
};

export const items = defineCommand({
  words: "items <list|show|set|missing|import|export|remove> [names...]",
  summary: "your item book: HS and service codes, units and VAT of what you buy",
  help: `Where a row of a spreadsheet names an item and does not say its HS or service code, its unit or its VAT category, the item book does, and each
item is named once in the result; what the row says itself counts. The questions of selfbill new offer the same. The book is a file that only you
can read. No code is chosen for you: you, or a document that you sent, said it.

A row means the same item by your own item code, by the supplier's item code with the same supplier, or by the name: capitals, plural, blanks,
punctuation, Arabic vowels and the way a size is written (5 mm, 5mm) do not matter; another number, unit or word is another item.

Fields: ${Object.entries(itemFields)
    .map(([field, { says }]) => (says.toLowerCase().startsWith(field) ? field : `${field} (${says})`))
    .join(", ")}. set adds the item where it is new: ITEM is its code where name= is given, otherwise its name.

missing with documents or spreadsheets lists each item that lacks something once, with what a document that you sent says of it; --out writes
the list as a workbook to check, fill in and import. Without files: the items of the book that lack something.`,
  group: "Write",
  practice: "own books",
  facts: {
    journal: ([action]) => (action === "missing" ? "shown" : "used"),
    oneDocument: false,
    sends: false,
    asksService: false,
  },
  answers: ({ answer, listOf, text, records }) => [
    answer({ path: text, items: listOf(itemShape.schema) }),
    answer({ item: itemShape.schema }),
    answer({ items: listOf(missingItemShape.schema), files: listOf(text) }),
    records.importedItems,
    records.exportedItems,
    records.removedItem,
  ],
  options,
  examples: [
    { type: "selfbill items missing june.xlsx", does: "each item that lacks a code, unit or VAT category, once" },
    { type: "selfbill items missing june.xlsx --out items.xlsx", does: "the same as a workbook to fill in" },
    { type: "selfbill items import items.xlsx", does: "takes it over; shows what is still missing" },
    {
      type: 'selfbill items set TILE-60 name="Floor tile" hs=69072100 unit=box',
      does: "adds or changes an item",
    },
    { type: "selfbill items export --out items.xlsx", does: "the whole book as a workbook" },
  ],
  input(words, given) {
    const input = { words, options: given };
    const wrong = wrongWords(words[0] ?? "", input);
    return wrong === undefined ? ok(input) : fail(wrong);
  },
  async run(input, desk): Promise<Report> {
    const [action = "list", name = "", ...more] = input.words;
    const book = await openedItems(desk);
    if (!book.ok) return stoppedBy(book.problems);
    if (action === "list") return itemsList(book.value);
    if (action === "missing") return missingItems(input.words.slice(1), book.value, input.options, desk);
    if (action === "import") return importItems(name, input.options, desk);
    if (action === "export") return exported(book.value, input.options, desk);
    if (action === "set") return set(name, more, desk);
    const found = itemNamed(book.value, name);
    if (!found.ok) return stoppedBy(asUsage(found.problems));
    return action === "show" ? oneItem(found.value) : remove(found.value, input, desk);
  },
});

function wrongWords(action: string, { words, options: given }: ItemsInput): Problem | undefined {
  const bad = (message: string, hint: string) => problem("bad-usage", message, hint);
  if (!actions.includes(action))
    return bad(`Unknown action ${JSON.stringify(action)} for items.`, `Type ${suggest`items`} ${actions.join(", ")}.`);
  const [, name, ...more] = words;
  const wanted = wants[action];
  if (wanted !== undefined && name === undefined)
    return bad(
      `items ${action} needs ${wanted === "FILE" ? "a file" : "an item"}.`,
      `Add ${wanted}. Help: ${suggest`items --help`}`,
    );
  const isOver = wanted === undefined ? name : more[0];
  if (action !== "missing" && action !== "set" && isOver !== undefined)
    return bad(
      `Unexpected argument ${JSON.stringify(isOver)}.`,
      'Put a name with spaces in quotes: "Ceramic floor tile".',
    );
  const belongs: Array<[boolean, string, readonly string[]]> = [
    [given.map !== undefined, "--map", ["missing"]],
    [given.dateOrder !== undefined, "--date-order", ["missing"]],
    [given.sheet !== undefined, "--sheet", ["missing", "import"]],
    [given.profile !== undefined, "--profile", ["missing"]],
    [given.out !== undefined, "--out", ["missing", "export"]],
    [given.force, "--force", ["missing", "export"]],
    [given.update, "--update", ["import"]],
    [given.yes, "--yes", ["remove"]],
  ];
  const misplaced = belongs.find(([is, , at]) => is && !at.includes(action));
  return (
    misplaced && bad(`${misplaced[1]} belongs to items ${misplaced[2].join(" and ")}.`, `Leave ${misplaced[1]} out.`)
  );
}

function asUsage(problems: readonly Problem[]): readonly Problem[] {
  return problems.map((each) => ({ ...each, outcome: "usage" as const }));
}

async function set(name: string, settings: readonly string[], desk: Desk): Promise<Report> {
  const given = settingsIn(settings, name);
  if (!given.ok) return stoppedBy(given.problems);
  const folders = await desk.settings();
  if (!folders.ok) return stoppedBy(folders.problems);
  let kept: { readonly item: Item; readonly isNew: boolean } | undefined;
  const saved = changeItems(folders.value.folders, (book) => {
    const before = meantBy(book, name, given.value);
    const start = before ?? (given.value.name === undefined ? { name } : { code: name });
    const { item, problems } = judgeItem(merged(start, given.value), (field) => ({ path: field }));
    if (item === undefined) return failAll(problems);
    const isTaken = book.items.some((each) => each !== before && itemCalled(each) === itemCalled(item));
    if (isTaken)
      return fail(
        problem("bad-usage", `The book already has an item ${itemCalled(item)}.`, "Use another code or name."),
      );
    kept = { item, isNew: before === undefined };
    return ok([...book.items.filter((each) => each !== before), item]);
  });
  if (!saved.ok) return stoppedBy(saved.problems);
  const item = kept?.item ?? {};
  return keptItem(kept?.isNew ? "Added" : "Changed", item, await doubtfulCodes([item]));
}

/** Finds an item of the book by code or name, ignoring differences in spelling. */
function meantBy(book: ItemBook, name: string, { code, supplier_code: supplierCode }: Settings): Item | undefined {
  const found = itemNamed(book, name);
  if (found.ok) return found.value;
  const asked = {
    code: code || undefined,
    supplierCode: supplierCode || undefined,
    supplier: new Set<string>(),
    names: [name],
  };
  const match = new ItemIndex(book.items).find(asked);
  return match.is === "same" ? match.entry : undefined;
}

type Settings = Readonly<Partial<Record<ItemField, string>>>;

/** Returns the changed item; an empty value removes the field. */
function merged(item: Item, settings: Settings): Record<string, string> {
  const all: Record<string, string | undefined> = { ...item, ...settings };
  return Object.fromEntries(Object.entries(all).flatMap(([field, value]) => (value ? [[field, value]] : [])));
}

function settingsIn(settings: readonly string[], name: string): Result<Settings> {
  const type = `Type ${suggest`items set ${name} hs=69072100 unit=box vat=S`}`;
  if (settings.length === 0) return fail(problem("bad-usage", "No field was given.", type));
  const given: Record<string, string> = {};
  for (const each of settings) {
    const [, field = "", value = ""] = /^\s*([a-z_]+)\s*=([\s\S]*)$/.exec(each) ?? [];
    if (!Object.hasOwn(itemFields, field)) {
      const hint = `Write FIELD=VALUE; without a value the field is removed. The fields: ${Object.keys(itemFields).join(", ")}`;
      return fail(problem("bad-usage", `${JSON.stringify(each)} is not a field of an item.`, hint));
    }
    given[field] = value.trim();
  }
  return ok(given);
}

async function exported(book: ItemBook, { out, force }: ItemsInput["options"], desk: Desk): Promise<Report> {
  if (out === undefined)
    return stoppedBy([
      problem("bad-usage", "items export needs a file.", `Type ${suggest`items export --out items.xlsx`}`),
    ]);
  const wrong = wrongFiles([out], ["xlsx"]);
  if (!wrong.ok) return stoppedBy(wrong.problems);
  const content = await itemWorkbook(book.items.map((item) => ({ item, missing: "", offered: "" })));
  const written = await writeFiles([{ path: out, content }], force, desk);
  if (!written.ok) return stoppedBy(written.problems);
  const data = { files: written.value };
  const facts: [string, string][] = [
    ["Items", String(book.items.length)],
    ["Written to", written.value.join(", ")],
  ];
  return succeeded({ view: "facts", facts, data });
}

async function remove(item: Item, { options: given }: ItemsInput, desk: Desk): Promise<Report> {
  if (!given.yes) {
    if (!desk.ask.possible)
      return stoppedBy([
        problem("needs-answer", "Confirmation is required, but this is not an interactive terminal.", "Add --yes."),
      ]);
    const agreed = await desk.ask.confirm(`Remove ${itemTitle(item)} from the item book?`);
    if (!agreed.ok) return stoppedBy(agreed.problems);
    if (!agreed.value)
      return stoppedBy([problem("declined", `${itemTitle(item)} stays in the book.`, "Nothing was changed.")]);
  }
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  const saved = changeItems(settings.value.folders, (book) =>
    ok(book.items.filter((each) => itemCalled(each) !== itemCalled(item))),
  );
  if (!saved.ok) return stoppedBy(saved.problems);
  const facts: [string, string][] = [["Removed", itemTitle(item)]];
  const data = { removed: itemCalled(item) };
  return succeeded({ view: "facts", facts, data });
}
