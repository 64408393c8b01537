import { chooseRules, type RuleChoice } from "../check/index.ts";
import { serviceVersions } from "../contract/index.ts";
import type { Desk } from "../desk/index.ts";
import { gulfDay } from "../document/index.ts";
import { keepMemoryLevel } from "../memory/index.ts";
import { type Examined, examine, type PrepareOptions, verdictOn } from "../prepare/index.ts";
import {
  byPlace,
  fail,
  isUnreadable,
  type Outcome,
  ok,
  outcomeOf,
  type Problem,
  problem,
  type Result,
  suggest,
} from "../problem/index.ts";
import { expandFiles } from "../read/index.ts";
import { fixableOf } from "../render/index.ts";
import type { Fixable, Report, Verdict, VerdictSummary, VerdictWriter } from "../report/index.ts";
import type { ServiceProfile } from "../settings/index.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { allFindings, defineCommand, flag, type Input, list, serviceOptions, text } from "./command.ts";
import { type Checkable, preparedSubject } from "./create/check-documents.ts";
import { rateOptions, ratesFrom } from "./create/rate-options.ts";
import { subjectsIn } from "./create/subjects.ts";
import { warningsOfCheck } from "./create/warnings/list.ts";
import type { FixedFile } from "./fix/fix-files.ts";
import { allowUnknown, oneOf } from "./kinds.ts";
import { isSheetFile, openSheetFile, sheetOptions, wrongSheetWords } from "./sheet/drafts.ts";
import { formatNames, verdictWriter } from "./verdicts/formats.ts";
import { isRight } from "./verdicts/is-right.ts";
import { renderVerdictSummary } from "./verdicts/text.ts";

const { sandbox, profile, serviceVersion } = serviceOptions;

const options = {
  sandbox,
  profile,
  serviceVersion,
  format: oneOf("--format <name>", "format of the findings", formatNames),
  rules: list(
    "--rules <ids>",
    "check only these rules (IBR-138-AE), or all but some (-IBR-125-AE); separated by commas",
    { look: "rule" },
  ),
  rulesEdition: text(
    "--rules-edition <id>",
    "edition of the Peppol rules: 1.0.3, or by-date for the one in force on each issue date (default: today's)",
    { look: "edition" },
  ),
  allowUnknown,
  map: sheetOptions.map,
  ...rateOptions,
  fix: flag("--fix", "write the values that only one answer can correct into YAML and JSON files, then check again"),
  unsafe: flag("--unsafe", "with --fix or --diff: also amounts, tax, numbers of parties and what may be a guess"),
  diff: flag("--diff", "show what --fix would change, and change nothing"),
  strict: flag("--strict", "warnings count as errors"),
  verbose: flag("--verbose", "also the rules that were not checked, and why"),
  ...allFindings,
} as const;

