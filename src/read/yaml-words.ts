import { type Problem, problem } from "../problem/index.ts";
import { maxDepth } from "./limits.ts";
import type { SourceText } from "./source-text.ts";
import { lineWithoutColon, openBracket, slipNear, type Words } from "./yaml-slips.ts";

/**
 * Returns the problem for YAML that cannot be parsed. `reason` is the parser's message, `at` the offset of the error.
 */
export function yamlProblem(source: SourceText, reason: string, at: number): Problem {
  if (reason.startsWith("nesting exceeded")) {
    const message = `The file is nested more than ${maxDepth} levels deep.`;
    const hint = "No document is nested so deeply; look for an extra bracket or dash.";
    return problem("too-deep", message, hint, { where: source.spot(at) });
  }
  const words = slipNear(source, at) ?? fromReason(source, reason, at);
  return problem("bad-syntax", words.message, words.hint, { where: source.spot(words.at ?? at), cause: reason });
}

const reasons: ReadonlyArray<{ when: RegExp; message: string; hint: string }> = [
  {
    when: /null byte|non-printable|valid JSON character/,
    message: "There is a control character here.",
    hint: "Remove it.",
  },
  {
    when: /unknown escape|hexadecimal/,
    message: "This is not a valid escape after the backslash.",
    hint: "Write \\\\ for a backslash, or use single quotes.",
  },
  {
    when: /missed comma|within a flow collection|deficient indentation|node content/,
    message: "A list or group in brackets or a text in quotes is not closed, or a comma is missing.",
    hint: "Close it with ], } or the quote, and put commas between the entries.",
  },
  {
    when: /expected ':'|multiline key|can not read a block mapping/,
    message: "A colon is missing here or in the line above.",
    hint: "Write name: value.",
  },
  {
    when: /line break is expected/,
    message: "After | or > the text begins in the next line.",
    hint: "Begin a new line.",
  },
  {
    when: /alias|anchor/,
    message: "A value cannot begin with & or * unless it is in quotes.",
    hint: "Put the value in double quotes.",
  },
  {
    when: /tag/,
    message: "A value cannot begin with ! unless it is in quotes.",
    hint: "Put the value in double quotes.",
  },
  {
    when: /directive/,
    message: "A line that begins with % is an instruction to YAML and not allowed here.",
    hint: "Remove the line, or put the text in quotes.",
  },
  {
    when: /indentation|end of the stream|block scalar/,
    message: "The indentation of this line does not match the lines above it.",
    hint: "Begin fields of the same group in the same column, using spaces.",
  },
];

function fromReason(source: SourceText, reason: string, at: number): Words {
  if (/deficient|within a flow/.test(reason)) {
    const open = openBracket(source, at);
    if (open) return open;
  }
  if (/expected ':'|multiline key/.test(reason)) {
    const bare = lineWithoutColon(source, at);
    if (bare) return bare;
  }
  const words = reasons.find(({ when }) => when.test(reason));
  if (words) return words;
  const found = source.text.slice(at, at + 1).trim();
  return {
    message: found === "" ? "This is not YAML." : `This is not YAML: ${found} does not belong here.`,
    hint: "Compare the line with the template.",
  };
}
