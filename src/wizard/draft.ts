import { isBelow } from "./places.ts";
import type { Answer, Question } from "./question.ts";
import type { Answers } from "./walk.ts";

export interface Draft {
  readonly id: string;
  /** When the draft was begun, in UTC (ISO 8601). */
  readonly begun: string;
  readonly answers: Answers;
  /** Answers to questions that the user went back to; used as defaults. */
  readonly before: Answers;
}

/** Adds an answer; if it differs from the earlier one, removes the answers that depend on it. */
export function answered(draft: Draft, { id, unsettles }: Pick<Question, "id" | "unsettles">, answer: Answer): Draft {
  const { [id]: old, ...before } = draft.before;
  const changes = unsettles !== undefined && old !== undefined && JSON.stringify(old) !== JSON.stringify(answer);
  const kept = (answers: Answers): Answers =>
    changes ? Object.fromEntries(Object.entries(answers).filter(([each]) => !unsettles.test(each))) : answers;
  return { ...draft, answers: { ...kept(draft.answers), [id]: answer }, before: kept(before) };
}

/** Makes a question open again, with its answer as the default; later answers are kept. */
export function reopened(draft: Draft, id: string): Draft {
  const { [id]: answer, ...answers } = draft.answers;
  return answer === undefined ? draft : { ...draft, answers, before: { ...draft.before, [id]: answer } };
}

/** Removes a line; later lines move up by one. */
export function withoutLine({ answers, before, ...draft }: Draft, index: number): Draft {
  const kept = moved(answers, index);
  // If the last line is removed, the one before it becomes the last.
  const isLast = !Object.keys(kept).some((id) => lineOf(id) === index);
  const next = Object.keys(kept).filter((id) => lineOf(id) === index - 1 && kept[id] === "line" && /\.kind$/.test(id));
  const ends = Object.fromEntries(isLast ? next.map((id) => [id, "done"]) : []);
  return { ...draft, answers: { ...kept, ...ends }, before: moved(before, index) };
}

function moved(answers: Answers, without: number): Answers {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([id, answer]) => {
      const line = lineOf(id);
      if (line === undefined || line < without) return [[id, answer]];
      return line === without ? [] : [[id.replace(/\d+/, String(line - 1)), answer]];
    }),
  );
}

/** Returns the index of the line that a question is about, from 0; undefined for a question about the document. */
function lineOf(id: string): number | undefined {
  const [, line] = /^lines\[(\d+)\]/.exec(id) ?? [];
  return line === undefined ? undefined : Number(line);
}

/** Returns the question that fills the field or, if there is none, one that fills a part of it. */
export function questionFor(trail: readonly Question[], path: string): Question | undefined {
  const fills = (question: Question): readonly string[] => [
    ...(question.at === undefined ? [] : [question.at]),
    ...(question.also ?? []),
  ];
  const nearest = trail
    .flatMap((question) => fills(question).map((at) => ({ question, at })))
    .filter(({ at }) => isBelow(path, at))
    .toSorted((a, b) => b.at.length - a.at.length);
  return nearest[0]?.question ?? trail.find((question) => fills(question).some((at) => isBelow(at, path)));
}
