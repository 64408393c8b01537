import type { UblElement } from "../../ubl/index.ts";
import { saying } from "../conditions.ts";
import { ownInvoice } from "../contexts/contexts-own.ts";
import { scenarioFlag } from "../contexts/facts-ae.ts";
import { flagSet } from "../expression.ts";
import { dayStart } from "../iso-date.ts";
import { daysToIssue } from "../law/issue-by.ts";
import { defineOwnRule, sources } from "../own-rule.ts";
import { pintAe } from "../rule.ts";
import { type Path, path, stringOf } from "../xpath.ts";

const issueDate = path("cbc:IssueDate");
const dueDate = path("cbc:DueDate");
const supplyDate = path("cac:Delivery/cbc:ActualDeliveryDate");
const minutesPerDay = 24 * 60;

/** Returns undefined if either date is missing or invalid. */
function daysBetween(root: UblElement, from: Path, to: Path): number | undefined {
  const [first, last] = [from.first(root), to.first(root)].map((date) => date && dayStart(stringOf(date)));
  return first === undefined || last === undefined ? undefined : (last - first) / minutesPerDay;
}

export const dueDateIsNotBeforeIssueDate = defineOwnRule({
  id: "SB-0401",
  says: "Payment should not be due before the issue date of the invoice.",
  hint: "Compare due_date with issue_date, and correct the one that is wrong.",
  source: pintAe("IBT-009", "IBT-002"),
  of: ownInvoice,
  when: saying(
    "cbc:IssueDate castable as xs:date and cbc:DueDate castable as xs:date",
    (root) => daysBetween(root, issueDate, dueDate) !== undefined,
  ),
  test: "xs:date(cbc:DueDate) >= xs:date(cbc:IssueDate)",
  holds: (root) => (daysBetween(root, issueDate, dueDate) as number) >= 0,
  because: ["cbc:DueDate"],
});

/**
 * Does not apply to a summary (flag 4), which combines supplies from many dates, or to a continuous supply (flag 5),
 * whose date of supply is that of the invoice.
 */
export const invoiceFollowsSupplyInTime = defineOwnRule({
  id: "SB-0402",
  says: "A tax invoice must be issued within 14 days of the supply.",
  hint: "Check delivery.actual_delivery_date and issue_date; if both are correct, the invoice is late: ask your tax adviser.",
  source: sources.law("Article 67"),
  of: ownInvoice,
  when: saying(
    `not(${flagSet(4)} or ${flagSet(5)}) and cbc:IssueDate castable as xs:date and cac:Delivery/cbc:ActualDeliveryDate castable as xs:date`,
    (root, facts) =>
      !scenarioFlag(facts, 4) && !scenarioFlag(facts, 5) && daysBetween(root, supplyDate, issueDate) !== undefined,
  ),
  holds: (root) => (daysBetween(root, supplyDate, issueDate) as number) <= daysToIssue,
  because: ["cac:Delivery/cbc:ActualDeliveryDate"],
  test: "xs:date(cbc:IssueDate) - xs:date(cac:Delivery/cbc:ActualDeliveryDate) <= xs:dayTimeDuration('P14D')",
});
