import { documentKinds } from "../../document/index.ts";
import { supplierAnswers } from "../../life/index.ts";
import { gulfTime } from "../../render/index.ts";
import { plainMoney, type Section, type SectionColumn } from "../answer/section.ts";
import { isCounted, lacksRate, type PeriodDocument, type Sums, signed } from "./period-documents.ts";
import { leftToAccountant, vatReturnOf } from "./vat-return.ts";
import { inAedOnly, sheetViews, stateWords, sumOf, totalOf, type ViewName, type ViewRow, viewOf } from "./views.ts";

const moneyOf = ({ net, vat, gross }: Sums): string[] => [net, vat, gross].map(plainMoney);

const inAed: readonly SectionColumn[] = [
  { title: "Invoices", is: "count" },
  { title: "Credit notes", is: "count" },
  { title: "Net AED", is: "money" },
  { title: "VAT AED", is: "money" },
  { title: "Gross AED", is: "money" },
];

function inAedRow({ label, invoices, creditNotes, aed }: ViewRow): string[] {
  return [label, String(invoices), String(creditNotes), ...moneyOf(aed)];
}

const titles: Readonly<Record<ViewName, readonly [sheet: string, title: string, head: string]>> = {
  supplier: ["Suppliers", "By supplier", "Supplier"],
  category: ["VAT categories", "By VAT category", "VAT category"],
  rate: ["VAT rates", "By VAT rate", "VAT rate"],
  day: ["Days", "By issue date", "Day"],
  status: ["Status", "By status", "Status"],
  currency: ["Currencies", "By currency", "Currency"],
  acceptance: ["Acceptance", "By the supplier's answer", "Supplier's answer"],
  user: ["Users", "By who sent and approved", "Sent by"],
};

/** The counted total, and below it the documents that are not counted. */
export function summarySection(documents: readonly PeriodDocument[]): Section {
  const apart = (["rejected", "failed", "in-doubt", "credits-uncounted"] as const).flatMap((state) => {
    const some = documents.filter((each) => each.state === state);
    return some.length === 0 ? [] : [sumOf(`Not counted: ${stateWords[state].toLowerCase()}`, some)];
  });
  const pending = documents.filter(({ state }) => state === "pending");
  const ofThem = pending.length === 0 ? [] : [sumOf("  of which pending", pending)];
  return {
    name: "Summary",
    title: "Total, credit notes subtracted",
    columns: [{ title: "" }, ...inAed],
    rows: [{ ...totalOf(documents), label: "Counted" }, ...ofThem, ...apart].map(inAedRow),
    ...(apart.length === 0
      ? {}
      : {
          notes: [
            "Documents that are not counted are not in the totals above; a document in doubt may or may not exist. A credit note is subtracted only from an invoice that is counted. selfbill due says what to do.",
          ],
        }),
  };
}

/** A view in AED, with its total in the last row. */
export function viewSection(name: ViewName, documents: readonly PeriodDocument[]): Section {
  const [sheet, title, head] = titles[name];
  const rows = inAedOnly(viewOf(name, documents));
  const total = name === "status" ? [] : [totalOf(documents)];
  return {
    name: sheet,
    title,
    columns: [name === "day" ? { title: head, is: "day" } : { title: head }, ...inAed],
    rows: [...rows, ...total].map(inAedRow),
  };
}

/** A view that also has the amounts in each document currency, for spreadsheets and scripts. */
export function fullViewSection(name: ViewName, documents: readonly PeriodDocument[]): Section {
  const [sheet, title, head] = titles[name];
  return {
    name: sheet,
    title,
    columns: [
      name === "day" ? { title: head, is: "day" } : { title: head },
      ...[{ title: "Currency" }, { title: "Invoices", is: "count" } as const],
      ...[{ title: "Credit notes", is: "count" } as const, { title: "Net", is: "money" } as const],
      ...[{ title: "VAT", is: "money" } as const, { title: "Gross", is: "money" } as const],
      ...inAed.slice(2),
    ],
    rows: viewOf(name, documents).map(({ label, currency, invoices, creditNotes, own, aed }) => [
      ...[label, currency, String(invoices), String(creditNotes)],
      ...moneyOf(own),
      ...moneyOf(aed),
    ]),
  };
}

