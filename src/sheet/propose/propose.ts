import { type DocumentKind, nearest } from "../../document/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { type Row, type Sheet, shownText } from "../cell.ts";
import { readCsv } from "../csv/read-csv.ts";
import { normal } from "../map/map-parts.ts";
import { type HeaderFile, isCsvName, notReadable, readHeaderFile } from "../open-sheet.ts";
import { readXlsx, type SheetEntry } from "../xlsx/read-xlsx.ts";
import { dateOrderOf, hasDecimalComma } from "./facts.ts";
import { meaningOf, type Role } from "./headings.ts";
import { type FoundSheet, withKey } from "./join-key.ts";
import {
  columnLines,
  conditionLines,
  controlLines,
  fixedLines,
  priceLines,
  supplierLines,
  vatLines,
  wordLines,
  yamlName,
} from "./map-lines.ts";
import { type Recognised, recognised } from "./roles.ts";

/** A field that every document needs and no column has. */
export interface MissingField {
  /** `document_lines.unit_code`, without numbers of lines. */
  readonly path: string;
  readonly description: string;
}

/** A map for a sheet that was looked at. */
export interface Proposal {
  /** Of the lines, and of the documents where they are apart. */
  readonly sheets: readonly string[];
  /** Whether two CSV files are joined: `sheets` names that of the documents alone. */
  readonly joined: boolean;
  /** Rows below the headings. */
  readonly rows: number;
  /** Headings that nothing was made of. */
  readonly unused: readonly string[];
  /** What was supposed because no column says it. */
  readonly assumed: readonly string[];
  /** What a person has to decide. */
  readonly unclear: readonly string[];
  /** The map in YAML; with a remark for each field that is missing. */
  text(missing: readonly MissingField[]): string;
}

/** Headings are looked for in this many rows. */
const headRows = 30;

/**
 * Proposes a map for the sheet with the most headings that are known, or the one that is named; and for a second sheet with the documents
 * where the lines have neither date nor supplier. `beside`: a CSV file with the documents of the lines. Problems: those of opening a spreadsheet, `no-heading`.
 */
export function proposeMap(
  bytes: Uint8Array,
  file: string,
  { name, beside }: { readonly name: string | undefined; readonly beside?: HeaderFile | undefined },
  kind: DocumentKind,
): Result<Proposal> {
  const refused = notReadable(bytes, file);
  if (refused) return fail(refused);
  if (isCsvName(file)) {
    const sheet = readCsv(bytes, file);
    const documents = sheet.ok && beside ? readHeaderFile(beside) : undefined;
    if (!sheet.ok) return sheet;
    if (documents === undefined) return proposed([sheet.value], kind);
    return documents.ok ? proposed([sheet.value, documents.value], kind) : documents;
  }
  const entries = readXlsx(bytes, file);
  if (!entries.ok) return entries;
  const chosen = chooseSheets(entries.value, file, name);
  if (!chosen.ok) return chosen;
  const sheets: Sheet[] = [];
  for (const entry of chosen.value) {
    const sheet = entry.read();
    if (!sheet.ok) return sheet;
    sheets.push(sheet.value);
  }
  return proposed(sheets, kind);
}

/** The sheet of the lines, and that of the documents where they stand apart. */
function chooseSheets(
  entries: readonly SheetEntry[],
  file: string,
  name: string | undefined,
): Result<readonly SheetEntry[]> {
  const visible = entries.filter(({ hidden }) => !hidden);
  const scored = visible
    .map((entry) => ({ entry, roles: rolesIn(entry.peek()) }))
    .sort((a, b) => b.roles.size - a.roles.size);
  const named =
    name === undefined ? undefined : scored.find(({ entry }) => entry.name.toLowerCase() === name.toLowerCase());
  if (name !== undefined && named === undefined) {
    const names = visible.map((each) => each.name);
    const guess = nearest(name, names);
    const hint = guess === undefined ? `The workbook has: ${names.join(", ")}.` : `Did you mean ${guess}?`;
    return fail(problem("no-heading", `The sheet ${name} does not exist.`, hint, { where: { file } }));
  }
  const hasLines = (roles: ReadonlySet<Role>): boolean =>
    (["item", "description", "quantity", "unitPrice"] as const).some((role) => roles.has(role));
  const lines = named ?? scored.find(({ roles }) => hasLines(roles) && roles.has("number")) ?? scored[0];
  if (lines === undefined || lines.roles.size < 2)
    return fail(
      nothingKnown(
        file,
        visible.map((each) => each.name),
      ),
    );
  const isHeader = (roles: ReadonlySet<Role>): boolean =>
    roles.has("number") && roles.has("date") && names(roles) && !roles.has("quantity");
  const isWhole = lines.roles.has("date") && names(lines.roles);
  const documents = isWhole ? undefined : scored.find((each) => each !== lines && isHeader(each.roles));
  return ok(documents === undefined ? [lines.entry] : [lines.entry, documents.entry]);
}

