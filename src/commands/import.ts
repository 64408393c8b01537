import { serviceVersions } from "../contract/index.ts";
import type { Desk } from "../desk/index.ts";
import { amount, documentKinds, isDecimalText, money } from "../document/index.ts";
import type { PrepareOptions } from "../prepare/index.ts";
import { fail, ok, outcomeOf, type Problem, problem } from "../problem/index.ts";
import type { Report, SubmissionResult } from "../report/index.ts";
import { tableView } from "./answer/columns.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { notSent } from "./answer/submission-results.ts";
import { allFindings, defineCommand, flag, type Input, serviceOptions, text } from "./command.ts";
import { type Checkable, type Checked, checkDocuments } from "./create/check-documents.ts";
import { type GivenRates, rateOptions, ratesFrom } from "./create/rate-options.ts";
import { inOrderOfRun, ofNobody, sharesOf } from "./create/shares.ts";
import { subjectsIn } from "./create/subjects.ts";
import { warningsOfCheck } from "./create/warnings/list.ts";
import { guidedList } from "./intake/guided-list.ts";
import { documentKindNames, oneOf } from "./kinds.ts";
import { type OpenedSheet, openSheetFile, sheetOptions, withDraftRates, wrongSheetWords } from "./sheet/drafts.ts";
import { importEnd, importSums } from "./sheet/import-end.ts";
import { otherThanResults, writeResults, wrongResultsFile } from "./sheet/results.ts";

const options = {
  ...sheetOptions,
  kind: oneOf(
    "--kind <kind>",
    (all) => `what the rows are: ${all} (default: what the map says, else invoice)`,
    documentKindNames,
  ),
  out: text("--out <dir>", "write each document as a YAML file into this folder, named by its number"),
  force: flag("--force", "with --out: overwrite existing files"),
  skipInvalid: flag("--skip-invalid", "with --out: write the valid documents even if others have errors"),
  results: text("--results <file>", "write the sheet again with the findings of each row (.xlsx or .csv)"),
  sandbox: serviceOptions.sandbox,
  profile: serviceOptions.profile,
  ...rateOptions,
  ...allFindings,
} as const;

type ImportInput = Input<typeof options>;

export const importSheet = defineCommand({
  words: "import <file>",
  summary: "turn a spreadsheet into documents, errors at their cells",
  help: `FILE is an Excel workbook (.xlsx) or a CSV file: each row is a line; rows with the same number are one document. Everything is checked and
nothing is sent; without --out nothing is written. create-invoice and create-credit-note take the same file and send what is in it.
The headings are those of the sheet template (selfbill templates copy sheet), or your own: at a terminal it shows what it recognised, asks the rest,
and keeps the map for the next list with the same headings; a script names one with --map.`,
  group: "Write",
  everyday: true,
  practice: "own books",
  facts: { journal: "used", oneDocument: false, sends: false, asksService: false },
  answers: ({ checking }) => [checking.imported],
  options,
  examples: [
    {
      type: "selfbill import bills.csv",
      does: "asks what the columns of another program mean, once; then as below",
    },
    { type: "selfbill import march.xlsx", does: "checks all rows and shows the documents that they make" },
    {
      type: "selfbill import march.xlsx --map map.yaml --date-order dmy --out march",
      does: "writes them as YAML files",
    },
    {
      type: "selfbill import march.csv --results checked.xlsx",
      does: "writes the sheet again with the errors of each row",
    },
  ],
  input([file = ""], options) {
    const wrong = wrongWords(file, options);
    return wrong ? fail(wrong) : ok({ file, given: options });
  },
  async run({ file, given: typed }, desk): Promise<Report> {
    const overwritten = overwrites(file, typed, desk) ?? (await otherThanResults(typed.results, desk));
    if (overwritten) return stoppedBy([overwritten]);
    const guided = await guidedList([file], typed.kind, typed, desk);
    if (!guided.ok) return stoppedBy(guided.problems);
    const given = { ...typed, exchangeRate: guided.value };
    const opened = await openSheetFile(file, given.kind, given, desk);
    if (!opened.ok) return stoppedBy(opened.problems);
    const rates = ratesFrom(given, opened.value.drafts.length, desk);
    if (!rates.ok) return stoppedBy(rates.problems);
    const rated = rates.value.rates ? withDraftRates(opened.value, rates.value.rates) : opened.value;
    return imported(rated, given, rates.value, desk);
  },
});

