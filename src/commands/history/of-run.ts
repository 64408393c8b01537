import type { Journal, Past } from "../../journal/index.ts";
import { isRunName, runCalled } from "../../life/index.ts";
import { fail, ok, problem, type Result, suggest } from "../../problem/index.ts";

/** Tells which attempts belong to a run. */
export interface OfRun {
  /** Start of the run; UTC, ISO 8601. */
  readonly since: string;
  has(past: Past): boolean;
}

/**
 * Attempts belong to a run by their account, content and time, whichever command made them: also what went on with it.
 * Problems: `bad-usage`, `not-found`, `journal-unusable`.
 */
export async function ofRun(name: string, journal: Journal): Promise<Result<OfRun>> {
  if (!isRunName(name))
    return fail(
      problem("bad-usage", `${JSON.stringify(name)} is not the name of a run.`, "Write it as due does: RUN-1A2B3C"),
    );
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
