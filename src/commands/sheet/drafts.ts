import { basename, dirname, join } from "node:path";
import type { Desk } from "../../desk/index.ts";
import { type DocumentKind, documentKinds, type SelfBilledDocument } from "../../document/index.ts";
import { bug, fail, fileWord, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { type ExchangeRates, type WrittenDocument, writeYaml } from "../../read/index.ts";
import { safe } from "../../render/index.ts";
import type { FindSupplier, HeaderFile, SheetDocument, SheetDocuments, SheetMap, Table } from "../../sheet/index.ts";
import { rare, text } from "../command.ts";
import { oneOf } from "../kinds.ts";
import { type KeptMap, keptMapFor, keptMapNamed } from "./kept-maps.ts";
import { bookGaps, lookupIn } from "./supplier-lookup.ts";

type DateOrder = NonNullable<SheetMap["dateOrder"]>;

export const sheetOptions = {
  map: text("--map <file>", "spreadsheet: its map, a file or a kept name"),
  sheet: rare(text("--sheet <name>", "spreadsheet: the sheet of the workbook")),
  dateOrder: rare(oneOf("--date-order <order>", "spreadsheet: order of dates written as text", ["dmy", "mdy", "ymd"])),
} as const;

export interface SheetWords {
  readonly map: string | undefined;
  readonly sheet: string | undefined;
  readonly dateOrder: DateOrder | undefined;
  /** Content of a map, used instead of a map file. */
  readonly mapContent?: Uint8Array;
  /** Whether this is a first look at the file; it is read again later, so messages about the map are omitted. */
  readonly isLook?: true;
}

export interface SheetDraft {
  /** Name such as `March.xlsx (SB-2026-0001)`. */
  readonly name: string;
  readonly source: string;
  readonly content: WrittenDocument;
  readonly made: SheetDocument;
}

export interface OpenedSheet {
  readonly file: string;
  readonly kind: DocumentKind;
  readonly table: Table;
  readonly map: SheetMap;
  readonly drafts: readonly SheetDraft[];
  /** Problems with rows that belong to no document, and warnings about the sheet. */
  readonly problems: readonly Problem[];
}

/** Whether the file is a spreadsheet, even in an unsupported format. */
export function isSheetFile(file: string): boolean {
  return /\.(?:xlsx|xlsm|xls|xlsb|ods|numbers|csv|tsv)$/i.test(file);
}

export function wrongSheetWords(words: SheetWords, names: readonly string[]): Problem | undefined {
  const { dateOrder } = words;
  const given = Object.entries({ "--map": words.map, "--sheet": words.sheet, "--date-order": dateOrder }).find(
    ([, value]) => value !== undefined,
  );
  return given === undefined || names.some(isSheetFile)
    ? undefined
    : problem("bad-usage", `${given[0]} needs a spreadsheet.`, "Name an .xlsx or .csv file.");
}

/**
 * Reads a spreadsheet into documents. `kind` defaults to the map's kind, then to invoice. Problems: any problem with
 * the whole file; problems with single cells are attached to their document.
 */
export async function openSheetFile(
  file: string,
  kind: DocumentKind | undefined,
  words: SheetWords,
  desk: Desk,
): Promise<Result<OpenedSheet>> {
  const room = await import("../../sheet/index.ts");
  const map = await mapFrom(words, kind ?? "invoice", desk);
  if (!map.ok) return map;
  const bytes = await desk.files.read(file, room.maxSheetBytes);
  if (!bytes.ok) return fail(sheetTooBig(bytes.problems[0]));
  const own = map.value;
  const asked = kind ?? own.kind ?? "invoice";
  if (own.kind !== undefined && own.kind !== asked) return fail(otherKind(own.kind, words.map));
  const beside = await headerFileOf(file, own.headers, desk);
  if (!beside.ok) return beside;
  const sheet = room.openSheet(bytes.value, file, words.sheet ?? own.sheet, own, beside.value);
  if (words.map === undefined && room.hasOwnHeadings(sheet, asked)) {
    const kept = await keptMapFor(file, bytes.value, asked, desk);
    if (!kept.ok) return kept;
    if (kept.value) return openWithKept(file, kind, words, kept.value, desk);
  }
  if (!sheet.ok) return sheet;
  const findSupplier = await finderFor(own, desk);
  if (!findSupplier.ok) return findSupplier;
  const filler = await desk.hooks.fill(desk);
  if (!filler.ok) return filler;
  // If the rows determine the kind, read both kinds unless one was requested.
  const kinds = own.kindRule && kind === undefined ? (Object.keys(documentKinds) as DocumentKind[]) : [asked];
  const parts: { table: Table; map: SheetMap; made: SheetDocuments }[] = [];
  for (const each of kinds) {
    const ofKind = each === (kind ?? "invoice") ? map : await mapFrom(words, each, desk);
    if (!ofKind.ok) return ofKind;
    const table = room.tableOf(sheet.value, ofKind.value);
    if (!table.ok) return table;
    const making = { kind: each, findSupplier: findSupplier.value, sayGaps: bookGaps, fillItems: filler.value.fill };
    parts.push({ table: table.value, map: ofKind.value, made: room.documentsOf(table.value, ofKind.value, making) });
  }
  const [first] = parts;
  if (first === undefined) return bug("a sheet of no kind");
  const documents = parts.flatMap(({ made }) => made.documents).sort((a, b) => (a.rows[0] ?? 0) - (b.rows[0] ?? 0));
  const left = kinds.length === 1 ? othersLeft(first.made.others, asked, file, words) : [];
  const undecided = room.undecidedProblems(first.table, first.map);
  const problems = [...undecided, ...first.made.problems, ...left, ...filler.value.remarks(file)];
  if (documents.length === 0 && problems.every(({ severity }) => severity === "warning"))
    return fail(nothingLeft(problems, file));
  const drafts = documents.map((made) => draftOf(made, file));
  return ok({ file, kind: asked, table: first.table, map: first.map, drafts, problems });
}

/**
 * Whether no saved map fits the spreadsheet's headings. Problems: any file-reading problem, any settings problem,
 * `bad-usage` if several maps fit.
 */
export async function needsMap(
  file: string,
  kind: DocumentKind = "invoice",
  { sheet: name }: SheetWords,
  desk: Desk,
): Promise<Result<boolean>> {
  const room = await import("../../sheet/index.ts");
  const bytes = await desk.files.read(file, room.maxSheetBytes);
  if (!bytes.ok) return bytes;
  if (!room.hasOwnHeadings(room.openSheet(bytes.value, file, name, room.builtInMap(kind)), kind)) return ok(false);
  const kept = await keptMapFor(file, bytes.value, kind, desk);
  return kept.ok ? ok(kept.value === undefined) : kept;
}

function openWithKept(
  file: string,
  kind: DocumentKind | undefined,
  words: SheetWords,
  { name, path, bytes }: KeptMap,
  desk: Desk,
): Promise<Result<OpenedSheet>> {
  if (!words.isLook) desk.say(safe(`${file} has the headings that were kept as ${name}, so they mean the same.`));
  return openSheetFile(file, kind, { ...words, map: path, mapContent: bytes }, desk);
}

/**
 * Reads the second CSV file, which the map names and which contains the documents' headers; it must be in the same
 * folder as the lines. Problems: `bad-map`, any file-reading problem.
 */
async function headerFileOf(
  file: string,
  headers: SheetMap["headers"],
  desk: Desk,
): Promise<Result<HeaderFile | undefined>> {
  const room = await import("../../sheet/index.ts");
  if (headers === undefined || !room.isCsvName(file) || !room.isCsvName(headers.sheet)) return ok(undefined);
  const { sheet: name, where } = headers;
  if (/[\\/]/.test(name))
    return fail(problem("bad-map", `headers names ${name}.`, "Name a file in the folder of the lines.", { where }));
  if (basename(file).toLowerCase() === name.toLowerCase())
    return fail(
      problem("bad-usage", `${name} has the documents, by headers in the map.`, "Name the file that has their lines."),
    );
  const path = join(dirname(file), name);
  const bytes = await desk.files.read(path, room.maxSheetBytes);
  return bytes.ok ? ok({ file: path, bytes: bytes.value }) : fail(sheetTooBig(bytes.problems[0]));
}

/**
 * Returns the supplier lookup; undefined if the map does not use the supplier book. Problems: any supplier-book
 * problem.
 */
async function finderFor({ columns }: SheetMap, desk: Desk): Promise<Result<FindSupplier | undefined>> {
  if (columns.every(({ finds }) => finds === undefined)) return ok(undefined);
  const book = await desk.suppliers();
  return book.ok ? ok(lookupIn(book.value)) : book;
}

/** Warns about documents of the other kind, which need the other command. */
function othersLeft(count: number, asked: DocumentKind, file: string, { map, sheet }: SheetWords): Problem[] {
  if (count === 0) return [];
  const other = asked === "invoice" ? "credit-note" : "invoice";
  const says = `${documentKinds[other].says}${count === 1 ? "" : "s"}`;
  const message = `${count} of the documents ${count === 1 ? "is a" : "are"} ${says} and not part of this run: ${count === 1 ? "it was" : "they were"} neither checked nor sent.`;
  const named = [
    ...(sheet === undefined ? [] : ["--sheet", sheet]),
    ...(map === undefined ? [] : ["--map", fileWord(map)]),
  ];
  const hint = `${toSend} ${suggest`create-${other} ${fileWord(file)} ${named}`}`;
  return [problem("rows-left-out", message, hint, { where: { file }, severity: "warning" })];
}

const toSend = "To send them:";

function nothingLeft(problems: readonly Problem[], file: string): Problem {
  const left = problems.filter(({ code }) => code === "rows-left-out");
  const others = left.map(({ hint }) => hint).filter((hint) => hint.startsWith(toSend));
  const [message, hint] =
    left.length === 0
      ? ["The sheet has headings but no rows.", "Fill in a row."]
      : [
          `No document is left. ${left.map((each) => each.message).join(" ")}`,
          others[0] ?? "Check only_when and kind in the map, and the rows.",
        ];
  return problem("empty-document", message, hint, { where: { file } });
}

async function mapFrom(
  { map: file, dateOrder, mapContent }: SheetWords,
  kind: DocumentKind,
  desk: Desk,
): Promise<Result<SheetMap>> {
  const room = await import("../../sheet/index.ts");
  const given = dateOrder === undefined ? {} : { dateOrder: dateOrder as SheetMap["dateOrder"] };
  if (file === undefined) return ok({ ...room.builtInMap(kind), ...given });
  const bytes = mapContent ? ok(mapContent) : await mapBytes(file, desk);
  const map = bytes.ok ? room.readMap(bytes.value, file, { kind }) : bytes;
  return map.ok ? ok({ ...map.value, ...given }) : map;
}

async function mapBytes(file: string, desk: Desk): Promise<Result<Uint8Array>> {
  const bytes = await desk.files.read(file);
  if (bytes.ok) return bytes;
  const kept = await keptMapNamed(file, desk);
  if (!kept.ok) return kept;
  return kept.value ? ok(kept.value.bytes) : bytes;
}

/** Replaces the advice about a file that is too large: it is meant for a single document. */
function sheetTooBig(found: Problem): Problem {
  return found.code === "file-too-big"
    ? { ...found, code: "sheet-too-big", hint: "Split it, or copy the rows that you need into a new workbook." }
    : found;
}

function otherKind(says: DocumentKind, file: string | undefined): Problem {
  const hint = `Use ${suggest`create-${says}`}, or a map with the other kind.`;
  return problem("bad-map", `The map is for a ${documentKinds[says].says}.`, hint, { where: { file } });
}

/** Adds exchange rates to drafts in a foreign currency that have none, so that their files also contain the rates. */
export function withDraftRates(opened: OpenedSheet, { plain, of }: ExchangeRates): OpenedSheet {
  const drafts = opened.drafts.map((draft) => {
    const { document_currency_code: currency = "AED", tax_exchange_rate: own } = draft.made.document;
    const rate = Object.hasOwn(of, currency) ? of[currency] : plain;
    if (currency === "AED" || rate === undefined || own?.calculation_rate) return draft;
    const filled = { source_currency_code: currency, target_currency_code: "AED", ...own, calculation_rate: rate };
    const document = { ...draft.made.document, tax_currency_code: "AED", tax_exchange_rate: filled };
    return draftOf({ ...draft.made, document }, draft.source);
  });
  return { ...opened, drafts };
}

function draftOf(made: SheetDocument, source: string): SheetDraft {
  const { kind } = made;
  const name = `${source} (${made.label})`;
  const [first, last = first] = [made.rows[0], made.rows.at(-1)];
  const rows = first === last ? `row ${first}` : `rows ${first} to ${last}`;
  const head = [`A ${documentKinds[kind].says} from ${source.replace(/^.*[\\/]/, "")}, ${rows}.`];
  return { name, source, content: contentOf(made.document, kind, head), made };
}

export function contentOf(
  document: SelfBilledDocument,
  kind: DocumentKind,
  head: readonly string[] = [],
): WrittenDocument {
  return { document, bytes: () => new TextEncoder().encode(writeYaml(document, kind, { head })) };
}
