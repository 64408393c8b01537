import { listOf, maybe, membersOf, shape, text, whole } from "../../answers/index.ts";
import { tableView } from "../../commands/answer/columns.ts";
import { stoppedBy, succeeded } from "../../commands/answer/stopped-by.ts";
import { writeFiles, wrongFiles } from "../../commands/answer/write-files.ts";
import type { Checkable } from "../../commands/create/check-documents.ts";
import { subjectsOf } from "../../commands/create/subjects.ts";
import type { SheetWords } from "../../commands/sheet/drafts.ts";
import type { Desk } from "../../desk/index.ts";
import type { DocumentLine, SelfBilledDocument } from "../../document/index.ts";
import { failAll, ok, type Problem, type Result, suggest } from "../../problem/index.ts";
import { readDocument } from "../../read/index.ts";
import type { Report } from "../../report/index.ts";
import {
  askedItem,
  fillerOf,
  type Item,
  type ItemBook,
  type ItemField,
  ItemIndex,
  itemOfLine,
  itemTitle,
  itemWords,
  lackingOf,
  lackingWords,
  mergedItem,
  supplierNamesIn,
} from "./book/index.ts";
import { itemMembers } from "./report.ts";
import { type SentItem, sentItems } from "./sent.ts";
import { itemWorkbook } from "./workbook.ts";

export interface MissingWords extends SheetWords {
  readonly out: string | undefined;
  readonly force: boolean;
  readonly sandbox: boolean;
  readonly profile: string | undefined;
}

/** An incomplete item, listed once for all lines that contain it. */
interface MissingItem {
  readonly item: Item;
  readonly lacking: readonly ItemField[];
  readonly lines: number;
  /** Data of the same item in a sent document. */
  readonly offered: { readonly item: Item; readonly from: SentItem } | undefined;
}

/**
 * Lists items that neither the files nor the book describe completely; without files, the incomplete items in the
 * book. Data from sent documents is offered with its source, never adopted. With `out`, writes a workbook for `items
 * import`.
 */
export async function missingItems(
  files: readonly string[],
  book: ItemBook,
  words: MissingWords,
  desk: Desk,
): Promise<Report> {
  const wrong = wrongFiles(words.out === undefined ? [] : [words.out], ["xlsx"]);
  if (!wrong.ok) return stoppedBy(wrong.problems);
  const suppliers = await desk.suppliers();
  const namesOf = supplierNamesIn(suppliers.ok ? suppliers.value.suppliers : []);
  const read = files.length === 0 ? ok([]) : await documentsOf(files, words, desk);
  if (!read.ok) return stoppedBy(read.problems);
  const needed = files.length === 0 ? ofBook(book) : neededBy(read.value, book, namesOf);
  const { sandbox, profile: named } = words;
  const profile = await desk.profile({
    sandbox,
    profile: named,
    businessProfile: undefined,
    serviceVersion: undefined,
  });
  const sent = await sentItems(profile.ok ? profile.value : undefined, namesOf, desk);
  if (!sent.ok) return stoppedBy(sent.problems);
  const found = needed.map(({ item, lines, names }): MissingItem => {
    const asked = askedItem(lineNamed(item), names);
    const match = sent.value.find({ ...asked, names: [item.name, item.name_in_arabic].flatMap((each) => each ?? []) });
    return {
      item,
      lines,
      lacking: lackingOf(item),
      offered: match.is === "same" ? offeredOf(item, match.entry) : undefined,
    };
  });
  return report(found, words, desk);
}

const lineNamed = (item: Item): DocumentLine => ({
  ...(item.code === undefined ? {} : { buyer_item_identification: { id: item.code } }),
  ...(item.supplier_code === undefined ? {} : { seller_item_identification: { id: item.supplier_code } }),
});

interface Needed {
  readonly item: Item;
  readonly lines: number;
  readonly names: ReadonlySet<string>;
}

/** Returns the incomplete entries of the book. */
function ofBook({ items }: ItemBook): Needed[] {
  return items
    .filter((item) => lackingOf(item).length > 0)
    .map((item) => ({ item, lines: 0, names: new Set(item.supplier === undefined ? [] : [item.supplier]) }));
}

/** An item whose data later lines can complete; the index keeps the names from its first line. */
interface Growing extends Item {
  readonly key: number;
}

/** Returns the items that are incomplete in these documents, each once, in the order of the documents. */
function neededBy(
  documents: readonly SelfBilledDocument[],
  { items }: ItemBook,
  namesOf: ReturnType<typeof supplierNamesIn>,
): Needed[] {
  const { fill } = fillerOf(items, namesOf);
  const found: { item: Item; lines: number; names: ReadonlySet<string> }[] = [];
  const index = new ItemIndex<Growing>();
  for (const document of documents) {
    const copy = structuredClone(document) as Record<string, unknown> & SelfBilledDocument;
    fill(copy);
    const { supplier: named } = copy;
    const names = namesOf(copy.accounting_supplier_party, typeof named === "string" ? named : undefined);
    for (const line of copy.document_lines ?? []) {
      const item = { ...itemOfLine(line), supplier: supplierOf(copy) };
      if (lackingOf(item).length === 0) continue;
      const match = index.find(askedItem(line, names));
      const same = match.is === "same" ? match.entry : match.is === "several" ? likest(item, match.entries) : undefined;
      const before = same === undefined ? undefined : found[same.key];
      if (before === undefined) {
        index.add({ ...item, key: found.length });
        found.push({ item, lines: 1, names });
      } else found[same?.key ?? 0] = { ...before, lines: before.lines + 1 };
    }
  }
  return found;
}

