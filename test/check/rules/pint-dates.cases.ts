import { invoice, line } from "../../support/documents.ts";
import { add, double, make, remove, set } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const june = { start_date: "2026-06-01", end_date: "2026-06-30" };
const lineOf = (period: { start_date?: string; end_date?: string }) =>
  invoice({ invoice_period: june, document_lines: [line({ invoice_period: period })] });
const plain = { "a document without periods": invoice() };
const linePeriod = "/Invoice/cac:InvoiceLine[1]/cac:InvoicePeriod";
const issuedOn = (text: string) => xml(invoice(), (root) => set(root, "cbc:IssueDate", text));
const issuedAt = (text: string) => xml(invoice(), (root) => set(root, "cbc:IssueTime", text));
const notADate = { at: ["/Invoice/cbc:IssueDate"] };

export const cases: RuleCases = {
  "IBR-003": {
    holds: plain,
    breaks: {
      "no issue date": { given: xml(invoice(), (root) => remove(root, "cbc:IssueDate")), at: ["/Invoice"] },
    },
  },
  "IBR-073": {
    holds: { ...plain, "the leap day of a leap year": issuedOn("2028-02-29") },
    breaks: {
      "a leap day in another year": { given: issuedOn("2026-02-29"), ...notADate },
      "a month 13": { given: issuedOn("2026-13-01"), ...notADate },
      "a time zone": { given: issuedOn("2026-06-15Z"), ...notADate },
      "a blank behind it": { given: issuedOn("2026-06-15 "), ...notADate },
      "the day first": { given: issuedOn("15-06-2026"), ...notADate },
      "a period that ends in no month": {
        given: invoice({ invoice_period: { end_date: "2026-00-30" } }),
        at: ["invoice_period.end_date"],
      },
    },
  },
  "IBR-119": {
    holds: {
      ...plain,
      "a time zone": issuedAt("10:30:00+04:00"),
      "parts of a second": issuedAt("10:30:00.125Z"),
      "the end of the day": issuedAt("24:00:00"),
    },
    breaks: {
      "hours and minutes only": { given: issuedAt("10:30"), at: ["/Invoice/cbc:IssueTime"] },
      "an hour 25": { given: issuedAt("25:00:00"), at: ["/Invoice/cbc:IssueTime"] },
      "a second after the end of the day": { given: issuedAt("24:00:01"), at: ["/Invoice/cbc:IssueTime"] },
      "an impossible time zone": { given: issuedAt("10:30:00+15:00"), at: ["/Invoice/cbc:IssueTime"] },
    },
  },
  "IBR-097": {
    holds: { ...plain, "one period": invoice({ invoice_period: june }) },
    breaks: {
      "two periods": {
        given: xml(invoice({ invoice_period: june }), (root) => double(root, "cac:InvoicePeriod")),
        at: ["/Invoice"],
      },
    },
  },
  "IBR-029": {
    holds: {
      "a month": invoice({ invoice_period: june }),
      "a single day": invoice({ invoice_period: { start_date: "2026-06-01", end_date: "2026-06-01" } }),
    },
    breaks: {
      "dates the wrong way round": {
        given: invoice({ invoice_period: { start_date: "2026-06-30", end_date: "2026-06-01" } }),
        at: ["invoice_period.end_date"],
      },
    },
    skips: {
      ...plain,
      "only a start": invoice({ invoice_period: { start_date: "2026-06-30" } }),
      "only an end": invoice({ invoice_period: { end_date: "2026-06-30" } }),
    },
  },
  "IBR-CO-19": {
    holds: {
      "only a start": invoice({ invoice_period: { start_date: "2026-06-01" } }),
      "only an end": invoice({ invoice_period: { end_date: "2026-06-30" } }),
      "only a frequency": invoice({ invoice_period: { description: "MTH" } }),
    },
    breaks: {
      "only words": {
        given: xml(invoice(), (root) =>
          add(root, "", make("cac:InvoicePeriod", [make("cbc:Description", "The month of June")])),
        ),
        at: ["/Invoice/cac:InvoicePeriod"],
      },
    },
  },
  "IBR-SR-49": {
    holds: { ...plain, "one frequency": invoice({ invoice_period: { ...june, description: "MTH" } }) },
    breaks: {
      "two frequencies": {
        given: xml(invoice({ invoice_period: { ...june, description: "MTH" } }), (root) =>
          double(root, "cac:InvoicePeriod/cbc:DescriptionCode"),
        ),
        at: ["/Invoice"],
      },
    },
  },
  "IBR-110": {
    holds: { ...plain, "one period": lineOf(june) },
    breaks: {
      "two periods on a line": {
        given: xml(lineOf(june), (root) => double(root, "cac:InvoiceLine/cac:InvoicePeriod")),
        at: ["/Invoice/cac:InvoiceLine[1]"],
      },
    },
  },
  "IBR-CO-20": {
    holds: { "only a start": lineOf({ start_date: "2026-06-02" }), "only an end": lineOf({ end_date: "2026-06-29" }) },
    breaks: {
      "only a frequency": {
        given: xml(lineOf({ start_date: "2026-06-02" }), (root) => {
          remove(root, "cac:InvoiceLine/cac:InvoicePeriod/cbc:StartDate");
          add(root, "cac:InvoiceLine/cac:InvoicePeriod", make("cbc:DescriptionCode", "MTH"));
        }),
        at: [linePeriod],
      },
    },
  },
  "IBR-030": {
    holds: { "a week": lineOf({ start_date: "2026-06-02", end_date: "2026-06-08" }) },
    breaks: {
      "dates the wrong way round": {
        given: lineOf({ start_date: "2026-06-08", end_date: "2026-06-02" }),
        at: ["document_lines[0].invoice_period.end_date"],
      },
    },
    skips: { ...plain, "only a start": lineOf({ start_date: "2026-06-02" }) },
  },
  "IBR-085": {
    holds: { "the day the document's period starts": lineOf({ start_date: "2026-06-01" }) },
    breaks: {
      "a day before": {
        given: lineOf({ start_date: "2026-05-31" }),
        at: ["document_lines[0].invoice_period.start_date"],
      },
    },
    skips: {
      ...plain,
      "only an end": lineOf({ end_date: "2026-06-30" }),
      "no period of the document": invoice({ document_lines: [line({ invoice_period: june })] }),
    },
  },
  "IBR-086": {
    holds: { "the day the document's period ends": lineOf({ end_date: "2026-06-30" }) },
    breaks: {
      "a day after": { given: lineOf({ end_date: "2026-07-01" }), at: ["document_lines[0].invoice_period.end_date"] },
    },
    skips: {
      ...plain,
      "only a start": lineOf({ start_date: "2026-06-30" }),
      "no period of the document": invoice({ document_lines: [line({ invoice_period: june })] }),
    },
  },
};
