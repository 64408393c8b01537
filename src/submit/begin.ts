import { formatAmount, isPerSupplier, seriesAt, seriesFor } from "../document/index.ts";
import type { ApprovalAsked, Attempt, Intent, Begun as JournalSays, Numbering } from "../journal/index.ts";
import { ok, type Problem, problem } from "../problem/index.ts";
import { bodyOf, keyIn } from "./intent-of.ts";
import { interrupted, waitForTurn } from "./pace.ts";
import { notDone, placed, type Submission, type SubmissionRequest } from "./sending.ts";
import { replayOf, withoutSending } from "./without-sending.ts";
import { overCreditedProblem, seriesUsedProblem, standingProblem } from "./words.ts";

/** The outcome of the phase before the first byte is sent: an attempt, or a submission that ended without one. */
export type BeginResult =
  | { readonly is: "begun"; readonly attempt: Attempt; readonly intent: Intent }
  | { readonly is: "ended"; readonly submission: Submission };

/**
 * In milliseconds: the longest wait for another process that is handling the same document, and the interval between
 * checks.
 */
const patience = 30_000;
const lookAgain = 250;

/**
 * Claims the document and records the intent. Waits for the rate limit, for other processes that are handling the
 * same document, and for a person's confirmation.
 */
export async function begin(sending: SubmissionRequest): Promise<BeginResult> {
  const { journal, stop, intent, prepared, so, before } = sending;
  for (;;) {
    if (stop.asked) return endedUnasked(interrupted(), sending);
    const held = (await notConfirmed(sending)) ?? (await notNumbered(sending));
    if (held) return held;
    const begun = await journal.begin(intent, {
      allowSimilar: so.allowSimilar,
      partOf: [...(sending.options.partOf ?? []), ...so.partOf],
      keyIn: keyIn(prepared),
      judged: sending.judged,
      isCompanySaid: prepared.company !== undefined,
      body: bodyOf(prepared, before?.documentNumber),
      numbering: numberingOf(sending),
      cap: prepared.cap,
      unlimited: sending.connection.unlimited?.() === true,
      caller: sending.connection.caller,
      approval: approvalOf(sending),
    });
    if (!begun.ok) return endedUnasked(begun.problems[0], sending);
    if (begun.value.is === "begun") return begun.value;
    const end = await orWait(begun.value, sending);
    if (end) return end;
  }
}

/**
 * Ends a new document that would get its number from a series with `{supplier}`, if the supplier has no code. One that
 * the journal has goes on: it keeps its number. Problem: `no-number-code`.
 */
async function notNumbered(sending: SubmissionRequest): Promise<BeginResult | undefined> {
  const { prepared, journal, intent } = sending;
  const series = numberingOf(sending)?.series;
  if (series === undefined || !isPerSupplier(series)) return undefined;
  const standing = await journal.standing(intent.account, intent.key);
  if (standing.ok && standing.value.is !== "fresh") return undefined;
  const found = prepared.problems.find(({ code }) => code === "no-number-code");
  const { message, hint } = found ?? { message: `The number series ${series} needs the supplier's code.`, hint: "" };
  return ended(problem("no-number-code", `Nothing was sent. ${message}`, hint), sending);
}

/**
 * Returns how to number a document from the profile's series; undefined if there is no series, if the document already
 * has a number, or if it is being resubmitted.
 */
function numberingOf({ intent, prepared, connection, before, elsewhere }: SubmissionRequest): Numbering | undefined {
  const pattern = seriesFor(connection.profile, prepared.kind);
  if (pattern === undefined || before !== undefined || intent.documentNumber !== undefined) return undefined;
  return {
    series: seriesAt(pattern, intent.issueDate, prepared.numberCode),
    bodyWith(number) {
      if (isPerSupplier(number)) throw new Error("a number without the supplier's code");
      return bodyOf(prepared, number);
    },
    isUsedElsewhere: (number) => elsewhere?.hasNumber(number) ?? false,
  };
}

/** Returns what the approval check needs in addition to the intent, which does not contain the amount in dirhams. */
function approvalOf({ prepared, options }: SubmissionRequest): ApprovalAsked {
  return {
    files: options.approvals,
    grossInAed: formatAmount(prepared.calculation.taxInclusiveAmountInAed),
  };
}

/**
 * Findings that a person must confirm: the file was sent before with other content, or its number belongs to another
 * document.
 */
const toConfirm: ReadonlySet<string> = new Set(["file-edited", "number-elsewhere"]);

/** What the hints of warnings say where nobody can be asked. */
const unaskedHints: Readonly<Record<string, string>> = {
  "number-elsewhere": "Only if both documents should have this number, add --allow-similar.",
  "file-edited": "If this is another supply, add --allow-similar.",
};

/**
 * Asks for any confirmation needed. If the journal already has the document, the journal's answer is used instead.
 */
