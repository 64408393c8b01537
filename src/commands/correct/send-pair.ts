import type { Connection, Desk } from "../../desk/index.ts";
import { sha256, takesBack } from "../../journal/index.ts";
import { type BegunCorrection, saidIn } from "../../life/index.ts";
import { ok, outcomeOf, type Problem, problem, type Result, typed } from "../../problem/index.ts";
import type { Report, SubmissionResult } from "../../report/index.ts";
import { samePlace } from "../answer/same-place.ts";
import { stopped } from "../answer/submission-results.ts";
import type { Input } from "../command.ts";
import { nothingTyped } from "../command.ts";
import { createDocuments, createOptions, needsAnswer } from "../create/create-document.ts";
import { createCreditNotes } from "../credit/create-credit-notes.ts";
import type { Subject } from "../follow/subject.ts";

type CreateOptions = Input<typeof createOptions>["options"];

/** The sending options that `correct --send` has. */
export interface PairWords {
  readonly sandbox: boolean;
  readonly profile: string | undefined;
  readonly businessProfile: string | undefined;
  readonly serviceVersion: string | undefined;
  readonly yes: boolean;
  readonly approval: readonly string[];
  readonly acceptChangedSupplier: CreateOptions["acceptChangedSupplier"];
}

/**
 * Sends the credit note of a correction, and then the corrected copy: the second only if the first exists. Both are shown before the single
 * question. Run again after a stop, it does not send existing documents again.
 */
export async function sendPair(
  called: string,
  subject: Subject,
  words: PairWords,
  connection: Connection,
  desk: Desk,
): Promise<Report> {
  const { sandbox } = connection.profile;
  const begun = await correctionOf(subject, connection, desk);
  if (!begun.ok) return stopped(begun.problems, sandbox);
  if (begun.value === undefined) return stopped([notBegun(called, words)], sandbox);
  const { credit, copy } = begun.value.files;
  const unchanged = await notChanged(called, begun.value.files, words, desk);
  if (unchanged) return stopped([unchanged], sandbox);
  const stands = await creditStands(called, credit, connection, desk);
  if (!stands.ok) return stopped(stands.problems, sandbox);
  if (stands.value.is === "idle") return stopped([idleCredit(called, stands.value.called, words)], sandbox);
  const isTaken = stands.value.is === "replaced";
  const options: CreateOptions = { ...nothingTyped(createOptions), ...words, yes: true };
  const silent = needsAnswer({ yes: words.yes, dryRun: false }, desk);
  if (silent) return stopped([silent], sandbox);
  const check = { ...options, yes: false, dryRun: true };
  const checked = [
    ...(isTaken ? [] : [await createCreditNotes({ words: [credit], options: check }, desk, { isPart: true })]),
    ...(copy === undefined
      ? []
      : [await createDocuments("invoice", { words: [copy], options: check }, desk, { isPart: true })]),
  ];
  const wrong = checked.filter(({ outcome }) => outcome !== "done");
  if (wrong.length > 0) return joined(wrong, sandbox);
  if (!words.yes) {
    for (const each of checked) desk.announce(each);
    const after = copy === undefined ? "" : ", and then the corrected copy";
    const what = isTaken ? `corrected copy of ${called}` : `credit note of ${called}${after}`;
    const agreed = await desk.ask.confirm(`Create the ${what}?`);
    if (!agreed.ok) return stopped(agreed.problems, sandbox);
    if (!agreed.value) return stopped([declinedPair()], sandbox);
  }
  if (isTaken && copy !== undefined) return createDocuments("invoice", { words: [copy], options }, desk);
  const first = await createCreditNotes({ words: [credit], options }, desk);
  if (copy === undefined) return first;
  if (first.outcome !== "done") return { ...first, problems: [...first.problems, heldCopy(called, copy, words)] };
  const second = await createDocuments("invoice", { words: [copy], options }, desk);
  const report = joined([first, second], sandbox);
  if (second.outcome === "done") return report;
  return { ...report, problems: [...report.problems, copyLeft(called, words)] };
}

