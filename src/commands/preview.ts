import { basename, dirname } from "node:path";
import { serviceVersions } from "../contract/index.ts";
import type { Desk } from "../desk/index.ts";
import type { BusinessProfile } from "../document/index.ts";
import type { Prepared } from "../prepare/index.ts";
import { ok, type Problem, problem, type Result } from "../problem/index.ts";
import { pathLines, renderPage, renderPreview, safe, totalsJson } from "../render/index.ts";
import type { Paper, Preview, Report } from "../report/index.ts";
import type { ServiceProfile } from "../settings/index.ts";
import { periodOf, periodOptions } from "./answer/period.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { notSent } from "./answer/submission-results.ts";
import { defineCommand, editionOption, flag, type Input, serviceOptions, text } from "./command.ts";
import { checkDocuments, type Remarks } from "./create/check-documents.ts";
import { unnamedPrepayment } from "./create/prepayment.ts";
import { rateDateRemarks, rateOptions, ratesFrom } from "./create/rate-options.ts";
import { supplierWatch } from "./create/supplier-changes.ts";
import { approvedAs } from "./preview/approved.ts";
import { isJournalName, previewFromJournal } from "./preview/from-journal.ts";
import { previewedSubject } from "./preview/subject.ts";
import { sheetOptions } from "./sheet/drafts.ts";

const options = {
  ...serviceOptions,
  ...editionOption,
  ...rateOptions,
  ...periodOptions,
  html: text("--html <file>", "write it as one page for A4, in English and Arabic; of several documents a folder"),
  force: flag("--force", "overwrite pages that are there"),
  open: flag("--open", "show the page in your browser"),
  approved: flag(
    "--approved",
    "without DRAFT: asks the service whether a document of exactly this content was approved",
  ),
  document: text("--document <number>", "spreadsheet: the document to show"),
  kind: text("--kind <kind>", "spreadsheet: invoice or credit-note (default the map's, else invoice)"),
  ...sheetOptions,
} as const;

type PreviewInput = Input<typeof options>;

/** Shows a document as it is printed. Only --approved talks to the service. */
export const preview = defineCommand({
  words: "preview [names...]",
  summary: "show a document as it is printed, or write it as a page to print",
  help: `NAMES: a file, or numbers and ids of documents that were sent from here; --month takes all of a month. Those are printed as they were
sent, with NOT APPROVED across them until selfbill status has seen the approval. Nothing is sent. DRAFT is printed across the page of a document that was not approved, SANDBOX across one of a sandbox. The page loads
nothing and has no script; only you can read it. --approved goes by the content: the file may have been moved, copied or renamed.`,
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
      type: "selfbill preview march.xlsx --document SB-2026-0007 --approved --html 7.html",
      does: "writes the page of one document of a spreadsheet, without DRAFT once it is approved",
    },
  ],
  async run(input, desk): Promise<Report> {
    const [file] = input.words;
    const { html, force, open } = input.options;
    const period = periodOf(input.options);
    if (!period.ok) return stoppedBy(period.problems);
    if (html === undefined && (force || open)) return stoppedBy([wrongWords("--force and --open belong to --html.")]);
    const names = input.words.filter(isJournalName);
    if (period.value !== undefined || names.length > 0) {
      if (names.length < input.words.length)
        return stoppedBy([wrongWords("A file and documents of the journal do not go together.")]);
      const whose = await buyerOf(input, desk);
      if (!whose.ok) return stoppedBy(whose.problems);
      return previewFromJournal({ names, period: period.value, html, force, open }, whose.value, desk);
    }
    if (file === undefined) return stoppedBy([wrongWords("No document was named.")]);
    if (input.words.length > 1) return stoppedBy([wrongWords("Several files were named.")]);
    const subject = await previewedSubject(file, input.options, desk);
    if (!subject.ok) return stoppedBy(subject.problems);
    const rates = ratesFrom(input.options, 1, desk);
    if (!rates.ok) return stoppedBy(rates.problems);
    const profile = await buyerOf(input, desk);
    if (!profile.ok) return stoppedBy(profile.problems);
    const known = profile.value;
    const version = known?.serviceVersion ?? serviceVersions.stable;
    const { kind: asked, subject: only } = subject.value;
    const how = { version, profile: known, ...(asked === undefined ? {} : { kind: asked }), ...rates.value };
    const watch = supplierWatch(known, desk);
    const remarks: Remarks = async (each) => [
      ...rateDateRemarks(each),
      ...unnamedPrepayment(each),
      ...(await watch(each)),
    ];
    const [checked] = await checkDocuments([only], how, { remarks, told: notSent, keep: true }, desk);
    const prepared = checked?.kept;
    if (prepared?.document === undefined || prepared.calculation === undefined)
      return stoppedBy(prepared?.problems ?? []);
    const { document, calculation, kind, rateDate } = prepared;
    const issued = await issuedAs(prepared, input, known, desk);
    if (!issued.ok) return stoppedBy(issued.problems, known?.sandbox);
    const { paper, customer } = issued.value;
    const shown = { file: prepared.file, kind, document, calculation, customer, rateDate };
    return report({ shown, paper, prepared, sandbox: known?.sandbox ?? false }, input, desk);
  },
});

