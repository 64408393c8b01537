import { basename, dirname, normalize } from "node:path";
import { names } from "../answers/index.ts";
import type { Desk } from "../desk/index.ts";
import type { DocumentKind } from "../document/index.ts";
import { fail, ok, type Problem, problem, type Result, stoppingOutcome, suggest } from "../problem/index.ts";
import type { Report, View } from "../report/index.ts";
import type { Proposal, ZeroMeaning } from "../sheet/index.ts";
import { stoppedBy, succeeded } from "./answer/stopped-by.ts";
import { defineCommand, flag, serviceOptions, text } from "./command.ts";
import { mapAnswers, noAnswers, openAsked } from "./intake/open-asked.ts";
import type { ListAnswers } from "./intake/questions.ts";
import { type TriedMap, tryMap } from "./intake/try-map.ts";
import { documentKindNames, oneOf } from "./kinds.ts";
import { zeroMeans } from "./sheet/ask-map.ts";
import { isSheetFile, sheetOptions } from "./sheet/drafts.ts";
import { nextStep, proposalJson, proposalText } from "./sheet/proposal.ts";

/** The same list as in sheet/propose/programs.txt. */
const programs = [
  "zoho",
  "odoo",
  "tally",
  "sap-b1",
  "dynamics",
  "suntech",
  "quickbooks",
  "xero",
  "sage",
  "focus",
  "erpnext",
] as const;

const options = {
  out: text("--out <map>", "write the map into this file"),
  force: flag("--force", "with --out: overwrite an existing file"),
  sheet: sheetOptions.sheet,
  headers: text("--headers <file>", "CSV: the file in the same folder that has one row for each document of the lines"),
  kind: oneOf("--kind <kind>", "what the rows are, where no column says it", documentKindNames),
  like: oneOf("--like <program>", "the program that exported it", programs),
  zeroRate: oneOf("--zero-rate <meaning>", "what a rate of 0 % is", names(zeroMeans)),
  sandbox: serviceOptions.sandbox,
} as const;

export const mapCommand = defineCommand({
  words: "map <file>",
  summary: "propose a map of columns for a spreadsheet that another program exported",
  help: `Reads the headings (English and Arabic) and the cells, proposes a field for each column, says which required field has no column,
and shows three documents as they would become. It recognises exports of Zoho, Odoo, Tally, SAP Business One, Dynamics, Suntech, QuickBooks,
Xero, Sage 50, Focus and ERPNext. What it cannot know it asks; without a terminal it is said, with 20. It is a proposal: check every line. Nothing is sent. Parts of a map: selfbill help scripts.`,
  group: "Write",
  practice: "own books",
  facts: { journal: "none", oneDocument: false, sends: false, asksService: false },
  answers: ({ checking }) => [checking.mapped],
  options,
  examples: [
    { type: "selfbill map bills.xlsx --out map.yaml", does: "writes the map, and says what it still needs" },
    { type: "selfbill import bills.xlsx --map map.yaml", does: "checks all rows with it" },
    { type: "selfbill map bills.xlsx --sheet Lines", does: "shows the map for one sheet of the workbook" },
    { type: "selfbill map lines.csv --headers bills.csv", does: "joins the lines to the file of their documents" },
  ],
  input([file = ""], { kind = "invoice", out, force, sheet, headers, like, zeroRate, sandbox }): Result<Wish> {
    const bad = (message: string, hint: string) => fail(problem("bad-usage", message, hint));
    if (!isSheetFile(file)) return bad(`${file || "Nothing"} is not a spreadsheet.`, "Name an .xlsx or .csv file.");
    if (force && out === undefined) return bad("--force needs --out.", "Name a file: --out map.yaml.");
    const wrong = headers === undefined ? undefined : wrongHeaders(file, headers);
    return wrong ? fail(wrong) : ok({ file, kind, out, force, sheet, headers, like, zero: zeroRate, sandbox });
  },
  async run(wish, desk): Promise<Report> {
    const room = await import("../sheet/index.ts");
    const bytes = await desk.files.read(wish.file, room.maxSheetBytes);
    if (!bytes.ok) return stoppedBy(bytes.problems);
    const beside = wish.headers === undefined ? undefined : await desk.files.read(wish.headers, room.maxSheetBytes);
    if (beside && !beside.ok) return stoppedBy(beside.problems);
    const documents = wish.headers && beside ? { file: wish.headers, bytes: beside.value } : undefined;
    const propose = (answers: ListAnswers) =>
      room.proposeMap(
        bytes.value,
        wish.file,
        { ...mapAnswers(answers), beside: documents, like: wish.like },
        answers.kind ?? wish.kind,
      );
    const answered = await openAsked({ ...noAnswers, sheet: wish.sheet, zero: wish.zero }, propose, desk);
    if (!answered.ok) return stoppedBy(answered.problems);
    const { proposal, answers } = answered.value;
    const said = { ...wish, sheet: answers.sheet, zero: answers.zero };
    const found = await tryMap(said, proposal, desk);
    return shown(said, { proposal, ...found }, desk);
  },
});

