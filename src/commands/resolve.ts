import { type Desk, notRecorded } from "../desk/index.ts";
import type { Doubt, Journal, Resolution } from "../journal/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import { personOf } from "./answer/person.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { defineCommand } from "./command.ts";
import { type Candidate, type LookUp, LookUps } from "./resolve/look-up.ts";
import { overruled, settledBefore } from "./resolve/overrule.ts";
import { doubtShape, reportOf, type Settled, settledShape } from "./resolve/report.ts";
import { byWord, sameAccount } from "./resolve/word.ts";
import { type ResolveInput, resolveOptions } from "./resolve/words.ts";

/** The selected doubts, or one doubt that was settled before and is settled again. */
interface Meant {
  readonly doubts: readonly Doubt[];
  /** The earlier settlement, if the only named document was settled before. */
  readonly before?: Resolution | undefined;
}

export const resolve = defineCommand({
  words: "resolve [id]",
  completes: { id: "doubt" },
  sends: true,
  summary: "resolve what may or may not have been sent: list, look up, decide",
  help: `Without options it lists what is in doubt. ID is an id of the list, a document number, or a file; without ID it means all documents.

This command never sends anything: if a document does not exist, run the command that should have sent it. --check settles only what it can
prove: "it does not exist" can only be proved four minutes after sending (by the service's clock), if this computer
has not been restarted.

A decision is changed by its ID with --undo, --created or --not-created; every decision stays in the journal.`,
  group: "Check and send",
  practice: "own books",
  answers: ({ answer, listOf }) => [
    answer({ resolved: listOf(settledShape.schema), doubts: listOf(doubtShape.schema) }),
  ],
  options: resolveOptions,
  examples: [
    { type: "selfbill resolve", does: "lists what is in doubt" },
    { type: "selfbill resolve --check", does: "looks up all of them at the service" },
    { type: "selfbill resolve K7M2QX4P --created 4bf90b8c-25bf-42c2", does: "confirms that it exists, under this id" },
    { type: "selfbill resolve K7M2QX4P --not-created", does: "confirms that it does not exist" },
    { type: "selfbill resolve K7M2QX4P --undo", does: "takes back a decision" },
  ],
  input(words, options) {
    const { check, created, notCreated, undo } = options;
    if ([check, created !== undefined, notCreated, undo].filter(Boolean).length > 1) {
      const message = "--check, --created, --not-created and --undo exclude each other.";
      return fail(problem("bad-usage", message, "Use one of them."));
    }
    return ok({ words, options });
  },
  async run(input, desk): Promise<Report> {
    const journal = await desk.journal();
    if (!journal.ok) return stoppedBy(journal.problems);
    const all = await journal.value.doubts();
    if (!all.ok) return stoppedBy(all.problems);
    const meant = await meantBy(input, all.value, journal.value, desk);
    if (!meant.ok) return stoppedBy(meant.problems);
    const { doubts, before } = meant.value;
    const { check, created, notCreated, undo } = input.options;
    const [word] = created !== undefined || notCreated || undo ? doubts : [];
    const other = word && (await desk.notOurs(word.intent.account, word.intent.documentNumber ?? word.attempt));
    if (other) return stoppedBy([notRecorded(other)]);
    if (!check && created === undefined && !notCreated && !undo) return reportOf(doubts, [], []);
    if (doubts.length === 0) return reportOf([], [], []);
    if (!check) {
      const [settled, remarks] = await byWord(doubts, before, all.value, journal.value, input, desk);
      return conclude(doubts, before, settled, remarks, new Map(), journal.value);
    }
    const { settled, remarks, candidates } = await checkAll(doubts, all.value, journal.value, input, desk);
    return conclude(doubts, before, settled, remarks, candidates, journal.value);
  },
});

/**
 * Returns the doubts that the arguments name, or the one that was settled before. Problems: `bad-usage`,
 * `doubt-unknown`, `not-overruled`.
 */
