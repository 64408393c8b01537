import { endpointKinds, serviceVersions } from "../../contract/index.ts";
import type { Desk } from "../../desk/index.ts";
import { seriesAt, shownSeries } from "../../document/index.ts";
import type { Prepared, PrepareOptions, Sendable } from "../../prepare/index.ts";
import type { Problem } from "../../problem/index.ts";
import { renderPreview, resultJson } from "../../render/index.ts";
import type { Report, SubmissionResult } from "../../report/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { listInPieces } from "../answer/list-in-pieces.ts";
import { base, isWrong, notSent, stopped, submissionReport } from "../answer/submission-results.ts";
import { approvalsDue } from "./approvals-due.ts";
import { type Checkable, checkDocuments, confirmOf, type Remarks } from "./check-documents.ts";
import { knownTo, sentBefore } from "./not-attempted.ts";

/** A dry run: checks, shows the exact requests and the totals, sends nothing. Of several files each is shown and let go. */
export async function dryRun(
  files: readonly Checkable[],
  how: PrepareOptions & {
    readonly remarks?: Remarks | undefined;
    readonly approval: readonly string[];
    /** It is shown with others before one question, and is not sent by itself. */
    readonly isPart?: boolean | undefined;
  },
  warnings: readonly Problem[],
  desk: Desk,
): Promise<Report> {
  const { profile, remarks } = how;
  const sandbox = profile?.sandbox ?? false;
  const account = await desk.account(profile);
  const asked = await knownTo(profile, desk);
  const due = await approvalsDue(profile, how, desk);
  if (!due.ok) return stopped(due.problems, sandbox);
  const known = async (prepared: Prepared, held: SubmissionResult): Promise<SubmissionResult> => {
    const found = isWrong(prepared)
      ? []
      : await sentBefore({ file: held.file, held, key: confirmOf(prepared, account) }, asked);
    const alone = isWrong(prepared) || found.length > 0 ? [] : due.value(prepared);
    return { ...held, problems: [...held.problems, ...found, ...alone] };
  };
  if (files.length === 1) {
    const told = async (prepared: Prepared) => {
      for (const line of numberWords(prepared, profile)) desk.say(line);
      const result = await known(prepared, dryResult(prepared, profile, account));
      const { confirm } = result.request ?? {};
      if (confirm !== undefined && !desk.asJson && !how.isPart) desk.say(`To send exactly this: --expect ${confirm}`);
      return result;
    };
    const [only] = await checkDocuments(files, how, { remarks, told, keep: false }, desk);
    return submissionReport(only ? [only.held] : [], warnings, sandbox, true);
  }
  const show = desk.asJson ? piecesTo(desk, sandbox) : textTo(desk);
  const said = new Set<string>();
  const told = async (prepared: Prepared): Promise<SubmissionResult> => {
    for (const line of numberWords(prepared, profile)) if (!said.has(line)) desk.say(line);
    for (const line of numberWords(prepared, profile)) said.add(line);
    const { request, ...rest } = await known(prepared, dryResult(prepared, profile, account));
    await show.one({ ...rest, request });
    return rest;
  };
  const checked = await checkDocuments(files, how, { remarks, told, keep: false }, desk);
  const held = checked.map((each) => each.held);
  return show.end(submissionReport(held, warnings, sandbox, true));
}

interface Show {
  one(result: SubmissionResult): Promise<unknown>;
  end(report: Report): Promise<Report>;
}

/** What the documents come to; in a pipe the requests too, one a line. */
function textTo(desk: Desk): Show {
  return {
    async one({ request }) {
      if (!request) return;
      desk.say(renderPreview(request.preview, desk.talkStyle));
      if (request.confirm !== undefined) desk.say(`To send exactly this: --expect ${request.confirm}`);
      if (!desk.dataStyle.isTerminal) await desk.write(`${request.text}\n`);
    },
    end: async (whole) => whole,
  };
}

/** One JSON document, written as it grows. */
function piecesTo(desk: Desk, sandbox: boolean): Show {
  const { one, end } = listInPieces("results", { sandbox }, desk);
  return { one: (result) => one(resultJson(result, true)), end };
}

/** What numbers a document that has no number; a dry run takes none. */
function numberWords({ document, kind }: Prepared, profile: ServiceProfile | undefined): string[] {
  const pattern = profile?.numberSeries?.[kind];
  if (pattern === undefined || !document || document.document_number?.trim()) return [];
  const series = shownSeries(seriesAt(pattern, document.issue_date ?? ""));
  return [`Number: the next of the series ${series} when it is sent; a dry run uses none.`];
}

function dryResult(
  prepared: Prepared,
  profile: ServiceProfile | undefined,
  account: string | undefined,
): SubmissionResult {
  if (isWrong(prepared)) return notSent(prepared);
  const { file, kind, document, calculation, body, bodyText, rateDate, corrects } = prepared as Sendable;
  const { below } = endpointKinds[prepared.kind];
  const url = profile ? `${profile.baseUrl}${below}/${encodeURIComponent(profile.businessProfileId ?? "")}` : null;
  return {
    ...base(prepared),
    outcome: "done",
    request: {
      url,
      version: profile?.serviceVersion ?? serviceVersions.stable,
      body,
      text: bodyText,
      confirm: confirmOf(prepared, account),
      preview: { file, kind, document, calculation, customer: profile?.businessProfile, rateDate, corrects },
    },
  };
}
