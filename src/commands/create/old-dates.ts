import type { Desk } from "../../desk/index.ts";
import { daysBetween, gulfDay, isDay } from "../../document/index.ts";
import { fitted } from "../../render/index.ts";
import type { Checked } from "./check-documents.ts";

/** Within so many days of the supply an invoice is to be issued, and a credit note of its event (Federal Decree-Law No. 8 of 2017, Articles 67 and 62). */
const daysToIssue = 14;

/** Before the question: an issue date that passed longer ago than the law gives. It may be meant, so it is no error. */
export function sayOldDates(checked: readonly Checked[], desk: Desk): void {
  const today = gulfDay(desk.now());
  const days = checked.flatMap(({ wrong, issued = "" }) => (!wrong && isDay(issued) ? [issued] : []));
  const old = days.filter((day) => daysBetween(day, today) > daysToIssue).sort();
  const [oldest] = old;
  if (oldest === undefined) return;
  const law = `The law gives ${daysToIssue} days after the supply to issue a document`;
  const says =
    checked.length === 1
      ? `The issue date ${oldest} was ${daysBetween(oldest, today)} days ago. ${law}. If it is issued today, answer no and write issue_date: ${today}.`
      : `${old.length === 1 ? "1 document has" : `${old.length} documents have`} an issue date more than ${daysToIssue} days ago, the oldest ${oldest}. ${law}.`;
  desk.say(fitted(`${desk.talkStyle.warn("!")} ${says}`, desk.talkStyle));
}
