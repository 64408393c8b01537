import { nearest } from "../../document/index.ts";
import rows from "./other-words.txt";

/** Words that mean a command, with the command that does it. */
interface Meaning {
  readonly words: readonly string[];
  readonly command: string;
}

export const meanings: readonly Meaning[] = rows.split("\n").map((row) => {
  const [words = "", command = ""] = row.split(" = ");
  return { words: words.split(" "), command };
});

const commandOf = new Map(meanings.flatMap(({ words, command }) => words.map((word) => [word, command] as const)));

/** The synonyms of a word. */
export const wordsAlike = (word: string): readonly string[] =>
  meanings.find(({ words }) => words.includes(word))?.words ?? [];

/** The command meant by an unknown word: its name or another word for it, allowing one wrong letter. */
export function commandMeant(typed: string, commands: readonly { readonly name: string }[]): string | undefined {
  const word = typed.toLowerCase();
  const exact = commandOf.get(word);
  if (exact !== undefined) return exact;
  const names = commands.map(({ name }) => name);
  if (names.includes(word)) return `selfbill ${word}`;
  if (word.length < 3) return undefined;
  const close = nearest(word, names, 1);
  const other = close === undefined ? nearest(word, [...commandOf.keys()], 1) : undefined;
  if (other !== undefined) return commandOf.get(other);
  const name = close ?? (word.length > 3 ? nearest(word, names) : undefined);
  return name && `selfbill ${name}`;
}
