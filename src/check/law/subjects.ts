import type { DocumentKind, SelfBilledDocument } from "../../document/index.ts";
import { hasHeading, headings } from "./headings.ts";
import { type SuppliedLine, supplyOf } from "./supply.ts";

/** Kinds of goods of which the buyer may have to account for the VAT: it depends on why they are bought. */
export const taxSubjects = {
  "metal-scrap": "metal scrap",
  "precious-goods": "gold, precious metals and stones",
  "electronic-devices": "phones, computers and their parts",
  "oil-and-gas": "oil, gas and hydrocarbons",
} as const;

export type TaxSubject = keyof typeof taxSubjects;

/** The rules that tell of goods at 5 %, which is right for own use. */
const subjectOfRule: Readonly<Record<string, TaxSubject>> = {
  "SB-1010": "metal-scrap",
  "SB-1011": "precious-goods",
  "SB-1019": "precious-goods",
  "SB-1012": "electronic-devices",
};

/** Returns what a person must answer for a finding to be settled; undefined for all other rules. */
export const taxSubjectOf = (code: string): TaxSubject | undefined => subjectOfRule[code];

const subjectOfNature: Readonly<Record<string, TaxSubject>> = {
  "DL8.48.8.1": "precious-goods",
  "DL8.48.8.2": "electronic-devices",
  "DL8.48.3.1": "oil-and-gas",
  "DL8.48.3.2": "oil-and-gas",
  "DL8.48.3.3": "oil-and-gas",
};

const inBulk = /\b(?:bulk|tanker|barrels?|jet a-?1|jet fuel|aviation fuel|for resale)\b|صهريج/;

export interface TaxQuestion {
  readonly subject: TaxSubject;
  /** Whether the document says that the buyer accounts for the VAT (category AE). */
  readonly isReversed: boolean;
  /** Path of the field that depends on the answer. */
  readonly path: string;
}

/**
 * Returns what the purpose of a purchase decides in an invoice, each subject and treatment once, as no field of a document says it.
 * There are none in a credit note, which keeps the treatment of its invoice, or with a supplier abroad. Source: FDL 8 of
 * 2017 Article 48(3) and (4); Cabinet Decisions 91 of 2023, 127 of 2024 and 153 of 2025, Article 2(3).
 */
export function taxQuestions(document: SelfBilledDocument, kind: DocumentKind): readonly TaxQuestion[] {
  const { lines, supplier } = supplyOf(document, kind);
  if (kind === "credit-note" || (supplier.country !== "" && supplier.country !== "AE")) return [];
  const found = new Map<string, TaxQuestion>();
  for (const line of lines) {
    const isReversed = line.category === "AE";
    const subject = isReversed
      ? reversedSubject(line)
      : line.category === "S" && isOil(line)
        ? "oil-and-gas"
        : undefined;
    const key = `${subject} ${line.category}`;
    if (subject !== undefined && !found.has(key)) found.set(key, { subject, isReversed, path: line.at.category.path });
  }
  return [...found.values()];
}

/** Returns the day of supply, YYYY-MM-DD, by which the law is read. */
export const supplyDay = (document: SelfBilledDocument, kind: DocumentKind): string | undefined =>
  supplyOf(document, kind).day;

const reversedSubject = ({ nature, hs }: SuppliedLine): TaxSubject | undefined =>
  subjectOfNature[nature] ?? (hasHeading(hs, headings.scrap) ? "metal-scrap" : undefined);

/** Crude oil and natural gas have a rule of their own, as 5 % is never their rate; fuel for own use is not asked about. */
const isOil = ({ goods, hs, words }: SuppliedLine): boolean =>
  goods &&
  !hasHeading(hs, headings.crudeAndGas) &&
  (hasHeading(hs, ["2711", "2901", "2902"]) || (hasHeading(hs, ["2707", "2710"]) && inBulk.test(words)));
