import { appendFileSync } from "node:fs";
import { safe } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import type { ServiceAccess } from "../../send/index.ts";

/** Where requests are told of: --trace FILE takes all of it, --show-requests the lines of method and status. */
export function traceTo(
  { traceFile, showRequests }: { readonly traceFile?: string | undefined; readonly showRequests?: boolean },
  say: (line: string) => void,
): ServiceAccess["trace"] {
  if (traceFile === undefined && showRequests !== true) return undefined;
  let broken = false;
  return (lines) => {
    if (showRequests)
      for (const line of lines) if (/^(?:> [A-Z]|< (?:\d|failed|nothing|after))/.test(line)) say(safe(line));
    if (traceFile === undefined || broken) return;
    try {
      const at = new Date().toISOString();
      appendFileSync(traceFile, lines.map((line) => `${at} ${line}\n`).join(""), { mode: 0o600 });
    } catch (error) {
      // What is sent does not depend on whether somebody can watch it.
      broken = true;
      say(`The trace cannot be written: ${safe((error as Error).message)}.`);
    }
  };
}

/** Whether a report that ended well has something that must be read all the same. */
export function hasWarnings({ problems, view }: Report): boolean {
  if (problems.length > 0) return true;
  return (
    (view.view === "submissions" || view.view === "statuses") && view.results.some((each) => each.problems.length > 0)
  );
}
