import { bothSides, isContradicted, isFatal, objectNamed, textNamed } from "../contract/index.ts";
import type { Connection, Desk } from "../desk/index.ts";
import type { JsonObject } from "../json/index.ts";
import { rejectedAdvice, rejectedSteps } from "../life/index.ts";
import {
  fail,
  type Outcome,
  ok,
  outcomeOf,
  type Problem,
  problem,
  type Result,
  stoppingOutcome,
  suggest,
} from "../problem/index.ts";
import type { Report, StatusResult } from "../report/index.ts";
import { overallStatuses, standings, statusName } from "../states/index.ts";
import { allCompaniesOption, companiesHere, oneOrAllCompanies } from "./answer/all-companies.ts";
import { companySumsShape } from "./answer/company-sums-json.ts";
import { handoversOf } from "./answer/handed-over.ts";
import { periodOptions } from "./answer/period.ts";
import { sayWholeLife } from "./answer/whole-life-hint.ts";
import { defineCommand, flag, type Input, list, serviceOptions, text, whereFrom } from "./command.ts";
import { lookAt, lookAtAll } from "./follow/look-at.ts";
import { again, look, type Observation, type ObservationAnswer } from "./follow/observe.ts";
import { runShape } from "./follow/open-runs.ts";
import { overviewShape } from "./follow/overview-json.ts";
import { overviewReport, overviewWish } from "./follow/overview-report.ts";
import { placeFindings } from "./follow/place-findings.ts";
import { acceptedByAuthority, recordMissing, recordState } from "./follow/record-state.ts";
import { rejectedStanding } from "./follow/rejected-standing.ts";
import { noXml, saveXml, snapshotXml, type XmlKind, xmlKinds } from "./follow/snapshot-xml.ts";
import { findSubject, kindOptions, type Subject } from "./follow/subject.ts";
import { deadlineAfter, firstPause, waitOf, watch } from "./follow/watch.ts";
import { oneOf, outputForm, whole } from "./kinds.ts";

const options = {
  ...serviceOptions,
  ...allCompaniesOption,
  ...kindOptions,
  watch: flag("--watch", "ask again until there is a final status"),
  timeout: whole("--timeout <seconds>", "with --watch: how long at most (default 600); then exit code 8", {
    such: 120,
  }),
  xml: oneOf("--xml <c3|c5|document>", () => "print that XML instead", xmlKinds),
  save: text("--save <dir>", "write the XML into this folder: all of it, or the one of --xml"),
  verbose: flag(
    "--verbose",
    "also ids, addresses, transmission, the status record, and location and test of each finding",
  ),
  all: flag("--all", "without IDS: also documents with a final status"),
  status: oneOf("--status <status>", "without IDS: only this status", overallStatuses),
  supplier: text("--supplier <name>", "without IDS: only this supplier: its TRN, or a part of its name", {
    look: "supplier",
  }),
  ...periodOptions,
  output: outputForm("without IDS", ["xlsx"]),
  out: list("--out <file>", "without IDS: write it into a file: .xlsx or .csv; repeatable"),
  force: flag("--force", "overwrite the files of --out"),
} as const;

type StatusInput = Input<typeof options>;

interface Words {
  readonly input: StatusInput;
  readonly xml: XmlKind | undefined;
  readonly wait: number | undefined;
}

interface Wish {
  readonly deadline: number | undefined;
  readonly xml: XmlKind | undefined;
}

export const status = defineCommand({
  words: "status [ids...]",
  summary: "status of documents: result, delivery, tax report, findings",
  help: `Without IDS: every document that is not final, one row each, read from the pages of the service's list; what became
approved since the last time is shown once, what was rejected or failed until somebody dealt with it (selfbill due). Delivery is what happened at the supplier's access point (C3), the tax report what happened at the tax authority (C5). An ID may also be a document number. The kind of document comes from the journal; otherwise a credit note is tried first, then an invoice.
Participant and FTA status are diagnostics, not the result. What the service says that selfbill does not know is shown as it came.
Exit code 0: approved, or nothing is open; 8: not finished; 26: rejected or failed in validation; 23: in doubt. Of several, without IDS, the
last one of these.

${whereFrom}`,
  group: "What is open",
  everyday: true,
  practice: "own books",
  facts: { journal: "shown", oneDocument: true, sends: false, asksService: true },
  answers: ({ answer, listOf, text, statusShape }) => [
    // `xml` is present with --xml.
    answer({ results: listOf(statusShape.schema), xml: text.optional() }),
    answer({
      results: listOf(overviewShape.schema),
      runs: listOf(runShape.schema),
      companies: listOf(companySumsShape.schema).optional(),
      files: listOf(text).optional(),
    }),
  ],
  options,
  examples: [
    { type: "selfbill status", does: "every document that is not final, one row each" },
    { type: "selfbill status --month 2026-06 --all --out june.xlsx", does: "all of June as a workbook" },
    { type: "selfbill status SBC-2026-0001", does: "shows the result, delivery and tax report" },
    {
      type: "selfbill status SBC-2026-0001 --watch --timeout 120",
      does: "waits for a final status, two minutes at most",
    },
    {
      type: "selfbill status 6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33 --save out",
      does: "writes its XML into the folder out",
    },
  ],
  input: (words, options) => wishOf({ words, options }),
  refused: stopped,
  async run({ input, xml, wait }, desk): Promise<Report> {
    const wish = { xml, deadline: deadlineAfter(wait, desk) };
    if (input.options.allCompanies) {
      const companies = await companiesHere(input.options, desk);
      if (!companies.ok) return stopped(companies.problems);
      return overviewReport(input.options, wish.deadline, lookAtAll(companies.value), desk);
    }
    const connection = await desk.connect(input.options);
    if (!connection.ok) return stopped(connection.problems);
    const { sandbox } = connection.value.profile;
    if (input.words.length === 0) return overviewReport(input.options, wish.deadline, lookAt(connection.value), desk);
    const results = await follow(input, wish, connection.value, desk);
    const [only, another] = input.words;
    if (only !== undefined && another === undefined && xml === undefined) sayWholeLife(only, desk);
    const outcome = outcomeOf(results.map((each) => each.outcome));
    if (wish.xml === undefined || input.options.save !== undefined)
      return { outcome, sandbox, view: { view: "statuses", results, verbose: input.options.verbose }, problems: [] };
    return printed(results, outcome, wish.xml, sandbox);
  },
});

