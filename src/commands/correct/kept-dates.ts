import type { Desk } from "../../desk/index.ts";
import { gulfDay, type SelfBilledDocument } from "../../document/index.ts";

/**
 * Describes the dates that the copy keeps from the original; returns an empty list if the original was issued today.
 */
export function keptDates({ issue_date: issued, due_date: due }: SelfBilledDocument, desk: Desk): [string, string][] {
  if (issued === undefined || issued === gulfDay(desk.now())) return [];
  const dates = [`issue date ${issued}`, ...(due === undefined ? [] : [`due date ${due}`])].join(", ");
  return [["Its dates", `${dates}, as before: write the day on which the copy is issued, and check the due date`]];
}
