import { cutShort, isSameId, textNamed, toldStatusOf, totalsOf } from "../contract/index.ts";
import {
  amount,
  type Calculation,
  daysBetween,
  documentName,
  gulfDay,
  money,
  type Totals,
  totalWords,
} from "../document/index.ts";
import { type Attempt, type AttemptResult, type Intent, isOnlyLost, sha256 } from "../journal/index.ts";
import { isJsonObject, parseJson } from "../json/index.ts";
import { replacesDocuments } from "../life/index.ts";
import type { Sendable } from "../prepare/index.ts";
import { type Problem, problem, suggest } from "../problem/index.ts";
import { type CreateAnswer, callsThatChange, type Hooks } from "../send/index.ts";
import { type ComparedAnswer, comparedAnswer } from "./compared-answer.ts";
import { bodyOf } from "./intent-of.ts";
import { tell } from "./pace.ts";
import { placed, type Submission, type SubmissionRequest } from "./sending.ts";
import { unlessTaken } from "./taken-number.ts";
import { approvedInSpite, isRefusedByPeppol, keptStatus, outcomeTold, refusedByPeppol } from "./told-status.ts";
import { standingProblem } from "./words.ts";

/** Clock difference that is ignored, in minutes. */
const mostMinutesOff = 5;

/**
 * Why a document recorded as not sent may be sent again: the service postponed it, or the connection to the journal was
 * lost before the first byte.
 */
type Again = "postponed" | "connection-lost" | undefined;

/** Sends the document, and records the exchange in the journal before and after. */
export async function exchangeRecorded(
  attempt: Attempt,
  sending: SubmissionRequest,
): Promise<{ submission: Submission; again: Again }> {
  const { prepared, connection, journal, stop, before, guard } = sending;
  const { service, businessProfileId } = connection;
  const watched = stop.begin();
  let stopped: Problem | undefined;
  const hooks: Hooks = {
    counted: true,
    signal: watched.signal,
    beforeFirstByte: async () => {
      const found = (await attempt.armed()) ?? (await guard?.advance("leaving")) ?? attempt.leaves();
      if (!found) watched.underWay();
      stopped = found;
      return found;
    },
  };
  const body = bodyOf(prepared, before?.documentNumber ?? sending.intent.documentNumber);
  const changing = service[callsThatChange];
  const came = await (before === undefined
    ? changing.create(prepared.kind, businessProfileId, body, hooks)
    : changing.resubmit(prepared.kind, before.id, businessProfileId, body, hooks));
  watched.ended();
  const answer = await unlessTaken(came, body, sending);
  const compared = answer.verdict === "created" ? comparedWith(answer, prepared) : undefined;
  const against =
    answer.verdict === "created"
      ? (contradictionOf(answer, sending, attempt.id) ?? otherDocument(answer, compared, sending, attempt.id))
      : undefined;
  const bare = against ? doubtful(answer as Created, against) : resultOf(answer);
  const changed = against === undefined && answer.verdict === "created" ? changesOf(answer, compared, prepared) : [];
  const result = { ...bare, ...serviceDayOf(answer, sending.intent), ...(changed.length > 0 ? { changed } : {}) };
  const recorded = await attempt.result(result, "body" in answer ? answer.body : undefined);
  const contradicts = against ?? (recorded?.code === "answer-contradicts" ? recorded : undefined);
  if (contradicts) {
    const all = [contradicts, ...(recorded && recorded !== contradicts ? [recorded] : [])];
    return {
      submission: { outcome: "in_doubt", problems: all.map((each) => placed(each, prepared)) },
      again: undefined,
    };
  }
  const again =
    recorded === undefined && answer.verdict === "not-sent" ? againAfter(answer.status, stopped) : undefined;
  if (again === "postponed") await tell(journal, connection, answer.rate, true);
  if (answer.verdict === "created")
    return { submission: await created(answer, recorded, { compared, body }, sending), again };
  const problems = answer.problems.map((each) => placed(ofSeries(each, sending.intent), prepared));
  const open = answer.problems[0].code === "number-taken" ? await openNumber(sending) : undefined;
  const all = [...(open ? [open] : []), ...problems, ...(recorded ? [recorded] : [])];
  const [first = answer.problems[0]] = all;
  const outcome = recorded?.severity === "error" && answer.verdict !== "in-doubt" ? recorded.outcome : first.outcome;
  return { submission: { outcome, ...(answer.verdict === "refused" ? { refused: true } : {}), problems: all }, again };
}

function againAfter(status: number | undefined, stopped: Problem | undefined): Again {
  if (status === 429) return "postponed";
  return stopped && isOnlyLost(stopped) ? "connection-lost" : undefined;
}

type Created = Extract<CreateAnswer, { verdict: "created" }>;

