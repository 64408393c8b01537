import { endpointKinds, serviceVersions } from "../../contract/index.ts";
import type { Desk, ForeseenSend } from "../../desk/index.ts";
import {
  countedOf,
  formatAmount,
  isPerSupplier,
  isRateDoubtful,
  seriesAt,
  seriesFor,
  shownSeries,
} from "../../document/index.ts";
import type { Prepared, PrepareOptions, Sendable } from "../../prepare/index.ts";
import { ok, type Problem } from "../../problem/index.ts";
import { renderPreview, resultJson } from "../../render/index.ts";
import type { Report, SubmissionResult } from "../../report/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { listInPieces } from "../answer/list-in-pieces.ts";
import { base, isWrong, notSent, stopped, submissionReport } from "../answer/submission-results.ts";
import { type Checkable, checkDocuments, confirmOf, type Remarks } from "./check-documents.ts";
import { knownTo, sentBefore } from "./not-attempted.ts";
import { inOrderOfRun, type Share } from "./shares.ts";

interface ToShow extends Share {
  readonly subjects: readonly Checkable[];
  readonly how: PrepareOptions;
  readonly remarks: Remarks;
}

interface Manner {
  readonly approval: readonly string[];
  readonly isPart: boolean | undefined;
}

/** Shows exact requests and totals; sends nothing. With several files, each is released after it is shown. */
export async function dryRun(
  shares: readonly ToShow[],
  manner: Manner,
  warnings: readonly Problem[],
  desk: Desk,
): Promise<Report> {
  const sandbox = shares.some(({ profile }) => profile?.sandbox);
  const isOne = shares.length === 1 && shares[0]?.subjects.length === 1;
  const show = desk.asJson && !isOne ? piecesTo(desk, sandbox) : textTo(desk);
  const said = new Set<string>();
  const all: { places: readonly number[]; things: readonly SubmissionResult[] }[] = [];
  for (const { subjects, how, profile, places, remarks, company } of shares) {
    const resulting = await resultsOf(profile, manner, desk);
    if (!resulting.ok) return stopped(resulting.problems, sandbox);
    const told = async (prepared: Prepared): Promise<SubmissionResult> => {
      const fresh = numberWords(prepared, profile).filter((line) => !said.has(line));
      for (const line of fresh) desk.say(line);
      for (const line of fresh) said.add(line);
      const result = { ...(await resulting.value(prepared)), company };
      if (!isOne) await show.one(result);
      const { confirm } = result.request ?? {};
      if (isOne && confirm !== undefined && !desk.asJson && !manner.isPart)
        desk.say(`To send exactly this: --expect ${confirm}`);
      return isOne ? result : { ...result, request: undefined };
    };
    const checked = await checkDocuments(subjects, how, { remarks, told, keep: false }, desk);
    all.push({ places, things: checked.map(({ held }) => held) });
  }
  const whole = submissionReport(inOrderOfRun(all), warnings, sandbox, true);
  return isOne ? whole : show.end(whole);
}

/** Returns a function that makes the result of one document. Problems: those of what extras foresee. */
async function resultsOf(profile: ServiceProfile | undefined, given: Manner, desk: Desk) {
  const account = await desk.account(profile);
  const asked = await knownTo(profile, desk);
  const { businessProfileId } = profile ?? {};
  const run = { account: account ?? "", businessProfileId: businessProfileId ?? "", approval: given.approval };
  const foreseen = businessProfileId === undefined ? ok([]) : await desk.hooks.foresees(run, desk);
  if (!foreseen.ok) return foreseen;
  return ok(async (prepared: Prepared): Promise<SubmissionResult> => {
    const held = dryResult(prepared, profile, account);
    if (isWrong(prepared)) return held;
    const key = confirmOf(prepared, account);
    const found = await sentBefore({ file: held.file, held, key }, asked);
    const send = foreseenSend(prepared, confirmOf(prepared, run.account));
    const alone = found.length > 0 ? [] : await Promise.all(foreseen.value.map((warn) => warn(send)));
    return { ...held, problems: [...held.problems, ...found, ...alone.flat()] };
  });
}

function foreseenSend({ calculation, document, problems, file }: Prepared, key = ""): ForeseenSend {
  const rate = document?.tax_exchange_rate?.calculation_rate;
  return {
    file,
    key,
    grossInAed: calculation && formatAmount(countedOf(calculation)),
    changedSupplier: problems.some(({ code }) => code === "supplier-changed"),
    doubtfulRate: isRateDoubtful(calculation?.currency ?? "AED", rate),
  };
}

interface Show {
  one(result: SubmissionResult): Promise<unknown>;
  end(report: Report): Promise<Report>;
}

/** When writing to a pipe, also writes the requests, one per line. */
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

/** Writes the JSON document piece by piece, to save memory. */
function piecesTo(desk: Desk, sandbox: boolean): Show {
  const { one, end } = listInPieces("results", { sandbox }, desk);
  return { one: (result) => one(resultJson(result, true)), end };
}

/** Names the series that would number the document; a dry run does not use up a number. */
function numberWords({ document, kind, numberCode }: Prepared, profile: ServiceProfile | undefined): string[] {
  const pattern = seriesFor(profile, kind);
  if (pattern === undefined || !document || document.document_number?.trim()) return [];
  if (isPerSupplier(pattern) && numberCode === undefined) return [];
  const series = shownSeries(seriesAt(pattern, document.issue_date ?? "", numberCode));
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
