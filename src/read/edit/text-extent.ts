/** Where a name, a value or a block ends in the text of a YAML or JSON file that was read without errors. */

const doubleQuoted = /"(?:[^"\\\r\n]|\\.)*"/y;
const quotedEither = /"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\r\n]|'')*'/y;

/** Returns the value in quotes at an offset; undefined if it has none, or several lines. */
export function quotedAt(text: string, at: number, isJson: boolean): string | undefined {
  const form = isJson ? doubleQuoted : quotedEither;
  form.lastIndex = at;
  return form.exec(text)?.[0];
}

export const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;

/** Returns the offset of the next line; the end of the text if there is none. */
export function lineEndAfter(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

export function nameEnd(text: string, at: number): number {
  const token = quotedAt(text, at, false);
  if (token !== undefined) return at + token.length;
  return at + (/^(?:[^\s:]|:(?=\S))+/.exec(text.slice(at, at + 1000))?.[0].length ?? 0);
}

/** Returns the offset behind the colon of a name; 0 if it is not on the line. */
export function afterColon(text: string, at: number): number {
  const end = nameEnd(text, at);
  const colon = /^[ \t]*:/.exec(text.slice(end, end + 100))?.[0];
  return colon === undefined ? 0 : end + colon.length;
}

/**
 * Returns where the member of a block that begins at an offset ends: before the line end of its last line that is
 * neither blank nor a comment.
 */
export function blockEnd(text: string, key: number): number {
  const start = lineStart(text, key);
  const column = key - start;
  let end = contentEnd(text, start);
  for (let at = lineEndAfter(text, start); at < text.length; at = lineEndAfter(text, at)) {
    const line = text.slice(at, contentEnd(text, at));
    const content = line.trimStart();
    if (content === "" || content.startsWith("#")) continue;
    const margin = line.length - content.length;
    if (margin < column || (margin === column && !/^-(?:\s|$)/.test(content))) break;
    end = at + line.length;
  }
  return end;
}

function contentEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  const last = end < 0 ? text.length : end;
  return text[last - 1] === "\r" ? last - 1 : last;
}

/** Returns where a value inside braces ends; commas and brackets in quotes do not count. */
export function flowEnd(text: string, start: number): number {
  const quoted = quotedAt(text, start, false);
  if (quoted !== undefined) return start + quoted.length;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at] as string;
    const token = depth > 0 && /[\s,:[{]/.test(text[at - 1] ?? "") ? quotedAt(text, at, false) : undefined;
    if (token !== undefined) at += token.length - 1;
    else if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") {
      depth -= 1;
      if (depth < 0) return trimmedEnd(text, start, at);
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (char === "," || char === "\n")) return trimmedEnd(text, start, at);
  }
  return text.length;
}

const trimmedEnd = (text: string, start: number, end: number): number =>
  start + text.slice(start, end).trimEnd().length;
