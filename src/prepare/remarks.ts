import { documentRemarks } from "../document/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import { dateAhead } from "./date-ahead.ts";
import type { Prepared } from "./prepared.ts";
import { rateDateOff } from "./rate-date.ts";

/**
 * Warns about things that no rule forbids but that are usually errors. The warnings depend only on the document, the
 * date of its rate and today's date.
 */
export function remarksOn(prepared: Prepared, now: Date): Problem[] {
  return [...dateAhead(prepared, now), ...ofDocument(prepared), ...rateDateOff(prepared)];
}

function ofDocument({ document, kind, spot }: Prepared): Problem[] {
  const found = document === undefined ? [] : documentRemarks(document, kind);
  return found.map(({ code, message, hint, path, atName }) =>
    problem(code, message, hint, { severity: "warning", where: spot?.(path, atName ? "name" : "value") }),
  );
}
