/**
 * The headings of the Harmonized System 2022: hs-headings.txt has a line for each chapter with the last two digits of its headings. The 5,613
 * subheadings are not included, because rules also run in browsers (Decision 71). A test compares it with the nomenclature.
 */
import rows from "./hs-headings.txt";

/** Chapters that each country defines itself. */
const ofCountries = ["98", "99"];

/** Returns a pattern for the beginning of a code, a regular expression for JavaScript and XPath: `(01(01|02)|02(01))`. */
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

/** Returns a pattern for a whole code: 4 to 12 digits that begin with a heading. */
export function hsCodePattern(): string {
  return `^${hsHeading()}[0-9]{0,8}$`;
}

/** Whether a code of four digits is a heading. */
const headings = new Map<string, boolean>();

/**
 * Whether a text can be an HS code. For V8 the pattern would take as long as all rules of a short document, so the
 * 1,228 headings are looked up instead.
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