/** Totals in the currency of the documents. */
export function currencySection(documents: readonly PeriodDocument[]): Section {
  const { name, rows } = fullViewSection("currency", documents);
  return {
    name,
    title: "In document currency",
    columns: [
      { title: "Currency" },
      { title: "Invoices", is: "count" },
      { title: "Credit notes", is: "count" },
      { title: "Net", is: "money" },
      { title: "VAT", is: "money" },
      { title: "Gross", is: "money" },
    ],
    rows: rows.map((row) => [row[0] ?? "", ...row.slice(2, 7)]),
  };
}

/** The annex to the VAT return. */
export function vatReturnSection(documents: readonly PeriodDocument[]): Section {
  return {
    name: "VAT return",
    title: "Annex to the VAT return (form VAT 201)",
    columns: [
      { title: "Box" },
      { title: "What" },
      { title: "Amount AED", is: "money" },
      { title: "VAT AED", is: "money" },
      { title: "of which credit notes", is: "money" },
      { title: "their VAT", is: "money" },
    ],
    rows: vatReturnOf(documents).map(({ box, label, amount, vat, creditNotes }) => [
      ...[box ?? "none", label],
      ...[amount, vat, creditNotes.amount, creditNotes.vat].map(plainMoney),
    ]),
    notes: leftToAccountant,
  };
}

/** The register: every document, including those that are not counted. A credit note's amounts are negative. */
export function registerSection(documents: readonly PeriodDocument[]): Section {
  const ofSeveral = documents.some(({ company }) => company !== undefined);
  return {
    name: "Documents",
    title: "Documents",
    columns: [
      ...[
        { title: "Date", is: "day" } as const,
        { title: "Kind" },
        { title: "Number" },
        { title: "Supplier" },
        { title: "TRN" },
      ],
      ...[{ title: "Currency" }, { title: "Net", is: "money" } as const, { title: "VAT", is: "money" } as const],
      ...[{ title: "Gross", is: "money" } as const, { title: "Exchange rate", is: "rate" } as const, ...inAed.slice(2)],
      ...[{ title: "Counted" }, { title: "Status" }, { title: "Status since" }, { title: "Corrects" }, { title: "Id" }],
      ...[{ title: "SHA-256 of the body" }, { title: "Known from" }, { title: "Supplier's answer" }],
      ...(ofSeveral ? [{ title: "Company" }] : []),
    ],
    rows: documents.map((each) => [
      ...[each.date, documentKinds[each.kind].short, each.called, each.supplier.name, each.supplier.trn],
      ...[each.currency, ...moneyOf(signed(each, each.own)), each.rate ?? ""],
      ...moneyOf(signed(each, each.aed)),
      ...[isCounted(each) ? "yes" : "no", each.status ?? stateWords[each.state]],
      ...[each.since === undefined ? "" : gulfTime(Date.parse(each.since)), each.credits.join(" ")],
      ...[each.id ?? "", each.hash ?? "", each.source],
      each.answer === undefined ? "" : supplierAnswers[each.answer],
      ...(ofSeveral ? [each.company ?? ""] : []),
    ]),
  };
}

/** Everything, one sheet per view. */
export function allSections(documents: readonly PeriodDocument[]): Section[] {
  return [
    summarySection(documents),
    vatReturnSection(documents),
    registerSection(documents),
    ...sheetViews.map((each) => fullViewSection(each, documents)),
  ];
}

/** Returns documents whose amounts in AED are unknown. */
export function withoutRate(documents: readonly PeriodDocument[]): readonly PeriodDocument[] {
  return documents.filter(lacksRate);
}
