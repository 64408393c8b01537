import { overallStatusOf, totalsOf } from "../contract/index.ts";
import type { Connection, Desk } from "../desk.ts";
import { amount, formatAmount, money, type Totals } from "../document/index.ts";
import type { Sendable } from "../flow.ts";
import { type Attempt, type AttemptResult, type Begun, type Intent, type Journal, sha256 } from "../journal/index.ts";
import { type Outcome, type Problem, problem } from "../problem/index.ts";
import type { CreateAnswer, Hooks } from "../send/index.ts";
import { bodyOf, intentOf, type SentBefore } from "./intent-of.ts";
import { interrupted, tell, type Waiting, waitForTurn } from "./pace.ts";
import type { StopWatch } from "./stop.ts";
import { standingProblem } from "./words.ts";

/** What became of one document that was to be sent. */
export interface Submission {
  readonly outcome: Outcome;
  /** It exists: now, or `replayed` out of the journal. */
  readonly created?:
    | {
        readonly id: string;
        readonly documentNumber: string;
        readonly overallStatus: string | undefined;
        readonly totals: Readonly<Record<string, string>>;
      }
    | undefined;
  readonly replayed?: boolean;
  readonly problems: readonly Problem[];
}

/** How a person or a script wants it sent. */
export interface SubmitOptions {
  readonly waiting: Waiting;
  /** --allow-similar. */
  readonly allowSimilar: boolean;
  /** --send-anyway, for the record. */
  readonly sendAnyway: boolean;
}

/** Everything around one document. */
interface Sending {
  readonly prepared: Sendable;
  readonly connection: Connection;
  readonly journal: Journal;
  readonly desk: Desk;
  readonly stop: StopWatch;
  readonly intent: Intent;
  readonly options: SubmitOptions;
  readonly before: SentBefore | undefined;
}

/** How long another process may be at the same document, and how often it is looked, in milliseconds. */
const patience = 30_000;
const lookAgain = 250;
/** A clock that is off by less is let pass. */
const mostMinutesOff = 5;
/** A service that puts off a create is obeyed this often. */
const rounds = 5;

/**
 * Sends one document once, or answers out of the journal. The journal has it before the first byte leaves. `before` names a document that
 * this one replaces.
 */
export async function submit(
  prepared: Sendable,
  connection: Connection,
  parts: { readonly journal: Journal; readonly desk: Desk; readonly stop: StopWatch },
  options: SubmitOptions,
  before?: SentBefore,
): Promise<Submission> {
  const overridden = [
    ...(options.sendAnyway ? ["--send-anyway"] : []),
    ...(options.allowSimilar ? ["--allow-similar"] : []),
  ];
  const intent = intentOf(prepared, connection, overridden, parts.desk, before);
  return sendOnce({ prepared, connection, ...parts, intent, options, before });
}

async function sendOnce(sending: Sending): Promise<Submission> {
  const { journal, desk, stop, intent, options, prepared } = sending;
  let { allowSimilar } = options;
  let [waited, waitedForOther, putOff] = [0, 0, 0];
  for (;;) {
    if (stop.asked) return notDone(interrupted(), prepared);
    const begun = await journal.begin(intent, { allowSimilar, body: bodyOf(prepared, sending.before) });
    if (!begun.ok) return notDone(begun.problems[0], prepared);
    const standing = begun.value;
    if (standing.is === "begun") {
      const answer = await exchange(standing.attempt, sending);
      if (answer.again && ++putOff < rounds && !options.waiting.none) continue;
      return answer.submission;
    }
    if (standing.is === "wait") {
      const problem = await waitForTurn(standing.milliseconds, waited, options.waiting, desk);
      if (problem) return notDone(problem, prepared);
      waited += standing.milliseconds;
    } else if (standing.is === "busy" && waitedForOther < patience) {
      if (waitedForOther === 0)
        desk.say(`${prepared.file}: another selfbill is sending this document; waiting for it.`);
      if (!(await desk.pause(lookAgain))) return notDone(interrupted(), prepared);
      waitedForOther += lookAgain;
    } else if (standing.is === "similar" && desk.ask.possible) {
      const agreed = await desk.ask.confirm(`${similarWords(standing, intent)} Send this one as well?`);
      if (!agreed.ok) return notDone(agreed.problems[0], prepared);
      if (!agreed.value) return notDone(declined(), prepared);
      allowSimilar = true;
    } else if (standing.is === "created") return replayed(standing.attempt, sending);
    else return notDone(standingProblem(standing, intent), prepared);
  }
}

