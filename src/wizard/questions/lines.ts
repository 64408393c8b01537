import { calculate, money, quantityWords, type SelfBilledDocument } from "../../document/index.ts";
import type { QuestionContext, Round, Step } from "../question.ts";
import { entryQuestions } from "./entries.ts";
import { linePart, lineQuestions } from "./line-questions.ts";

/** Asks what comes next: a discount or charge on this line, another line, or the end of the lines. */
function extras(line: number): Round {
  const at = (index: number): string => `lines[${line}].extras[${index}]`;
  return {
    steps: (index) => [
      {
        id: `${at(index)}.kind`,
        part: linePart(line),
        form: "choose",
        asks: "What comes next?",
        help: "A discount or charge here is for this line only; those on the whole document come later.",
        usual: () => "done",
        choices: () => [
          { value: "done", name: "No more lines", short: "No more lines" },
          { value: "line", name: "Another line" },
          { value: "allowance", name: "A discount on this line" },
          { value: "charge", name: "A charge on this line" },
        ],
        shows: ({ document, facts }) => runningTotal(document, facts.safe),
      },
      ...entryQuestions({ id: at(index), part: linePart(line), above: `document_lines[${line}]`, ofLine: true }),
    ],
    goesOn: (context, index) => /^(?:allowance|charge)$/.test(context.text(`${at(index)}.kind`)),
  };
}

function anotherFollows(context: QuestionContext, line: number): boolean {
  for (let index = 0; ; index += 1) {
    const next = context.text(`lines[${line}].extras[${index}].kind`);
    if (next === "line") return true;
    if (next === "done" || next === "") return false;
  }
}

/** Returns text that shows the last line and the total so far. */
export function runningTotal(document: SelfBilledDocument, safe: (text: string) => string): string[] {
  const { lines, totals, currency, taxInclusiveAmountInAed } = calculate(document);
  const last = lines.at(-1);
  if (last === undefined) return [];
  const { quantity = "", unit_code: unit = "", name = "" } = last.line;
  const people = money.forPeople;
  const aed = currency === "AED" ? "" : `  (AED ${people(taxInclusiveAmountInAed)})`;
  return [
    "",
    `  Line ${lines.length}: ${safe(name)}, ${quantityWords(quantity, unit)} × ${people(last.priceAmount)} = ${people(last.netAmount)}`,
    `  So far: net ${people(totals.tax_exclusive_amount)} + VAT ${people(totals.tax_amount)} = ${safe(currency)} ${people(totals.tax_inclusive_amount)}${aed}`,
  ];
}

export const lineRound: Step = {
  steps: (index) => [...lineQuestions(index), extras(index)],
  goesOn: anotherFollows,
};
