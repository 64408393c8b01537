import type { Connection, ConnectionWords, Desk } from "../../desk/index.ts";
import type { Doubt, Journal } from "../../journal/index.ts";
import { type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { type CompanyBooks, forCompany, ofCompany } from "../answer/all-companies.ts";
import { personOf } from "../answer/person.ts";
import { type Candidate, candidateLine } from "./candidate.ts";
import { type LookUp, LookUps } from "./look-up.ts";
import type { Settled } from "./report.ts";
import { sameAccount } from "./word.ts";

/** Documents in doubt that are looked up over one connection. `books` is set if the command covers all companies. */
export interface DoubtsOfOne {
  readonly doubts: readonly Doubt[];
  readonly words: ConnectionWords;
  readonly books?: CompanyBooks | undefined;
}

export interface DoubtAnswers {
  readonly settled: Settled[];
  readonly remarks: Problem[];
  /** Problems of companies that could not be queried. */
  readonly unasked: Problem[];
  readonly candidates: Map<string, readonly Candidate[]>;
}

/**
 * Looks up documents in doubt, one company after another; a company that cannot be queried does not stop the others.
 * `all` contains every document in doubt in the journal.
 */
export async function checkAll(
  parts: readonly DoubtsOfOne[],
  all: readonly Doubt[],
  journal: Journal,
  desk: Desk,
): Promise<DoubtAnswers> {
  const answers: DoubtAnswers = { settled: [], remarks: [], unasked: [], candidates: new Map() };
  let stopped = false;
  for (const { doubts, words, books } of parts) {
    const connection: Result<Connection> | undefined = stopped
      ? undefined
      : await forCompany(books, () => desk.connect(words));
    const lookUps = connection?.ok ? new LookUps(connection.value, desk, journal, all) : undefined;
    if (books && connection && !connection.ok) answers.unasked.push(...ofCompany(books, connection.problems));
    stopped ||= connection !== undefined && isInterrupted(connection);
    for (const doubt of doubts) {
      const look = async (): Promise<Result<LookUp> | undefined> => {
        // A company's account may have several names in the journal.
        const service = connection?.ok && !books ? sameAccount(connection.value, doubt) : connection;
        return service?.ok && lookUps ? lookUps.look(doubt) : (service as Result<never> | undefined);
      };
      const looked = stopped ? undefined : await forCompany(books, look);
      stopped ||= looked !== undefined && isInterrupted(looked);
      forCompany(books, () => take(doubt, stopped ? undefined : looked, answers, desk));
    }
  }
  return answers;
}

const isInterrupted = (answer: Result<unknown>): boolean => !answer.ok && answer.problems[0].code === "interrupted";

function take(
  doubt: Doubt,
  looked: Result<LookUp> | undefined,
  { settled, remarks, candidates }: DoubtAnswers,
  desk: Desk,
) {
  if (looked === undefined) remarks.push(left(doubt, "the look-up was stopped."));
  else if (!looked.ok) remarks.push(...looked.problems.map((each) => left(doubt, each.message)));
  else if (looked.value.found === "unknown") {
    const { why, candidates: shown = [] } = looked.value;
    candidates.set(doubt.attempt, shown);
    remarks.push(left(doubt, `${why}.${linesOf(shown)}`));
  } else settled.push({ doubt, resolution: { ...verdictOf(looked.value), how: "looked-up", by: personOf(desk) } });
}

/** Maximum number of documents named in one message; --json has all of them. */
const mostShown = 10;

function linesOf(candidates: readonly Candidate[]): string {
  const more = candidates.length - mostShown;
  const lines = candidates.slice(0, mostShown).map(candidateLine);
  return lines.join("") + (more > 0 ? `\n  and ${more} more (--json).` : "");
}

type Known = { found: "no" } | { found: "yes"; id: string; documentNumber: string | undefined };

function verdictOf(looked: Known): Pick<Settled["resolution"], "verdict" | "id" | "documentNumber"> {
  if (looked.found === "no") return { verdict: "not-created" };
  return { verdict: "created", id: looked.id, documentNumber: looked.documentNumber };
}

function left({ attempt }: Doubt, why: string): Problem {
  const message = `${attempt} is still in doubt: ${why}`;
  const hint = `Look for it in the service; then ${suggest`resolve`} with --created ID or --not-created.`;
  return problem("not-settled", message, hint, { severity: "warning" });
}
