import { within } from "./places.ts";
import type { Answer, Question } from "./question.ts";
import type { Answers } from "./walk.ts";

/** A document that is being written: everything that was answered so far. */
export interface Draft {
  readonly id: string;
  /** When it was begun; UTC, ISO 8601. */
  readonly begun: string;
  readonly answers: Answers;
  /** Answers that were gone back over, offered again. */
  readonly before: Answers;
}

/** With one more answer. */
export function answered(draft: Draft, id: string, answer: Answer): Draft {
  const { [id]: _, ...before } = draft.before;
  return { ...draft, answers: { ...draft.answers, [id]: answer }, before };
}

/** Without the answer of a question, which is then asked again and offers it. The answers after it stay. */
export function reopened(draft: Draft, id: string): Draft {
  const { [id]: answer, ...answers } = draft.answers;
  return answer === undefined ? draft : { ...draft, answers, before: { ...draft.before, [id]: answer } };
}

/** The question to put right for a field: the one that fills it, or one that fills a part of what is missing. */
export function questionFor(trail: readonly Question[], path: string): Question | undefined {
  const fills = (question: Question): readonly string[] => [
    ...(question.at === undefined ? [] : [question.at]),
    ...(question.also ?? []),
  ];
  const nearest = trail
    .flatMap((question) => fills(question).map((at) => ({ question, at })))
    .filter(({ at }) => within(path, at))
    .toSorted((a, b) => b.at.length - a.at.length);
  return nearest[0]?.question ?? trail.find((question) => fills(question).some((at) => within(at, path)));
}
