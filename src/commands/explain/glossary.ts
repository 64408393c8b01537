import rows from "./glossary.txt";

/** A word that screens use, in plain English. */
export interface GlossaryEntry {
  readonly word: string;
  /** Other ways to write it. */
  readonly also: readonly string[];
  readonly arabic: string;
  /** What it is, and what it means for the user. */
  readonly says: string;
  /** A command with more. */
  readonly more: string;
}

export const glossary: readonly GlossaryEntry[] = rows.split("\n").map((row) => {
  const [names = "", arabic = "", says = "", more = ""] = row.split(" | ");
  const [word = "", ...also] = names.split(", ");
  return { word, also, arabic, says, more: `selfbill ${more}` };
});

/** Returns the entry of a word, in upper or lower case. */
export function glossaryEntry(written: string): GlossaryEntry | undefined {
  const wanted = written.trim().toLowerCase().replaceAll(/\s+/g, " ");
  return glossary.find(({ word, also }) => [word, ...also].some((each) => each.toLowerCase() === wanted));
}
