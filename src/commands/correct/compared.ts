import { calculate, money, type SelfBilledDocument } from "../../document/index.ts";
import type { View } from "../../report/index.ts";
import type { CorrectedValue } from "../../wizard/index.ts";
import { tableView } from "../answer/columns.ts";

export interface CorrectionPair {
  readonly called: string;
  readonly sent: SelfBilledDocument;
  readonly credit: SelfBilledDocument;
  /** Undefined if the whole invoice is credited. */
  readonly copy: SelfBilledDocument | undefined;
  readonly values: readonly CorrectedValue[];
}

interface ComparedRow extends Partial<Record<"old" | "credited" | "now" | "difference", string | undefined>> {
  readonly title: string;
}

/**
 * Shows what changes from the sent document to the corrected copy, with the totals and the difference that remains in
 * the books.
 */
export function comparedPair({ called, sent, credit, copy, values }: CorrectionPair): View {
  const of = (document: SelfBilledDocument) => calculate(document).totals;
  const [before, back, after] = [of(sent), of(credit), copy && of(copy)];
  const currency = calculate(sent).currency;
  const row = (label: string, name: "tax_exclusive_amount" | "tax_amount" | "tax_inclusive_amount"): ComparedRow => {
    const minus = money.subtract(money.zero, back[name]);
    const [old, credited] = [money.forPeople(before[name]), money.forPeople(minus)];
    const rest = after && {
      now: money.forPeople(after[name]),
      difference: money.forPeople(money.add(after[name], minus)),
    };
    return { title: `${label} ${currency}`, old, credited, difference: credited, ...rest };
  };
  const rows = [
    ...values
      .filter(({ title }) => !title.endsWith("Date of issue"))
      .map(({ title, before: old, after: now }): ComparedRow => ({ title, old, now })),
    { title: "Date of issue", old: sent.issue_date, credited: credit.issue_date, now: copy?.issue_date },
    ...[row("Net", "tax_exclusive_amount"), row("VAT", "tax_amount"), row("Gross", "tax_inclusive_amount")],
  ];
  const shown = tableView(rows, {
    "": "title",
    Sent: ["money", "old", called],
    "Credit note": ["money", "credited"],
    Corrected: copy !== undefined && ["money", "now"],
    Difference: ["money", "difference"],
  });
  return { ...shown, data: {}, empty: "", ...dueSays(sent, copy) };
}

function dueSays({ due_date: before }: SelfBilledDocument, copy: SelfBilledDocument | undefined): { next?: string } {
  const { due_date: now, issue_date: issued = "" } = copy ?? {};
  if (now === undefined || before === undefined || now === before) return {};
  return { next: `The copy is issued on ${issued}, so its payment is due on ${now}, not on ${before}.` };
}