async function created(
  answer: Created,
  recorded: Problem | undefined,
  { compared, body }: { readonly compared: ComparedAnswer | undefined; readonly body: string },
  sending: SubmissionRequest,
): Promise<Submission> {
  const { prepared, intent, connection, journal } = sending;
  const totals = totalsOf(answer.document);
  const status = toldStatusOf(answer.document);
  const { calculation, document, file, kind } = prepared;
  const documentNumber = numberOf(answer) ?? (document.document_number?.trim() || intent.documentNumber);
  const called = documentName({ documentNumber, id: answer.id });
  const resubmits = isRefusedByPeppol(status) && (await replacesDocuments(connection, journal));
  const refused = refusedByPeppol(status, { called, kind, resubmits });
  const problems = [
    ...(refused ? [placed(refused, prepared)] : []),
    ...approvedInSpite(status, called),
    ...renumbered(answer, body, sending),
    ...changedByService(compared, called, file),
    ...answer.problems,
    ...totalsDiffer(differences(calculation, totals), file),
    ...clockProblem(answer.clockAhead),
    ...(recorded ? [recorded] : []),
  ];
  const outcome = recorded?.severity === "error" ? recorded.outcome : outcomeTold(status);
  const notCompared = compared?.unread ?? [];
  return { outcome, created: { id: answer.id, documentNumber, totals, status, notCompared }, problems };
}

/** Compares the answer with what was sent; an answer that was cut may lack anything. */
function comparedWith(answer: Created, prepared: SubmissionRequest["prepared"]): ComparedAnswer {
  const isWhole = !answer.problems.some(({ code }) => code === "answer-too-long");
  return comparedAnswer(answer.document, prepared, isWhole);
}

/** Returns the doubt about an answer that is about another document, reports errors, or only says that it queued something. */
function otherDocument(
  answer: Created,
  compared: ComparedAnswer | undefined,
  { before }: SubmissionRequest,
  attempt: string,
): Problem | undefined {
  const { id, status } = answer;
  if (compared !== undefined && compared.other.length > 0) {
    const message = `${id}: THE SERVICE ANSWERED FOR ANOTHER DOCUMENT. It answered ${status} (done) with this id, but ${compared.other.join("; ")}. It is not known whether this document exists.`;
    const hint = `Do not send it again. Give the service's support this id. Then: ${suggest`resolve ${attempt}`}`;
    return problem("answer-contradicts", message, hint);
  }
  // The id of the document that is replaced names that document.
  if (!compared?.isTicket || before !== undefined) return undefined;
  const message = `${id}: the service answered ${status} (done) with this id alone, so it may only have queued the document: it may or may not exist. It said: ${cutShort(answer.body, longestSaid)}`;
  const hint = `Do not send it again. To find out whether it exists: ${suggest`resolve ${attempt} --check`}. If this id is the document's: ${suggest`resolve ${attempt} --created ${id}`}`;
  return problem("answer-unclear", message, hint);
}

const longestSaid = 300;

/** What the service changed in the document, for the journal: until a person looked at it, it is due. */
function changesOf(answer: Created, compared: ComparedAnswer | undefined, { calculation }: Sendable): string[] {
  const amounts = differences(calculation, totalsOf(answer.document));
  return [...(compared?.changed ?? []), ...amounts].map((each) => cutShort(each, longestSaid));
}

/** Warns about what the service changed in the document that it created. Amounts have a warning of their own. */
function changedByService(compared: ComparedAnswer | undefined, called: string, file: string): Problem[] {
  if (compared === undefined || compared.changed.length === 0) return [];
  const message = `THE SERVICE CHANGED ${called}. ${compared.changed.join("; ")}.`;
  const hint = "The document exists. Compare it before you pay or book it, and ask the service's support.";
  return [problem("answer-changed", message, hint, { where: { file }, severity: "warning" })];
}

/** Detects a successful answer whose id is not that of the document to replace. */
function contradictionOf(answer: Created, { before }: SubmissionRequest, attempt: string): Problem | undefined {
  if (before === undefined || isSameId(before.id, answer.id)) return undefined;
  const message = `THE SERVICE ANSWERED FOR ANOTHER DOCUMENT. It answered ${answer.status} (done) and named the id ${answer.id}, but ${before.id} was to be replaced. It is not known whether this document exists.`;
  const hint = `Do not send it again. Give the service's support both ids. Then: ${suggest`resolve ${attempt}`}`;
  return problem("answer-contradicts", message, hint);
}

/** Tells loudly that the document exists under a number other than the one sent. Both numbers find it. */
function renumbered(answer: Created, body: string, { intent, prepared }: SubmissionRequest): Problem[] {
  const told = numberOf(answer)?.trim();
  const sent = told === undefined || told === intent.documentNumber ? told : numberIn(body);
  if (told === undefined || sent === undefined || told === sent) return [];
  const message = `THE SERVICE GAVE ${sent} ITS OWN NUMBER: the document exists as ${told} (${answer.id}).`;
  const hint = `Do not send it again. Book it as ${told}, or ask the service's support why it does not keep your number. Both numbers find it: ${suggest`show ${sent}`}`;
  return [problem("answer-changed", message, hint, { where: { file: prepared.file }, severity: "warning" })];
}

