import { latinDigits } from "../../../document/index.ts";
import measures from "./measures.txt";
import plurals from "./plurals.txt";

/** Parses `word: spelling spelling`; returns the word for each spelling. */
function spellingsIn(list: string): ReadonlyMap<string, string> {
  return new Map(
    list
      .trim()
      .split("\n")
      .flatMap((line) => {
        const [word = "", others = ""] = line.split(": ");
        return [word, ...others.split(" ")].map((each): [string, string] => [each, word]);
      }),
  );
}

const measureOf = spellingsIn(measures);
const irregular = spellingsIn(plurals);

/**
 * Two spellings of one name have the same key: the same words in the same order, ignoring case, plurals, whitespace,
 * punctuation and variants of Arabic letters. Sizes such as `5mm`, `5 mm` and `5 millimetres`, or `30x30 cm` and
 * `30cm × 30cm`, are equal. A different number, unit or word is a different item. The key is empty if the name has no
 * letters or digits.
 */
export function itemNameKey(name: string): string {
  const marks = sized(marksOf(plainText(name)));
  // Words are joined, so that "air-conditioner" equals "air conditioner"; numbers stay separate.
  let key = "";
  for (const { is, text } of marks) key += is === "word" ? singular(text) : ` ${text} `;
  return key.replace(/ +/g, " ").trim();
}

