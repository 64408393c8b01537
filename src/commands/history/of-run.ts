import type { Journal, Past } from "../../journal/index.ts";
import { isRunName, runCalled } from "../../life/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";

/** Tells which attempts belong to a run. */
export interface OfRun {
  /** Start of the run; UTC, ISO 8601. */
  readonly since: string;
  has(past: Past): boolean;
}

/** Returns the problem if this is not the name of a run: `bad-usage`. */
export function wrongRunName(name: string | undefined): Problem | undefined {
  if (name === undefined || isRunName(name)) return undefined;
  const message = `${JSON.stringify(name)} is not the name of a run.`;
  return problem("bad-usage", message, "Write it as due does: RUN-1A2B3C");
}

/**
 * Attempts belong to a run by their account, content and time, whichever command made them: also what went on with it.
 * Problems: `not-found`, `journal-unusable`.
 */
export async function ofRun(name: string, journal: Journal): Promise<Result<OfRun>> {
  const run = await runCalled(name, journal);
  if (!run.ok) return run;
  if (run.value === undefined) {
    const message = `This journal has no list of the run ${name.toUpperCase()}: it is of another journal, or was purged.`;
    return fail(problem("not-found", message, `Runs that are not finished: ${suggest`due`}`));
  }
  const { account, at, documents } = run.value;
  const names = await journal.accounts.names(account);
  if (!names.ok) return names;
  const contents = new Set(documents.map(({ content }) => content));
  return ok({
    since: at,
    has: ({ at: began, intent }) =>
      began >= at && contents.has(intent.contentHash) && names.value.includes(intent.account),
  });
}