async function notConfirmed(sending: SubmissionRequest): Promise<BeginResult | undefined> {
  const { prepared, journal, intent, desk, so, elsewhere } = sending;
  if (so.allowSimilar) return undefined;
  const known = prepared.problems.find(({ code }) => toConfirm.has(code));
  const found = known ?? (await elsewhere?.like(intent, prepared.file));
  if (found === undefined) return undefined;
  const standing = await journal.standing(intent.account, intent.key);
  if (!standing.ok || standing.value.is !== "fresh") return undefined;
  if (!desk.ask.possible) {
    const hint = [found.hint, unaskedHints[found.code]].filter((each) => each !== undefined).join(" ");
    return ended({ ...found, severity: "error", message: `Nothing was sent. ${found.message}`, hint }, sending);
  }
  const agreed = await desk.ask.confirm(`${found.message} Send this one as another document?`);
  if (!agreed.ok) return ended(agreed.problems[0], sending);
  so.allowSimilar = agreed.value;
  return agreed.value ? undefined : ended(declined(), sending);
}

/** Waits or asks the user, depending on the journal's answer. Returns undefined if the journal is to be asked again. */
async function orWait(
  standing: Exclude<JournalSays, { is: "begun" }>,
  sending: SubmissionRequest,
): Promise<BeginResult | undefined> {
  const { desk, intent, options, so } = sending;
  const naming = sending.connection.companyName;
  switch (standing.is) {
    case "wait": {
      const found = await waitForTurn(standing.milliseconds, so.waited, options.waiting, desk);
      so.waited += standing.milliseconds;
      return found && endedUnasked(found, sending);
    }
    case "busy":
      return waitForOther(sending);
    case "not-approved":
      return ended(standing.problem, sending);
    case "series-used":
      return ended(seriesUsedProblem(standing, intent, sending.connection), sending);
    case "over-credited":
      return ended(overCreditedProblem(standing, intent), sending);
    case "created":
      return { is: "ended", submission: await replayed(standing, sending) };
    case "elsewhere":
    case "similar": {
      const mayBeMeant = standing.is === "similar" || !standing.sameBuyer;
      if (!desk.ask.possible || !mayBeMeant) break;
      const found = standingProblem(standing, intent, "not-asked", naming).message;
      const agreed = await desk.ask.confirm(`${found.replace(/^Nothing was sent: t/, "T")} Send this one as well?`);
      if (!agreed.ok) return ended(agreed.problems[0], sending);
      if (standing.is === "similar" && standing.billed) so.partOf.push(...standing.attempts);
      else so.allowSimilar = true;
      return agreed.value ? undefined : ended(declined(), sending);
    }
  }
  return ended(standingProblem(standing, intent, "not-asked", naming), sending);
}

/**
 * Waits for one of this run's exchanges to end. If none is under way, which means that another process is handling
 * the document, waits a while before the next check.
 */
async function waitForOther(sending: SubmissionRequest): Promise<BeginResult | undefined> {
  const { desk, gate, intent, prepared, so } = sending;
  if (await gate.oneEnded()) return undefined;
  if (so.waitedForOther >= patience) return ended(standingProblem({ is: "busy" }, intent), sending);
  if (so.waitedForOther === 0)
    desk.say(`${prepared.file}: another selfbill process is sending this document; waiting for it.`);
  so.waitedForOther += lookAgain;
  return (await desk.pause(lookAgain)) ? undefined : endedUnasked(interrupted(), sending);
}

/** Returns the result of an earlier run that created the document; nothing is sent now. */
async function replayed(
  standing: Extract<JournalSays, { is: "created" }>,
  { journal, prepared, connection }: SubmissionRequest,
): Promise<Submission> {
  const replay = await replayOf(journal, { account: connection.account, extras: connection.profile.extras }, standing);
  if (!replay.ok) return notDone(replay.problems[0], prepared);
  return { ...replay.value, problems: replay.value.problems.map((each) => placed(each, prepared)) };
}

/**
 * Ends a submission before the journal has answered. Queries the journal first, so that an existing document is not
 * reported as unsent.
 */
async function endedUnasked(
  why: Problem,
  { prepared, intent, journal, before, connection }: SubmissionRequest,
): Promise<BeginResult> {
  if (before !== undefined) return { is: "ended", submission: notDone(why, prepared) };
  const submission = await withoutSending({ ...intent, extras: connection.profile.extras }, why, ok(journal));
  const problems = submission.problems.map((each) => placed(each, prepared));
  return { is: "ended", submission: { ...submission, problems } };
}

function ended(found: Problem, { prepared }: SubmissionRequest): BeginResult {
  return { is: "ended", submission: notDone(found, prepared) };
}

function declined(): Problem {
  return problem("declined", "You said no: nothing was sent.", "Run the command again when you are ready.");
}
