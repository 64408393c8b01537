import { typed } from "./typed.ts";

/** Options that a suggested command needs to reach the same books, and the number of words that they stand behind. */
export interface Completed {
  readonly after: number;
  readonly options: readonly string[];
}

/** Is asked with the words of a command, such as `suppliers accept SB-1`; undefined if it needs no options. */
export type Completion = (command: readonly string[], who: Typist) => Completed | undefined;

/** Who types a suggested command: whoever reads it, or another person, who has a database user of their own. */
type Typist = "reader" | "another person";

/**
 * Asks for the completion of the work under way; none until `askCompletionOf` was called, as in the library, which so
 * imports nothing of Node.
 */
let underWay: () => Completion | undefined = () => undefined;

export function askCompletionOf(source: () => Completion | undefined): void {
  underWay = source;
}

/** A command to type: its name, arguments and options. It is completed and quoted when it becomes text. */
export class Suggestion {
  /** Each word in pieces, because a value may stand within one: `create-${kind}`, `--set ${field}=…`. */
  readonly words: ReadonlyArray<readonly Piece[]>;
  readonly #who: Typist;

  constructor(words: ReadonlyArray<readonly Piece[]>, who: Typist = "reader") {
    this.words = words;
    this.#who = who;
  }

  /** Returns the same command for another person to type. */
  byAnother(): Suggestion {
    return new Suggestion(this.words, "another person");
  }

  toString(): string {
    const words = withoutDashes(this.words);
    const plain = words.map(plainOf);
    const { after, options } = underWay()?.(plain, this.#who) ?? { after: 0, options: [] };
    const shown = words.map((word) => word.map(({ text, isGiven }) => (isGiven ? typed(text) : text)).join(""));
    return ["selfbill", ...shown.slice(0, after), ...options.map((each) => typed(each)), ...shown.slice(after)].join(
      " ",
    );
  }
}

interface Piece {
  readonly text: string;
  /** Whether it comes from a person, a file or the service, and is quoted where a shell would split it. */
  readonly isGiven: boolean;
  /** Whether the value was handed on alone; a list may hold options. */
  readonly isAlone?: true;
}

type Word = readonly Piece[];

const plainOf = (word: Word): string => word.map(({ text }) => text).join("");

/**
 * A service may give ids that begin with a hyphen, which would be read as options: the value of an option is joined to
 * it, any other word stands at the end, behind `--`.
 */
function withoutDashes(words: readonly Word[]): readonly Word[] {
  const kept: Word[] = [];
  const last: Word[] = [];
  for (const word of words) {
    const before = kept.at(-1);
    const isOption = before?.[0]?.isGiven === false && /^--[a-z-]+$/.test(plainOf(before));
    if (word[0]?.isAlone !== true || !word[0].text.startsWith("-")) kept.push(word);
    else if (isOption) kept[kept.length - 1] = [...before, { text: "=", isGiven: false }, ...word];
    else last.push(word);
  }
  return last.length === 0 ? kept : [...kept, [{ text: "--", isGiven: false }], ...last];
}

/**
 * Makes a suggestion: `` suggest`resolve ${attempt} --check` ``. What stands in it is shown as it is written, quotes
 * included; each value is one word, or several if it is a list.
 */
export function suggest(
  written: TemplateStringsArray,
  ...values: ReadonlyArray<string | readonly string[] | Suggestion | undefined>
): Suggestion {
  const words: Piece[][] = [];
  let isOpen = false;
  const add = (piece: Piece): void => {
    if (isOpen) words.at(-1)?.push(piece);
    else words.push([piece]);
    isOpen = true;
  };
  for (const [at, text] of written.entries()) {
    for (const part of text.split(/( )/)) {
      if (part === " ") isOpen = false;
      else if (part !== "") add({ text: part, isGiven: false });
    }
    const value = values[at];
    if (value instanceof Suggestion) for (const word of value.words) words.push([...word]);
    else if (typeof value === "string") add({ text: value, isGiven: true, isAlone: true });
    else for (const each of value ?? []) words.push([{ text: each, isGiven: true }]);
  }
  return new Suggestion(words);
}
