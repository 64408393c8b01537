import type { Desk } from "../../desk/index.ts";
import { daysBetween, gulfDay, isDay } from "../../document/index.ts";
import type { Sendable } from "../../prepare/index.ts";
import { fitted, renderPreview } from "../../render/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { undelivered } from "../answer/reaches.ts";
import { withHsWords } from "../codes/hs-codes.ts";
import type { Checked } from "./check-documents.ts";

export async function showBeforeAsking(document: Sendable, profile: ServiceProfile, desk: Desk): Promise<void> {
  const [shown = document] = await withHsWords([document], desk);
  const more = {
    customer: profile.businessProfile,
    undelivered: await undelivered(document.document, profile.sandbox, desk),
  };
  desk.say(renderPreview({ ...shown, ...more }, desk.talkStyle));
  desk.sayProblems(document.problems);
}

/**
 * Maximum number of days from the supply (invoice) or the event (credit note) to the issue date. Source: Federal
 * Decree-Law No. 8 of 2017, Articles 67 and 62.
 */
const daysToIssue = 14;

/** Points out issue dates that are long past, without reporting a problem, because such dates may be intended. */
export function sayOldDates(checked: readonly Pick<Checked, "wrong" | "issued">[], desk: Desk): void {
  const today = gulfDay(desk.now());
  const days = checked.flatMap(({ wrong, issued = "" }) => (!wrong && isDay(issued) ? [issued] : []));
  const old = days.filter((day) => daysBetween(day, today) > daysToIssue).sort();
  const [oldest] = old;
  if (oldest === undefined) return;
  const law = `The law gives ${daysToIssue} days after the supply to issue a document, and 14 days after its month for a summary`;
  const says =
    checked.length === 1
      ? `The issue date ${oldest} was ${daysBetween(oldest, today)} days ago. ${law}. If it is issued today, answer no and write issue_date: ${today}.`
      : `${old.length === 1 ? "1 document has" : `${old.length} documents have`} an issue date more than ${daysToIssue} days ago, the oldest ${oldest}. ${law}.`;
  desk.say(fitted(`${desk.talkStyle.warn("!")} ${says}`, desk.talkStyle));
}
