import { overallStatusOf, totalsOf } from "../contract/index.ts";
import { amount, formatAmount, money, type Totals } from "../document/index.ts";
import { type Attempt, type AttemptResult, type Intent, sha256 } from "../journal/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import type { CreateAnswer, Hooks } from "../send/index.ts";
import { bodyOf } from "./intent-of.ts";
import { tell } from "./pace.ts";
import { placed, type Sending, type Submission } from "./sending.ts";
import { standingProblem } from "./words.ts";

/** A clock that is off by less is let pass. */
const mostMinutesOff = 5;

/** One exchange with the service, recorded on both sides. `again`: the service put it off, and it may be sent again. */
export async function exchange(
  attempt: Attempt,
  sending: Sending,
): Promise<{ submission: Submission; again: boolean }> {
  const { prepared, connection, journal, stop, before, guard } = sending;
  const { service, businessProfileId } = connection;
  const watched = stop.begin();
  const hooks: Hooks = {
    counted: true,
    signal: watched.signal,
    beforeFirstByte: async () => {
      const found = (await attempt.armed()) ?? (await guard?.advance());
      if (!found) watched.underWay();
      return found;
    },
  };
  const body = bodyOf(prepared, before?.documentNumber ?? sending.intent.documentNumber);
  const answer = await (before === undefined
    ? service.create(prepared.kind, businessProfileId, body, hooks)
    : service.resubmit(prepared.kind, before.id, businessProfileId, body, hooks));
  watched.ended();
  const recorded = await attempt.result(resultOf(answer), "body" in answer ? answer.body : undefined);
  const again = answer.verdict === "not-sent" && answer.status === 429 && recorded === undefined;
  if (again) await tell(journal, connection.account, answer.rate, true);
  if (answer.verdict === "created") return { submission: created(answer, recorded, sending), again };
  const problems = answer.problems.map((each) => placed(ofSeries(each, sending.intent), prepared));
  const open = answer.problems[0].code === "number-taken" ? await openNumber(sending) : undefined;
  const all = [...(open ? [open] : []), ...problems, ...(recorded ? [recorded] : [])];
  const [first = answer.problems[0]] = all;
  const outcome = recorded?.severity === "error" && answer.verdict !== "in-doubt" ? recorded.outcome : first.outcome;
  return { submission: { outcome, problems: all }, again };
}

type Created = Extract<CreateAnswer, { verdict: "created" }>;

function created(answer: Created, recorded: Problem | undefined, { prepared, intent }: Sending): Submission {
  const totals = totalsOf(answer.document);
  const { calculation, document, file } = prepared;
  const problems = [
    ...answer.problems,
    ...differences(calculation.totals, totals, file),
    ...clockProblem(answer.clockAhead),
    ...(recorded ? [recorded] : []),
  ];
  const documentNumber = numberOf(answer) ?? document.document_number ?? intent.documentNumber ?? "";
  const outcome = recorded?.severity === "error" ? recorded.outcome : "done";
  const overallStatus = overallStatusOf(answer.document);
  return { outcome, created: { id: answer.id, documentNumber, overallStatus, totals }, problems };
}

/** What the journal keeps of an answer. */
function resultOf(answer: CreateAnswer): AttemptResult {
  const said = answer.problems.map((each) => each.message).slice(0, 20);
  if (answer.verdict === "created") {
    return {
      verdict: "created",
      status: answer.status,
      id: answer.id,
      documentNumber: numberOf(answer),
      overallStatus: overallStatusOf(answer.document),
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

function numberOf({ document }: Created): string | undefined {
  return typeof document.document_number === "string" ? document.document_number : undefined;
}

/** A number of a series is not in the file, and the next run would give it to the same document again. */
function ofSeries(found: Problem, { series, documentNumber }: Intent): Problem {
  if (found.code !== "number-taken" || series === undefined) return found;
  const hint = `${documentNumber} came from the series of the profile. If another program used it: selfbill numbers skip ${documentNumber}, then run the same command again.`;
  return { ...found, hint };
}

/** The service says that the number is taken: by a document of ours that is in doubt, it may well be. */
async function openNumber({ journal, intent }: Sending): Promise<Problem | undefined> {
  const doubts = await journal.doubts();
  const open = (doubts.ok ? doubts.value : []).find(
    (each) => each.intent.account === intent.account && each.intent.documentNumber === intent.documentNumber,
  );
  return open && standingProblem({ is: "number-open", attempt: open.attempt }, intent);
}

/** Due dates, limits and the order of records depend on this computer's clock. */
function clockProblem(ahead: number | undefined): Problem[] {
  const minutes = Math.round(Math.abs(ahead ?? 0) / 60_000);
  if (minutes < mostMinutesOff) return [];
  const message = `This computer's clock is ${minutes} minutes ${(ahead ?? 0) > 0 ? "behind" : "ahead of"} the service's.`;
  return [problem("clock-off", message, "Set the clock of this computer.", { severity: "warning" })];
}

/** The service's totals against our own, to the last fils; one it does not tell is not a difference. */
function differences(ours: Totals, theirs: Readonly<Record<string, string>>, file: string): Problem[] {
  const different = Object.entries(ours).flatMap(([name, value]) => {
    const text = theirs[name];
    return text === undefined || money.equal(amount(text), value)
      ? []
      : [`${name}: here ${formatAmount(value)}, at the service ${text}`];
  });
  if (different.length === 0) return [];
  const message = `THE SERVICE'S TOTALS DIFFER FROM OURS. ${different.join("; ")}.`;
  const hint = "The document exists. Compare both before you pay or book it.";
  return [problem("totals-differ", message, hint, { where: { file }, severity: "warning" })];
}