async function meantBy(
  { words, options: given }: ResolveInput,
  all: readonly Doubt[],
  journal: Journal,
  desk: Desk,
): Promise<Result<Meant>> {
  const word = given.created !== undefined || given.notCreated || given.undo;
  const [asked] = words;
  const path = asked === undefined ? "" : desk.output.absolute(asked);
  const meant = all.filter(
    ({ attempt, intent }) =>
      asked === undefined || attempt === asked.toUpperCase() || intent.documentNumber === asked || intent.file === path,
  );
  if (word && meant.length > 1)
    return fail(problem("bad-usage", `${meant.length} documents match.`, "Name one of them: selfbill resolve ID"));
  if (given.undo && (meant.length > 0 || asked === undefined)) {
    const message =
      asked === undefined ? "--undo needs an ID." : `${asked} is in doubt: there is no decision to take back.`;
    return fail(problem("bad-usage", message, "Name a document with a decision: selfbill history shows its ID."));
  }
  if (asked === undefined || meant.length > 0) return ok({ doubts: meant });
  const settled = word ? await settledBefore(asked.toUpperCase(), journal) : undefined;
  if (settled === undefined)
    return fail(
      problem("doubt-unknown", `No unresolved document matches ${asked}.`, "selfbill resolve lists what is in doubt."),
    );
  return settled.ok ? ok({ doubts: [settled.value.doubt], before: settled.value.resolution }) : settled;
}

/** Result of asking the service. */
interface Checked {
  readonly settled: Settled[];
  readonly remarks: Problem[];
  readonly candidates: Map<string, readonly Candidate[]>;
}

async function checkAll(
  doubts: readonly Doubt[],
  all: readonly Doubt[],
  journal: Journal,
  input: ResolveInput,
  desk: Desk,
): Promise<Checked> {
  const checked: Checked = { settled: [], remarks: [], candidates: new Map() };
  const connection = await desk.connect(input.options);
  const lookUps = connection.ok ? new LookUps(connection.value, desk, journal, all) : undefined;
  let stopped = false;
  for (const doubt of doubts) {
    const service = connection.ok ? sameAccount(connection.value, doubt) : connection;
    const look = async (): Promise<Result<LookUp>> =>
      service.ok && lookUps ? lookUps.look(doubt) : (service as Result<never>);
    const looked: Result<LookUp> | undefined = stopped ? undefined : await look();
    stopped ||= looked !== undefined && !looked.ok && looked.problems[0].code === "interrupted";
    take(doubt, stopped ? undefined : looked, checked, desk);
  }
  return checked;
}

function take(doubt: Doubt, looked: Result<LookUp> | undefined, { settled, remarks, candidates }: Checked, desk: Desk) {
  if (looked === undefined) remarks.push(left(doubt, "the look-up was stopped."));
  else if (!looked.ok) remarks.push(...looked.problems.map((each) => left(doubt, each.message)));
  else if (looked.value.found === "unknown") {
    const { why, candidates: shown = [] } = looked.value;
    candidates.set(doubt.attempt, shown);
    remarks.push(left(doubt, `${why}.${shown.map(candidateLine).join("")}`));
  } else settled.push({ doubt, resolution: { ...verdictOf(looked.value), how: "looked-up", by: personOf(desk) } });
}

function candidateLine({ id, documentNumber, why }: Candidate): string {
  return `\n  ${documentNumber === undefined ? id : `${documentNumber} (${id})`}: ${why}.`;
}

type Known = { found: "no" } | { found: "yes"; id: string; documentNumber: string | undefined };

function verdictOf(looked: Known): Pick<Resolution, "verdict" | "id" | "documentNumber"> {
  if (looked.found === "no") return { verdict: "not-created" };
  return { verdict: "created", id: looked.id, documentNumber: looked.documentNumber };
}

async function conclude(
  meant: readonly Doubt[],
  before: Resolution | undefined,
  settled: readonly Settled[],
  remarks: Problem[],
  candidates: ReadonlyMap<string, readonly Candidate[]>,
  journal: Journal,
): Promise<Report> {
  const done: Settled[] = [];
  for (const each of settled) {
    const recorded = await journal.resolve(each.doubt, each.resolution);
    if (!recorded.ok) remarks.push(...recorded.problems);
    else {
      done.push(each);
      remarks.push(...(await overruled(each, before, journal)));
    }
  }
  const left = meant.filter((each) => !done.some(({ doubt }) => doubt.attempt === each.attempt));
  const again = done.filter(({ resolution }) => resolution.verdict === "in-doubt").map(({ doubt }) => doubt);
  // If a settled doubt could not be settled again, the earlier settlement remains.
  const open = before === undefined ? left : again;
  return reportOf(open, done, remarks, candidates);
}

function left({ attempt }: Doubt, why: string): Problem {
  const message = `${attempt} is still in doubt: ${why}`;
  const hint = "Look for it in the service; then selfbill resolve with --created ID or --not-created.";
  return problem("not-settled", message, hint, { severity: "warning" });
}
