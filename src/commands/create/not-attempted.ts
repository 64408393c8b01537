import type { Connection, Desk } from "../../desk/index.ts";
import { documentName } from "../../document/index.ts";
import type { Journal } from "../../journal/index.ts";
import { moneyFrom, untriedNote } from "../../life/index.ts";
import { ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { SubmissionResult } from "../../report/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { type Submission, withoutSending } from "../../submit/index.ts";
import { withoutDocuments } from "../follow/missing-calls.ts";
import type { Checked } from "./check-documents.ts";

export interface KnownFiles {
  readonly journal: Result<Journal> | undefined;
  readonly account: string;
  /** Whether the service has the calls beyond the six of its description, as far as is known. */
  readonly extras: boolean;
}

/** Returns what an open journal knows of the account's documents. */
export function knownIn({ account, profile }: Pick<Connection, "account" | "profile">, journal: Journal): KnownFiles {
  return { journal: ok(journal), account, extras: profile.extras };
}

/**
 * Opens the journal to look up earlier runs. Does not create one: an empty journal would hide the fact that nothing is
 * known about earlier runs.
 */
export async function knownTo(profile: ServiceProfile | undefined, desk: Desk): Promise<KnownFiles> {
  const account = await desk.account(profile);
  if (account === undefined) return { journal: undefined, account: "", extras: true };
  const isNew = await desk.journalIsNew();
  const journal = isNew.ok && isNew.value ? undefined : await desk.journal();
  const lacking = journal?.ok ? await withoutDocuments(journal.value, desk) : undefined;
  const extras = profile?.extras !== false && !(lacking?.ok && lacking.value.includes(account));
  return { journal, account, extras };
}

type Known = Pick<Checked, "file" | "held" | "key">;

/** Returns a dry run's remark that the document was, or may have been, sent before. */
export async function sentBefore(checked: Known, asked: KnownFiles): Promise<Problem[]> {
  const result = await notAttempted(checked, "held", asked);
  const name = documentName(result);
  const told = result.problems.slice(checked.held.problems.length); // without those from the check
  if (result.replayed) {
    if (told.length > 0) return told.map((each) => ({ ...each, severity: "warning" }));
    const message = `The same content was sent before, as ${name}: sending it now would send nothing.`;
    const where = { file: checked.file };
    return [problem("already-sent", message, `To see it: ${suggest`show ${name}`}`, { severity: "warning", where })];
  }
  const open = told.filter(({ outcome }) => outcome === "in_doubt" || outcome === "duplicate");
  return open.map((each) => ({ ...each, severity: "warning" }));
}

/**
 * Why a document was not attempted: interruption, an error that affects every document, an invalid file, or another
 * reason.
 */
export type Why = "stopped" | "halted" | "held" | Problem;

/**
 * The document may already exist from an earlier run, so the journal determines the result: created, in doubt, or not
 * attempted.
 */
export async function notAttempted(checked: Known, why: Why, asked: KnownFiles): Promise<SubmissionResult> {
  const { file, held, key } = checked;
  const reason = { ...reasonOf(why), where: { file } };
  const untried: Submission = { outcome: reason.outcome, problems: [reason] };
  const submission =
    asked.journal === undefined || key === undefined
      ? untried
      : await withoutSending(
          { account: asked.account, extras: asked.extras, key, documentNumber: held.documentNumber },
          reason,
          asked.journal,
        );
  const problems = submission.problems.map((each) => ({ ...each, where: { ...each.where, file } }));
  return { ...withSubmission(held, { ...submission, problems }), notTried: true };
}

/** Even an invalid document may exist: it may have been sent with --send-anyway, or before the rules changed. */
export async function heldBack(checked: Checked, asked: KnownFiles): Promise<SubmissionResult> {
  const { held, wrong } = checked;
  const result = await notAttempted(checked, "held", asked);
  if (wrong) return result.id === undefined ? held : { ...held, problems: [...held.problems, createdAnyway(result)] };
  const isKnown = result.replayed || result.outcome !== held.outcome;
  return isKnown ? result : held;
}

function createdAnyway({ id = "", documentNumber, file }: SubmissionResult): Problem {
  const called = documentName({ documentNumber, id });
  const message = `The same content was created before, as ${called}.`;
  const hint = `It was not sent in this run. A changed file is another document: ${suggest`show ${called}`}`;
  return problem("already-sent", message, hint, { severity: "warning", where: { file } });
}

function reasonOf(why: Why): Problem {
  if (typeof why !== "string") return why;
  switch (why) {
    case "stopped":
      return problem(
        "interrupted",
        "Not attempted: the run was stopped.",
        "Run the same command again: what was created is not sent twice.",
      );
    case "halted":
      return problem(
        "not-connected",
        "Not attempted: an earlier failure stopped the run.",
        "Fix what stopped it, then run the same command again: what was created is not sent twice.",
      );
    case "held":
      return problem(
        "not-connected",
        "Not attempted: another document of this run is not valid.",
        "Fix that one, or add --skip-invalid.",
      );
  }
}

export function withSubmission(
  told: Omit<SubmissionResult, "outcome">,
  { outcome, created, refused, replayed, notLookedUp, problems }: Submission,
): SubmissionResult {
  const all = { ...told, outcome, ...(refused ? { refused } : {}), problems: [...told.problems, ...problems] };
  if (notLookedUp) return { ...all, notLookedUp };
  if (!created) return all;
  const { id, documentNumber, status, notCompared } = created;
  const { overallStatus, sides } = status;
  const findings = status.findings.map((result) => ({ result }));
  const { totals, totalsFrom } = moneyOf(told, created.totals);
  const known = { ...all, id, documentNumber, overallStatus, sides, findings, totals, totalsFrom };
  const result = notCompared === undefined ? known : { ...known, notCompared };
  return replayed ? { ...result, replayed } : result;
}

function moneyOf(
  { currency = "AED", totals: ours }: Pick<SubmissionResult, "currency" | "totals">,
  theirs: Readonly<Record<string, string>>,
): Pick<SubmissionResult, "totals" | "totalsFrom"> {
  const { totals, from } = moneyFrom(currency, ours, theirs);
  return { totals, totalsFrom: from };
}

/** The services that a run cannot reach: the other documents for them are not tried, so that each is dialled once. */
export class Unreached {
  readonly #why = new Map<string, Problem>();

  /** Returns why nothing can be sent to the service; undefined if it may be reached. */
  why(baseUrl: string): Problem | undefined {
    return this.#why.get(baseUrl);
  }

  /** Takes note of a result. An answer that arrives after the failure shows that the service is there. */
  heard(baseUrl: string, result: SubmissionResult): void {
    const why = notConnected(result);
    if (why) this.#why.set(baseUrl, why);
    else if (isAnswered(result)) this.#why.delete(baseUrl);
  }
}

/** Returns the problem if no connection could be made, so that it is certain that nothing was sent. */
function notConnected({ outcome, problems }: SubmissionResult): Problem | undefined {
  if (outcome !== "not_sent") return undefined;
  return problems.find(({ code, severity }) => code === "not-connected" && severity === "error");
}

/** Whether the service answered in this run that it created the document or refused it. */
export function isAnswered({ outcome, replayed }: SubmissionResult): boolean {
  return ((outcome === "done" || outcome === "rejected") && !replayed) || outcome === "refused";
}

interface Where {
  readonly connection: Pick<Connection, "account">;
  readonly journal: Journal;
  readonly desk: Desk;
}

/**
 * Notes which documents were not tried. No attempt is recorded of them, and a failure to write the note costs nothing
 * else: what is left of a run is worked out without it.
 */
export async function noteUntried(untried: readonly Checked[], { connection, journal, desk }: Where): Promise<void> {
  const { account } = connection;
  const intents = untried.flatMap(({ file: path, held, issued: issueDate = "", key }) => {
    const {
      kind,
      documentNumber,
      supplier: { name, trn } = { name: "", trn: "" },
      currency = "AED",
      totals = {},
    } = held;
    const file = path === "-" ? path : desk.output.absolute(path);
    const supplier = { id: trn || name, name, trn };
    const known = { account, kind, documentNumber, file, supplier, issueDate, currency, totals };
    return key === undefined ? [] : [{ ...known, key }];
  });
  if (intents.length === 0) return;
  const { type, data, text } = untriedNote(account, intents);
  await journal.note(type, data, text);
}
