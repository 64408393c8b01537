import { serviceVersions } from "../contract/index.ts";
import type { Desk } from "../desk/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import type { ServiceProfile } from "../settings/index.ts";
import { periodOf, periodOptions } from "./answer/period.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { notSent } from "./answer/submission-results.ts";
import { defineCommand, editionOption, flag, type Input, ownFile, serviceOptions, text } from "./command.ts";
import { checkDocuments } from "./create/check-documents.ts";
import { rateOptions, ratesFrom } from "./create/rate-options.ts";
import { warningsOf } from "./create/warnings/list.ts";
import { documentKindNames, oneOf } from "./kinds.ts";
import type { AddedPreview } from "./preview/added.ts";
import { dressOf } from "./preview/dress.ts";
import { isError, paperOfFile } from "./preview/from-files.ts";
import { isJournalName, type JournalWish, previewFromJournal } from "./preview/from-journal.ts";
import { type PaperWish, papersReport } from "./preview/papers.ts";
import type { PrintedPaper } from "./preview/pressed.ts";
import { previewedSubjects } from "./preview/subject.ts";
import { sheetOptions } from "./sheet/drafts.ts";

const options = {
  ...serviceOptions,
  ...editionOption,
  ...rateOptions,
  ...periodOptions,
  html: ownFile(
    "--html [file]",
    "write it as one page for A4, in English and Arabic: NUMBER.html, or this file or folder",
  ),
  pdf: ownFile("--pdf [file]", "write it as PDF/A-3 with the UBL XML inside: NUMBER.pdf, or this file or folder"),
  force: flag("--force", "overwrite existing files"),
  open: flag("--open", "open the page or the PDF"),
  approved: flag(
    "--approved",
    "without DRAFT: asks the service whether a document of exactly this content was approved",
  ),
  refresh: flag("--refresh", "documents that were sent: ask the service for status and XML now"),
  document: text("--document <number>", "spreadsheet: the one document to show, instead of all"),
  kind: oneOf("--kind <kind>", (all) => `spreadsheet: ${all} (default the map's, else invoice)`, documentKindNames),
  ...sheetOptions,
} as const;

type PreviewInput = Input<typeof options>;

/** Contacts the service only with --approved or --refresh. */
const described = {
  words: "preview [names...]",
  summary: "show documents as they are printed, or write them as pages or PDFs",
  help: `NAMES: files and folders, spreadsheets with all their documents, or numbers and ids of documents that were sent from here; --month takes
all of a month. Nothing is sent. A request for approval (request-….json) is shown with all its documents, a row each and in full; --html makes
one page of it.

A document that was sent is printed as it was sent, marked NOT APPROVED until selfbill status has seen the approval; --refresh asks the
service now, prints the status and uses the service's XML. DRAFT is printed across a page that was not approved, SANDBOX across one of a
sandbox. --approved compares the content: the file may have been moved, copied or renamed.

The page loads nothing and has no script; only you can read it. A PDF needs optional packages; without them the browser prints the page.
selfbill profile set --logo puts your logo on top.`,
  group: "Write",
  practice: "own books",
  facts: { journal: "used", oneDocument: false, sends: false, asksService: true },
  options,
  examples: [
    { type: "selfbill preview march.yaml", does: "shows parties, lines, VAT and totals in the terminal" },
    { type: "selfbill preview march.yaml --html march.html --open", does: "writes the page and shows it" },
    {
      type: "selfbill preview SB-2026-0007 SBC-2026-0001 --html pages",
      does: "writes the pages of documents that were sent",
    },
    { type: "selfbill preview --month 2026-06 --html pages", does: "writes the pages of a month" },
    {
      type: "selfbill preview request-0f8a2c1e4bf9.json --html request.html",
      does: "writes all documents of a request as one page, before they are approved",
    },
    { type: "selfbill preview ./march --html pages", does: "writes the page of each document of a folder" },
    { type: "selfbill preview march.xlsx --pdf march", does: "writes a PDF of each document of a spreadsheet" },
    {
      type: "selfbill preview march.xlsx --document SB-2026-0007 --approved --html 7.html",
      does: "writes the page of one document of a spreadsheet, without DRAFT once it is approved",
    },
  ],
} as const;