export const validate = defineCommand({
  words: "validate [files...]",
  summary: "check documents and XML on this computer; nothing is sent",
  help: `FILE is YAML, JSON, XML or a spreadsheet; a folder means all documents in it; - reads standard input.
*, ? and ** work in every shell; @list.txt lists one file per line.
The buyer comes from the profile; without one the rules about the buyer of a YAML or JSON document are not checked.`,
  group: "Check and send",
  everyday: true,
  practice: "own books",
  facts: { journal: "used", oneDocument: false, sends: false, asksService: false },
  answers: ({ checking }) => [checking.validated],
  lines: ({ checking }) => [checking.verdictLine],
  options,
  examples: [
    { type: "selfbill validate march.yaml", does: "shows what is wrong, each at its line with what to type instead" },
    { type: 'selfbill validate "2026/**/*.xml" --format junit > report.xml', does: "checks all XML files in CI" },
    {
      type: "selfbill validate outbox --rules -IBR-125-AE --strict",
      does: "leaves one rule out, counts warnings as errors",
    },
    { type: "selfbill validate outbox --diff", does: "shows what --fix would write; comments and layout stay" },
  ],
  input: (words, options) => {
    const wrong = words.length === 0 ? noFile() : wrongFix(words, options);
    return wrong ? fail(wrong) : ok({ words, options });
  },
  async run(input, desk): Promise<Report> {
    const format = formatOf(input, desk);
    if (!format.ok) return stoppedBy(format.problems);
    const { fix, unsafe, diff, all, strict } = input.options;
    const chosen = diff ? ok(silent) : await verdictWriter(format.value, all, desk);
    if (!chosen.ok) return stoppedBy(chosen.problems);
    const writer = chosen.value;
    const files = await expandFiles(input.words, desk.files);
    if (!files.ok) return stoppedBy(files.problems);
    const known = await buyerOf(input, desk);
    if (!known.ok) return stoppedBy(known.problems);
    const rules = rulesOf(input, known.value, desk);
    if (!rules.ok) return stoppedBy(rules.problems);
    const version = known.value?.serviceVersion ?? input.options.serviceVersion ?? serviceVersions.stable;
    const rates = ratesFrom(input.options, files.value.length, desk);
    if (!rates.ok) return stoppedBy(rates.problems);
    const wrong = wrongSheetWords({ map: input.options.map, ...noSheetWords }, files.value);
    if (wrong) return stoppedBy([wrong]);
    const { subjects, warnings } = await subjectsOfAll(files.value, input.options.map, desk);
    const unknown = { allowed: input.options.allowUnknown, refused: false };
    const how = { version, profile: known.value, rules: rules.value, unknown, ...rates.value };
    const named = new Set(input.words.some((word) => word.startsWith("@")) ? files.value : input.words);
    const fixing = fix || diff ? await import("./fix/fix-files.ts") : undefined;
    const fixedFiles = await fixing?.fixFiles(files.value, how, { unsafe, diff, named }, desk);
    const summary = await checkAll(subjects, how, { writer, strict, named, fixedFiles: fixedFiles?.files }, desk);
    const unfixed = [...(fixedFiles?.left ?? []), ...(diff ? [...(fixedFiles?.files.values() ?? [])] : [])];
    const problems = [
      ...warnings,
      ...unfixed.flatMap((each) => each.problems),
      ...(await writeRest(writer.rest?.() ?? "", desk)),
    ];
    if (format.value === "text") desk.say(renderVerdictSummary(summary, desk.talkStyle, input.options));
    return {
      outcome: summary.outcome,
      sandbox: known.value?.sandbox ?? false,
      view: { view: "nothing" },
      problems,
    };
  },
});

type ValidateInput = Input<typeof options>;

const noSheetWords = { sheet: undefined, dateOrder: undefined } as const;

/** Returns the documents of spreadsheets beside the other files, and the warnings about the sheets. */
async function subjectsOfAll(
  files: readonly string[],
  map: string | undefined,
  desk: Desk,
): Promise<{ subjects: readonly Checkable[]; warnings: readonly Problem[] }> {
  const subjects: Checkable[] = [];
  const warnings: Problem[] = [];
  for (const file of files) {
    const opened = isSheetFile(file) ? await openSheetFile(file, undefined, { map, ...noSheetWords }, desk) : undefined;
    if (opened === undefined) subjects.push({ file });
    else if (!opened.ok) subjects.push({ file, unread: true, known: opened.problems });
    else {
      const found = subjectsIn(opened.value);
      subjects.push(...found.all);
      warnings.push(...found.warnings);
    }
  }
  return { subjects, warnings };
}

/** With --diff, standard output is the diff alone. */
const silent: VerdictWriter = { begin: () => "", verdict: () => "", end: () => "" };

function wrongFix(words: readonly string[], { fix, unsafe, diff }: ValidateInput["options"]): Problem | undefined {
  if (unsafe && !fix && !diff) return problem("bad-usage", "--unsafe alone changes nothing.", "Add --fix, or --diff.");
  if (!(fix || diff) || !words.includes("-")) return undefined;
  return problem("bad-usage", "--fix and --diff need a file, not standard input.", "Name the file.");
}

