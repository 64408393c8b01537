/** One of the answers that the user can choose. Once the question is answered, `short` is shown instead of `name`. */
export interface Choice {
  readonly value: string;
  readonly name: string;
  readonly short?: string;
}

interface Head {
  /** Position from 1, for screen readers; absent for questions about the finished document. */
  readonly number?: number;
  /** Title of the part of the document that the question belongs to; set only on the first question of the part. */
  readonly heading?: string | undefined;
  readonly message: string;
  readonly help: string;
  /** Shown on `?`: what the question means, where to find the answer, an example. */
  readonly explains: string;
}

/** The message explaining why an answer is refused; undefined if it is accepted. */
export type Refusal = string | undefined;

/** `usual` is the answer if the user just presses Enter. */
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
      /** Whether typed words match anywhere in a choice, not only at its beginning. */
      readonly find?: true;
    })
  | (Head & {
      readonly form: "tick";
      readonly usual: readonly string[];
      readonly choices: readonly Choice[];
      readonly check: (values: readonly string[]) => Promise<Refusal>;
    });

export type PromptReply =
  | { readonly is: "answer"; readonly value: string | readonly string[] }
  | { readonly is: "back" };
