import { documentKinds } from "../../document/index.ts";
import { calculatedHere, moneySources, supplierAnswers } from "../../life/index.ts";
import { suggest } from "../../problem/index.ts";
import { gulfTime } from "../../render/index.ts";
import { type ColumnsOf, cellsOf } from "../answer/columns.ts";
import { plainMoney, type Section } from "../answer/section.ts";
import { isCounted, lacksRate, type PeriodDocument, type Sums, signed } from "./period-documents.ts";
import { leftToAccountant, vatReturnOf } from "./vat-return.ts";
import { inAedOnly, sheetViews, stateWords, sumOf, totalOf, type ViewName, type ViewRow, viewOf } from "./views.ts";

const counts = {
  Invoices: ["count", "invoices"],
  "Credit notes": ["count", "creditNotes"],
} satisfies ColumnsOf<ViewRow>;
const own = sumColumns<{ readonly own: Sums }>("", (each) => each.own);
const aed = sumColumns<{ readonly aed: Sums }>(" AED", (each) => each.aed);

function sumColumns<Row>(unit: string, of: (row: Row) => Sums): ColumnsOf<Row> {
  return {
    [`Net${unit}`]: ["money", (row) => plainMoney(of(row).net)],
    [`VAT${unit}`]: ["money", (row) => plainMoney(of(row).vat)],
    [`Gross${unit}`]: ["money", (row) => plainMoney(of(row).gross)],
  };
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
    ...cellsOf([{ ...totalOf(documents), label: "Counted" }, ...ofThem, ...apart], { "": "label", ...counts, ...aed }),
    notes: [
      ...(apart.length === 0
        ? []
        : [
            `Documents that are not counted are not in the totals above; a document in doubt may or may not exist. A credit note is subtracted only from an invoice that is counted. ${suggest`due`} says what to do.`,
          ]),
      ...calculatedHere(documents),
    ],
  };
}

/** Returns a table of one view, with amounts in AED and the total in the last row. */
export function viewSection(name: ViewName, documents: readonly PeriodDocument[]): Section {
  const [sheet, title, head] = titles[name];
  const rows = inAedOnly(viewOf(name, documents));
  const total = name === "status" ? [] : [totalOf(documents)];
  return { name: sheet, title, ...cellsOf([...rows, ...total], { ...headed(name, head), ...counts, ...aed }) };
}

const headed = (name: ViewName, head: string): ColumnsOf<ViewRow> => ({
  [head]: name === "day" ? ["day", "label"] : "label",
});

/** Like `viewSection`, but with the amounts in each document currency. */
export function fullViewSection(name: ViewName, documents: readonly PeriodDocument[]): Section {
  const [sheet, title, head] = titles[name];
  const columns = { ...headed(name, head), Currency: "currency", ...counts, ...own, ...aed } as const;
  return { name: sheet, title, ...cellsOf(viewOf(name, documents), columns) };
}

export function currencySection(documents: readonly PeriodDocument[]): Section {
  const cells = cellsOf(viewOf("currency", documents), { Currency: "label", ...counts, ...own });
  return { name: titles.currency[0], title: "In document currency", ...cells };
}

export function vatReturnSection(documents: readonly PeriodDocument[]): Section {
  const cells = cellsOf(vatReturnOf(documents), {
    Box: ({ box }) => box ?? "none",
    What: "label",
    "Amount AED": ["money", ({ amount }) => plainMoney(amount)],
    "VAT AED": ["money", ({ vat }) => plainMoney(vat)],
    "of which credit notes": ["money", ({ creditNotes }) => plainMoney(creditNotes.amount)],
    "their VAT": ["money", ({ creditNotes }) => plainMoney(creditNotes.vat)],
  });
  return { name: "VAT return", title: "Annex to the VAT return (form VAT 201)", ...cells, notes: leftToAccountant };
}

/** Returns the list of all documents, including those that are not counted. Amounts of credit notes are negative. */
export function registerSection(documents: readonly PeriodDocument[]): Section {
  const ofSeveral = documents.some(({ company }) => company !== undefined);
  const cells = cellsOf(documents, {
    Date: ["day", "date"],
    Kind: ({ kind }) => documentKinds[kind].short,
    Number: "called",
    Supplier: ({ supplier }) => supplier.name,
    TRN: ({ supplier }) => supplier.trn,
    Currency: "currency",
    ...sumColumns<PeriodDocument>("", (each) => signed(each, each.own)),
    "Exchange rate": ["rate", "rate"],
    ...sumColumns<PeriodDocument>(" AED", (each) => signed(each, each.aed)),
    Counted: (each) => (isCounted(each) ? "yes" : "no"),
    Status: ({ status, state }) => status ?? stateWords[state],
    "Status since": ({ since }) => since && gulfTime(Date.parse(since)),
    Corrects: ({ credits }) => credits.join(" "),
    Id: "id",
    "SHA-256 of the body": "hash",
    "Known from": "source",
    "Supplier's answer": ({ answer }) => answer && supplierAnswers[answer],
    Company: ofSeveral && "company",
    "Amounts from": ({ totalsFrom }) => moneySources[totalsFrom],
  });
  return { name: "Documents", title: "Documents", ...cells };
}

export function allSections(documents: readonly PeriodDocument[]): Section[] {
  return [
    summarySection(documents),
    vatReturnSection(documents),
    registerSection(documents),
    ...sheetViews.map((each) => fullViewSection(each, documents)),
  ];
}

/** Returns the documents whose amounts in AED are unknown. */
export function withoutRate(documents: readonly PeriodDocument[]): readonly PeriodDocument[] {
  return documents.filter(lacksRate);
}
