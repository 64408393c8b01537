import type { Question, QuestionContext } from "../question.ts";

interface Part {
  readonly part: string;
  readonly id: string;
  /** The path of the group that the questions' paths start from; by default, the document. */
  readonly above?: string;
  /** The condition for asking; a question may have its own instead. */
  readonly when?: (context: QuestionContext) => boolean;
}

type Words = Question["asks"];
type More = Partial<Question>;

/**
 * Returns functions that make questions about one part of a document. A question with a path fills the field at that
 * path.
 */
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

export const choicesOf = (list: Readonly<Record<string, string>>) =>
  Object.entries(list).map(([value, name]) => ({ value, name }));

export const capitalChoicesOf = (list: Readonly<Record<string, string>>) =>
  choicesOf(list).map(({ value, name }) => ({ value, name: name.charAt(0).toUpperCase() + name.slice(1) }));