/** One exchange with the service, recorded on both sides. `again`: the service put it off, and it may be sent again. */
async function exchange(attempt: Attempt, sending: Sending): Promise<{ submission: Submission; again: boolean }> {
  const { prepared, connection, journal, stop, before } = sending;
  const { service, businessProfileId } = connection;
  const hooks: Hooks = {
    counted: true,
    signal: stop.begin(),
    beforeFirstByte: async () => {
      const found = await attempt.armed();
      if (!found) stop.underWay();
      return found;
    },
  };
  const body = bodyOf(prepared, before);
  const answer = await (before === undefined
    ? service.create(prepared.kind, businessProfileId, body, hooks)
    : service.resubmit(prepared.kind, before.id, businessProfileId, body, hooks));
  const recorded = await attempt.result(resultOf(answer), answer.verdict === "created" ? answer.body : undefined);
  const again = answer.verdict === "not-sent" && answer.status === 429 && recorded === undefined;
  if (again) await tell(journal, connection.account, answer.rate, true);
  if (answer.verdict === "created") return { submission: created(answer, recorded, sending), again };
  const problems = answer.problems.map((each) => placed(each, prepared));
  const open = answer.problems[0].code === "number-taken" ? await openNumber(sending) : undefined;
  const all = [...(open ? [open] : []), ...problems, ...(recorded ? [recorded] : [])];
  const [first = answer.problems[0]] = all;
  const outcome = recorded?.severity === "error" && answer.verdict !== "in-doubt" ? recorded.outcome : first.outcome;
  return { submission: { outcome, problems: all }, again };
}

type Created = Extract<CreateAnswer, { verdict: "created" }>;

function created(answer: Created, recorded: Problem | undefined, { prepared }: Sending): Submission {
  const totals = totalsOf(answer.document);
  const { calculation, document, file } = prepared;
  const problems = [
    ...answer.problems,
    ...differences(calculation.totals, totals, file),
    ...clockProblem(answer.clockAhead),
    ...(recorded ? [recorded] : []),
  ];
  const documentNumber = numberOf(answer) ?? document.document_number ?? "";
  const outcome = recorded?.severity === "error" ? recorded.outcome : "done";
  const overallStatus = overallStatusOf(answer.document);
  return { outcome, created: { id: answer.id, documentNumber, overallStatus, totals }, problems };
}

/** The answer of the journal: the document exists since an earlier run, and nothing was sent now. */
async function replayed(attempt: string, { journal, intent, prepared, connection }: Sending): Promise<Submission> {
  const records = await journal.attempt(attempt);
  if (!records.ok) return notDone(records.problems[0], prepared);
  let [id, documentNumber, totals] = ["", intent.documentNumber ?? "", {} as Readonly<Record<string, string>>];
  let overallStatus: string | undefined;
  for (const { type, data } of records.value) {
    if (type !== "result" && type !== "resolved") continue;
    id = data.id ?? id;
    documentNumber = data.documentNumber ?? documentNumber;
    if (type !== "result") continue;
    totals = data.totals ?? totals;
    overallStatus = data.overallStatus ?? overallStatus;
  }
  const later = await journal.seen(connection.account, id);
  // What was seen of the two legs (it has blanks) is no overall status.
  const states = later.ok ? later.value.map(({ state }) => state).filter((state) => !/\s/.test(state)) : [];
  overallStatus = states.at(-1) ?? overallStatus;
  const known = { id, documentNumber, overallStatus, totals };
  return { outcome: "done", created: known, replayed: true, problems: [] };
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
  return { verdict, status, said, ...(verdict === "in-doubt" ? { partialBody: answer.partialBody } : {}) };
}

function numberOf({ document }: Created): string | undefined {
  return typeof document.document_number === "string" ? document.document_number : undefined;
}

/** The service says that the number is taken: by a document of ours that is in doubt, it may well be. */
async function openNumber({ journal, intent }: Sending): Promise<Problem | undefined> {
  const doubts = await journal.doubts();
  const open = (doubts.ok ? doubts.value : []).find(
    (each) => each.intent.account === intent.account && each.intent.documentNumber === intent.documentNumber,
  );
  return open && standingProblem({ is: "number-open", attempt: open.attempt }, intent);
}

function similarWords(standing: Extract<Begun, { is: "similar" }>, intent: Intent): string {
  return standingProblem(standing, intent).message;
}

function declined(): Problem {
  return problem("declined", "You said no: nothing was sent.", "Run the command again when you are ready.");
}

function notDone(found: Problem, prepared: Sendable): Submission {
  return { outcome: found.outcome, problems: [placed(found, prepared)] };
}

/** A problem in the user's own file. */
function placed(each: Problem, prepared: Sendable): Problem {
  const path = each.where?.path;
  return { ...each, where: path === undefined ? { file: prepared.file } : prepared.spot(path) };
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
