/**
 * Headings of the Harmonized System 2022: hs-headings.txt has one line per chapter, with the last two digits of each
 * of its headings. The 5,613 subheadings are left out, because rules also run in browsers (Decision 71). A test
 * compares the file with the nomenclature.
 */
import rows from "./hs-headings.txt";

/** Chapters that each country defines for itself. */
const ofCountries = ["98", "99"];

/** A regular expression for JavaScript and XPath that matches the beginning of a code: `(01(01|02)|02(01))`. */
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

/** 4 to 12 digits that begin with a heading. */
export function hsCodePattern(): string {
  return `^${hsHeading()}[0-9]{0,8}$`;
}

/** Whether a four-digit code is a heading, cached for each code that was looked up. */
const headings = new Map<string, boolean>();

/**
 * Looks the code up among the 1,228 headings: in V8, a regular expression would take as long as all the rules for a
 * short document.
 */
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
