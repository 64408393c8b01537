import { rulesInForce } from "../../check/index.ts";
import { serviceVersions } from "../../contract/index.ts";
import type { Desk } from "../../desk/index.ts";
import { type DocumentKind, newestEdition } from "../../document/index.ts";
import type { CreditCap } from "../../journal/index.ts";
import { unknownPolicy } from "../../prepare/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { statusWord } from "../../render/index.ts";
import type { Report, SubmissionResult } from "../../report/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { listAfter } from "../answer/left-list.ts";
import { outputFrom, outputOptions, type ResultOutput } from "../answer/result-output.ts";
import { notSent, stopped, submissionReport } from "../answer/submission-results.ts";
import { allFindings, editionOption, flag, type Input, rare, serviceOptions, text, without } from "../command.ts";
import { allowUnknown, whole } from "../kinds.ts";
import { isSheetFile, type OpenedSheet, sheetOptions, wrongSheetWords } from "../sheet/drafts.ts";
import { beginFailed, oneSheetForTwo, writeFailed } from "../sheet/failed-to.ts";
import { otherThanResults, writeResults } from "../sheet/results.ts";
import { approvalOption } from "./approval-files.ts";
import { limitOptions } from "./batch-question.ts";
import { type Checked, checkDocuments, type Remarks } from "./check-documents.ts";
import { dryRun } from "./dry-run.ts";
import { acceptedIn, changedSupplierOption } from "./gates/changed-supplier.ts";
import { heldBack, knownTo } from "./not-attempted.ts";
import type { NamedRun } from "./note-run.ts";
import { rateOptions, ratesFrom } from "./rate-options.ts";
import type { Run } from "./send-all.ts";
import { sendDocuments } from "./send-documents.ts";
import { servicesOptions } from "./services.ts";
import { type CheckedShare, inOrderOfRun, ofNobody, type Share, sharesOf } from "./shares.ts";
import { type Subjects, subjectsOf } from "./subjects.ts";
import { warningsOf } from "./warnings/list.ts";
import { partOfOption } from "./warnings/same-supply.ts";

export const createOptions = {
  ...serviceOptions,
  ...editionOption,
  dryRun: flag("--dry-run", "check, and show content and totals; send nothing"),
  yes: flag("--yes", "send without asking"),
  expect: rare(
    text(
      "--expect <hash>",
      "send only the content with this hash, without asking; the hash is results[0].request.confirm of --dry-run --json",
    ),
  ),
  sendAnyway: flag("--send-anyway", "send despite network rules; never with invalid fields"),
  allowSimilar: flag("--allow-similar", "send even if it is a possible duplicate"),
  ...partOfOption,
  skipInvalid: flag("--skip-invalid", "send the valid documents even if others have errors"),
  allowUnknown,
  ...rateOptions,
  ...changedSupplierOption,
  ...approvalOption,
  ...servicesOptions,
  ...limitOptions,
  ...outputOptions,
  ...sheetOptions,
  results: text("--results <file>", "spreadsheet: write it with results (.xlsx, .csv)"),
  failedTo: text(
    "--failed-to <list>",
    "write the files that were not created into this list, for @LIST; spreadsheet: their rows, into .xlsx or .csv",
  ),
  noWait: rare(without("--no-wait", "never wait for the service's request limit: exit code 22 instead")),
  maxWait: rare(
    whole(
      "--max-wait <seconds>",
      "wait at most this long for the request limit, for each document (default 300), and for a lost connection to the journal's server (default 60)",
      { most: 999_999, such: 300 },
    ),
  ),
  ...allFindings,
  verbose: rare(flag("--verbose", "also location and test of each finding of the service")),
  firstRun: rare(flag("--first-run", "in CI: there is no journal yet, and nothing was sent before")),
} as const;

type CreateInput = Input<typeof createOptions>;