const noFile = () =>
  problem("bad-usage", "No file was named.", `Type: ${suggest`validate FILE`}, a folder, or - for standard input.`);

function formatOf({ options: { format, diff } }: ValidateInput, desk: Desk): Result<string> {
  const wanted = format ?? (desk.asJson ? "json" : "text");
  if (diff && wanted !== "text")
    return fail(problem("bad-usage", `--diff and ${wanted} exclude each other.`, "In JSON each finding has its fix."));
  if (!desk.asJson || wanted === "json") return ok(wanted);
  const message = `--json and --format ${wanted} exclude each other.`;
  return fail(problem("bad-usage", message, `The formats are ${formatNames.join(", ")}.`));
}

function rulesOf(
  { options: { rules, rulesEdition } }: ValidateInput,
  known: ServiceProfile | undefined,
  desk: Desk,
): Result<RuleChoice> {
  return chooseRules({ ids: rules, edition: rulesEdition ?? known?.rulesEdition }, gulfDay(desk.now()));
}

/** Returns the profile. A missing profile is a problem only if the options ask for one. */
async function buyerOf({ options: given }: ValidateInput, desk: Desk): Promise<Result<ServiceProfile | undefined>> {
  const found = await desk.profile({ ...given, rulesEdition: undefined, businessProfile: undefined });
  if (found.ok || given.sandbox || given.profile !== undefined) return found;
  return found.problems.every(({ code }) => code === "no-profile") ? ok(undefined) : found;
}

/** Appends the summary to the page of a GitHub step; does nothing elsewhere. A failure does not affect the verdict. */
async function writeRest(rest: string, desk: Desk): Promise<readonly Problem[]> {
  const page = desk.environment.GITHUB_STEP_SUMMARY;
  if (rest === "" || !page) return [];
  const done = await desk.output.append(page, rest);
  return done.ok ? [] : done.problems.map((each) => ({ ...each, severity: "warning" }));
}

interface Manner {
  readonly writer: VerdictWriter;
  readonly strict: boolean;
  /** Files named directly or in a list; these are checked whatever they contain. */
  readonly named: ReadonlySet<string>;
  /** What --fix did, by file. */
  readonly fixedFiles: ReadonlyMap<string, FixedFile> | undefined;
}

/** Number of files read ahead: few enough to save memory, but enough to hide the delays of a network folder. */
const fetchedAhead = 4;

async function checkAll(
  files: readonly Checkable[],
  how: PrepareOptions & { readonly rules: RuleChoice },
  { writer, strict, named, fixedFiles }: Manner,
  desk: Desk,
): Promise<VerdictSummary> {
  const tally = new Tally();
  const remarks = warningsOfCheck(desk);
  const { byDate } = how.rules;
  const facts = { chosen: how.rules.of(), byDate, sandbox: how.profile?.sandbox ?? false, began: desk.now() };
  let heard = await desk.write(writer.begin(facts));
  const begun = (subject: Checkable): Promise<Examined> =>
    examined(subject, how, desk).catch((error: unknown) => crashed(subject.file, how.rules, error));
  // Read the next files while the current one is checked.
  const ahead = files.slice(0, fetchedAhead).map(begun);
  for (const [at, { placed }] of files.entries()) {
    if (!heard) break;
    const began = desk.now().getTime();
    const further = files[at + fetchedAhead];
    if (further !== undefined) ahead.push(begun(further));
    const { prepared, ...found } = await (ahead.shift() as Promise<Examined>);
    if (at === 0 && files.length > 1) keepMemoryLevel();
    if (found.isForeign && !named.has(found.file)) {
      tally.pass(found);
      continue;
    }
    const remarked = prepared === undefined ? [] : await remarks(prepared);
    const said = placed?.(remarked) ?? remarked;
    const { fixed, problems: unfixed = [] } = fixedFiles?.get(found.file) ?? {};
    const more = [...said, ...unfixed];
    const all = more.length === 0 ? found.problems : [...found.problems, ...more].sort(byPlace);
    const verdict = { ...found, problems: strict ? all.map(promoted) : all, ...(fixed ? { fixed } : {}) };
    tally.count(verdict);
    heard = await desk.write(writer.verdict(verdict, Math.max(0, desk.now().getTime() - began)));
  }
  const summary = tally.summary(files.length);
  await desk.write(writer.end(summary));
  return summary;
}

