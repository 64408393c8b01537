import type { DocumentKind } from "../../document/index.ts";
import { fail, ok, type Result } from "../../problem/index.ts";
import { type Row, type Sheet, shownText } from "../cell.ts";
import { readCsv } from "../csv/read-csv.ts";
import { normal } from "../map/map-parts.ts";
import type { DecimalStyle } from "../numbers/number-sign.ts";
import { type HeaderFile, isTextTable, notReadable, readHeaderFile } from "../open-sheet.ts";
import type { DateOrder } from "../take-date.ts";
import { readXlsx } from "../xlsx/read-xlsx.ts";
import { fillDownLines, foundIn } from "./child-rows.ts";
import { chooseSheets, nothingKnown, saysSupplier } from "./choose-sheets.ts";
import { creditTextIn, type Decisions, decisionsOf } from "./decisions.ts";
import { doubtLines, doubtWords } from "./doubt-lines.ts";
import { nothingSaid, type Said } from "./facts.ts";
import { fillLines, type MissingField } from "./fill-lines.ts";
import { type ZeroMeaning, zeroMeanings } from "./guess-words.ts";
import type { Role } from "./headings.ts";
import { type FoundSheet, withKey } from "./join-key.ts";
import { ignoredLines, type LeftColumns, leftColumns, nothingInIt } from "./left-columns.ts";
import {
  columnLines,
  columnsByField,
  controlLines,
  fixedLines,
  measureLines,
  priceLines,
  supplierLines,
  wordLines,
  yamlName,
} from "./map-lines.ts";
import {
  columnsInUse,
  type OpenQuestion,
  openQuestions,
  type UnusableAnswer,
  type UsedColumn,
  unusableAnswers,
} from "./open-questions.ts";
import { type ExportProgram, programs, programWith } from "./programs.ts";
import { type Columns, type Recognised, recognised } from "./roles.ts";
import { conditionLines } from "./row-lines.ts";
import {
  ambiguousIn,
  dateOrderIn,
  decimalLines,
  decisionsInWords,
  groupLines,
  moneyLine,
  numbersIn,
  remarkLines,
} from "./settings-lines.ts";
import { type OpenTitle, type TitlesSaid, titlesOpen, titlesSay } from "./titles.ts";
import { vatLines, vatSource, type ZeroQuestion, zeroQuestion } from "./vat-lines.ts";

export interface Proposal {
  /** The sheet with the lines, and the sheet with the documents if it is separate. */
  readonly sheets: readonly string[];
  /** Whether two CSV files are joined; in that case, `sheets` names only the one with the documents. */
  readonly joined: boolean;
  readonly rows: number;
  readonly left: readonly LeftColumns[];
  /** The heading of the column that fills each field. */
  readonly columnOf: ReadonlyMap<string, string>;
  /** The columns in use, in the order of the sheet. */
  readonly used: readonly UsedColumn[];
  readonly questions: readonly OpenQuestion[];
  /** Answers that cannot be used, and why. */
  readonly unusable: readonly UnusableAnswer[];
  /** Decisions about money and kind, which are asked before anything else. */
  readonly decisions: Decisions;
  /** How numbers such as 1,250 are read is not known: an example, and its heading. */
  readonly numbersOpen: { readonly heading: string; readonly example: string } | undefined;
  /** Titles that say another VAT of all rows, or that amounts are in thousands. */
  readonly titlesOpen: Readonly<Record<"vat" | "times", OpenTitle | undefined>>;
  /** Assumptions that no column confirms. */
  readonly assumed: readonly string[];
  /** Decisions that the user must make. */
  readonly unclear: readonly string[];
  readonly program: { readonly id: string; readonly called: string; readonly named: boolean } | undefined;
  /** The names of all sheets that could be used, if the user named none and there are several. */
  readonly sheetsOpen: readonly string[];
  /** Rows without VAT and without a known category; `may`: the possible meanings, likeliest first. */
  readonly zeroOpen: ZeroQuestion | undefined;
  /** YAML, with a comment for each missing field. */
  text(missing: readonly MissingField[]): string;
  /** The same with the likeliest of each decision, to show what documents would become. */
  preview(): string;
}

