import type { Connection, Desk } from "../../desk/index.ts";
import { gulfDay } from "../../document/index.ts";
import { sha256, takesBack } from "../../journal/index.ts";
import type { BegunCorrection, DoneWord } from "../../life/index.ts";
import { ok, outcomeOf, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Report, SubmissionResult } from "../../report/index.ts";
import { succeeded } from "../answer/stopped-by.ts";
import { stopped } from "../answer/submission-results.ts";
import type { Input } from "../command.ts";
import { nothingTyped } from "../command.ts";
import { createDocuments, createOptions, needsAnswer } from "../create/create-document.ts";
import { createCreditNotes } from "../credit/create-credit-notes.ts";
import type { Subject } from "../follow/subject.ts";
import { begunCorrection, type OpenCorrection } from "./begun.ts";

type CreateOptions = Input<typeof createOptions>["options"];

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
 * Shows both documents, then asks one question for both. Sends the copy only if the credit note exists. A repeated run
 * does not send existing documents again.
 */
export async function sendPair(
  called: string,
  subject: Subject,
  words: PairWords,
  connection: Connection,
  desk: Desk,
  compared?: Report,
): Promise<Report> {
  const { sandbox } = connection.profile;
  const found = await begunCorrection(subject, connection, desk);
  if (!found.ok) return stopped(found.problems, sandbox);
  const begun = found.value;
  if (begun === undefined) return stopped([notBegun(called)], sandbox);
  if (begun.ended) return stopped([endedBefore(called, begun.ended)], sandbox);
  const { credit, copy } = begun.correction.files;
  const unchanged = await notChanged(called, begun.correction.files, desk);
  if (unchanged) return stopped([unchanged], sandbox);
  const stands = await creditStands(called, begun, connection, desk);
  if (!stands.ok) return stopped(stands.problems, sandbox);
  if (stands.value.is === "idle") return stopped([idleCredit(called, stands.value.called)], sandbox);
  if (stands.value.is === "too-much") return stopped([tooMuch(called, begun)], sandbox);
  const isTaken = stands.value.is === "replaced";
  if (isTaken && copy === undefined) return nothingLeft(called, begun, sandbox);
  if (isTaken) desk.say(takenBeside(called, begun));
  const options: CreateOptions = { ...nothingTyped(createOptions), ...words, yes: true };
  const silent = needsAnswer({ yes: words.yes, dryRun: false }, desk);
  if (silent) return stopped([silent], sandbox);
  const check = { ...options, yes: words.yes, dryRun: true };
  const checked = [
    ...(isTaken ? [] : [await createCreditNotes({ words: [credit], options: check }, desk, { isPart: true })]),
    ...(copy === undefined
      ? []
      : [await createDocuments("invoice", { words: [copy], options: check }, desk, { isPart: true })]),
  ];
  const wrong = checked.filter(({ outcome }) => outcome !== "done");
  if (wrong.length > 0) {
    const report = joined(wrong, sandbox);
    return compared ? { ...report, problems: [...report.problems, keptFiles(called, begun)] } : report;
  }
  if (!words.yes) {
    if (compared) desk.announce({ ...compared, problems: [...compared.problems, ...checked.flatMap(remarksOf)] });
    else for (const each of checked) desk.announce(each);
    const after = copy === undefined ? "" : ", and then the corrected copy";
    const what = isTaken ? `corrected copy of ${called}` : `credit note of ${called}${after}`;
    const agreed = await desk.ask.confirm(`Create the ${what}?`);
    if (!agreed.ok) return stopped(agreed.problems, sandbox);
    if (!agreed.value) return stopped([declinedPair(called, begun)], sandbox);
  }
  const how = { isAgreed: !words.yes };
  if (isTaken && copy !== undefined) return createDocuments("invoice", { words: [copy], options }, desk, how);
  const first = await createCreditNotes({ words: [credit], options }, desk, how);
  if (copy === undefined) return first;
  if (first.outcome !== "done") return { ...first, problems: [...first.problems, heldCopy(called, copy)] };
  const second = await createDocuments("invoice", { words: [copy], options }, desk, how);
  const report = joined([first, second], sandbox);
  if (second.outcome === "done") return report;
  return { ...report, problems: [...report.problems, copyLeft(called)] };
}

/** Refuses an unchanged copy, which would repeat the error. */
async function notChanged(
  called: string,
  { copy, copyHash }: BegunCorrection["files"],
  desk: Desk,
): Promise<Problem | undefined> {
  const bytes = copy === undefined ? undefined : await desk.files.read(copy);
  if (!bytes?.ok || copy === undefined || sha256(Buffer.from(bytes.value).toString("utf8")) !== copyHash)
    return undefined;
  const message = `Nothing was sent: ${copy} was not changed, so it says what ${called} says.`;
  const hint = `Correct it, then: ${suggest`correct ${called} --send`}. To take ${called} back without a copy: ${suggest`cancel ${called}`}`;
  return problem("bad-usage", message, hint, { where: { file: copy } });
}

