/** Ignores case and the amount of whitespace; used for the supplier book, the journal and the fraud warning. */
export function foldedName(name: string): string {
  return name.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
}

/** Legal forms, which companies write at the end of their names. */
const forms = new Set(
  "llc fze fzc fzco fzllc dmcc pjsc pjs psc wll est establishment co company corp corporation inc ltd limited plc pvt private gmbh lp llp sps sole proprietorship".split(
    " ",
  ),
);

/** Returns the name in lower case, without punctuation, whitespace or the legal form. */
export function plainName(name: string): string {
  return wordsOf(name).join("");
}

function wordsOf(name: string): string[] {
  const words = wordsIn(name.normalize("NFKC").toLowerCase()).filter((word) => word !== "");
  while (words.length > 1 && forms.has(words.at(-1) ?? "")) words.pop();
  return words;
}

/** Patterns over all of Unicode are slow to compile; for a pure ASCII name a simpler pattern finds the same words. */
function wordsIn(text: string): string[] {
  if (isAscii(text)) return text.replace(/[.']/g, "").split(/[^a-z0-9]+/);
  return text.replace(/[.'’]|\p{Cf}/gu, "").split(/[^\p{L}\p{N}\p{M}]+/u);
}

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** Letters that look like Latin ones. Source: the Unicode confusables that occur in company names. */
const alike: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["a", "аαɑ"],
    ["b", "вβ"],
    ["c", "сϲ"],
    ["d", "ԁ"],
    ["e", "еεҽ"],
    ["g", "ɡ"],
    ["h", "нһη"],
    ["j", "ј"],
    ["k", "кκ"],
    ["l", "1iі|ӏιıl"],
    ["m", "мμ"],
    ["n", "ո"],
    ["o", "0оοօ"],
    ["p", "рρ"],
    ["q", "ԛ"],
    ["s", "ѕ5"],
    ["t", "тτ"],
    ["u", "υս"],
    ["v", "ν"],
    ["w", "ԝω"],
    ["x", "хχ"],
    ["y", "уγү"],
  ].flatMap(([latin = "", others = ""]) => [...others].map((each) => [each, latin])),
);

/** Replaces letters of other scripts, and digits within words, with the Latin letters that they resemble. */
export function nameSkeleton(name: string): string {
  return wordsOf(name)
    .map((word) => (isNumber(word) ? word : wordSkeleton(word)))
    .join("");
}

const isNumber = (word: string): boolean => (isAscii(word) ? /^\d+$/ : /^\p{N}+$/u).test(word);

function wordSkeleton(word: string): string {
  const bare = isAscii(word) ? word : word.normalize("NFKD").replace(/\p{M}/gu, "");
  return [...bare]
    .map((sign) => alike[sign] ?? sign)
    .join("")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}

/** Minimum length in letters: shorter names too often differ by only one letter although they are unrelated. */
const shortest = 6;

/**
 * Whether one letter has been inserted, left out or replaced. A differing digit does not count, because numbers
 * distinguish branches.
 */
export function oneLetterApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < shortest || long.length - short.length > 1 || short === long) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const isReplaced = long.length === short.length;
  const same = short.slice(isReplaced ? at + 1 : at) === long.slice(at + 1);
  return same && !/\p{N}/u.test(`${long[at]}${isReplaced ? short[at] : ""}`);
}

/**
 * Returns keys for finding names that differ by one letter, which share the first or the last half. `lengths`: whether
 * to find only names of the same length, or also those that are one letter longer or shorter.
 */
export function nameHalves(skeleton: string, lengths: "own" | "near"): string[] {
  const { length } = skeleton;
  if (length < shortest - 1) return [];
  const all = lengths === "own" ? [length] : [length - 1, length, length + 1];
  const halves = [...new Set(all.map((each) => Math.floor(each / 2)))];
  return halves.flatMap((half) => [`front ${skeleton.slice(0, half)}`, `back ${skeleton.slice(length - half)}`]);
}

/**
 * Converts to lower case, removes punctuation and Arabic vowels, and unifies Arabic letters that are often confused.
 */
export function foldedHeading(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{M}\u0640]/gu, "")
    .replace(/[\u0622\u0623\u0625]/gu, "\u0627")
    .replace(/\u0629/gu, "\u0647")
    .replace(/\u0649/gu, "\u064a")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");
}