function wrongWords(file: string, given: ImportInput["options"]): Problem | undefined {
  const { out, force, skipInvalid, results } = given;
  if (out === undefined && (force || skipInvalid))
    return problem("bad-usage", `${force ? "--force" : "--skip-invalid"} needs --out.`, "Name a folder: --out DIR.");
  return wrongSheetWords({ ...given, map: undefined, sheet: undefined }, [file]) ?? wrongResultsFile(results);
}

function overwrites(file: string, { results, map }: ImportInput["options"], desk: Desk): Problem | undefined {
  const same = [file, map].some(
    (each) =>
      each !== undefined && results !== undefined && desk.output.absolute(each) === desk.output.absolute(results),
  );
  return same
    ? problem("bad-usage", "--results would overwrite the spreadsheet itself.", "Name another file.")
    : undefined;
}

async function imported(
  opened: OpenedSheet,
  given: ImportInput["options"],
  rates: GivenRates,
  desk: Desk,
): Promise<Report> {
  const { all, warnings } = subjectsIn(opened);
  const checked = await checkedByCompany(all, { kind: opened.kind, ...rates }, given, desk);
  const invalid = checked.some(({ wrong }) => wrong);
  const found = checked.map(
    ({ held, wrong }): SubmissionResult => ({ ...held, outcome: wrong ? held.outcome : "done" }),
  );
  const stops = checked.some(({ subject }) => subject.stopsAll);
  const writes = given.out !== undefined && (!invalid || (given.skipInvalid && !stops));
  const files = writes ? await writeOut(opened, found, given.out ?? ".", given.force, desk) : [];
  const unwritten = files.flatMap(({ problems }) => problems);
  const paths = new Map(files.map(({ name, path }) => [name, path]));
  const results = found.map((result) => withoutFile(result, files));
  const told = given.results === undefined ? [] : await writeResults(given.results, opened, results, statusOf, desk);
  const problems = [...results.flatMap((each) => each.problems), ...warnings, ...unwritten, ...told];
  const screen = desk.dataStyle.isTerminal ? { nameOf: await supplierNames(opened, results) } : undefined;
  const wrong = results.filter(({ outcome }) => outcome !== "done").length;
  return {
    outcome: outcomeOf(results.map(({ outcome }) => outcome)),
    sandbox: false,
    view: withEnd(
      view(opened, results, paths, screen),
      screen && !given.all ? Math.max(mostRows, Math.min(wrong, mostWrong)) : undefined,
      importEnd(opened, results, { ...given, written: files.length, stops }, desk.talkStyle),
    ),
    ...(given.all ? {} : { oneScreen: true }),
    problems,
  };
}

/** Checks each company's documents with its profile; without a profile, makes only the checks that need none. */
async function checkedByCompany(
  all: readonly Checkable[],
  how: Pick<PrepareOptions, "kind"> & GivenRates,
  given: ImportInput["options"],
  desk: Desk,
): Promise<readonly Checked[]> {
  const words = { ...given, businessProfile: undefined, serviceVersion: undefined };
  const shares = await sharesOf(all, words, desk);
  const checked: { places: readonly number[]; things: readonly Checked[] }[] = [];
  for (const { profile, places } of shares.ok ? shares.value : [ofNobody(all)]) {
    const version = profile?.serviceVersion ?? serviceVersions.stable;
    const subjects = places.flatMap((at) => all[at] ?? []);
    const manner = { remarks: warningsOfCheck(desk), told: notSent, keep: false };
    checked.push({ places, things: await checkDocuments(subjects, { ...how, version, profile }, manner, desk) });
  }
  return inOrderOfRun(checked);
}

/** Maximum number of documents shown on a screen, and of those with errors. */
const mostRows = 5;
const mostWrong = 20;

/** Returns the supplier's name in a row of the sheet, for documents whose supplier is not known. */
async function supplierNames(
  { table }: OpenedSheet,
  results: readonly SubmissionResult[],
): Promise<(row: number) => string | undefined> {
  if (results.every(({ supplier }) => supplier !== undefined)) return () => undefined;
  const { suppliersOfTable } = await import("../sheet/index.ts");
  const suppliers = suppliersOfTable(table);
  return (row) => suppliers.get(row)?.name || suppliers.get(row)?.key;
}

/** Says in a few words what the first error of a document is: its cell, or what no column has. */
function errorInWords(result: SubmissionResult): string {
  const errors = result.problems.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (first === undefined) return statusOf(result);
  const { cell, excerpt, noColumn } = first.where ?? {};
  const short = noColumn ? `no column for ${noColumn.join(", ")}` : (excerpt ?? first.message);
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : "";
  return `error: ${cell === undefined || noColumn ? "" : `${cell} `}${short}${more}`;
}

const statusOf = ({ outcome }: SubmissionResult): string => (outcome === "done" ? "OK" : "error");

