import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { topics } from "../../src/manual/index.ts";
import { sourcesBelow } from "./sources.ts";

/**
 * Phrases that readers stumble over: translated idioms, and words of our own where an established term exists. Each
 * comes with what to write instead. They are banned from messages, help, comments, manual and templates.
 */
const banned: ReadonlyArray<readonly [form: RegExp, instead: string]> = [
  [/\bput(?:s|ting)? (?:\w+ )?right\b/i, "correct, fix"],
  [/\b[Mm]end(?:s|ing)?\b/, "correct, fix"],
  [/(?<!\bthere )\bis no (?!longer\b|more\b)[a-z]/i, "is not a"],
  [/\bbecame of\b/i, "status of, result of"],
  [/\bha(?:s|ve) to be seen to\b/i, "needs action"],
  [/\bshouted\b/i, "is shown as a fraud warning"],
  [/\bswindler/i, "a common payment-fraud pattern"],
  [/\bslip of the pen\b/i, "typing error"],
  [/\bnobody can be asked here\b/i, "this is not an interactive terminal"],
  [/\bit went to nobody\b/i, "was not delivered"],
  [/\b(?:stands|is there) twice\b/i, "appears twice"],
  [/\bfeeds? (?:no|the same) field/i, "is (not) mapped to"],
  [/\bfor a double\b/i, "a possible duplicate"],
  [/\bhas not the form\b/i, "is not in the format"],
  [/\bas the paper shows it\b|\border of the paper\b/i, "as it is printed"],
];

/**
 * Exceptions: the journal and its database, whose records of past events keep their wording, and texts generated from
 * other sources.
 */
const left = /^src\/journal\/|^src\/database\/|^src\/check\/examples\.ts$|^src\/document\/codes\/names\.ts$/;

const pages = ["README.md", "CONTRIBUTING.md", ...topics.map((topic) => `src/manual/${topic}.md`)];
const texts = [
  ...[...sourcesBelow("src"), ...sourcesBelow("src/wizard", ".txt"), ...sourcesBelow("templates", ".yaml")].filter(
    ({ path }) => !left.test(path),
  ),
  ...pages.map((path) => ({ path, text: readFileSync(path, "utf8") })),
];

test.each(banned)("nothing says %s", (form, instead) => {
  const found = texts.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, at) => (form.test(line) ? [`${path}:${at + 1}: ${line.trim()} (write: ${instead})`] : [])),
  );
  expect(found).toEqual([]);
});