const names = (roles: ReadonlySet<Role>): boolean =>
  roles.has("trn") || roles.has("supplierCode") || roles.has("supplierName");

function rolesIn(sheet: Sheet | undefined): Set<Role> {
  const head = sheet && headIn(sheet);
  return new Set(head?.cells.flatMap((cell) => meaningOf(shownText(cell))?.role ?? []) ?? []);
}

/** The row with the most known headings. */
function headIn({ rows }: Sheet): Row | undefined {
  const scored = rows.slice(0, headRows).map((row) => ({
    row,
    count: new Set(row.cells.flatMap((cell) => (cell?.is === "text" ? (meaningOf(cell.text)?.role ?? []) : []))).size,
  }));
  const best = scored.reduce((a, b) => (b.count > a.count ? b : a), { row: undefined as Row | undefined, count: 1 });
  return best.row;
}

function nothingKnown(file: string, sheets: readonly string[]): Problem {
  const which = sheets.length > 1 ? ` Name the sheet: --sheet NAME (${sheets.join(", ")}).` : "";
  const hint = `Write a map yourself; selfbill templates copy sheet gives one to start from.${which}`;
  return problem(
    "no-heading",
    "No row has headings that are known, such as Invoice no., Date, Quantity, Amount.",
    hint,
    { where: { file } },
  );
}

function proposed([lines, documents]: readonly Sheet[], kind: DocumentKind): Result<Proposal> {
  const found = lines && foundIn(lines);
  const other = documents && foundIn(documents);
  if (found === undefined) return fail(nothingKnown(lines?.file ?? "", []));
  const own = recognised(found.head, found.rows);
  const joined = other && withKey(own, found, recognised(other.head, other.rows), other);
  if (joined && !joined.ok) return joined;
  const theirs = other && joined && withSheetName(joined.value, other.sheet, found.head);
  const whole = theirs === undefined ? own : merged(own, theirs);
  const { columns } = whole;
  const [order, comma] = formsOf(own, found, theirs, other);
  const vat = vatLines(columns);
  const words = wordLines(columns);
  const { kind: kindText, only } = conditionLines(whole, found.rows, kind);
  const { defaults, constants, assumed } = fixedLines(columns);
  const control =
    theirs && other && theirs.columns.gross ? controlLines(theirs, other.rows) : controlLines(own, found.rows);
  const text = (missing: readonly MissingField[]): string =>
    [
      "# yaml-language-server: $schema=map.schema.json",
      "# A proposed map: check every line. Left of the colon a heading, right of it a field; # begins a remark.",
      ...kindText,
      ...(found.sheet.name === undefined ? [] : [`sheet: ${yamlName(found.sheet.name)}`]),
      ...headerLines(documents, theirs?.columns.number?.heading, own.columns.number?.heading),
      ...(order === "unclear"
        ? ["# Dates can be read in two ways: dmy or mdy?", "# date_order: dmy"]
        : order === undefined
          ? []
          : [`date_order: ${order}`]),
      ...(comma ? ["decimals: comma"] : []),
      ...only,
      "",
      ...columnLines(whole),
      ...supplierLines(columns),
      ...priceLines(own),
      ...vat.lines,
      ...words,
      ...control,
      ...defaults,
      ...constantLines(constants, missing),
      ...ignoredLines(whole.others),
      "",
    ]
      .flatMap(remarkLines)
      .join("\n");
  return ok({
    sheets: [found.sheet.name, documents?.name].filter((each) => each !== undefined),
    joined: documents !== undefined && found.sheet.name === undefined,
    rows: found.rows.length,
    unused: whole.others,
    assumed: [...own.assumed, ...assumed, ...vat.assumed],
    unclear: [
      ...unclearOf(order, { tax: vat.lines, unit: words }, columns.number !== undefined),
      ...(isHalf(found, whole) ? [otherFile] : []),
    ],
    text,
  });
}

/** How the lines are joined to their documents. */
function headerLines(documents: Sheet | undefined, key: string | undefined, lineKey: string | undefined): string[] {
  if (documents === undefined || key === undefined || lineKey === undefined) return [];
  const where = documents.delimiter === undefined ? "sheet" : "file in the same folder";
  return [
    `# The ${where} with one row for each document, and its column that the lines have too.`,
    `headers: { sheet: ${yamlName(documents.name ?? "")}, key: ${yamlName(key)} }`,
    `group_by: ${yamlName(lineKey)}`,
  ];
}