async function correctionOf(
  { created, id }: Subject,
  { account }: Connection,
  desk: Desk,
): Promise<Result<BegunCorrection | undefined>> {
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const notes = await journal.value.notes();
  return notes.ok ? ok(saidIn(notes.value).correction({ account: created?.account ?? account, id })) : notes;
}

/** A copy with the same content as the original would bill the same mistake again. */
async function notChanged(
  called: string,
  { copy, copyHash }: BegunCorrection["files"],
  words: PairWords,
  desk: Desk,
): Promise<Problem | undefined> {
  const bytes = copy === undefined ? undefined : await desk.files.read(copy);
  if (!bytes?.ok || copy === undefined || sha256(Buffer.from(bytes.value).toString("utf8")) !== copyHash)
    return undefined;
  const message = `Nothing was sent: ${copy} was not changed, so it says what ${called} says.`;
  const hint = `Correct it, then: selfbill correct ${typed(called)} --send${samePlace(words)}. To take ${called} back without a copy: selfbill cancel ${typed(called)}${samePlace(words)}`;
  return problem("bad-usage", message, hint, { where: { file: copy } });
}

/** The state of the credit note that was written: whether it failed, and whether another one replaced it. */
async function creditStands(
  called: string,
  file: string,
  { account }: Connection,
  desk: Desk,
): Promise<Result<{ readonly is: "open" | "replaced" } | { readonly is: "idle"; readonly called: string }>> {
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const own = await journal.value.ofFile(account, file);
  const credits = await journal.value.creditsOn(account, called);
  if (!own.ok || !credits.ok) return own.ok ? ok({ is: "open" }) : own;
  const ids = new Set(own.value.map(({ id }) => id));
  const idle = credits.value.find(({ id }) => id !== undefined && ids.has(id));
  if (idle === undefined || takesBack(idle)) return ok({ is: "open" });
  const other = credits.value.some((each) => each.state === "created" && takesBack(each));
  return ok(other ? { is: "replaced" } : { is: "idle", called: idle.number });
}

/** One report for both. */
function joined(reports: readonly Report[], sandbox: boolean): Report {
  const results = reports.flatMap(({ view }): readonly SubmissionResult[] =>
    view.view === "submissions" ? view.results : [],
  );
  const problems = reports.flatMap((each) => each.problems);
  const outcome = outcomeOf(reports.map((each) => each.outcome));
  return { outcome, sandbox, view: { view: "submissions", results, dryRun: false }, problems };
}

function notBegun(called: string, words: PairWords): Problem {
  const message = `Nothing was sent: no correction of ${called} was begun.`;
  return problem("bad-usage", message, `Write its files first: selfbill correct ${typed(called)}${samePlace(words)}`);
}

function declinedPair(): Problem {
  return problem("declined", "You said no: nothing was sent.", "Run the command again when you are ready.");
}

function idleCredit(called: string, credit: string, words: PairWords): Problem {
  const message = `Nothing was sent: ${credit}, the credit note of ${called}, was rejected or failed in validation, and takes back nothing.`;
  const hint = `Correct that one first: selfbill correct ${typed(credit)}${samePlace(words)}`;
  return problem("correction-held", message, hint);
}

function heldCopy(called: string, copy: string, words: PairWords): Problem {
  const message = `The corrected copy (${copy}) was not sent: it follows the credit note of ${called}, which is not known to exist.`;
  const hint = `Deal with the credit note, then: selfbill correct ${typed(called)} --send${samePlace(words)}`;
  return problem("correction-held", message, hint, { severity: "warning" });
}

function copyLeft(called: string, words: PairWords): Problem {
  const message = `The credit note of ${called} exists; its corrected copy does not, or is not known to.`;
  const hint = `Deal with what is said of the copy, then: selfbill correct ${typed(called)} --send${samePlace(words)}`;
  return problem("correction-held", message, hint, { severity: "warning" });
}