interface Wish {
  readonly file: string;
  readonly kind: DocumentKind;
  readonly out: string | undefined;
  readonly force: boolean;
  readonly sheet: string | undefined;
  readonly headers: string | undefined;
  readonly like: (typeof programs)[number] | undefined;
  readonly zero: ZeroMeaning | undefined;
  readonly sandbox: boolean;
}

/** A map stores the file's name without its folder, so the file must be in the same folder as the lines. */
function wrongHeaders(file: string, headers: string): Problem | undefined {
  const bad = (message: string, hint: string) => problem("bad-usage", message, hint);
  if (![file, headers].every((each) => /\.[ct]sv$/i.test(each)))
    return bad(
      "--headers is for two CSV files.",
      `A workbook has both as sheets: ${suggest`map FILE.xlsx`} finds them.`,
    );
  if (normalize(dirname(file)) !== normalize(dirname(headers)))
    return bad(`${headers} is not in the folder of ${file}.`, "Put both files into one folder.");
  if (basename(file) === basename(headers))
    return bad("--headers names the file of the lines itself.", "Name the file with one row for each document.");
  return undefined;
}

interface Shown extends TriedMap {
  readonly proposal: Proposal;
}

async function shown(given: Wish, what: Shown, desk: Desk): Promise<Report> {
  const { readMap, toFill } = await import("../sheet/index.ts");
  const { file } = given;
  const { proposal, missing, tried, found } = what;
  const map = proposal.text(missing);
  const style = given.out === undefined ? desk.talkStyle : desk.dataStyle;
  const next = nextStep(given, toFill(missing).length);
  const says = `${proposalText(proposal, missing, tried, found, style)}${next}\n`;
  const named = given.out ?? "the proposed map";
  const open = openIn(readMap(new TextEncoder().encode(map), named, given), proposal.unclear, named);
  const data = { file, out: given.out ?? null, map, ...proposalJson(proposal, missing, tried) };
  if (given.out === undefined) {
    if (!desk.asJson) desk.say(says.trimEnd());
    return ended({ view: "raw", text: map, data, foreign: true }, open);
  }
  const written = await desk.output.write(dirname(given.out), basename(given.out), map, { replace: given.force });
  if (!written.ok) return stoppedBy(written.problems);
  return ended({ view: "raw", text: says, data }, open);
}

/** A map with something to decide is written, but is not done: nothing is sent with it. */
const ended = (view: View, open: readonly Problem[]): Report => ({
  ...succeeded(view, false, open),
  ...(open.length === 0 ? {} : { outcome: stoppingOutcome(open) }),
});

/** Returns a problem for each decision, with the line to write where the map has one for it. */
function openIn(read: Result<unknown>, unclear: readonly string[], file: string): Problem[] {
  const lines = read.ok ? [] : read.problems.filter(({ code }) => code === "undecided-column");
  if (lines.length > 0 || unclear.length === 0) return lines;
  const hint = "Write it into the map, or run the command at a terminal: it asks.";
  return unclear.map((each) => problem("undecided-column", each, hint, { where: { file } }));
}