/** Among several items with the same name, returns the one with the same codes. */
function likest(item: Item, entries: readonly Growing[]): Growing | undefined {
  return entries.find((each) => each.code === item.code && each.supplier_code === item.supplier_code);
}

function supplierOf(document: SelfBilledDocument & { readonly supplier?: unknown }): string | undefined {
  const { name, party_name: legal } = document.accounting_supplier_party ?? {};
  return typeof document.supplier === "string" ? document.supplier : (name ?? legal);
}

const described = ["type", "hs", "sac", "unit", "vat", "exemption", "nature", "origin"] as const;

/** Returns the item's missing values that the sent item has; undefined if there are none or if the types differ. */
function offeredOf(item: Item, from: SentItem): MissingItem["offered"] {
  if (item.type !== undefined && from.type !== undefined && item.type !== from.type) return undefined;
  const offered = Object.fromEntries(
    described.flatMap((field) =>
      item[field] === undefined && from[field] !== undefined ? [[field, from[field]]] : [],
    ),
  );
  return Object.keys(offered).length === 0 ? undefined : { item: offered, from };
}

/** Reads the documents; those in spreadsheets are completed from the book first. Problems: any file-reading problem. */
async function documentsOf(
  files: readonly string[],
  words: MissingWords,
  desk: Desk,
): Promise<Result<readonly SelfBilledDocument[]>> {
  const { map, sheet, dateOrder } = words;
  const subjects = await subjectsOf(files, undefined, { map, sheet, dateOrder, results: undefined }, desk);
  if (!subjects.ok) return subjects;
  const problems: Problem[] = [];
  const documents: SelfBilledDocument[] = [];
  for (const each of subjects.value.all) {
    const read = await documentOf(each, desk);
    if (!read.ok) problems.push(...read.problems);
    else if (read.value !== undefined) documents.push(read.value);
  }
  return problems.length > 0 ? failAll(problems) : ok(documents);
}

async function documentOf(
  { file, content, unread, known = [] }: Checkable,
  desk: Desk,
): Promise<Result<SelfBilledDocument | undefined>> {
  if (unread) return known.length > 0 ? failAll(known) : ok(undefined);
  if (content !== undefined && !(content instanceof Uint8Array)) return ok(content.document);
  const bytes = content === undefined ? await desk.files.read(file) : ok(content);
  if (!bytes.ok) return bytes;
  const read = readDocument(bytes.value, file, undefined);
  return read.ok ? ok(read.value.document) : read;
}

export const missingItemShape = shape<MissingItem>({
  ...membersOf(itemMembers, ({ item }) => item),
  lines: [whole, ({ lines }) => lines],
  missing: [listOf(text), ({ lacking }) => lacking],
  offered: [maybe, ({ offered }) => offered && itemWords(offered.item)],
  offered_from: [maybe, ({ offered }) => offered?.from.document],
  offered_from_date: [maybe, ({ offered }) => offered?.from.issued],
});

async function report(found: readonly MissingItem[], { out, force }: MissingWords, desk: Desk): Promise<Report> {
  const rows = found.map(({ item, lacking, offered }) => ({
    item: mergedItem(offered?.item ?? {}, item),
    missing: lackingWords(lacking),
    offered: offered === undefined ? "" : `${itemWords(offered.item)}: ${sourceOf(offered.from)}`,
  }));
  const files = out === undefined ? [] : [{ path: out, content: await itemWorkbook(rows) }];
  const written = await writeFiles(files, force, desk);
  if (!written.ok) return stoppedBy(written.problems);
  const data = { items: found.map(missingItemShape.json), files: written.value };
  if (written.value.length > 0) {
    const offers = found.filter(({ offered }) => offered !== undefined).length;
    const facts: [string, string][] = [
      ["Items", String(found.length)],
      [
        "Offered",
        offers === 0
          ? "nothing: no document that was sent has them"
          : `${offers} with values of documents that were sent; check them`,
      ],
      ["Written to", written.value.join(", ")],
      ["Next", `check and fill it in, then: ${suggest`items import FILE`}`],
    ];
    return succeeded({ view: "facts", facts, data });
  }
  const shown = tableView(found, {
    Item: ({ item }) => itemTitle(item),
    Supplier: ({ item }) => item.supplier,
    Lines: ({ lines }) => (lines === 0 ? "" : String(lines)),
    "What is missing": ({ lacking }) => lackingWords(lacking),
    "Sent before as": ({ offered }) => offered && `${itemWords(offered.item)} (${sourceOf(offered.from)})`,
  });
  const empty = "Every item has its code, unit and VAT category.";
  return succeeded({ ...shown, data, empty });
}

const sourceOf = ({ document, issued }: SentItem): string => `${document} of ${issued}`;