const otherFile =
  "No column has the date, or none the supplier: if another CSV file has one row for each document, name it with --headers FILE.";

/** Whether a CSV file has lines and nobody's documents. */
function isHalf({ sheet }: FoundSheet, { columns }: Recognised): boolean {
  const roles = new Set(Object.keys(columns) as Role[]);
  return sheet.delimiter !== undefined && !(roles.has("date") && names(roles));
}

/** A remark of our own in lines of at most 80 columns; a line of the map, also one behind #, stays a line. */
function remarkLines(line: string): string[] {
  if (!/^# [A-Z]/.test(line)) return [line];
  const lines: string[] = [];
  for (const word of line.slice(2).split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 80) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`# ${word}`);
  }
  return lines;
}

/** What a person has to decide. */
function unclearOf(
  order: string | undefined,
  lines: { readonly tax: readonly string[]; readonly unit: readonly string[] },
  isNumbered: boolean,
): string[] {
  const unknown = (list: readonly string[]): string[] =>
    list.filter((each) => each.startsWith("    # ")).map((each) => each.slice(6).replace(/: [^:]*$/, ""));
  return [
    ...(order === "unclear" ? ["Dates such as 03/04/2026 can be read in two ways: set date_order."] : []),
    ...unknown(lines.tax).map((word) => `The tax word ${word} is not known: set its category.`),
    ...unknown(lines.unit).map((word) => `The unit ${word} is not known: write its code below words.`),
    ...(isNumbered
      ? []
      : [
          "No column has the document number: name a column that is the same in all rows of a document under group_by.",
        ]),
  ];
}

function foundIn(sheet: Sheet): FoundSheet | undefined {
  const head = headIn(sheet);
  return head && { sheet, head, rows: sheet.rows.filter((row) => row.number > head.number) };
}

/** Headings that both sheets have are written with the name of the second one; the number is the same in both. */
function withSheetName({ columns, ...rest }: Recognised, { name }: Sheet, head: Row): Recognised {
  const own = new Set(head.cells.map((cell) => normal(shownText(cell))));
  const named = Object.entries(columns).map(([role, each]) => {
    const isShared = role !== "number" && own.has(normal(each.heading));
    return [role, isShared ? { ...each, heading: `${name}!${each.heading}` } : each];
  });
  return { ...rest, columns: Object.fromEntries(named) };
}

/** The columns of the lines, with those of the documents where the lines have none. */
function merged(lines: Recognised, documents: Recognised): Recognised {
  const { net: _net, vat: _vat, gross: _gross, amount: _amount, ...ofDocuments } = documents.columns;
  const columns = {
    ...ofDocuments,
    ...lines.columns,
    ...(documents.columns.number ? { number: documents.columns.number } : {}),
  };
  return {
    columns,
    pricesWithVat: lines.pricesWithVat,
    others: [...lines.others, ...documents.others],
    assumed: lines.assumed,
  };
}

function formsOf(own: Recognised, found: FoundSheet, theirs: Recognised | undefined, other: FoundSheet | undefined) {
  const dates = ({ columns }: Recognised): number[] =>
    [columns.date, columns.due, columns.supplyDate, columns.correctedDate].flatMap((each) =>
      each ? [each.column] : [],
    );
  const amounts = ({ columns }: Recognised): number[] =>
    [columns.net, columns.vat, columns.gross, columns.unitPrice, columns.quantity].flatMap((each) =>
      each ? [each.column] : [],
    );
  const order =
    dateOrderOf(found.rows, dates(own)) ?? (theirs && other ? dateOrderOf(other.rows, dates(theirs)) : undefined);
  return [order, hasDecimalComma(found.rows, amounts(own))] as const;
}

function constantLines(constants: readonly string[], missing: readonly MissingField[]): string[] {
  const rest = missing.map(({ path, description }) => `  # ${path}: ""   # ${description}`);
  if (constants.length === 0 && rest.length === 0) return [];
  const about =
    rest.length === 0
      ? []
      : ["# Every document needs what begins with # below: remove the # and write the value, or map a column to it."];
  return ["", ...about, "constants:", ...constants, ...rest];
}

const ignoredLines = (others: readonly string[]): string[] =>
  others.length === 0 ? [] : ["", "# Columns that are not used.", `ignore: [${others.map(yamlName).join(", ")}]`];