function stopped(problems: readonly Problem[]): Report {
  const outcome = stoppingOutcome(problems);
  return { outcome, sandbox: false, view: { view: "statuses", results: [], verbose: false }, problems };
}

function wishOf(input: StatusInput): Result<Words> {
  const { words, options } = input;
  const wrong = words.length === 0 ? needsId(options) : needsNoId(options);
  if (wrong !== undefined) return fail(wrong);
  const whose = oneOrAllCompanies(options);
  if (!whose.ok) return whose;
  if (words.length === 0) {
    const asked = overviewWish(options);
    if (!asked.ok) return fail(asked.problems[0]);
  }
  const { xml } = options;
  if (xml !== undefined && options.save === undefined && words.length > 1)
    return fail(problem("bad-usage", "--xml prints one document.", "Name one document, or add --save DIR."));
  const wait = waitOf(options);
  return wait.ok ? ok({ input, xml, wait: wait.value }) : wait;
}

/** Reports options that need a single document. */
function needsId({ xml, save, sales, invoice }: StatusInput["options"]): Problem | undefined {
  const stray = { "--xml": xml, "--save": save, "--sales": sales || undefined, "--invoice": invoice || undefined };
  const found = Object.entries(stray).find(([, value]) => value !== undefined);
  return found && problem("bad-usage", `${found[0]} needs a document.`, `Type: ${suggest`status ID ${found[0]}`}`);
}

/** Reports options that only apply to listings. */
function needsNoId(given: StatusInput["options"]): Problem | undefined {
  const { all, status: state, supplier, month, from, to, output, out } = given;
  const some = {
    "--all-companies": given.allCompanies || undefined,
    "--all": all || undefined,
    "--status": state,
    "--supplier": supplier,
    "--month": month,
    "--from": from,
  };
  const more = { "--to": to, "--output": output === "json" ? undefined : output, "--out": out[0] };
  const found = Object.entries({ ...some, ...more }).find(([, value]) => value !== undefined);
  return found && problem("bad-usage", `${found[0]} cannot be used with ids.`, "Leave out the ids or the option.");
}

async function follow({ words, options }: StatusInput, wish: Wish, connection: Connection, desk: Desk) {
  const found: (Subject | StatusResult)[] = [];
  for (const asked of words) {
    const subject = await findSubject(asked, options, connection, desk);
    found.push(subject.ok ? subject.value : unknown(asked, asked, subject.problems));
  }
  const subjects = found.filter((each): each is Subject => "kinds" in each);
  const watched =
    wish.deadline === undefined
      ? undefined
      : await watch(subjects, { deadline: wish.deadline, first: firstPause(connection.profile.sandbox) }, desk);
  const results: StatusResult[] = [];
  for (const each of found) {
    if (!("kinds" in each)) {
      results.push(each);
      continue;
    }
    const before = watched?.seen[subjects.indexOf(each)];
    const subject = before === undefined ? each : { ...before.subject, extras: each.extras };
    const result = await resultOf(
      subject,
      await inFull(subject, before?.last, desk),
      connection,
      { wish, options },
      desk,
    );
    results.push(watched?.stopped && result.outcome === "pending" ? { ...result, outcome: "interrupted" } : result);
  }
  return results;
}

/** Requests the status with both legs; if that fails, returns what the watch observed before. */
async function inFull(subject: Subject, before: ObservationAnswer | undefined, desk: Desk): Promise<ObservationAnswer> {
  if (before && !before.ok) return before;
  const now = await look(subject, again(desk), { legs: true });
  return now.ok ? now : (before ?? now);
}

