import type { HsPlace, Nomenclature } from "./nomenclature.ts";
import synonyms from "./synonyms.txt";
import { stemOf, stemsOf } from "./words.ts";

/** A heading with its best subheadings, best first; without subheadings if only the heading's own words match. */
export interface HsHit {
  readonly chapter: HsPlace;
  readonly heading: HsPlace;
  readonly subheadings: readonly HsPlace[];
}

/** A word from the search text, or a trade name with the nomenclature's words for it. */
interface Sought {
  readonly word: string;
  /** Headings with the words that select subheadings, the most likely first. */
  readonly means: readonly { readonly heading: string; readonly words: readonly string[] }[];
}

const idle = new Set(stemsOf("a an and of the for with in on to or by from new best size type kind set pcs piece"));

/**
 * Searches by words and trade names; lists the best matches first. Unknown words (a brand, a size) are ignored if
 * another word is known. Digits are looked up as a code.
 */
export function searchNomenclature(nomenclature: Nomenclature, typed: string): HsHit[] {
  const digits = typed.replace(/[\s.]/g, "");
  if (/^\d{2,12}$/.test(digits)) return byCode(nomenclature, digits);
  const sought = soughtIn(typed);
  if (sought.length === 0) return [];
  const headings = headingsFor(nomenclature, sought);
  const weights = sought.map((each) => weightOf(each, headings));
  const found = headings.flatMap((each) => {
    const scored = each.places.map((place) => ({ place, score: scoreOf(place, each.heading.code, sought, weights) }));
    const best = Math.max(...scored.map(({ score }) => score));
    return best <= 0 ? [] : [{ each, scored, best }];
  });
  found.sort((a, b) => b.best - a.best);
  const top = found[0]?.best ?? 0;
  return found
    .filter(({ best }) => best >= top / 4)
    .map(({ each, scored, best }) => ({
      chapter: each.chapter,
      heading: each.heading,
      subheadings: scored
        .filter(({ place, score }) => place.place.code.length > 4 && score >= best * 0.75)
        .sort((a, b) => b.score - a.score)
        .map(({ place }) => place.place),
    }));
}

function byCode({ places, pathOf }: Nomenclature, digits: string): HsHit[] {
  const [chapter, heading, subheading] = pathOf(digits);
  if (chapter === undefined) return [];
  const below = (above: string): HsPlace[] =>
    [...places.values()].filter(({ code }) => code.length === above.length + 2 && code.startsWith(above));
  if (heading === undefined)
    return digits.length > 2 ? [] : below(chapter.code).map((each) => ({ chapter, heading: each, subheadings: [] }));
  if (digits.length < 6) return [{ chapter, heading, subheadings: below(heading.code) }];
  return subheading === undefined ? [] : [{ chapter, heading, subheadings: [subheading] }];
}

interface Place {
  readonly place: HsPlace;
  /** The weight of each word: higher at the beginning, lower after "other than" and "for". */
  readonly says: ReadonlyMap<string, number>;
}

interface Heading {
  readonly chapter: HsPlace;
  readonly heading: HsPlace;
  /** The heading and subheadings, as far as they may contain one of the words. */
  readonly places: readonly Place[];
}

/** Selects headings by the beginnings of words, because parsing every entry would take most of a second. */
function headingsFor({ places }: Nomenclature, sought: readonly Sought[]): Heading[] {
  const begins = sought.map(({ word }) => word.slice(0, Math.max(3, Math.min(5, word.length - 2))));
  const maybe = new RegExp(`\\b(?:${begins.join("|")})`, "i");
  const meant = new Set(sought.flatMap(({ means }) => means.map(({ heading }) => heading)));
  const made: Heading[] = [];
  let [chapter, heading]: (HsPlace | undefined)[] = [];
  let found: Place[] | undefined;
  for (const place of places.values()) {
    if (place.code.length === 2) chapter = place;
    else if (place.code.length === 4) [heading, found] = [place, undefined];
    if (chapter === undefined || heading === undefined || place.code.length === 2) continue;
    if (!meant.has(heading.code) && !maybe.test(place.words)) continue;
    if (found === undefined) {
      found = [];
      made.push({ chapter, heading, places: found });
    }
    found.push({ place, says: saidBy(place.words) });
  }
  return made;
}