function numberIn(body: string): string | undefined {
  const json = parseJson(body);
  const number = json.ok && isJsonObject(json.value) ? json.value.document_number : undefined;
  return typeof number === "string" && number.trim() !== "" ? number.trim() : undefined;
}

function doubtful(answer: Created, { message }: Problem): AttemptResult {
  const told = { id: answer.id, idType: answer.idType, documentNumber: numberOf(answer) };
  return { verdict: "in-doubt", status: answer.status, told, answerHash: sha256(answer.body), said: [message] };
}

/** Returns the part of an answer that the journal keeps. */
function resultOf(answer: CreateAnswer): AttemptResult {
  const said = answer.problems.map((each) => each.message).slice(0, 20);
  if (answer.verdict === "created") {
    return {
      verdict: "created",
      status: answer.status,
      id: answer.id,
      idType: answer.idType,
      documentNumber: numberOf(answer),
      ...keptStatus(toldStatusOf(answer.document)),
      totals: totalsOf(answer.document),
      answerHash: sha256(answer.body),
      said,
    };
  }
  const { verdict, status } = answer;
  if (verdict === "in-doubt") return { verdict, status, said, partialBody: answer.partialBody };
  const answerHash = verdict === "refused" && answer.body !== undefined ? sha256(answer.body) : undefined;
  return { verdict, status, said, ...(answerHash === undefined ? {} : { answerHash }) };
}

/** Returns the service's day if it is over a day earlier than the day on which an approved document was counted. */
function serviceDayOf({ clockAhead }: CreateAnswer, { approval }: Intent): Pick<AttemptResult, "serviceDay"> {
  if (approval === undefined || clockAhead === undefined) return {};
  const serviceDay = gulfDay(new Date(Date.now() + clockAhead));
  return daysBetween(serviceDay, approval.day) > 1 ? { serviceDay } : {};
}

function numberOf({ document }: Created): string | undefined {
  return textNamed(document, "documentNumber");
}

/** If a number from a series is taken, adds the hint to skip it, because the next run would assign it again. */
function ofSeries(found: Problem, { series, documentNumber }: Intent): Problem {
  if (found.code !== "number-taken" || series === undefined) return found;
  const hint = `${documentNumber} came from the series of the profile. If another program used it: ${suggest`numbers skip ${documentNumber ?? "NUMBER"}`}, then run the same command again.`;
  return { ...found, hint };
}

/** Finds a document in doubt that may have taken the number that the service says is taken. */
async function openNumber({ journal, intent }: SubmissionRequest): Promise<Problem | undefined> {
  const doubts = await journal.doubts();
  const open = (doubts.ok ? doubts.value : []).find(
    (each) => each.intent.account === intent.account && each.intent.documentNumber === intent.documentNumber,
  );
  return open && standingProblem({ is: "number-open", attempt: open.attempt }, intent, "refused");
}

/** Warns about a wrong clock, because due dates, limits and the order of records depend on it. */
function clockProblem(ahead: number | undefined): Problem[] {
  const off = Math.abs(ahead ?? 0) / 60_000;
  if (off <= mostMinutesOff) return [];
  const minutes = Math.round(off);
  const message = `This computer's clock is ${minutes} minutes ${(ahead ?? 0) > 0 ? "behind" : "ahead of"} the service's.`;
  return [problem("clock-off", message, "Set the clock of this computer.")];
}

/** The totals that are not exactly those of the document. A missing total does not count as a difference. */
function differences({ totals, currency }: Calculation, theirs: Readonly<Record<string, string>>): string[] {
  const names = Object.keys(totals) as (keyof Totals)[];
  return names.flatMap((name) => {
    const [here, text] = [totals[name], theirs[name]];
    if (text === undefined || money.equal(amount(text), here)) return [];
    const code = name.endsWith("_in_aed") ? "AED" : currency;
    const [ours, other] = [here, amount(text)].map((each) => `${code} ${money.forPeople(each)}`);
    return [`${totalWords[name]}: ${ours} here, ${other} at the service`];
  });
}

function totalsDiffer(different: readonly string[], file: string): Problem[] {
  if (different.length === 0) return [];
  const message = `THE SERVICE'S TOTALS DIFFER FROM YOUR DOCUMENT'S. ${different.join("; ")}.`;
  const hint = "The document exists. Compare the totals before you pay or book it.";
  return [problem("totals-differ", message, hint, { where: { file }, severity: "warning" })];
}