/** Converts to lower case, one variant of each letter, Western digits, and words for meaningful symbols. */
function plainText(name: string): string {
  return latinDigits(
    name
      .replace(/[®™©]/g, "")
      // Normalisation alone would turn 1½ into 11⁄2, so ½ becomes 1/2 between spaces; mm² becomes mm2, but 10² must not
      // become 102.
      .replace(/[\u00bc-\u00be\u2150-\u215e]/g, (sign) => ` ${sign.normalize("NFKC").replace("\u2044", "/")} `)
      .replace(/(\d)([\u00b2\u00b3\u00b9\u2070-\u2079])/g, "$1 $2")
      .normalize("NFKD")
      .replace(
        /(?<=\p{Script=Latin}[\u0300-\u036f]*)[\u0300-\u036f]|[\u064b-\u065f\u0670\u06d6-\u06ed\u0640\p{Cf}]/gu,
        "",
      )
      .normalize("NFC"),
  )
    .replace(/\u066b/g, ".")
    .replace(/\u066c/g, ",")
    .replace(/\u0629/g, "\u0647")
    .replace(/[\u0649\u06cc]/g, "\u064a")
    .replace(/\u06a9/g, "\u0643")
    .toLowerCase()
    .replace(/&/g, " and ")
    .replace(/[×✕✖∗]/g, " x ")
    .replace(/(?<=\d\s*(?:mm|cm|m|ft|in|inch))x(?=\s*\d)/g, " x ")
    .replace(/[’'`´](?=s(?!\p{L}))/gu, "")
    .replace(/[“”″]|''/g, '"')
    .replace(/[’′]/g, "'");
}

interface Mark {
  readonly is: "number" | "word" | "sign" | "measure";
  readonly text: string;
}

/** Matches an area or a volume: `mm2`, `sq mm`, `cubic m`. */
const powered = /^\s*(?:(sq|square|cu|cubic)\b\.?\s*(\p{L}+)|(sq|cu)(\p{L}+)|(\p{L}+)([23]))(?![\p{L}\p{N}])/u;

/** Symbols count only if they distinguish items: `C++`, `A+`, `1/2`, `-5 C`. */
function marksOf(text: string): Mark[] {
  const marks: Mark[] = [];
  const pattern =
    /(?<minus>(?<=^|\s)-(?=\d))|(?<number>\d+(?:[.,]\d+)*|(?<![\d.])[.,]\d+)|(?<word>(?:[\p{L}\p{M}]|(?![0-9])\p{N})+)|(?<sign>(?<=\d\s*)[/:](?=\s*\d)|(?<=\p{L}[+#]*)[+#]|(?<=\d\s*)[%"'*]|[\p{Sc}\p{So}<>±≤≥≠⌀])/gu;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const { minus, number, word, sign = "" } = found.groups ?? {};
    if (number !== undefined) {
      marks.push({ is: "number", text: numberText(number) });
      const area = powered.exec(text.slice(pattern.lastIndex));
      const measure = area === null ? undefined : powerOf(area);
      if (area !== null && measure !== undefined) {
        marks.push({ is: "measure", text: measure });
        pattern.lastIndex += area[0].length;
      }
    } else if (word !== undefined) marks.push({ is: "word", text: word });
    else marks.push({ is: "sign", text: minus ?? sign });
  }
  return marks;
}

function powerOf(found: RegExpExecArray): string | undefined {
  const [, spoken, of, short, ofShort, plain, digit] = found;
  const measure = measureOf.get(of ?? ofShort ?? plain ?? "");
  const power = digit ?? ((spoken ?? short ?? "").startsWith("sq") ? "2" : "3");
  return measure === undefined ? undefined : `${measure}${power}`;
}

/**
 * A comma before three digits separates thousands, unless only a zero precedes it; any other comma is a decimal
 * separator.
 */
function numberText(written: string): string {
  const isThousands = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(written);
  const text = isThousands ? written.replaceAll(",", "") : written.replaceAll(",", ".");
  return text.replace(/^\./, "0.");
}

const signs: Readonly<Record<string, string>> = { '"': "inch", "'": "ft", "°": "deg" };

/** Recognises units after numbers, and `x` between numbers: `30cm x 30cm` becomes `30x30 cm`. */
function sized(marks: readonly Mark[]): Mark[] {
  const sizes = marks.map((mark, at): Mark => {
    const [before, after] = [marks[at - 1], marks[at + 1]];
    if (mark.is === "number") return mark;
    const isTimes = mark.text === "x" || mark.text === "by" || mark.text === "*";
    const follows = before?.is === "number" || marks[at - 2]?.is === "number";
    if (isTimes && follows && after?.is === "number") return { is: "sign", text: "x" };
    if (before?.is !== "number") return mark;
    const measure = mark.is === "word" ? measureOf.get(mark.text) : signs[mark.text];
    return measure === undefined ? mark : { is: "measure", text: measure };
  });
  return withoutRepeated(sizes).map((mark, at, all) =>
    // Trailing zeros are irrelevant in a measure (2.50 mm), but not in a model name (version 2.10).
    mark.is === "number" && isMeasured(all, at) ? { ...mark, text: withoutZeros(mark.text) } : mark,
  );
}

const withoutZeros = (text: string): string =>
  text
    .replace(/^0+(?=\d)/, "")
    .replace(/^(\d+\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");

const isMeasured = (marks: readonly Mark[], at: number): boolean =>
  marks[at + 1]?.is === "measure" || marks[at + 1]?.text === "x" || marks[at - 1]?.text === "x";

/** Removes a unit that the next dimension repeats. */
function withoutRepeated(marks: readonly Mark[]): Mark[] {
  return marks.filter(
    ({ is, text }, at) =>
      !(
        is === "measure" &&
        marks[at + 1]?.text === "x" &&
        marks[at + 2]?.is === "number" &&
        marks[at + 3]?.is === "measure" &&
        marks[at + 3]?.text === text
      ),
  );
}

/** Handles English words only; others stay unchanged. */
function singular(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  if (/.{2}ies$/.test(word)) return word.replace(/ies$/, "y");
  if (/.{2}ie$/.test(word)) return word.replace(/ie$/, "y");
  if (/(?:ss|x|ch|sh|zz|o)es$/.test(word)) return word.replace(/es$/, "");
  return /(?:ss|us|is)$/.test(word) ? word : word.replace(/s$/, "");
}