export interface MapAnswers extends TitlesSaid {
  readonly name: string | undefined;
  readonly beside?: HeaderFile | undefined;
  /** The accounting program's name in programs.txt. */
  readonly like?: string | undefined;
  readonly zero?: ZeroMeaning | undefined;
  readonly order?: DateOrder | undefined;
  readonly decimals?: DecimalStyle | undefined;
  /** Set if a person said that each row without a number is a document of its own. */
  readonly eachRow?: boolean | undefined;
  readonly said?: Said | undefined;
  /** Days from the issue date to the due date, if no column has a due date. */
  readonly dueDays?: number | undefined;
  /** Values that are the same in all documents, by path; paths with the same value are separated by commas. */
  readonly fixed?: ReadonlyMap<string, string> | undefined;
}

/**
 * Proposes a map for a spreadsheet. Uses the named sheet, or the one with the most known headings, and a second sheet
 * with the documents if the lines have neither date nor supplier. `beside`: a CSV file with the documents that the
 * lines belong to. Problems: any sheet-reading problem, `no-heading`.
 */
export function proposeMap(bytes: Uint8Array, file: string, answers: MapAnswers, kind: DocumentKind): Result<Proposal> {
  const { name, beside } = answers;
  const refused = notReadable(bytes, file);
  if (refused) return fail(refused);
  if (isTextTable(bytes, file)) {
    const sheet = readCsv(bytes, file);
    const documents = sheet.ok && beside ? readHeaderFile(beside) : undefined;
    if (!sheet.ok) return sheet;
    if (documents === undefined) return proposed([sheet.value], kind, answers);
    return documents.ok ? proposed([sheet.value, documents.value], kind, answers) : documents;
  }
  const entries = readXlsx(bytes, file);
  if (!entries.ok) return entries;
  const chosen = chooseSheets(entries.value, file, name);
  if (!chosen.ok) return chosen;
  const sheets: Sheet[] = [];
  for (const entry of chosen.value.chosen) {
    const sheet = entry.read();
    if (!sheet.ok) return sheet;
    sheets.push(sheet.value);
  }
  return proposed(sheets, kind, answers, chosen.value.open);
}

/** The sheet of lines (`found`, `own`), any sheet of documents (`other`, `theirs`), and both combined (`whole`). */
interface Sides {
  readonly program: ExportProgram | undefined;
  readonly found: FoundSheet;
  readonly other: FoundSheet | undefined;
  readonly own: Recognised;
  readonly theirs: Recognised | undefined;
  readonly whole: Recognised;
}

function sidesOf([lines, documents]: readonly Sheet[], { like, said = nothingSaid }: MapAnswers): Result<Sides> {
  const found = lines && foundIn(lines);
  const other = documents && foundIn(documents);
  if (found === undefined) return fail(nothingKnown(lines?.file ?? "", []));
  const program = programOf([found, ...(other ? [other] : [])], like);
  const isIncluded = titlesSay([found]).included !== undefined;
  const own = recognised(found.head, found.rows, program, said, isIncluded);
  const joined = other && withKey(own, found, recognised(other.head, other.rows, program, said), other);
  if (joined && !joined.ok) return joined;
  const theirs = other && joined && withSheetName(joined.value, other.sheet, found.head);
  return ok({ program, found, other, own, theirs, whole: theirs === undefined ? own : merged(own, theirs) });
}