interface More {
  /** A document created by the command itself, without a file. */
  readonly draft?: { readonly name: string; readonly content: Uint8Array };
  /** The invoice that a credit note corrects. */
  readonly cap?: CreditCap;
  /** Warnings that the user has already confirmed; any other warning needs a new confirmation. */
  readonly agreed?: readonly string[];
  /** Called before the user is asked whether to send. */
  readonly confirm?: Run["confirm"];
  /** Problems to report in addition to those from the checks. */
  readonly remarks?: Remarks;
  /** Whether a person saw these documents and agreed to send them, so that `yes` only means not to ask again. */
  readonly isAgreed?: boolean;
  /** Whether this dry run is shown together with others, before one question for all of them. */
  readonly isPart?: boolean;
}

export async function createDocuments(
  kind: DocumentKind,
  input: CreateInput,
  desk: Desk,
  more: More = {},
): Promise<Report> {
  const output = outputFrom(input.options, desk);
  if (!output.ok) return stopped(output.problems);
  const done = await checkAndSend(kind, input, desk, more, output.value);
  const told = input.options.verbose ? verbosely(done) : done;
  return output.value.finish(input.options.all ? told : { ...told, oneScreen: true });
}

function verbosely(report: Report): Report {
  const { view } = report;
  return view.view === "submissions" ? { ...report, view: { ...view, verbose: true } } : report;
}

async function checkAndSend(
  kind: DocumentKind,
  { words: typed, options: given }: CreateInput,
  desk: Desk,
  more: More,
  output: ResultOutput,
): Promise<Report> {
  const { words, accepted } = acceptedIn(typed, given.acceptChangedSupplier);
  const options = { ...given, acceptChangedSupplier: accepted, yes: given.yes || given.expect !== undefined };
  const found = await documentsNamed(kind, { words, options }, more.draft, desk);
  if (!found.ok) return stopped(found.problems);
  const shares = await sharesToCheck(kind, found.value.all, options, more, desk);
  if (!shares.ok) return stopped(shares.problems);
  const warnings = [...warningsOfShares(shares.value), ...found.value.warnings];
  if (options.dryRun) return dryRun(shares.value, { approval: options.approval, isPart: more.isPart }, warnings, desk);
  const parts: CheckedShare[] = [];
  for (const { subjects, ...share } of shares.value) {
    const manner = { remarks: share.remarks, told: notSent, keep: found.value.all.length === 1 };
    parts.push({ ...share, checked: await checkDocuments(subjects, share.how, manner, desk) });
  }
  const other = notAsConfirmed(allChecked(parts), options.expect);
  if (other) return stopped([other], isPractice(parts));
  const named = more.draft ? undefined : { words, options: optionsOfRun(options) };
  return sendChecked(parts, found.value.sheets[0], { options, more, output, warnings, named }, desk);
}

/** Finds the documents that the arguments name. Problems: `bad-usage`, `needs-answer`, any file-reading problem. */
async function documentsNamed(
  kind: DocumentKind,
  { words, options }: CreateInput,
  draft: More["draft"],
  desk: Desk,
): Promise<Result<Subjects>> {
  if (words.length === 0 && !draft) {
    const hint = `Type: ${suggest`create-${kind} FILE`}, or - to read standard input. Help: ${suggest`create-${kind} --help`}`;
    return fail(problem("bad-usage", "No document was named.", hint));
  }
  const wrong = needsAnswer(options, desk) ?? (draft && wrongSheetWords(options, []));
  if (wrong) return fail(wrong);
  const found = draft ? ok(drafted(draft)) : await subjectsOf(words, kind, options, desk);
  const [sheet] = found.ok ? found.value.sheets : [];
  const tooSmall =
    sheet && (oneSheetForTwo(options.failedTo, sheet) ?? (await otherThanResults(options.results, desk)));
  return tooSmall ? fail(tooSmall) : found;
}

/**
 * Groups the documents by profile and prepares their check; a dry run needs no profile. Problems: `bad-usage`, any
 * profile problem.
 */