/**
 * After one of these words, text up to the next punctuation mark has a tenth of its weight, because it names goods that
 * are not meant. After a word in `aside`, text has at most half, because it does not name the goods themselves but, for
 * example, their use.
 */
const excluding = new Set(["excluding", "not", "except", "without"]);
const aside = new Set([
  "for",
  "used",
  "parts",
  "part",
  "accessories",
  "containing",
  "machinery",
  "residues",
  "waste",
  "heading",
  "kind",
]);

function saidBy(words: string): ReadonlyMap<string, number> {
  const says = new Map<string, number>();
  let weight = 1;
  let at = 0;
  let before = "";
  for (const [word] of words.toLowerCase().matchAll(/[a-z0-9]+|[;,()]/g)) {
    if (/[;,()]/.test(word)) weight = 1;
    else {
      if (excluding.has(word) || (word === "than" && before === "other")) weight = 0.1;
      else if (aside.has(word)) weight = Math.min(weight, 0.5);
      const stem = stemOf(word);
      const now = weight / (1 + at / 12);
      if (now > (says.get(stem) ?? 0)) says.set(stem, now);
      at += 1;
    }
    before = word;
  }
  return says;
}

const allHeadings = 1_230;

/** Returns how much a word counts: rare words count more than frequent ones, and trade names most. */
function weightOf({ word, means }: Sought, headings: readonly Heading[]): number {
  if (means.length > 0) return 10;
  const count = headings.filter(({ places }) => places.some(({ says }) => says.has(word))).length;
  return count === 0 ? 0 : Math.log(1 + allHeadings / count);
}

function scoreOf(
  { place, says }: Place,
  heading: string,
  sought: readonly Sought[],
  weights: readonly number[],
): number {
  let score = 0;
  for (const [index, { word, means }] of sought.entries()) {
    const at = means.findIndex((each) => each.heading === heading);
    const meant = means[at];
    const fits = meant?.words.every((each) => (says.get(each) ?? 0) > 0.15) ? 1 : 0.6;
    const byTrade = meant === undefined ? 0 : fits * (1 - at / 20);
    // The last word of a name states what the thing is; the words before it qualify it.
    const isHead = index === sought.length - 1 ? 1.3 : 1;
    const byText = (says.get(word) ?? 0) * isHead * (means.length > 0 ? 0.4 : 1);
    score += Math.max(byTrade, byText) * (weights[index] ?? 0);
  }
  return place.code.length === 4 ? score * 0.98 : score;
}

/** Trade names, keyed by their first word, with the longest name first; read when first needed. */
let trade: Map<string, { readonly name: readonly string[]; readonly means: Sought["means"] }[]> | undefined;

function tradeNames(): NonNullable<typeof trade> {
  if (trade !== undefined) return trade;
  trade = new Map();
  for (const line of synonyms.split("\n")) {
    const [names = "", meanings = ""] = line.split(": ");
    const means = meanings.split("; ").map((each) => {
      const [heading = "", ...words] = each.split(" ");
      return { heading, words: words.flatMap(stemsOf) };
    });
    for (const each of names.split(", ")) {
      const name = stemsOf(each);
      trade.set(name[0] ?? "", [...(trade.get(name[0] ?? "") ?? []), { name, means }]);
    }
  }
  for (const all of trade.values()) all.sort((a, b) => b.name.length - a.name.length);
  return trade;
}

function soughtIn(typed: string): Sought[] {
  const stems = stemsOf(typed.slice(0, 200));
  const sought: Sought[] = [];
  for (let at = 0; at < stems.length; ) {
    const known = tradeNames()
      .get(stems[at] ?? "")
      ?.find(({ name }) => name.every((word, index) => stems[at + index] === word));
    const word = stems[at + (known?.name.length ?? 1) - 1] ?? "";
    if (known !== undefined || (!idle.has(word) && !/^\d/.test(word))) sought.push({ word, means: known?.means ?? [] });
    at += known?.name.length ?? 1;
  }
  return sought;
}
