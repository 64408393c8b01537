import { codes } from "../../document/index.ts";
import { supplierAnswers } from "../../life/index.ts";
import { addAll, isCounted, noSums, type PeriodDocument, type Sums, signed, type VatPart } from "./period-documents.ts";

export const viewNames = ["supplier", "category", "rate", "day", "status", "currency", "acceptance", "user"] as const;
export type ViewName = (typeof viewNames)[number];

/** The views in a workbook; the one by user is shown only on request. */
export const sheetViews = viewNames.filter((each) => each !== "user");

export interface ViewRow {
  readonly key: string;
  readonly label: string;
  readonly currency: string;
  readonly invoices: number;
  readonly creditNotes: number;
  readonly own: Sums;
  readonly aed: Sums;
}

export const stateWords: Readonly<Record<PeriodDocument["state"], string>> = {
  approved: "Delivered",
  pending: "Pending",
  rejected: "Rejected",
  failed: "Failed validation",
  "in-doubt": "In doubt",
  "credits-uncounted": "Credit notes of rejected invoices",
};

/** Returns the rows of a view. The view by status includes all documents, the others only those that are counted. */
export function viewOf(name: ViewName, documents: readonly PeriodDocument[]): ViewRow[] {
  const meant = name === "status" ? documents : documents.filter(isCounted);
  const rows = new Map<string, GrowingRow>();
  for (const document of meant) {
    for (const entry of entriesOf(name, document)) {
      const key = `${entry.key}\n${document.currency}`;
      const row = rows.get(key) ?? emptyRow(entry);
      rows.set(key, row);
      grow(row, entry);
    }
  }
  return [...rows.values()].map(({ last, ...row }) => row).sort(order);
}

/** A row of a view to which documents are still being added. */
type GrowingRow = { -readonly [Name in keyof ViewRow]: ViewRow[Name] } & {
  /** The document added last: its further parts are not counted as further documents. */
  last: PeriodDocument | undefined;
};

function emptyRow({ key, label, document: { currency } }: Entry): GrowingRow {
  return { key, label, currency, invoices: 0, creditNotes: 0, own: noSums, aed: noSums, last: undefined };
}

function grow(row: GrowingRow, { document, own, aed }: Entry): void {
  if (row.last !== document) row[document.kind === "invoice" ? "invoices" : "creditNotes"] += 1;
  row.last = document;
  row.own = addAll([row.own, own]);
  row.aed = addAll([row.aed, aed]);
}

interface Entry {
  readonly key: string;
  readonly label: string;
  readonly document: PeriodDocument;
  readonly own: Sums;
  readonly aed: Sums;
}

function entriesOf(name: ViewName, document: PeriodDocument): Entry[] {
  const whole = (key: string, label: string): Entry[] => [
    { key, label, document, own: signed(document, document.own), aed: signed(document, document.aed) },
  ];
  const { supplier, date, state, currency, answer } = document;
  switch (name) {
    case "supplier":
      return whole(supplier.key, supplier.trn === "" ? supplier.name : `${supplier.name} (${supplier.trn})`);
    case "day":
      return whole(date, date);
    case "status":
      return whole(`${Object.keys(stateWords).indexOf(state)} ${state}`, stateWords[state]);
    case "currency":
      return whole(currency, currency);
    case "acceptance":
      return answer === undefined
        ? whole("~", "Not in this journal")
        : whole(`${Object.keys(supplierAnswers).indexOf(answer)}`, supplierAnswers[answer]);
    case "user":
      return whole(userKey(document), userWords(document));
    case "category":
    case "rate": {
      if (document.parts.length === 0) return whole("~", "Not known: the text of the document was not kept");
      return document.parts.map((part) => ({
        ...(name === "category" ? categoryOf(part) : rateOf(part)),
        document,
        own: signed(document, part.own),
        aed: signed(document, part.aed),
      }));
    }
  }
}

function userKey({ people, source }: PeriodDocument): string {
  if (people === undefined) return source === "journal" ? "~" : "~~";
  return JSON.stringify([people.sender ?? "~", people.approvers]);
}

function userWords({ people, source }: PeriodDocument): string {
  if (people === undefined)
    return source === "journal" ? "Not recorded: a journal in a file knows no users" : "Not in this journal";
  const { sender = "not recorded", approvers } = people;
  return approvers.length === 0 ? `${sender}, without approval` : `${sender}, approved by ${approvers.join(" and ")}`;
}

function categoryOf({ category }: VatPart): { key: string; label: string } {
  return { key: category, label: categoryWords(category) };
}

/** Returns text such as `standard rate (S)`. */
export function categoryWords(category: string): string {
  const known: Readonly<Record<string, string>> = codes.vatCategories;
  return Object.hasOwn(known, category) ? `${known[category]} (${category})` : category;
}

function rateOf({ category, percent }: VatPart): { key: string; label: string } {
  if (percent === undefined) return { key: "no rate", label: "no rate: exempt or out of scope" };
  const charged = category !== "AE" && category !== "N";
  return charged
    ? { key: percent.padStart(8, "0"), label: `${percent} %` }
    : {
        key: `${percent.padStart(8, "0")} ${category}`,
        label: `${percent} %, ${categoryWords(category)}: no VAT charged`,
      };
}

function order(a: ViewRow, b: ViewRow): number {
  const one = `${a.key}\n${a.currency}`;
  const other = `${b.key}\n${b.currency}`;
  return one < other ? -1 : Number(one > other);
}

/** Merges rows with the same key, regardless of currency. */
export function inAedOnly(rows: readonly ViewRow[]): ViewRow[] {
  const keys = [...new Set(rows.map(({ key }) => key))];
  return keys.map((key) => {
    const same = rows.filter((each) => each.key === key);
    const [first] = same as [ViewRow];
    const aed = addAll(same.map((each) => each.aed));
    return {
      ...first,
      currency: "AED",
      invoices: same.reduce((sum, each) => sum + each.invoices, 0),
      creditNotes: same.reduce((sum, each) => sum + each.creditNotes, 0),
      own: aed,
      aed,
    };
  });
}

export function totalOf(documents: readonly PeriodDocument[]): ViewRow {
  return sumOf("Total", documents.filter(isCounted));
}

export function sumOf(label: string, documents: readonly PeriodDocument[]): ViewRow {
  const aed = addAll(documents.map((each) => signed(each, each.aed)));
  const invoices = documents.filter(({ kind }) => kind === "invoice").length;
  return { key: label, label, currency: "AED", invoices, creditNotes: documents.length - invoices, own: aed, aed };
}
