/**
 * The headings of the Harmonized System 2022: in hs-headings.txt a chapter on each line with the last two digits of its headings. Its 5,613
 * subheadings are not here: rules are asked in browsers too (Decision 71). A test compares it with the nomenclature.
 */
import rows from "./hs-headings.txt";

/** Chapters that each country fills by itself. */
const ofCountries = ["98", "99"];

/** What a code begins with, as a regular expression of JavaScript and XPath: `(01(01|02)|02(01))`. */
export function hsHeading(): string {
  return `(${[...rows.split("\n").map(chapterPattern), ...ofCountries.map((chapter) => `${chapter}[0-9]{2}`)].join("|")})`;
}

function chapterPattern(line: string): string {
  const [chapter, ...ranges] = line.split(" ");
  return `${chapter}(${ranges.flatMap(numbersIn).join("|")})`;
}

function numbersIn(range: string): string[] {
  const [from = 0, to = from] = range.split("-").map((digits) => Number.parseInt(digits, 10));
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(2, "0"));
}

/** What a whole code is, as such an expression: 4 to 12 digits that begin with a heading. */
export function hsCodePattern(): string {
  return `^${hsHeading()}[0-9]{0,8}$`;
}

/** Whether a code of four digits is a heading, by the code. */
const headings = new Map<string, boolean>();

/** Whether a text can be an HS code. V8 would take as long for the pattern as for all rules of a short document, so the 1,228 headings are looked up instead. */
export function isPossibleHsCode(code: string): boolean {
  if (!/^[0-9]{4,12}$/.test(code)) return false;
  const heading = code.slice(0, 4);
  const known = headings.get(heading) ?? isHeading(heading.slice(0, 2), heading.slice(2));
  headings.set(heading, known);
  return known;
}

function isHeading(chapter: string, digits: string): boolean {
  if (ofCountries.includes(chapter)) return true;
  const [, ...ranges] =
    rows
      .split("\n")
      .find((line) => line.startsWith(chapter))
      ?.split(" ") ?? [];
  return ranges.some((range) => {
    const [from = "", to = from] = range.split("-");
    return from <= digits && digits <= to;
  });
}
