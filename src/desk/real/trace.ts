import { appendFileSync } from "node:fs";
import { safe } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import type { ServiceAccess } from "../../send/index.ts";

/** --trace FILE records everything; --show-requests shows only the lines with method and status. */
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
      // A failing trace must not prevent sending.
      broken = true;
      say(`The trace cannot be written: ${safe((error as Error).message)}.`);
    }
  };
}

export function hasWarnings({ problems, view }: Report): boolean {
  if (problems.length > 0) return true;
  return (
    (view.view === "submissions" || view.view === "statuses") && view.results.some((each) => each.problems.length > 0)
  );
}
