import { type Problem, problem } from "../problem/index.ts";
import { maxDepth } from "./limits.ts";
import { oddBlank } from "./odd-characters.ts";
import type { SourceText } from "./source-text.ts";

/** What went wrong, in the words of a person who does not know YAML's grammar. */
interface Words {
  readonly message: string;
  readonly hint: string;
  /** Offset, when the fault stands elsewhere than where the parser gave up. */
  readonly at?: number;
}

/** The problem for a syntax error that the parser reports at `at` for `reason`. */
export function yamlProblem(source: SourceText, reason: string, at: number): Problem {
  if (reason.startsWith("nesting exceeded")) {
    const message = `The file nests deeper than ${maxDepth} levels.`;
    const hint = "No document nests so deep; look for a bracket or a dash too many.";
    return problem("too-deep", message, hint, { where: source.spot(at) });
  }
  const words = fromLines(source, at) ?? fromReason(source, reason, at);
  return problem("bad-syntax", words.message, words.hint, { where: source.spot(words.at ?? at), cause: reason });
}

/** A common slip seen in the line of the error or in the last line above it that says anything. */
function fromLines(source: SourceText, at: number): Words | undefined {
  const line = source.lineOf(at);
  let above = line - 1;
  while (above > 0 && source.line(above).trim() === "") above -= 1;
  for (const number of [line, above]) {
    const text = source.line(number);
    if (text.length > longestLine) continue;
    const start = source.offset(number, 1);
    for (const slip of slips) {
      const found = slip(text);
      if (found) return { ...found, at: start + found.column };
    }
  }
  return openQuote(source, line);
}

/** Lines beyond it were not written by hand; patterns on megabytes would take minutes or run out of stack. */
const longestLine = 2000;

type Slip = (line: string) => (Words & { column: number }) | undefined;

const slips: readonly Slip[] = [
  (line) => {
    const column = /^ *\t/.test(line) ? line.indexOf("\t") : -1;
    return column < 0
      ? undefined
      : { column, message: "A tab stands in the indentation; YAML takes blanks only.", hint: "Replace it by blanks." };
  },
  (line) => {
    const odd = oddBlank(line.replace(/(["']).*?\1/g, (quoted) => "x".repeat(quoted.length)));
    return odd === undefined
      ? undefined
      : {
          column: odd.at,
          message: `A ${odd.name} stands here where YAML takes an ordinary blank.`,
          hint: "Replace it by a blank; such characters come with text copied from a web page or Word.",
        };
  },
  (line) => {
    const column = line.search(/：/);
    return column < 0 ? undefined : { column, message: "This is not the ordinary colon.", hint: "Write : instead." };
  },
  (line) => {
    const found = /^[ -]*[A-Za-z_]\w*:(?=[^\s:/])/.exec(line);
    return found === null
      ? undefined
      : { column: found[0].length, message: "A blank is missing after the colon.", hint: "Write name: value." };
  },
  (line) => {
    const found = /^(\s*(?:- +)*[A-Za-z_]\w*: +)([@`%,\]}])/.exec(line);
    return found === null
      ? undefined
      : {
          column: (found[1] ?? "").length,
          message: `A value cannot begin with ${found[2]} unless it stands in quotes.`,
          hint: "Put the value in double quotes.",
        };
  },
  (line) => {
    const found = /^\s*(?:- +)*[A-Za-z_]\w*: +(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*') *(?=[^\s#,}\]:])/.exec(line);
    return found === null
      ? undefined
      : {
          column: found[0].length,
          message: "Something follows the closing quote.",
          hint: "Put the whole value in one pair of quotes; a quote inside it is written twice ('') between single quotes.",
        };
  },
  (line) => {
    const found = /^\s*(?:- +)*[A-Za-z_]\w*: +[^"'#[{|>&*!\s][^#]*?:(?=\s|$)/.exec(line);
    return found === null
      ? undefined
      : {
          column: found[0].length - 1,
          message: "The value holds a colon, which begins another field in YAML.",
          hint: "Put the value in double quotes.",
        };
  },
  (line) => {
    const found = /^\s*(?:- +)*[A-Za-z_]\w*: +(?=- )/.exec(line);
    return found === null
      ? undefined
      : {
          column: found[0].length,
          message: "A list cannot begin behind the colon.",
          hint: "Write each entry below, in a line of its own that begins with a dash.",
        };
  },
];

/** The nearest line at or above the error whose quote is opened and not closed. */
function openQuote(source: SourceText, line: number): Words | undefined {
  for (let number = line; number > 0 && number > line - 200; number--) {
    const text = source.line(number);
    if (text.length > longestLine) continue;
    const found = /^(\s*(?:- +)*(?:[A-Za-z_]\w*: +)?)(["'])/.exec(text);
    if (!found) continue;
    const rest = text.slice(found[0].length).replace(found[2] === '"' ? /\\./g : /''/g, "");
    if (rest.includes(found[2] ?? "")) continue;
    const name = found[2] === '"' ? "double" : "single";
    return {
      at: source.offset(number, 1) + (found[1] ?? "").length,
      message: `The text that begins here with a ${name} quote is not closed.`,
      hint: "Close it with the same quote in the same line.",
    };
  }
  return undefined;
}

const reasons: ReadonlyArray<{ when: RegExp; message: string; hint: string }> = [
  {
    when: /null byte|non-printable|valid JSON character/,
    message: "A control character stands here.",
    hint: "Remove it.",
  },
  {
    when: /unknown escape|hexadecimal/,
    message: "A backslash in double quotes begins an escape, and this is none.",
    hint: "Write \\\\ for a backslash, or use single quotes.",
  },
  {
    when: /missed comma|within a flow collection|deficient indentation|node content/,
    message: "A list or group in brackets or a text in quotes is not closed, or a comma is missing.",
    hint: "Close it with ], } or the quote, and put commas between the entries.",
  },
  {
    when: /expected ':'|multiline key|can not read a block mapping/,
    message: "A field without a colon stands here or in the line above.",
    hint: "Write name: value.",
  },
  {
    when: /line break is expected/,
    message: "After | or > the text begins in the next line.",
    hint: "Begin a new line.",
  },
  {
    when: /alias|anchor/,
    message: "A value cannot begin with & or * unless it stands in quotes.",
    hint: "Put the value in double quotes.",
  },
  {
    when: /tag/,
    message: "A value cannot begin with ! unless it stands in quotes.",
    hint: "Put the value in double quotes.",
  },
  {
    when: /directive/,
    message: "A line that begins with % is an instruction to YAML and not allowed here.",
    hint: "Remove the line, or put the text in quotes.",
  },
  {
    when: /indentation|end of the stream|block scalar/,
    message: "The indentation of this line does not fit the lines above it.",
    hint: "Begin fields of the same group in the same column, with blanks.",
  },
];

function fromReason(source: SourceText, reason: string, at: number): Words {
  const words = reasons.find(({ when }) => when.test(reason));
  if (words) return words;
  const found = source.text.slice(at, at + 1).trim();
  return {
    message: found === "" ? "This is not YAML." : `This is not YAML: ${found} does not belong here.`,
    hint: "Compare the line with the template.",
  };
}