async function creditStands(
  called: string,
  { correction, isCreditSent, others, isAllCredited }: OpenCorrection,
  { account }: Connection,
  desk: Desk,
): Promise<
  Result<{ readonly is: "open" | "replaced" | "too-much" } | { readonly is: "idle"; readonly called: string }>
> {
  if (!isCreditSent && others.length > 0) return ok({ is: isAllCredited ? "replaced" : "too-much" });
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const own = await journal.value.ofFile(account, correction.files.credit);
  const credits = await journal.value.creditsOn(account, called);
  if (!own.ok || !credits.ok) return own.ok ? ok({ is: "open" }) : own;
  const ids = new Set(own.value.map(({ id }) => id));
  const idle = credits.value.find(({ id }) => id !== undefined && ids.has(id));
  if (idle === undefined || takesBack(idle)) return ok({ is: "open" });
  const other = credits.value.some((each) => each.state === "created" && takesBack(each));
  return ok(other ? { is: "replaced" } : { is: "idle", called: idle.number });
}

function takenBeside(called: string, { others }: OpenCorrection): string {
  const [who, verb] =
    others.length === 0
      ? ["Another credit note", "credits"]
      : [others.join(", "), others.length === 1 ? "credits" : "credit"];
  return `${who} ${verb} all of ${called} already. The credit note that was written for it is not sent; only the corrected copy is.`;
}

function nothingLeft(called: string, { others, correction }: OpenCorrection, sandbox: boolean): Report {
  const facts = [
    ["Document", called],
    ["Credited by", others.join(", ")],
    ["Sent now", "nothing: nothing of it is left to credit"],
  ] as const;
  const data = {
    document_number: called,
    what: correction.why,
    credit_note: correction.files.credit,
    copy: null,
    next: null,
  };
  return succeeded({ view: "facts", facts, data }, sandbox);
}

function tooMuch(called: string, { others }: OpenCorrection): Problem {
  const who = others.join(", ");
  const message = `Nothing was sent: ${who} took back a part of ${called} after its correction was begun, so the credit note that was written would take back too much.`;
  const hint = `Begin again with what is left, at a terminal: ${suggest`correct ${called}`}. If it is settled: ${suggest`due ${called} --done "HOW"`}`;
  return problem("correction-held", message, hint);
}

const remarksOf = ({ view, problems }: Report): readonly Problem[] => [
  ...problems,
  ...(view.view === "submissions" ? view.results.flatMap((each) => each.problems) : []),
];

function joined(reports: readonly Report[], sandbox: boolean): Report {
  const results = reports.flatMap(({ view }): readonly SubmissionResult[] =>
    view.view === "submissions" ? view.results : [],
  );
  const problems = reports.flatMap((each) => each.problems);
  const outcome = outcomeOf(reports.map((each) => each.outcome));
  return { outcome, sandbox, view: { view: "submissions", results, dryRun: false }, problems };
}

function notBegun(called: string): Problem {
  const message = `Nothing was sent: no correction of ${called} was begun.`;
  return problem("bad-usage", message, `Write its files first: ${suggest`correct ${called}`}`);
}

function endedBefore(called: string, { by, at, reason }: DoneWord): Problem {
  const message = `Nothing was sent: ${by} ended the correction of ${called} on ${gulfDay(new Date(at))}: ${reason}.`;
  return problem("bad-usage", message, `To begin another one: ${suggest`correct ${called}`}`);
}

function keptFiles(called: string, { correction: { files } }: OpenCorrection): Problem {
  const message = `Nothing was sent. The correction of ${called} is kept in ${[files.credit, files.copy].filter(Boolean).join(" and ")}.`;
  const again = `To give other values: ${suggest`correct ${called}`}`;
  return problem(
    "correction-held",
    message,
    `${again}. After you correct the file: ${suggest`correct ${called} --send`}`,
    { severity: "warning" },
  );
}

function declinedPair(called: string, { correction: { files }, isCreditSent }: OpenCorrection): Problem {
  const written = files.copy === undefined ? files.credit : `${files.credit} and ${files.copy}`;
  const instead = isCreditSent ? "" : `To give it up: ${suggest`due ${called} --done "given up"`}. `;
  const hint = `It is kept in ${written}. ${instead}To send it: ${suggest`correct ${called} --send`}`;
  return problem("declined", "You said no: nothing was sent.", hint);
}

function idleCredit(called: string, credit: string): Problem {
  const message = `Nothing was sent: ${credit}, the credit note of ${called}, was rejected or failed in validation, and takes back nothing.`;
  const hint = `Correct that one first: ${suggest`correct ${credit}`}`;
  return problem("correction-held", message, hint);
}

function heldCopy(called: string, copy: string): Problem {
  const message = `The corrected copy (${copy}) was not sent: it follows the credit note of ${called}, which is not known to exist.`;
  const hint = `Deal with the credit note, then: ${suggest`correct ${called} --send`}`;
  return problem("correction-held", message, hint, { severity: "warning" });
}

function copyLeft(called: string): Problem {
  const message = `The credit note of ${called} exists; its corrected copy does not, or is not known to.`;
  const hint = `Deal with what is said of the copy, then: ${suggest`correct ${called} --send`}`;
  return problem("correction-held", message, hint, { severity: "warning" });
}
