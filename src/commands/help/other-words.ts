import { nearest } from "../../document/index.ts";
import rows from "./other-words.txt";

/** The command that a synonym means. A word in capitals, such as NUMBER, is a placeholder. */
export interface MeantCommand {
  readonly command: string;
  /** Whether the command needs no confirmation, because it changes nothing. */
  readonly isSafe: boolean;
}

interface Meaning extends MeantCommand {
  readonly words: readonly string[];
}

export const meanings: readonly Meaning[] = rows.split("\n").map((row) => {
  const [words = "", command = ""] = row.split(/ [=>] /);
  return { words: words.split(" "), command, isSafe: row.includes(" > ") };
});

const meantBy = new Map(meanings.flatMap((meant) => meant.words.map((word) => [word, meant] as const)));

export const wordsAlike = (word: string): readonly string[] =>
  meanings.find(({ words }) => words.includes(word))?.words ?? [];

/** Finds a command by its name or a synonym, allowing one wrong letter. A match with a wrong letter is never safe. */
export function commandMeant(typed: string, commands: readonly { readonly name: string }[]): MeantCommand | undefined {
  const word = typed.toLowerCase();
  const exact = meantBy.get(word);
  if (exact !== undefined) return exact;
  const asked = (command: string | undefined) => (command === undefined ? undefined : { command, isSafe: false });
  const names = commands.map(({ name }) => name);
  if (names.includes(word)) return asked(`selfbill ${word}`);
  if (word.length < 3) return undefined;
  const close = nearest(word, names, 1);
  const other = close === undefined ? nearest(word, [...meantBy.keys()], 1) : undefined;
  if (other !== undefined) return asked(meantBy.get(other)?.command);
  const name = close ?? (word.length > 3 ? nearest(word, names) : undefined);
  return asked(name && `selfbill ${name}`);
}
