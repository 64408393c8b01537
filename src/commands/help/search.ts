/** Searches the manual, the commands and the problem codes. */

import { listOf, shape, text } from "../../answers/index.ts";

export interface Passage {
  readonly about: string;
  /** Suggested commands: an answer's examples, or the help command that shows the passage. */
  readonly type: readonly string[];
  readonly text: string;
  /** Factor for the ranking, 1 by default; higher for answers, lower for codes. */
  readonly weight?: number;
}

/**
 * Splits a page into its sections. A section that answers a question suggests its examples; all others suggest the
 * `help` command.
 */
export function sectionsOf(name: string, page: string): Passage[] {
  // A # in an example begins a comment, not a section.
  const parts = page.replace(/^```[\s\S]*?^```/gm, (example) => example.replaceAll(/^#/gm, " #"));
  return parts.split(/^(?=#{1,3} )/m).flatMap((section) => {
    const [heading = "", ...rest] = section.split("\n");
    const about = heading.replace(/^#+ /, "");
    const text = rest.join("\n");
    if (!heading.startsWith("#") || text.trim() === "") return [];
    const examples = [...text.matchAll(/^(selfbill .+?)(?: +#.*)?$/gm)].map(([, command = ""]) => command);
    const isAnswer = heading.startsWith("### ") && examples.length > 0;
    return [{ about, type: isAnswer ? examples : [`selfbill help ${name}`], text, weight: isAnswer ? 1.4 : 1 }];
  });
}

/**
 * Returns the passages about these words, best match first; words in headings weigh more. `alike` returns synonyms of a
 * word.
 */
export function passagesAbout(
  words: string,
  passages: readonly Passage[],
  alike: (word: string) => readonly string[],
): Passage[] {
  const wordsIn = [...new Set(words.toLowerCase().match(/[\p{L}\d]+/gu) ?? [])];
  const sought = wordsIn.filter((word) => !idle.has(stemOf(word))).map((word) => [word, ...alike(word)].map(stemOf));
  const read = passages.map((passage) => ({
    passage,
    heads: new Set(stemsIn(passage.about)),
    says: new Set(stemsIn(`${passage.about} ${passage.type.join(" ")} ${passage.text}`)),
  }));
  const meets = (stems: ReadonlySet<string>, [own = "", ...others]: readonly string[]): number =>
    stems.has(own) ? 1 : others.some((each) => stems.has(each)) ? 0.7 : 0;
  const weights = sought.map((each) => {
    const known = read.filter(({ says }) => meets(says, each) > 0).length;
    return known === 0 ? 0 : Math.log(1 + read.length / known);
  });
  const weighed = (stems: ReadonlySet<string>): number =>
    sum(sought.map((each, at) => meets(stems, each) * (weights[at] ?? 0)));
  const needed = sum(weights) / 2;
  return read
    .map(({ passage, heads, says }) => ({
      passage,
      met: weighed(says),
      score: (weighed(says) + (3 * weighed(heads)) / Math.log(8 + heads.size)) * (passage.weight ?? 1),
    }))
    .filter(({ met }) => met > 0 && met >= needed)
    .sort((a, b) => b.score - a.score)
    .map(({ passage }) => passage);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

const stemsIn = (text: string): string[] => (text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).map(stemOf);

/** Strips inflectional endings. */
function stemOf(word: string): string {
  if (word.length < 5) return word.length === 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  return word
    .replace(/(?:ations?|ments?|ances?|ings?|ions?|ers?|ed|es|s|e)$/, "")
    .replace(/([bdglmnprt])\1$/, "$1")
    .replace(/i$/, "y");
}

/** Words ignored in searches. */
const idle = new Set(
  (
    "a all am an and any are as at be been by can could did do does for from get got had has have how i if in is it its me my of on one or our " +
    "shall she should so that the their them then there this to up us was we were what when where which who whom why will with would you your selfbill"
  )
    .split(" ")
    .map(stemOf),
);

export const foundShape = shape<Passage>({
  about: [text, ({ about }) => about],
  type: [listOf(text), ({ type }) => type],
});