/** The command, with the files that extras show. */
export const previewOf = (added: readonly AddedPreview[]) =>
  defineCommand({
    ...described,
    answers: (words) => [words.checking.previewed, ...added.flatMap(({ answers }) => answers(words))],
    input(typedWords, given) {
      const input = withoutSwallowed({ words: typedWords, options: given });
      const { words, options } = input;
      const { html, pdf, force, open, refresh } = options;
      const period = periodOf(options);
      if (!period.ok) return period;
      const names = words.filter(isJournalName);
      const areSent = period.value !== undefined || names.length > 0;
      if (html === undefined && pdf === undefined && (force || open))
        return wrongWords("--force and --open belong to --html and --pdf.");
      if (areSent && names.length < words.length)
        return wrongWords("A file and documents of the journal do not go together.");
      if (!areSent && refresh) return wrongWords("--refresh belongs to documents that were sent.");
      if (!areSent && words.length === 0) return wrongWords("No document was named.");
      const sent = areSent ? { names, period: period.value } : undefined;
      return ok({ input, sent, wish: { html, pdf, force, open } });
    },
    async run({ input, sent, wish }, desk): Promise<Report> {
      if (sent !== undefined) return previewSent({ ...sent, ...wish }, input, desk);
      for (const each of added) {
        const shown = await each.preview(input.words, { ...wish, approved: input.options.approved }, desk);
        if (!shown.ok) return stoppedBy(shown.problems);
        if (shown.value) return shown.value;
      }
      const whose = await buyerOf(input, desk);
      if (!whose.ok) return stoppedBy(whose.problems);
      return previewFiles(input.words, wish, whose.value, input, desk);
    },
  });

async function previewSent(
  wish: Omit<JournalWish, "asked" | "dress" | "problems">,
  input: PreviewInput,
  desk: Desk,
): Promise<Report> {
  const whose = await buyerOf(input, desk);
  if (!whose.ok) return stoppedBy(whose.problems);
  const connection = input.options.refresh ? await desk.connect(input.options) : ok(undefined);
  if (!connection.ok) return stoppedBy(connection.problems);
  const asked = connection.value && { connection: connection.value, words: input.options };
  const dressed = await dressOf(whose.value, desk);
  if (!dressed.ok) return stoppedBy(dressed.problems);
  const { dress, problems } = dressed.value;
  return previewFromJournal({ ...wish, asked, dress, problems }, whose.value, desk);
}

async function previewFiles(
  files: readonly string[],
  wish: PaperWish,
  profile: ServiceProfile | undefined,
  { options: given }: PreviewInput,
  desk: Desk,
): Promise<Report> {
  const named = await previewedSubjects(files, given, desk);
  if (!named.ok) return stoppedBy(named.problems);
  const rates = ratesFrom(given, named.value.subjects.length, desk);
  if (!rates.ok) return stoppedBy(rates.problems);
  const version = profile?.serviceVersion ?? serviceVersions.stable;
  const { subjects, warnings } = named.value;
  const how = { version, profile, ...rates.value };
  const remarks = warningsOf(profile, desk);
  const { serviceVersion, approved } = given;
  const issue = { approved, serviceVersion, profile, connect: () => desk.connect(given) };
  const dressed = await dressOf(profile, desk);
  if (!dressed.ok) return stoppedBy(dressed.problems);
  const papers: PrintedPaper[] = [];
  const problems: Problem[] = [...dressed.value.problems, ...warnings];
  for (const subject of subjects) {
    const [checked] = await checkDocuments([subject], how, { remarks, told: notSent, keep: true }, desk);
    const prepared = checked?.kept;
    if (prepared === undefined) continue;
    const paper = await paperOfFile(prepared, issue, desk);
    if (!paper.ok && subjects.length === 1) return stoppedBy(paper.problems, profile?.sandbox);
    problems.push(...prepared.problems, ...(paper.ok ? [] : paper.problems));
    if (!paper.ok || paper.value === undefined) continue;
    problems.push(...paper.value.problems);
    papers.push(dressed.value.dress(paper.value));
  }
  if (papers.length === 0) return stoppedBy(problems, profile?.sandbox);
  const outcome = problems.some(isError) ? "invalid" : "done";
  return papersReport(papers, { outcome, problems, sandbox: profile?.sandbox ?? false }, wish, desk);
}

/** Undoes a mistake in the parsing of `preview --pdf SB-1`, where SB-1 is the document, not a folder. */
function withoutSwallowed({ words, options: given }: PreviewInput): PreviewInput {
  const { html, pdf, month, from, to } = given;
  if (words.length > 0 || [month, from, to].some((each) => each !== undefined)) return { words, options: given };
  if (pdf && !/\.pdf$/i.test(pdf)) return { words: [pdf], options: { ...given, pdf: "" } };
  if (html && !/\.html?$/i.test(html)) return { words: [html], options: { ...given, html: "" } };
  return { words, options: given };
}

function wrongWords(message: string) {
  return fail(problem("bad-usage", message, `Type: ${suggest`preview`} FILE… [--html PAGE.html [--open]]`));
}

/** Returns the profile. A missing profile is a problem only if the options ask for one. */
async function buyerOf({ options: given }: PreviewInput, desk: Desk): Promise<Result<ServiceProfile | undefined>> {
  const found = await desk.profile(given);
  if (found.ok || given.sandbox || given.approved || given.profile !== undefined) return found;
  return found.problems.every(({ code }) => code === "no-profile") ? ok(undefined) : found;
}
