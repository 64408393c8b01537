import { type Desk, notRecorded } from "../desk/index.ts";
import type { Doubt, Journal, Resolution } from "../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import {
  type CompanyBooks,
  type CompanyOf,
  companiesHere,
  companyOfAccount,
  oneOrAllCompanies,
  withCompanyProblems,
} from "./answer/all-companies.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { defineCommand } from "./command.ts";
import { checkAll, type DoubtAnswers, type DoubtsOfOne } from "./resolve/check.ts";
import { overruled, settledBefore } from "./resolve/overrule.ts";
import { doubtShape, reportOf, type Settled, settledShape } from "./resolve/report.ts";
import { byWord } from "./resolve/word.ts";
import { type ResolveInput, resolveOptions } from "./resolve/words.ts";

interface Meant {
  readonly doubts: readonly Doubt[];
  /** How the document was settled before; set only if the argument names a document that is no longer in doubt. */
  readonly before?: Resolution | undefined;
}

export const resolve = defineCommand({
  words: "resolve [id]",
  completes: { id: "doubt" },
  summary: "resolve what may or may not have been sent: list, look up, decide",
  help: `Without options it lists what is in doubt. ID is an id of the list, a document number, or a file; without ID it means all documents.

This command never sends anything: if a document does not exist, run the command that should have sent it. --check settles only what it can
prove: "it does not exist" can only be proved four minutes after sending (by the service's clock), if this computer
has not been restarted.

With --all-companies, --check looks up the documents of each company with its own profile and token; a company that cannot be asked is named.

A decision is changed by its ID with --undo, --created or --not-created; every decision stays in the journal.`,
  group: "Check and send",
  practice: "own books",
  facts: { journal: "shown", oneDocument: false, sends: true, asksService: true },
  answers: ({ answer, listOf }) => [
    answer({ resolved: listOf(settledShape.schema), doubts: listOf(doubtShape.schema) }),
  ],
  options: resolveOptions,
  examples: [
    { type: "selfbill resolve", does: "lists what is in doubt" },
    { type: "selfbill resolve --check", does: "looks up all of them at the service" },
    {
      type: "selfbill resolve --all-companies --check",
      does: "looks up those of all companies, each at its own account",
    },
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
    const whose = oneOrAllCompanies(options);
    return whose.ok ? ok({ words, options }) : whose;
  },
  async run(input, desk): Promise<Report> {
    const companies = input.options.allCompanies ? await companiesHere(input.options, desk) : ok(undefined);
    if (!companies.ok) return stoppedBy(companies.problems);
    const journal = await desk.journal();
    if (!journal.ok) return stoppedBy(journal.problems);
    const companyOf = companies.value ? await companyOfAccount(companies.value, journal.value) : ok(undefined);
    if (!companyOf.ok) return stoppedBy(companyOf.problems);
    const report = await resolved(input, companyOf.value, journal.value, desk);
    return companies.value ? withCompanyProblems(report, companies.value.problems) : report;
  },
});

async function resolved(
  input: ResolveInput,
  companyOf: CompanyOf | undefined,
  journal: Journal,
  desk: Desk,
): Promise<Report> {
  const all = await journal.doubts();
  if (!all.ok) return stoppedBy(all.problems);
  const ours = companyOf ? all.value.filter(({ intent }) => companyOf(intent.account)) : all.value;
  if (ours.length < all.value.length) desk.say(othersInDoubt(all.value.length - ours.length));
  const meant = await meantBy(input, ours, journal, desk);
  if (!meant.ok) return stoppedBy(meant.problems);
  const { doubts, before } = meant.value;
  const { check, created, notCreated, undo } = input.options;
  const [word] = created !== undefined || notCreated || undo ? doubts : [];
  const other = word && (await desk.notOurs(word.intent.account, word.intent.documentNumber ?? word.attempt));
  if (other) return stoppedBy([notRecorded(other)]);
  if ((!check && word === undefined) || doubts.length === 0) return reportOf(doubts, [], { companyOf });
  if (word) {
    const books = companyOf?.(word.intent.account);
    if (companyOf && books === undefined) return stoppedBy([doubtUnknown(word.attempt)]);
    const own = { ...input, options: { ...input.options, ...books?.words } };
    const [settled, remarks] = await byWord(doubts, before, all.value, journal, own, desk);
    return conclude(meant.value, { settled, remarks }, companyOf, journal);
  }
  const parts = companyOf ? partsOf(doubts, companyOf) : [{ doubts, words: input.options }];
  const checked = await checkAll(parts, all.value, journal, desk);
  const report = await conclude(meant.value, checked, companyOf, journal);
  return withCompanyProblems(report, checked.unasked);
}

/** Groups documents in doubt by company, in the order of the first one of each company. */
function partsOf(doubts: readonly Doubt[], companyOf: CompanyOf): DoubtsOfOne[] {
  const parts = new Map<CompanyBooks, Doubt[]>();
  for (const doubt of doubts) {
    const books = companyOf(doubt.intent.account);
    if (books) parts.set(books, [...(parts.get(books) ?? []), doubt]);
  }
  return [...parts].map(([books, own]) => ({ doubts: own, words: books.words, books }));
}

function othersInDoubt(count: number): string {
  const what = count === 1 ? "1 more document is" : `${count} more documents are`;
  return `${what} in doubt, of accounts that no profile of yours has: ${suggest`resolve`}`;
}

function doubtUnknown(asked: string): Problem {
  return problem(
    "doubt-unknown",
    `No unresolved document matches ${asked}.`,
    `${suggest`resolve`} lists what is in doubt.`,
  );
}

/**
 * Returns the documents in doubt that the argument means; with a decision, also one that was settled already. Problems:
 * `bad-usage`, `doubt-unknown`, `not-overruled`.
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
    return fail(problem("bad-usage", `${meant.length} documents match.`, `Name one of them: ${suggest`resolve ID`}`));
  if (given.undo && (meant.length > 0 || asked === undefined)) {
    const message =
      asked === undefined ? "--undo needs an ID." : `${asked} is in doubt: there is no decision to take back.`;
    return fail(problem("bad-usage", message, `Name a document with a decision: ${suggest`history`} shows its ID.`));
  }
  if (asked === undefined || meant.length > 0) return ok({ doubts: meant });
  const settled = word ? await settledBefore(asked.toUpperCase(), journal) : undefined;
  if (settled === undefined) return fail(doubtUnknown(asked));
  return settled.ok ? ok({ doubts: [settled.value.doubt], before: settled.value.resolution }) : settled;
}

async function conclude(
  { doubts: meant, before }: Meant,
  { settled, remarks, candidates }: Pick<DoubtAnswers, "settled" | "remarks"> & Partial<DoubtAnswers>,
  companyOf: CompanyOf | undefined,
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
  // If a settled document could not be settled differently, the earlier settlement remains.
  const open = before === undefined ? left : again;
  return reportOf(open, done, { problems: remarks, candidates: candidates ?? new Map(), companyOf });
}
