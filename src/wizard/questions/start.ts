import { scenarios } from "../../document/index.ts";
import type { Question, QuestionContext } from "../question.ts";

const part = "The document";

export const kind: Question = {
  id: "kind",
  part,
  form: "choose",
  asks: "What do you write?",
  help:
    "Self-billing: you write the supplier's invoice, with the supplier's VAT on it. Under the reverse charge the supplier charges no VAT " +
    "and you account for it: that is a VAT category of a line, asked there.",
  choices: () => [
    { value: "invoice", name: "An invoice (389): what a supplier supplied to you", short: "An invoice" },
    {
      value: "credit-note",
      name: "A credit note (261): credits an earlier invoice, wholly or in part",
      short: "A credit note",
    },
  ],
};

/** Descriptions of the scenarios, by position in the scenario code; short enough to follow the name of the scenario. */
const words: Readonly<Record<number, string>> = {
  1: "goods in a free zone; asks for the beneficiary",
  2: "free of charge, but VAT is due; no payment details needed",
  3: "VAT on the margin only; each line is of category N",
  4: "many supplies of a period; asks for the period",
  5: "over a period, such as a lease; no further questions",
  6: "agent for a principal; asks for the principal's TRN",
  7: "sold on an online marketplace; asks where it was delivered",
  8: "the goods leave the UAE; asks where they go",
};

/** Scenarios that exclude each other; rules SB-0501 and SB-0502 check the same pairs. */
export const impossiblePairs: ReadonlyArray<readonly [one: number, other: number, why: string]> = [
  [2, 3, "a deemed supply has no price, so there is no margin"],
  [2, 7, "a deemed supply has no price, so it is not sold on a market place"],
  [3, 8, "an export is zero rated, and a supply under the margin scheme is not"],
];

export const scenarioTicks: Question = {
  id: "scenarios",
  part,
  form: "tick",
  asks: "Which of these apply?",
  help: (context) =>
    `Most documents have none.${context.kind === "invoice" ? "" : " As on the invoice that is corrected."}`,
  choices: () =>
    scenarios.map(({ position, name }) => ({
      value: String(position),
      name: `${name.padEnd(24)}${words[position]}`,
      short: name,
    })),
  usual: ({ document }) => positionsOf(document.profile_execution_id),
  refuses: (ticked) => {
    const pair = impossiblePairs.find(([one, other]) => [one, other].every((each) => ticked.includes(String(each))));
    if (pair === undefined) return undefined;
    const [one, other, why] = pair;
    return `${nameOf(one)} and ${nameOf(other)} exclude each other: ${why}.`;
  },
  also: ["profile_execution_id"],
  // The VAT categories of the lines are asked again, because the margin scheme has its own.
  unsettles: /^lines\[\d+\]\.category$/,
  writes: (document, answer) => {
    const ticked = Array.isArray(answer) ? answer : [];
    document.profile_execution_id = scenarios
      .map(({ position }) => (ticked.includes(String(position)) ? "1" : "0"))
      .join("");
  },
};

function nameOf(position: number): string {
  return scenarios.find((each) => each.position === position)?.name ?? "";
}

function positionsOf(flags: string | undefined): string[] {
  return [...(flags ?? "")].flatMap((flag, index) => (flag === "1" ? [String(index + 1)] : []));
}

export function applies(context: QuestionContext, ...positions: number[]): boolean {
  return positions.some((position) => context.document.profile_execution_id?.[position - 1] === "1");
}
