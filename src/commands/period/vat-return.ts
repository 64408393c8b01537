import { type Amount, amount, money, signedAmount } from "../../document/index.ts";
import { type Problem, problem, suggest } from "../../problem/index.ts";
import { isCounted, type PeriodDocument, type VatPart } from "./period-documents.ts";

/** One line of the annex to the VAT return; amounts are in AED. */
export interface BoxLine {
  /** Box of form VAT 201; undefined for amounts that belong in no box. */
  readonly box: string | undefined;
  readonly label: string;
  readonly amount: Amount;
  readonly vat: Amount;
  /** The part of the amounts that comes from credit notes; negative. */
  readonly creditNotes: { readonly amount: Amount; readonly vat: Amount };
}

/** Notes printed below the annex. */
export const leftToAccountant = [
  "VAT counts here as recoverable in full. Whether it is depends on the use for taxable supplies (Federal Decree-Law No. 8 of 2017, Article 54), and on entertainment, cars and apportionment (Cabinet Decision No. 52 of 2017, Articles 53 and 55). Your accountant decides.",
  "Documents are chosen by their day of issue. The tax period of input VAT is the one in which the invoice is received and its payment made or intended (Article 55).",
  "Credit notes are subtracted. One for a supply of an earlier tax period may belong in the Adjustment column of the return.",
  "The annex holds the documents of this journal only: imports (boxes 6 and 7), other purchases and all sales come from your books.",
] as const;

/** Boxes of form VAT 201 by VAT category; other categories have no box for purchases. */
const boxesOf: Readonly<Record<string, readonly { readonly box: string; readonly label: string }[]>> = {
  S: [{ box: "9", label: "Standard rated expenses" }],
  AE: [
    { box: "3", label: "Supplies subject to the reverse charge: VAT due" },
    { box: "10", label: "Supplies subject to the reverse charge: VAT to recover" },
  ],
};

const outside: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Z: "Zero rated purchases",
    E: "Exempt purchases",
    O: "Out of scope",
    N: "Margin scheme: VAT is in the price and cannot be recovered",
  }),
);

/**
 * Standard rated expenses are in box 9; reverse charge supplies are in box 3 (VAT due) and box 10 (VAT to recover),
 * net and VAT in AED. Zero-rated, exempt, out-of-scope and margin-scheme purchases have no box. Reverse charge VAT is
 * the lines' rate applied to their net amount in AED, rounded per document. Source: FTA, VAT Returns User Guide, form
 * VAT 201, boxes 3, 9 and 10; Federal Decree-Law No. 8 of 2017, Articles 43 (margin), 48 (reverse charge), 54 and 55
 * (recovery).
 */
export function vatReturnOf(documents: readonly PeriodDocument[]): BoxLine[] {
  const lines = new Map<string, BoxLine>();
  const add = (box: string | undefined, label: string, net: Amount, vat: Amount, credit: boolean): void => {
    const key = `${box ?? "-"} ${label}`;
    const zero = { amount: money.zero, vat: money.zero };
    const before = lines.get(key) ?? { box, label, ...zero, creditNotes: zero };
    const grown = (of: { readonly amount: Amount; readonly vat: Amount }) => ({
      amount: money.add(of.amount, net),
      vat: money.add(of.vat, vat),
    });
    lines.set(key, {
      ...before,
      ...grown(before),
      creditNotes: credit ? grown(before.creditNotes) : before.creditNotes,
    });
  };
  for (const document of documents.filter(isCounted)) {
    const credit = document.kind === "credit-note";
    const sign = (value: Amount): Amount => signedAmount(document.kind, value);
    if (document.parts.length === 0)
      add(undefined, "VAT category not known", sign(document.aed.net), sign(document.aed.vat), credit);
    for (const part of document.parts) {
      const vat = part.category === "AE" ? reverseCharged(part) : part.aed.vat;
      const boxes = Object.hasOwn(boxesOf, part.category) ? boxesOf[part.category] : undefined;
      const label = outside.get(part.category) ?? `VAT category ${part.category}`;
      for (const each of boxes ?? [{ box: undefined, label }])
        add(each.box, each.label, sign(part.aed.net), sign(vat), credit);
    }
  }
  return [...lines.values()].sort((a, b) => Number(a.box ?? 99) - Number(b.box ?? 99) || (a.label < b.label ? -1 : 1));
}

function reverseCharged({ aed, percent }: VatPart): Amount {
  return money.round2(money.percentOf(aed.net, amount(percent ?? "5")));
}

/** Maximum number of documents named in one warning. */
const mostNamed = 8;

/**
 * Warns about standard rated purchases from suppliers without a TRN. They stay in box 9, as the documents state.
 * Source: Federal Decree-Law No. 8 of 2017, Articles 48 (reverse charge) and 54 (recoverable tax).
 */
export function chargedWithoutTrn(documents: readonly PeriodDocument[]): Problem[] {
  const isForeign = ({ supplier: { trn } }: PeriodDocument): boolean => trn !== "" && !/^1\d{14}$/.test(trn);
  // A credit note gives VAT back, and is silent before it is sent, too.
  const isCharged = ({ kind, parts }: PeriodDocument): boolean =>
    kind === "invoice" && parts.some(({ category, aed }) => category === "S" && !money.isZero(aed.vat));
  const all = documents.filter((each) => isCounted(each) && isForeign(each) && isCharged(each));
  if (all.length === 0) return [];
  const named = all.slice(0, mostNamed).map(({ called, supplier }) => `${called} (${supplier.name}, ${supplier.trn})`);
  const more = all.length > named.length ? ` and ${all.length - named.length} more` : "";
  const message = `UAE VAT is charged by suppliers without a TRN of the UAE, and counts in box 9: ${named.join("; ")}${more}.`;
  const hint = `Who is not registered here charges no UAE VAT, so it may not be recoverable; such purchases are usually under the reverse charge (boxes 3 and 10). Ask your accountant; to correct a document: ${suggest`correct NUMBER`}`;
  return [problem("wrong-value", message, hint, { severity: "warning" })];
}