async function sharesToCheck(
  kind: DocumentKind,
  all: Subjects["all"],
  options: CreateInput["options"],
  { cap, remarks, isAgreed }: More,
  desk: Desk,
) {
  const rates = ratesFrom(options, all.length, desk);
  if (!rates.ok) return rates;
  desk.meanwhile(async () => rulesInForce(newestEdition));
  const shares = await sharesOf(all, options, desk);
  const isWithoutProfile = !shares.ok && shares.problems.every(({ code }) => code === "no-profile");
  if (!shares.ok && !(options.dryRun && isWithoutProfile)) return shares;
  const toCheck = (shares.ok ? shares.value : [ofNobody(all)]).map((share) => {
    const version = share.profile?.serviceVersion ?? options.serviceVersion ?? serviceVersions.stable;
    const unknown = unknownPolicy(options, isAgreed);
    const sendAnyway = options.sendAnyway;
    const how = { kind, version, profile: share.profile, sendAnyway, unknown, cap, ...rates.value };
    const subjects = share.places.flatMap((at) => all[at] ?? []);
    const { partOf } = options;
    return { ...share, subjects, how, remarks: warningsOf(share.profile, desk, { more: remarks, partOf }) };
  });
  return ok(toCheck);
}

interface Sending {
  readonly options: CreateInput["options"];
  readonly more: More;
  readonly output: ResultOutput;
  readonly warnings: readonly Problem[];
  readonly named: NamedRun | undefined;
}

/** Returns the options without which the same command would find other documents in the same files. */
function optionsOfRun({ map, sheet, dateOrder, skipInvalid }: CreateInput["options"]): string[] {
  const given = { "--map": map, "--sheet": sheet, "--date-order": dateOrder };
  const values = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  return [...values, ...(skipInvalid ? ["--skip-invalid"] : [])];
}

/** Sends nothing if a document has errors; also writes sheets and lists of results. */
async function sendChecked(
  parts: readonly CheckedShare[],
  sheet: OpenedSheet | undefined,
  { options, more, output, warnings, named }: Sending,
  desk: Desk,
): Promise<Report> {
  const rowsTo = isSheetFile(options.failedTo ?? "") ? options.failedTo : undefined;
  const list = more.draft || rowsTo !== undefined ? undefined : options.failedTo;
  const begin = sheet && rowsTo !== undefined ? () => beginFailed(rowsTo, sheet, desk) : undefined;
  const checked = allChecked(parts);
  const holds =
    checked.some(({ subject, wrong }) => wrong && (subject.stopsAll || !options.skipInvalid)) ||
    checked.every(({ wrong }) => wrong);
  desk.meanwhile(async () => statusWord); // any import from a folder's index loads the whole folder
  const how = { output, list, begin, confirm: more.confirm, named };
  const done = await (holds
    ? sendNothing(parts, list, warnings, desk)
    : sendDocuments(parts, how, { ...options, agreed: more.agreed }, warnings, desk));
  const told = await withWritten(done, sheet, options.results, (out, from, results) =>
    writeResults(out, from, results, statusWord, desk),
  );
  return withWritten(told, sheet, rowsTo, (out, from, results) => writeFailed(out, from, results, desk));
}

const allChecked = (parts: readonly CheckedShare[]): readonly Checked[] =>
  inOrderOfRun(parts.map(({ places, checked }) => ({ places, things: checked })));

const isPractice = (shares: readonly Share[]): boolean => shares.some(({ profile }) => profile?.sandbox);

/** Compares with --expect. Invalid documents are ignored here, because they are reported anyway and not sent. */
function notAsConfirmed(checked: readonly Checked[], expected: string | undefined): Problem | undefined {
  if (expected === undefined || (checked.length === 1 && checked[0]?.wrong)) return undefined;
  if (checked.length !== 1)
    return problem(
      "bad-usage",
      `Nothing was sent: --expect is for one document, and there are ${checked.length}.`,
      "Name one document.",
    );
  if (checked[0]?.key !== undefined && checked[0].key === expected.trim().toLowerCase()) return undefined;
  return problem(
    "not-as-confirmed",
    "Nothing was sent: this is not what was confirmed. The content, the business profile or the service is different.",
    "Run it again with --dry-run --json, have a person confirm what it shows, and pass the new request.confirm value: --expect HASH",
    { where: { file: checked[0]?.file } },
  );
}

