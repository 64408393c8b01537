/**
 * The headings of the Harmonized System 2022: in hs-headings.txt a chapter on each line with the last two digits of its headings. Its 5,613
 * subheadings are not here: rules are asked in browsers too (Decision 71). A test compares it with the nomenclature.
 */
import rows from "./hs-headings.txt";

/** Chapters that each country fills by itself. */
const ofCountries = ["98[0-9]{2}", "99[0-9]{2}"];

/** What a code begins with, as a regular expression of JavaScript and XPath: `(01(01|02)|02(01))`. */
export function hsHeading(): string {
  return `(${[...rows.split("\n").map(chapterPattern), ...ofCountries].join("|")})`;
}

function chapterPattern(line: string): string {
  const [chapter, ...ranges] = line.split(" ");
  return `${chapter}(${ranges.flatMap(numbersIn).join("|")})`;
}

function numbersIn(range: string): string[] {
  const [from = 0, to = from] = range.split("-").map((digits) => Number.parseInt(digits, 10));
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(2, "0"));
}

let hsPattern: RegExp | undefined;

/** 4 to 12 digits that begin with a heading. Made when a code is looked at: its 1,228 headings are most of what loading this file would take. */
export function hsCode(): RegExp {
  hsPattern ??= new RegExp(`^${hsHeading()}[0-9]{0,8}$`);
  return hsPattern;
}

/** Whether a text is 4 to 12 digits that begin with a heading of the Harmonized System. */
export const isPossibleHsCode = (code: string): boolean => hsCode().test(code);
