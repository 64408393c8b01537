import { type Amount, calculate, money, type SelfBilledDocument } from "../../document/index.ts";
import type { View } from "../../report/index.ts";
import type { CorrectedValue } from "../../wizard/index.ts";

/** The sent document, its credit note and the corrected copy. */
export interface CorrectionPair {
  readonly called: string;
  readonly sent: SelfBilledDocument;
  readonly credit: SelfBilledDocument;
  /** Undefined if the whole invoice is credited. */
  readonly copy: SelfBilledDocument | undefined;
  readonly values: readonly CorrectedValue[];
}

/** Shows both documents side by side: what changes, and the totals with the remaining difference in the books. */
export function comparedPair({ called, sent, credit, copy, values }: CorrectionPair): View {
  const of = (document: SelfBilledDocument) => calculate(document).totals;
  const [before, back, after] = [of(sent), of(credit), copy && of(copy)];
  const currency = calculate(sent).currency;
  const row = (label: string, name: "tax_exclusive_amount" | "tax_amount" | "tax_inclusive_amount"): string[] => {
    const minus = money.subtract(money.zero, back[name]);
    const people = (value: Amount | undefined): string => (value === undefined ? "" : money.forPeople(value));
    const difference = after === undefined ? minus : money.add(after[name], minus);
    const rest = after === undefined ? [] : [people(after[name])];
    return [`${label} ${currency}`, people(before[name]), people(minus), ...rest, people(difference)];
  };
  const days = (each: SelfBilledDocument | undefined): string => each?.issue_date ?? "";
  const rows = [
    ...values
      .filter(({ title }) => !title.endsWith("Date of issue"))
      .map(({ title, before: old, after: now }) => [title, old, "", now, ""]),
    ["Date of issue", days(sent), days(credit), ...(copy ? [days(copy)] : []), ""],
    row("Net", "tax_exclusive_amount"),
    row("VAT", "tax_amount"),
    row("Gross", "tax_inclusive_amount"),
  ];
  const columns = ["", called, "Credit note", ...(copy ? ["Corrected"] : []), "Difference"];
  const right = columns.flatMap((_, at) => (at === 0 ? [] : [at]));
  return { view: "table", columns, rows, right, data: {}, empty: "", ...dueSays(sent, copy) };
}

/** The sentence about a changed due date, which is easy to miss in the table. */
function dueSays({ due_date: before }: SelfBilledDocument, copy: SelfBilledDocument | undefined): { next?: string } {
  const { due_date: now, issue_date: issued = "" } = copy ?? {};
  if (now === undefined || before === undefined || now === before) return {};
  return { next: `The copy is issued on ${issued}, so its payment is due on ${now}, not on ${before}.` };
}
