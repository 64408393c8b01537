import type { HookScope } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import { ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { gulfTime } from "../../render/index.ts";
import { type Affected, affectedBy } from "./fate.ts";
import { lastingOutages } from "./in-journal.ts";
import type { Outage } from "./spans.ts";

/** Warns about outages that have not ended. Problem: `journal-unusable`. */
export async function lastingProblems(journal: Journal, whose: HookScope): Promise<Result<Problem[]>> {
  const lasting = await lastingOutages(journal, whose);
  if (!lasting.ok) return lasting;
  const found: Problem[] = [];
  for (const each of lasting.value) {
    const documents = await affectedBy(each.failures, journal, each.untried);
    if (!documents.ok) return documents;
    found.push(lastingProblem(each, documents.value, whose.practice));
  }
  return ok(found);
}

function lastingProblem({ from, failures }: Outage, documents: readonly Affected[], practice: boolean): Problem {
  const waiting = documents.filter(({ fate }) => fate.is === "not-created" || fate.is === "in-doubt").length;
  const wait = waiting === 1 ? "1 document waits" : `${waiting} documents wait`;
  const stake = practice
    ? "This is practice: it is not reported."
    : "If it must be reported, that is due within two business days; an unreported failure can cost AED 1,000 a day.";
  const attempts = failures.length === 1 ? "1 attempt was not" : `none of ${failures.length} attempts was`;
  const message = `Sending fails since ${gulfTime(from)}: ${attempts} answered with a result, and ${wait}. ${stake}`;
  const hint = `Documents, deadline and a text for the report: ${suggest`outage`}`;
  return problem("not-connected", message, hint, { severity: "warning" });
}