interface WrittenFile {
  readonly name: string;
  readonly path: string | undefined;
  readonly problems: readonly Problem[];
}

function withoutFile(result: SubmissionResult, files: readonly WrittenFile[]): SubmissionResult {
  const failed = files.find(({ name, problems }) => name === result.file && problems.length > 0);
  return failed === undefined ? result : { ...result, outcome: failed.problems[0]?.outcome ?? "internal" };
}

async function writeOut(
  { drafts }: OpenedSheet,
  results: readonly SubmissionResult[],
  folder: string,
  force: boolean,
  desk: Desk,
): Promise<WrittenFile[]> {
  const right = new Set(results.filter(({ outcome }) => outcome === "done").map(({ file }) => file));
  const taken = new Set<string>();
  const files: WrittenFile[] = [];
  for (const { name, made, content } of drafts) {
    if (!right.has(name)) continue;
    const done = await desk.output.write(folder, fileName(made.label, taken), content.bytes(), { replace: force });
    files.push({ name, path: done.ok ? done.value : undefined, problems: done.ok ? [] : done.problems });
  }
  return files;
}

/** Turns the label into a unique file name that is valid on every system. */
function fileName(label: string, taken: Set<string>): string {
  const plain =
    label
      .slice(0, 1000)
      .replace(/[^\p{L}\p{N}._-]+/gu, "-")
      .replace(/^[.-]+|[.-]+$/g, "")
      .slice(0, 100) || "document";
  const safe = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(plain) ? `${plain}-` : plain;
  let name = safe;
  for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${safe}-${count}`;
  taken.add(name.toLowerCase());
  return `${name}.yaml`;
}

type Table = Extract<Report["view"], { view: "table" }>;

function view(
  { kind, file, drafts }: OpenedSheet,
  results: readonly SubmissionResult[],
  paths: ReadonlyMap<string, string | undefined>,
  screen: { readonly nameOf: (row: number) => string | undefined } | undefined,
): Table {
  const byName = new Map(results.map((result) => [result.file, result]));
  const documents = drafts.flatMap(({ name, made }) => {
    const result = byName.get(name);
    return result === undefined ? [] : [{ made, result, path: paths.get(name) }];
  });
  const isMixed = new Set(drafts.map(({ made }) => made.kind)).size > 1;
  const isWrong = ({ result }: (typeof documents)[number]): boolean => result.outcome !== "done";
  // On a screen the documents with errors come first, with what is wrong.
  const ordered = screen ? [...documents.filter(isWrong), ...documents.filter((each) => !isWrong(each))] : documents;
  const shown = tableView(ordered, {
    Document: ({ made }) => (isMixed ? `${made.label} (${documentKinds[made.kind].says})` : made.label),
    Rows: ({ made }) => rowsOf(made.rows),
    Supplier: ({ made, result }) => result.supplier?.name ?? screen?.nameOf(made.rows[0] ?? 0),
    Currency: ({ result }) => result.currency,
    Net: ["money", ({ result }) => amountOf(result, "tax_exclusive_amount")],
    VAT: ["money", ({ result }) => amountOf(result, "tax_amount")],
    Gross: ["money", ({ result }) => amountOf(result, "tax_inclusive_amount")],
    Status: ({ result, path }) => path ?? (screen ? errorInWords(result) : statusOf(result)),
  });
  const data = {
    file,
    kind,
    ...importSums(results),
    documents: documents.map(({ made, result, path }) => ({
      label: made.label,
      kind: made.kind,
      rows: made.rows,
      outcome: result.outcome,
      document_number: result.documentNumber ?? null,
      supplier: result.supplier ?? null,
      currency: result.currency ?? null,
      totals: result.totals ?? null,
      written: path ?? null,
    })),
  };
  return { ...shown, data, empty: "There is no document." };
}

/** On a screen, shows only the first rows and says how many more there are. */
function withEnd(table: Table, most: number | undefined, end: string): Table {
  const more = most === undefined || table.rows.length <= most + 1 ? 0 : table.rows.length - most;
  if (more === 0) return { ...table, next: end };
  const left = `… and ${more.toLocaleString("en")} more documents. To see all of them, add --all.`;
  return { ...table, rows: table.rows.slice(0, most), next: `${left}\n${end}` };
}

function amountOf({ totals }: SubmissionResult, name: string): string {
  const text = totals?.[name];
  return text !== undefined && isDecimalText(text) ? money.forPeople(amount(text)) : "";
}

function rowsOf(rows: readonly number[]): string {
  const [first, last] = [rows[0], rows.at(-1)];
  return first === last ? String(first) : `${first}–${last}`;
}