/** Returns the rules that the document was checked by; undefined if this computer's journal does not say. */
async function rulesOf({ created }: Subject, desk: Desk): Promise<StatusResult["rules"]> {
  if (created === undefined) return undefined;
  const journal = await desk.journal();
  const sent = journal.ok ? await journal.value.tries.last("id", created.id, () => true) : journal;
  return sent.ok ? sent.value?.intent.rules : undefined;
}

/** Returns the last copy given to the supplier, as recorded in this computer's journal. */
async function handedOverOf({ created }: Subject, desk: Desk): Promise<StatusResult["handedOver"]> {
  if (created === undefined) return undefined;
  const journal = await desk.journal();
  const handovers = journal.ok ? await handoversOf(journal.value) : journal;
  return handovers.ok ? handovers.value.last(created) : undefined;
}

async function resultOf(
  subject: Subject,
  seen: ObservationAnswer,
  { profile }: Connection,
  { wish, options }: { wish: Wish; options: StatusInput["options"] },
  desk: Desk,
): Promise<StatusResult> {
  if (!seen.ok) {
    await recordMissing(seen, subject, desk);
    return unknown(subject.asked, subject.id, seen.problems);
  }
  const { kind, documentNumber, tellsOverall, overallStatus, sides, snapshot, results, more, isUnread } = seen.value;
  const { kept } = seen.value;
  const isFatalToo = overallStatus === statusName.approved && results.some(isFatal);
  // Do not rely on an approval if the supplier's or the tax authority's side contradicts it.
  const isContradictory = isFatalToo || isContradicted(overallStatus, bothSides(sides, snapshot));
  const standing = isContradictory ? "open" : seen.value.standing;
  const unrecorded = await recordState(seen.value, desk);
  const advice = await adviceOf(subject, seen.value, profile, desk);
  const placed = await placeFindings(results, subject.created, profile, desk);
  const wanted = wish.xml === undefined ? xmlKinds : [wish.xml];
  const { saved, problems } =
    options.save !== undefined && snapshot
      ? await saveXml(subject.id, snapshot, wanted, options.save, desk)
      : { saved: [], problems: [] };
  const unwritten = problems.find((each) => each.severity === "error");
  return {
    asked: subject.asked,
    outcome: unwritten?.outcome ?? standings[standing].outcome,
    id: subject.id,
    kind,
    documentNumber,
    tellsOverall,
    overallStatus,
    kept,
    resubmits: profile.extras && !seen.value.lacksDocuments,
    standing,
    sides,
    snapshot,
    more,
    isUnread,
    names: namesIn(seen.value),
    findings: placed.findings,
    rules: await rulesOf(subject, desk),
    handedOver: await handedOverOf(subject, desk),
    advice: advice.ok ? advice.value : undefined,
    saved,
    problems: [...seen.value.problems, ...placed.problems, ...problems, ...unrecorded],
  };
}

/** Returns the steps for a rejected document; undefined for other ones. Problem: `journal-unusable`. */
async function adviceOf(
  subject: Subject,
  seen: Observation,
  profile: Connection["profile"],
  desk: Desk,
): Promise<Result<string[] | undefined>> {
  const { kind, overallStatus, documentNumber } = seen;
  if (overallStatus !== statusName.rejected || kind === "sales-credit-note") return ok(undefined);
  const standing = await rejectedStanding(subject, { profile }, desk);
  if (!standing.ok) return standing;
  const called = documentNumber ?? subject.asked;
  if (standing.value.isSettled) return ok(["It was dealt with; nothing more is due for it."]);
  const advice = rejectedAdvice({ called, kind, accepted: acceptedByAuthority(seen), ...standing.value });
  return ok(["Find out why.", ...rejectedSteps(advice)]);
}

function unknown(asked: string, id: string, problems: readonly [Problem, ...Problem[]]): StatusResult {
  const [{ outcome }] = problems;
  const nothing = { tellsOverall: false, standing: "open", sides: {}, names: {}, findings: [], saved: [] } as const;
  return { asked, outcome, id, ...nothing, problems };
}

/** Returns the names of the supplier and the buyer by their network addresses. */
function namesIn({ document }: Observation): Record<string, string> {
  const parties = ["accountingSupplierParty", "accountingCustomerParty"].map(
    (each): JsonObject => (document && objectNamed(document, each)) ?? {},
  );
  return Object.fromEntries(
    parties.flatMap((party) => {
      const id = textNamed(party, "endpointId");
      const name = textNamed(party, "partyName") ?? textNamed(party, "name");
      return id && name ? [[`${textNamed(party, "endpointSchemeId") ?? ""}:${id}`, name]] : [];
    }),
  );
}

/** Prints only the XML to standard output; the exit code still reports the state. */
function printed(results: StatusResult[], outcome: Outcome, which: XmlKind, sandbox: boolean): Report {
  const [result] = results;
  const found = result?.snapshot && snapshotXml(result.snapshot, which);
  const failed =
    found && !found.ok ? found.problems : result?.snapshot && found?.value === undefined ? [noXml(which)] : [];
  const xml = found?.ok && found.value ? new TextDecoder().decode(found.value.bytes) : "";
  return { outcome, sandbox, view: { view: "statuses", results, verbose: false, xml }, problems: failed };
}