function wrongWords(message: string): Problem {
  return problem("bad-usage", message, "Type: selfbill preview FILE [--html PAGE.html [--open]]");
}

/** The profile whose party is the buyer; without one that was asked for, its absence is not a problem. */
async function buyerOf({ options: given }: PreviewInput, desk: Desk): Promise<Result<ServiceProfile | undefined>> {
  const found = await desk.profile(given);
  if (found.ok || given.sandbox || given.approved || given.profile !== undefined) return found;
  return found.problems.every(({ code }) => code === "no-profile") ? ok(undefined) : found;
}

interface Issued {
  readonly paper: Paper;
  readonly customer: BusinessProfile | undefined;
}

/** What is printed across the page, the number that the service gave, and the buyer; of an approved document the one it was issued with. */
async function issuedAs(
  prepared: Prepared,
  { options: given }: PreviewInput,
  known: ServiceProfile | undefined,
  desk: Desk,
): Promise<Result<Issued>> {
  const mark = known?.sandbox ? "SANDBOX" : undefined;
  if (!given.approved) return ok({ paper: { mark: mark ?? "DRAFT" }, customer: known?.businessProfile });
  const connection = await desk.connect(given);
  if (!connection.ok) return connection;
  const approved = await approvedAs(prepared, connection.value, given.serviceVersion, desk);
  if (!approved.ok) return approved;
  const { documentNumber, customer } = approved.value;
  return ok({ paper: { mark, documentNumber }, customer: customer ?? known?.businessProfile });
}

interface Shown {
  readonly shown: Preview;
  readonly paper: Paper;
  readonly prepared: Prepared;
  readonly sandbox: boolean;
}

async function report({ shown, paper, prepared, sandbox }: Shown, input: PreviewInput, desk: Desk): Promise<Report> {
  const { html, open } = input.options;
  const problems = [...prepared.problems];
  const written = html === undefined ? ok(null) : await writePage(renderPage(shown, paper), html, input, desk);
  if (!written.ok) return stoppedBy(written.problems, sandbox);
  const opened = open && written.value !== null && (await desk.output.show(written.value));
  if (open && !opened) desk.say(`The page cannot be shown here. Open ${safe(written.value ?? "")} yourself.`);
  const outcome = problems.some(({ severity }) => severity === "error") ? "invalid" : "done";
  const data = {
    file: shown.file,
    kind: shown.kind,
    mark: paper.mark ?? null,
    html: written.value,
    totals: totalsJson(shown.calculation.totals),
  };
  const seen = written.value === null ? renderPreview(shown, desk.dataStyle) : pathLines([written.value]);
  return { outcome, sandbox, view: { view: "raw", text: seen, data }, problems };
}

/** Invoices are nobody else's business: only the person may read the page. */
async function writePage(page: string, path: string, input: PreviewInput, desk: Desk): Promise<Result<string>> {
  const how = { replace: input.options.force, private: true };
  const written = await desk.output.write(dirname(path), basename(path), page, how);
  if (written.ok) return written;
  const [first, ...others] = written.problems;
  const hint = first.code === "file-exists" ? "Add --force to overwrite it, or choose another name." : first.hint;
  return { ok: false, problems: [{ ...first, hint }, ...others] };
}
