/** One thing to choose; `short` is what stands in the answered question. */
export interface Choice {
  readonly value: string;
  readonly name: string;
  readonly short?: string;
}

interface Head {
  /** From 1, for those who hear the screen instead of seeing it; none for questions about the finished document. */
  readonly number?: number;
  /** The part of the document, on the first question of it. */
  readonly heading?: string | undefined;
  readonly message: string;
  /** One line on what is meant. */
  readonly help: string;
  /** What the help key tells beyond that line: what it is, where to find it, an example. */
  readonly explains: string;
}

/** The sentence why an answer is refused, or undefined. */
export type Refusal = string | undefined;

/** A question as it is put at the terminal. `usual` is what Enter alone answers. */
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
      /** Typing finds a choice by any of its words, instead of by its first letters. */
      readonly find?: true;
    })
  | (Head & {
      readonly form: "tick";
      readonly usual: readonly string[];
      readonly choices: readonly Choice[];
      readonly check: (values: readonly string[]) => Promise<Refusal>;
    });

/** What came of a question: an answer of its form, or the wish to see the one before it. */
export type PromptReply =
  | { readonly is: "answer"; readonly value: string | readonly string[] }
  | { readonly is: "back" };
