/** An option to choose; `short` appears in the answered question. */
export interface Choice {
  readonly value: string;
  readonly name: string;
  readonly short?: string;
}

interface Head {
  /** The position of the question, from 1, for users of screen readers; absent for questions about the finished document. */
  readonly number?: number;
  /** The part of the document, on its first question. */
  readonly heading?: string | undefined;
  readonly message: string;
  /** One line of explanation. */
  readonly help: string;
  /** The text that the help key adds to that line: what the question means, where to find the answer, an example. */
  readonly explains: string;
}

/** The reason why an answer is refused, as a sentence; undefined if it is not refused. */
export type Refusal = string | undefined;

/** A question for the terminal. `usual` is the default answer, given by pressing Enter. */
export type Asked =
  | (Head & {
      readonly form: "text";
      readonly usual: string;
      readonly check: (text: string) => Promise<Refusal>;
    })
  | (Head & {
      readonly form: "choose";
      readonly usual: string | undefined;
      readonly choices: readonly Choice[];
      /** Whether typing finds a choice by any of its words, not only by its first letters. */
      readonly find?: true;
    })
  | (Head & {
      readonly form: "tick";
      readonly usual: readonly string[];
      readonly choices: readonly Choice[];
      readonly check: (values: readonly string[]) => Promise<Refusal>;
    });

/** The reply to a question: an answer in its form, or a request to go back. */
export type PromptReply =
  | { readonly is: "answer"; readonly value: string | readonly string[] }
  | { readonly is: "back" };