/** Checks a file, or a document of a spreadsheet; what belongs to no document of one has problems alone. */
async function examined(
  subject: Checkable,
  how: PrepareOptions & { readonly rules: RuleChoice },
  desk: Desk,
): Promise<Examined> {
  if (subject.known === undefined) return examine(subject.file, how, desk);
  const verdict = verdictOn(await preparedSubject(subject, how, undefined, desk), how, desk);
  const { prepared: _, ...rest } = verdict;
  return subject.unread ? rest : verdict;
}

/** Returns a verdict for a file whose check caused an internal error, so that the check of the others continues. */
function crashed(file: string, choice: RuleChoice, cause: unknown): Verdict {
  const chosen = choice.of();
  const notChecked = chosen.rules.flatMap(({ id, unreachable }) => (unreachable === undefined ? [id] : []));
  const message = "selfbill has an internal error at this file; its content is not the cause.";
  const hint = "Report it, with the version and the file's form. The other files are judged.";
  return { file, problems: [problem("fault", message, hint, { where: { file }, cause })], notChecked, chosen };
}

function promoted(found: Problem): Problem {
  return { ...found, severity: "error" };
}

function reachable({ rules }: Verdict["chosen"]): number {
  return rules.filter(({ unreachable }) => unreachable === undefined).length;
}

/** Counts the results; keeps nothing else, to save memory. */
class Tally {
  readonly #notChecked = new Set<string>();
  readonly #editions = new Set<string>();
  readonly #outcomes = new Set<Outcome>();
  readonly #foreign: string[] = [];
  #fixable: Fixable | undefined;
  #counts = { files: 0, failing: 0, unread: 0, errors: 0, warnings: 0, unasked: 0, partly: 0 };

  pass({ file }: Verdict): void {
    this.#foreign.push(file);
  }

  count(verdict: Verdict): void {
    const right = isRight(verdict);
    const counts = this.#counts;
    counts.files += 1;
    const unread = verdict.problems.some(isUnreadable);
    if (unread) counts.unread += 1;
    else this.#editions.add(verdict.chosen.edition.id);
    if (!right) counts.failing += 1;
    for (const { severity } of verdict.problems) counts[severity === "error" ? "errors" : "warnings"] += 1;
    this.#fixable = fixableOf(verdict.problems, this.#fixable);
    if (verdict.notChecked.length >= reachable(verdict.chosen)) counts.unasked += 1;
    else if (verdict.isPartly) counts.partly += 1;
    else for (const id of verdict.notChecked) this.#notChecked.add(id);
    const fault = verdict.problems.some(({ outcome }) => outcome === "internal");
    this.#outcomes.add(fault ? "internal" : right ? "done" : "invalid");
  }

  /**
   * Returns the summary. A run whose output was closed early counts as interrupted, even if all files so far are valid.
   */
  summary(named: number): VerdictSummary {
    const foreign = this.#foreign;
    const left = named - this.#counts.files - foreign.length;
    const nothing = this.#counts.files === 0 && left === 0; // checking nothing is not a success
    const all = this.#outcomes.has("internal") ? "internal" : nothing ? "usage" : outcomeOf([...this.#outcomes]);
    const outcome = left > 0 ? "interrupted" : all;
    const editions = [...this.#editions].sort();
    return {
      ...this.#counts,
      left,
      foreign,
      editions,
      notChecked: [...this.#notChecked],
      fixable: this.#fixable,
      outcome,
    };
  }
}