function drafted({ name, content }: NonNullable<More["draft"]>): Subjects {
  return { all: [{ file: name, content }], sheets: [], warnings: [] };
}

/** Writes nothing if there are no results. */
async function withWritten(
  done: Report,
  sheet: OpenedSheet | undefined,
  out: string | undefined,
  write: (out: string, sheet: OpenedSheet, results: readonly SubmissionResult[]) => Promise<readonly Problem[]>,
): Promise<Report> {
  if (out === undefined || sheet === undefined || done.view.view !== "submissions" || done.view.results.length === 0)
    return done;
  const unwritten = await write(out, sheet, done.view.results);
  return { ...done, problems: [...done.problems, ...unwritten] };
}

/** Documents that earlier runs created are still reported as created. */
async function sendNothing(
  parts: readonly CheckedShare[],
  list: string | undefined,
  warnings: readonly Problem[],
  desk: Desk,
): Promise<Report> {
  const all: { places: readonly number[]; things: readonly SubmissionResult[] }[] = [];
  for (const { checked, places, profile, company } of parts) {
    const asked = await knownTo(profile, desk);
    const things = await Promise.all(checked.map((each) => heldBack(each, asked)));
    all.push({ places, things: things.map((each) => ({ ...each, company })) });
  }
  const held = inOrderOfRun(all);
  const unwritten = list === undefined ? [] : await listAfter(list, held, desk);
  const told = submissionReport(held, [...warnings, ...unwritten], isPractice(parts), false);
  return told.outcome === "partial" ? { ...told, outcome: "invalid" } : told;
}

export function needsAnswer(
  options: { readonly yes: boolean; readonly dryRun: boolean },
  desk: Desk,
): Problem | undefined {
  if (options.yes || options.dryRun || desk.ask.possible) return undefined;
  return problem(
    "needs-answer",
    "Nothing was sent: confirmation is required, but this is not an interactive terminal.",
    "Add --yes to send, or --dry-run to check only.",
  );
}

function warningsOfShares(shares: readonly Share[]): Problem[] {
  const all = shares.flatMap(({ profile, left }) => [
    ...(left ? [left] : []),
    ...(profile ? versionWarning(profile) : []),
    ...(profile?.businessProfile ? [] : [buyerUnknown(profile, shares.length > 1)]),
  ]);
  return all.filter((each, at) => all.findIndex((other) => other.message === each.message) === at);
}

/** Version 20260507 must be tried in a sandbox first. */
function versionWarning(profile: ServiceProfile): Problem[] {
  if (profile.sandbox || profile.serviceVersion !== serviceVersions.latest) return [];
  return [
    problem(
      "unstable-version",
      "This profile uses API version 20260507 of a real service; 20260101 is the stable one.",
      "Try 20260507 in a sandbox first.",
      {
        severity: "warning",
      },
    ),
  ];
}

/** Says that the service fills in the buyer, which selfbill therefore cannot check. */
function buyerUnknown(profile: ServiceProfile | undefined, isOneOfSeveral: boolean): Problem {
  const name = isOneOfSeveral || profile?.sources.name === "flag" ? profile?.name : undefined;
  const set = suggest`profile set ${name ?? "NAME"} --party FILE`;
  const hint =
    profile?.extras === false
      ? `To store the buyer, which this service does not provide: ${set}`
      : `To fetch and store the buyer: ${suggest`profile fetch ${name === undefined ? [] : [name]}`}. If the service does not provide it: ${set}`;
  return problem(
    "buyer-unknown",
    `The buyer${isOneOfSeveral ? ` of the profile ${name}` : ""} is not known on this computer, so the rules about it were not checked.`,
    hint,
    { severity: "warning" },
  );
}
