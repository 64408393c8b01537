import type { Question, QuestionContext } from "../question.ts";

/** The common properties of the questions of a part. */
interface Part {
  /** The name of the part in words. */
  readonly part: string;
  /** The prefix of the questions' ids. */
  readonly id: string;
  /** The path of the group that contains the questions' fields; by default the document. */
  readonly above?: string;
  /** Whether the questions are asked, unless a question has its own condition. */
  readonly when?: (context: QuestionContext) => boolean;
}

type Words = Question["asks"];
type More = Partial<Question>;

/** Makes the questions of one part. A question with a path fills that field. */
export function questionsAbout({ part, id, above = "", when }: Part) {
  const base = (name: string, path: string | undefined) => ({
    id: `${id}.${name}`,
    part,
    ...(when === undefined ? {} : { when }),
    ...(path === undefined ? {} : { at: above === "" ? path : `${above}.${path}` }),
  });
  return {
    text: (name: string, path: string | undefined, asks: Words, help: Words, more: More = {}): Question => ({
      ...base(name, path),
      ...{ form: "text", asks, help, ...more },
    }),
    choose: (
      name: string,
      path: string | undefined,
      asks: Words,
      help: Words,
      choices: NonNullable<Question["choices"]>,
      more: More = {},
    ): Question => ({ ...base(name, path), ...{ form: "choose", asks, help, choices, ...more } }),
  };
}

/** Returns the codes of a list, each with its meaning. */
export const choicesOf = (list: Readonly<Record<string, string>>) =>
  Object.entries(list).map(([value, name]) => ({ value, name }));

/** Like `choicesOf`, with each meaning capitalised. */
export const capitalChoicesOf = (list: Readonly<Record<string, string>>) =>
  choicesOf(list).map(({ value, name }) => ({ value, name: name.charAt(0).toUpperCase() + name.slice(1) }));
