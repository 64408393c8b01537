import type { UblElement } from "../../ubl/index.ts";
import { atMost, existsOneOf, notBlank, saying } from "../conditions.ts";
import {
  dateContext,
  documentRoot,
  line,
  linePeriod,
  periodContext,
  timeContext,
} from "../contexts/contexts-shared.ts";
import { dayStart, isTime } from "../iso-date.ts";
import { defineRule, pintAe } from "../rule.ts";
import { path, stringOf } from "../xpath.ts";

const start = path("cbc:StartDate");
const end = path("cbc:EndDate");
const documentStart = path("cac:InvoicePeriod/cbc:StartDate");
const documentEnd = path("cac:InvoicePeriod/cbc:EndDate");

/** Returns minutes; NaN, which fails every comparison, if the text is not a date. */
function dayOf(element: UblElement | undefined): number {
  return (element && dayStart(stringOf(element))) ?? Number.NaN;
}

function endsAfterItStarts(within: UblElement): boolean {
  return dayOf(end.first(within)) >= dayOf(start.first(within));
}

const hasStartAndEnd = saying(
  "exists(cbc:StartDate) and exists(cbc:EndDate)",
  (within) => start.in(within) && end.in(within),
);

export const documentHasAnIssueDate = defineRule({
  id: "IBR-003",
  says: "The document must have an issue date.",
  hint: "Add issue_date, such as 2026-03-31.",
  source: pintAe("IBT-002"),
  of: documentRoot,
  holds: notBlank("cbc:IssueDate"),
  because: ["cbc:IssueDate"],
});

export const dateIsACalendarDay = defineRule({
  id: "IBR-073",
  says: "A date must be a day of the calendar written YYYY-MM-DD, without a time zone.",
  hint: "Write it like 2026-03-31.",
  source: pintAe("IBT-002", "IBT-007", "IBT-009", "IBT-026", "IBT-072", "IBT-073", "IBT-074", "IBT-134", "IBT-135"),
  of: dateContext,
  test: "string-length() = 10 and . castable as xs:date",
  holds: (element) => element.text.length === 10 && dayStart(stringOf(element)) !== undefined,
});

export const timeIsATimeOfDay = defineRule({
  id: "IBR-119",
  says: "A time must be written hh:mm:ss; parts of a second and a time zone may follow.",
  hint: "Write it like 14:30:00.",
  source: pintAe("IBT-168"),
  of: timeContext,
  test: ". castable as xs:time",
  holds: (element) => isTime(stringOf(element)),
});

export const documentHasOnePeriod = defineRule({
  id: "IBR-097",
  says: "The document must not have more than one invoicing period.",
  hint: "Keep one invoice_period.",
  source: pintAe("IBG-14"),
  of: documentRoot,
  holds: atMost("cac:InvoicePeriod"),
  because: ["cac:InvoicePeriod"],
});

export const periodEndsAfterItStarts = defineRule({
  id: "IBR-029",
  says: "The invoicing period must not end before it starts.",
  hint: "Swap start_date and end_date of invoice_period, or correct the wrong one.",
  source: pintAe("IBT-073", "IBT-074"),
  of: periodContext,
  when: hasStartAndEnd,
  test: "xs:date(cbc:EndDate) >= xs:date(cbc:StartDate)",
  holds: endsAfterItStarts,
  because: ["cbc:EndDate"],
});

export const periodSaysWhen = defineRule({
  id: "IBR-CO-19",
  says: "An invoicing period must have a start date, an end date or a billing frequency.",
  hint: "Add start_date or end_date to invoice_period, or remove it.",
  source: pintAe("IBG-14", "BTAE-06"),
  of: periodContext,
  holds: existsOneOf("cbc:StartDate", "cbc:EndDate", "cbc:DescriptionCode"),
});

export const documentHasOneFrequency = defineRule({
  id: "IBR-SR-49",
  says: "The document must not state more than one billing frequency.",
  hint: "Keep one description in invoice_period.",
  source: pintAe("BTAE-06"),
  of: documentRoot,
  holds: atMost("cac:InvoicePeriod/cbc:DescriptionCode"),
  because: ["cac:InvoicePeriod/cbc:DescriptionCode"],
});

export const lineHasOnePeriod = defineRule({
  id: "IBR-110",
  says: "A line must not have more than one period.",
  hint: "Keep one invoice_period on the line.",
  source: pintAe("IBG-26"),
  of: line,
  holds: atMost("cac:InvoicePeriod"),
  because: ["cac:InvoicePeriod"],
});

export const linePeriodSaysWhen = defineRule({
  id: "IBR-CO-20",
  says: "The period of a line must have a start date or an end date.",
  hint: "Add start_date or end_date to the line's invoice_period, or remove it.",
  source: pintAe("IBG-26"),
  of: linePeriod,
  holds: existsOneOf("cbc:StartDate", "cbc:EndDate"),
});

export const linePeriodEndsAfterItStarts = defineRule({
  id: "IBR-030",
  says: "The period of a line must not end before it starts.",
  hint: "Swap start_date and end_date of the line's invoice_period, or correct the wrong one.",
  source: pintAe("IBT-134", "IBT-135"),
  of: linePeriod,
  when: hasStartAndEnd,
  test: "xs:date(cbc:EndDate) >= xs:date(cbc:StartDate)",
  holds: endsAfterItStarts,
  because: ["cbc:EndDate"],
});

/** The document is two levels above the line's period. */
function documentOf(linePeriod: UblElement): UblElement {
  return linePeriod.parent?.parent ?? linePeriod;
}

export const linePeriodStartsWithinTheDocuments = defineRule({
  id: "IBR-085",
  says: "The period of a line must not start before the invoicing period of the document.",
  hint: "Correct start_date of the line, or let invoice_period of the document start earlier.",
  source: pintAe("IBT-134", "IBT-073"),
  of: linePeriod,
  when: saying(
    "exists(cbc:StartDate) and exists(../../cac:InvoicePeriod/cbc:StartDate)",
    (within) => start.in(within) && documentStart.in(documentOf(within)),
  ),
  test: "xs:date(cbc:StartDate) >= xs:date(../../cac:InvoicePeriod/cbc:StartDate)",
  holds: (within) => {
    const first = dayOf(documentStart.first(documentOf(within)));
    return start.some(within, (day) => dayOf(day) >= first);
  },
  because: ["cbc:StartDate"],
});

export const linePeriodEndsWithinTheDocuments = defineRule({
  id: "IBR-086",
  says: "The period of a line must not end after the invoicing period of the document.",
  hint: "Correct end_date of the line, or let invoice_period of the document end later.",
  source: pintAe("IBT-135", "IBT-074"),
  of: linePeriod,
  when: saying(
    "exists(cbc:EndDate) and exists(../../cac:InvoicePeriod/cbc:EndDate)",
    (within) => end.in(within) && documentEnd.in(documentOf(within)),
  ),
  test: "xs:date(cbc:EndDate) <= xs:date(../../cac:InvoicePeriod/cbc:EndDate)",
  holds: (within) => {
    const last = dayOf(documentEnd.first(documentOf(within)));
    return end.some(within, (day) => dayOf(day) <= last);
  },
  because: ["cbc:EndDate"],
});
