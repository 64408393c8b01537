import { nearest } from "../../document/index.ts";
import rows from "./other-words.txt";

/** Words that stand for a command, with the command that does what they mean. */
interface Meaning {
  readonly words: readonly string[];
  readonly command: string;
}

export const meanings: readonly Meaning[] = rows.split("\n").map((row) => {
  const [words = "", command = ""] = row.split(" = ");
  return { words: words.split(" "), command };
});

const commandOf = new Map(meanings.flatMap(({ words, command }) => words.map((word) => [word, command] as const)));

/** The words that mean the same as one. */
export const wordsAlike = (word: string): readonly string[] =>
  meanings.find(({ words }) => words.includes(word))?.words ?? [];

/** The command that is meant by a word which is not one: its name or another word for it, also where one letter is wrong. */
export function commandMeant(typed: string, commands: readonly { readonly name: string }[]): string | undefined {
  const word = typed.toLowerCase();
  const exact = commandOf.get(word);
  if (exact !== undefined) return exact;
  const names = commands.map(({ name }) => name);
  if (names.includes(word)) return `selfbill ${word}`;
  const near = (words: readonly string[]) => words.find((each) => each.length > 3 && isOneLetterOff(word, each));
  const name = near(names);
  if (name !== undefined) return `selfbill ${name}`;
  const other = commandOf.get(near([...commandOf.keys()]) ?? "");
  const alike = word.length > 2 ? nearest(word, names) : undefined;
  return other ?? (alike && `selfbill ${alike}`);
}

/** Whether one letter is missing, too many, another one, or two neighbours changed places. */
function isOneLetterOff(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  const shorter = Math.min(one.length, other.length) - start;
  while (end < shorter && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const left = one.slice(start, one.length - end);
  const right = other.slice(start, other.length - end);
  const swapped = left.length === 2 && right === `${left[1]}${left[0]}`;
  return swapped || Math.max(left.length, right.length) <= 1;
}
