import type { Desk } from "../../desk/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import type { MapAnswers, Proposal } from "../../sheet/index.ts";
import { asked } from "../sheet/ask-map.ts";
import { moneyAsked } from "./money-questions.ts";
import { type ListAnswers, questionAsked } from "./questions.ts";

export const noAnswers: ListAnswers = {
  sheet: undefined,
  zero: undefined,
  order: undefined,
  means: new Map(),
  words: new Map(),
  fixed: new Map(),
  dueDays: undefined,
  decimals: undefined,
  vatOfAll: undefined,
  factor: undefined,
  kind: undefined,
  without: [],
};

export const mapAnswers = ({
  sheet,
  zero,
  order,
  means,
  words,
  fixed,
  dueDays,
  decimals,
  vatOfAll,
  factor,
  without,
}: ListAnswers): MapAnswers => ({
  name: sheet,
  zero,
  order,
  said: { means, words },
  fixed,
  dueDays,
  decimals,
  vatOfAll,
  factor,
  eachRow: without.includes("number"),
});

/** The answers, and the map that they lead to. */
export interface AnsweredMap {
  readonly answers: ListAnswers;
  readonly proposal: Proposal;
}

/** False for a question about a column that the list does not have, according to the user. */
export const isStillOpen =
  ({ without }: ListAnswers) =>
  (question: Proposal["questions"][number]): boolean =>
    question.is !== "column" || !without.includes(question.of);

/**
 * Asks what the list leaves open about sheet, columns, dates, words, money and kind. Without a terminal, only the first
 * and the meaning of 0 % are refused. Problems: `bad-usage`, `declined`, `interrupted`, any sheet-reading problem.
 */
export async function openAsked(
  given: ListAnswers,
  propose: (answers: ListAnswers) => Result<Proposal>,
  desk: Desk,
): Promise<Result<AnsweredMap>> {
  let answers = given;
  for (;;) {
    const seen = await asked(answers, propose, desk);
    if (!seen.ok) return seen;
    const { proposal, wish } = seen.value;
    const open = proposal.questions.find(isStillOpen(wish));
    const next =
      !desk.ask.possible || desk.asJson
        ? undefined
        : open
          ? await questionAsked(open, wish, desk)
          : await moneyAsked(proposal, wish, desk);
    if (next === undefined) return ok({ answers: wish, proposal });
    if (!next.ok) return next;
    answers = next.value;
  }
}
