import { oddBlank } from "./odd-characters.ts";
import type { SourceText } from "./source-text.ts";

/** A syntax error, explained for people who do not know YAML's grammar. */
export interface Words {
  readonly message: string;
  readonly hint: string;
  /** Offset of the error, if it is not where the parser stopped. */
  readonly at?: number;
}

/** Looks for common errors on the line where the parser stopped, or on the last line with content above it. */
export function slipNear(source: SourceText, at: number): Words | undefined {
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

/**
 * Maximum length in characters: longer lines were not written by hand, and regexes on megabytes would take minutes or
 * overflow the stack.
 */
const longestLine = 2000;
/** Number of lines above the error that are searched for its cause. */
const linesAbove = 200;

type Slip = (line: string) => (Words & { column: number }) | undefined;

const slips: readonly Slip[] = [
  (line) => {
    const column = /^ *\t/.test(line) ? line.indexOf("\t") : -1;
    return column < 0
      ? undefined
      : { column, message: "The indentation has a tab; YAML allows spaces only.", hint: "Replace it with spaces." };
  },
  (line) => {
    const odd = oddBlank(line.replace(/(["']).*?\1/g, (quoted) => "x".repeat(quoted.length)));
    return odd === undefined
      ? undefined
      : {
          column: odd.at,
          message: `A ${odd.name} is here instead of an ordinary space.`,
          hint: "Replace it with a space; such characters come from text copied from a web page or Word.",
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
      : { column: found[0].length, message: "A space is missing after the colon.", hint: "Write name: value." };
  },
  (line) => {
    const found = /^(\s*(?:- +)*[A-Za-z_]\w*: +)([@`%,\]}*&!])/.exec(line);
    return found === null
      ? undefined
      : {
          column: (found[1] ?? "").length,
          message: `A value cannot begin with ${found[2]} unless it is in quotes.`,
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
          hint: "Put the whole value in one pair of quotes; inside single quotes, a single quote is written twice.",
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
          message: "A list cannot begin on the line of the colon.",
          hint: "Write each entry below, on its own line, beginning with a dash.",
        };
  },
];

/** Finds the nearest line, at or above the error, with an unclosed quote. */
function openQuote(source: SourceText, line: number): Words | undefined {
  for (let number = line; number > 0 && number > line - linesAbove; number--) {
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

/** Finds the bracket that is still open where the parser stopped. */
export function openBracket(source: SourceText, at: number): Words | undefined {
  const last = source.lineOf(at);
  let closed = 0;
  for (let number = last; number > 0 && number > last - linesAbove; number--) {
    const text = source.line(number);
    if (text.length > longestLine) return undefined;
    const bare = text.replace(/"(?:[^"\\]|\\.)*"|'[^']*'|(?:^|\s)#.*$/g, (quoted) => "x".repeat(quoted.length));
    for (let column = number === last ? at - source.offset(number, 1) - 1 : bare.length - 1; column >= 0; column--) {
      if (/[\]}]/.test(bare[column] ?? "")) closed += 1;
      if (!/[[{]/.test(bare[column] ?? "")) continue;
      if (closed === 0) {
        const closing = bare[column] === "[" ? "]" : "}";
        return {
          at: source.offset(number, 1) + column,
          message: `The ${bare[column]} here is not closed.`,
          hint: `Close it with ${closing}, and put commas between the entries.`,
        };
      }
      closed -= 1;
    }
  }
  return undefined;
}

/** Finds a line, at or just above the error, that should be a field but has no colon. */
export function lineWithoutColon(source: SourceText, at: number): Words | undefined {
  for (let number = source.lineOf(at); number > 0 && number > source.lineOf(at) - 3; number--) {
    const text = source.line(number);
    if (text.length > longestLine || text.trim() === "" || /[:#]|^\s*-/.test(text)) continue;
    return {
      at: source.offset(number, 1) + text.search(/\S/),
      message: "This line has no colon, so it is not a field.",
      hint: "Write name: value.",
    };
  }
  return undefined;
}