function proposed(
  sheets: readonly Sheet[],
  kind: DocumentKind,
  answers: MapAnswers,
  sheetsOpen: readonly string[] = [],
): Result<Proposal> {
  const sides = sidesOf(sheets, answers);
  if (!sides.ok) return sides;
  const { program, found, other, whole } = sides.value;
  const documents = other?.sheet;
  const all = [found, ...(other ? [other] : [])];
  const first = mapParts(sides.value, kind, answers, undecided);
  const names = leftColumns(first.parts, all, whole.facts, program).flatMap(({ headings }) => headings);
  const unnamed = whole.facts.filter(({ heading }) => names.includes(heading));
  const currency = answers.fixed?.get("document_currency_code");
  const decisions = decisionsOf(whole, unnamed, all, { isCredit: kind === "credit-note", currency });
  const settled = {
    ...sides.value,
    whole: withoutForeign(whole, decisions.foreign),
    own: withoutForeign(sides.value.own, decisions.foreign),
  };
  const { parts, constants, ...made } = mapParts(settled, kind, answers, decisions);
  const { assumed, order, numbers } = made;
  const left = leftColumns(parts, all, whole.facts, program);
  const unused = left.flatMap(({ headings }) => headings);
  const withCells = left.flatMap(({ because, headings }) => (because === nothingInIt ? [] : headings));
  const columnOf = columnsByField(whole);
  const text = (missing: readonly MissingField[]): string =>
    [...titleLines(program, assumed), ...parts, ...fillLines(constants, missing, columnOf), ...ignoredLines(left), ""]
      .flatMap(remarkLines)
      .join("\n");
  return ok({
    sheets: [found.sheet.name, documents?.name].filter((each) => each !== undefined),
    joined: documents !== undefined && found.sheet.name === undefined,
    rows: found.rows.length,
    left,
    columnOf,
    used: columnsInUse(whole, unused),
    questions: openQuestions(whole, order, withCells),
    unusable: unusableAnswers(whole.facts),
    decisions,
    numbersOpen: numbers === "open" ? ambiguousIn(sides.value.own) : undefined,
    titlesOpen: made.titlesOpen,
    assumed,
    program: program && { ...program, named: answers.like !== undefined },
    sheetsOpen,
    zeroOpen: answers.zero === undefined ? zeroQuestion(whole.columns) : undefined,
    unclear: made.unclear,
    text,
    preview: () => text([]).replace(/"\? ([^"|]*[^"| ])[^"]*"/g, (_, likely: string) => JSON.stringify(likely)),
  });
}

const undecided: Decisions = {
  currency: undefined,
  foreign: [],
  currencyOpen: undefined,
  kindOpen: undefined,
  doubts: [],
};

/** Removes amounts in another currency than the price: they cannot be compared with the document. */
function withoutForeign(recognised: Recognised, roles: readonly Role[]): Recognised {
  if (roles.length === 0) return recognised;
  const kept = Object.entries(recognised.columns).filter(([role]) => !roles.includes(role as Role));
  return { ...recognised, columns: Object.fromEntries(kept) };
}

/** Returns the lines of a map without comments, with assumptions and open questions. */
function mapParts(
  { found, other, own, theirs, whole, ...sides }: Sides,
  kind: DocumentKind,
  answers: MapAnswers,
  { currency, currencyOpen, kindOpen, doubts }: Decisions,
) {
  const { zero, dueDays } = answers;
  const order = answers.order ?? dateOrderIn(own, found, theirs, other);
  const numbers = answers.decimals ?? numbersIn(own, found);
  const vat = vatLines(whole.columns, zero);
  const [words, measure] = [wordLines(whole.columns, doubtWords(doubts)), measureLines(whole.columns)];
  const sheets = [found, ...(other ? [other] : [])];
  const credit = creditTextIn(whole.columns, sheets);
  const conditions = conditionLines(whole, kind, { credit, debit: kindOpen });
  const titles = titlesOpen(whole.columns, sheets, vatOfAll(whole.columns, zero), answers);
  const fixed = fixedLines(whole.columns, titles.vat, moneyLine(answers.fixed, { currency, currencyOpen }), doubts);
  const control =
    theirs && other && theirs.columns.gross ? controlLines(theirs, other.rows) : controlLines(own, found.rows);
  const parts = [
    "version: 2",
    ...conditions.kind,
    ...(found.sheet.name === undefined ? [] : [`sheet: ${yamlName(found.sheet.name)}`]),
    ...headerLines(other?.sheet, theirs?.columns.number?.heading, own.columns.number?.heading),
    ...orderLines(order),
    ...(dueDays === undefined ? [] : [`due_days: ${dueDays}`]),
    ...decimalLines(numbers, answers.decimals),
    ...(other === undefined ? [...groupLines(whole, answers.eachRow === true), ...fillDownLines(found)] : []),
    ...conditions.only,
    "",
    ...columnLines(whole, doubtLines(doubts)),
    ...titles.lines,
    ...measure.lines,
    ...supplierLines(whole.columns),
    ...priceLines(own),
    ...vat.lines,
    ...words,
    ...control,
    ...fixed.defaults,
  ];
  const open = unclearOf(
    order,
    { tax: vat.lines, unit: [...words, ...measure.lines] },
    { found, other, own, theirs, whole, ...sides },
    answers.eachRow === true,
  );
  return {
    parts,
    constants: [...fixed.constants, ...fixedByPerson(answers)],
    assumed: [...whole.assumed, ...measure.assumed, ...fixed.assumed, ...vat.assumed, ...conditions.told],
    order,
    numbers,
    titlesOpen: titles.open,
    unclear: [
      ...decisionsInWords({ currencyOpen, kindOpen, doubts }, numbers),
      ...titles.unclear,
      ...conditions.open,
      ...open,
    ],
  };
}

