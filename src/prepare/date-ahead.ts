import { gulfDay } from "../document/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import type { Prepared } from "./prepared.ts";

/** Warns if the issue date is in the future, in UAE time: it was mistyped, or the clock is wrong. */
export function dateAhead({ document, spot }: Prepared, now: Date): readonly Problem[] {
  const today = gulfDay(now);
  const date = document?.issue_date ?? "";
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || date <= today) return [];
  const message = `The issue date ${date} is in the future: today is ${today}.`;
  const where = spot?.("issue_date");
  const hint = "Check the date, and the clock of this computer.";
  return [problem("date-ahead", message, hint, { severity: "warning", ...(where ? { where } : {}) })];
}