/** Returns the category and rate for all rows, if no column shows the VAT of each row. */
function vatOfAll(columns: Columns, zero: ZeroMeaning = "reverse-charge"): string | undefined {
  if (vatSource(columns) !== undefined) return undefined;
  return columns.metalAmount ? zeroMeanings[zero] : "S 5";
}

const fixedByPerson = ({ fixed = new Map() }: MapAnswers): string[] =>
  [...fixed].map(([path, text]) => `  ${path}: ${JSON.stringify(text)}`);

const titleLines = (program: ExportProgram | undefined, assumed: readonly string[]): string[] => [
  "# yaml-language-server: $schema=map.schema.json",
  "# A proposed map: check every line. Left of the colon a heading, right of it a field; # begins a remark.",
  ...(program === undefined ? [] : [`# It looks like an export of ${program.called}.`]),
  ...assumed.map((each) => `# Assumed: ${each}.`),
];

function programOf(sheets: readonly FoundSheet[], like: string | undefined): ExportProgram | undefined {
  const headings = sheets.flatMap(({ head }) => head.cells.map(shownText));
  return like === undefined ? programWith(headings) : programs.find(({ id }) => id === like);
}

function orderLines(order: string | undefined): string[] {
  if (order === "unclear") return ["# Dates can be read in two ways: dmy or mdy?", "# date_order: dmy"];
  return order === undefined ? [] : [`date_order: ${order}`];
}

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

/** True for a CSV file that has lines but lacks the data of their documents. */
function isHalf({ sheet }: FoundSheet, { columns }: Recognised): boolean {
  const roles = new Set(Object.keys(columns) as Role[]);
  return sheet.delimiter !== undefined && !(roles.has("date") && saysSupplier(roles));
}

function unclearOf(
  order: string | undefined,
  lines: { readonly tax: readonly string[]; readonly unit: readonly string[] },
  { found, whole }: Sides,
  isEachRow: boolean,
): string[] {
  const unknown = (list: readonly string[]): string[] =>
    list.filter((each) => /^ {4,}# /.test(each)).map((each) => each.replace(/^ *# /, "").replace(/: [^:]*$/, ""));
  return [
    ...(order === "unclear" ? ["Dates such as 03/04/2026 can be read in two ways: set date_order."] : []),
    ...unknown(lines.tax).map((word) => `The tax word ${word} is not known: set its category.`),
    ...unknown(lines.unit).map((word) => `The word ${word} is not known: write its code below words.`),
    ...(whole.columns.number || isEachRow
      ? []
      : [
          "No column has the document number: name a column that is the same in all rows of a document under group_by, or write group_by: each row.",
        ]),
    ...(isHalf(found, whole) ? [otherFile] : []),
  ];
}

/** Adds the second sheet's name to headings that both sheets have, except the document number. */
function withSheetName({ columns, ...rest }: Recognised, { name }: Sheet, head: Row): Recognised {
  const own = new Set(head.cells.map((cell) => normal(shownText(cell))));
  const named = Object.entries(columns).map(([role, each]) => {
    const isShared = role !== "number" && own.has(normal(each.heading));
    return [role, isShared ? { ...each, heading: `${name}!${each.heading}` } : each];
  });
  return { ...rest, columns: Object.fromEntries(named) };
}

/** Returns the columns of the line sheet, and those that only the document sheet has, except its amounts. */
function merged(lines: Recognised, documents: Recognised): Recognised {
  const { net: _net, vat: _vat, gross: _gross, amount: _amount, ...ofDocuments } = documents.columns;
  const columns = {
    ...ofDocuments,
    ...lines.columns,
    ...(documents.columns.number ? { number: documents.columns.number } : {}),
  };
  return {
    columns,
    program: lines.program,
    pricesWithVat: lines.pricesWithVat,
    facts: [...lines.facts, ...documents.facts],
    assumed: lines.assumed,
    doubts: [
      ...lines.doubts,
      ...documents.doubts.filter(({ heading }) => Object.values(columns).some((each) => each.heading === heading)),
    ],
    resolved: [...lines.resolved, ...documents.resolved],
    isProven: lines.isProven || documents.isProven,
    shown: lines.shown,
  };
}
